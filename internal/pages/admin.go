package pages

import (
	"net/http"
	"strings"
)

// adminTitles are the administrator's screens by their address, each with its title. The front end has the same table.
var adminTitles = map[string]string{
	"/admin":                 "Admin Dashboard",
	"/admin/login":           "Admin Panel",
	"/admin/categories":      "Categories",
	"/admin/history":         "History",
	"/admin/queue":           "Queue",
	"/admin/site-management": "Site Management",
}

// unknownAdminPath stands for every path below /admin without a screen: they all show the same.
const unknownAdminPath = "/admin/page-not-found"

// adminAt is the screen of the administrator at a path, and how the path should be spelled.
func adminAt(parts []string) (address, string) {
	path := "/" + strings.ToLower(strings.Join(parts, "/"))
	if adminTitles[path] == "" {
		return address{screen: admin, path: unknownAdminPath}, ""
	}
	return address{screen: admin, path: path}, path
}

// describeAdmin describes one of the administrator's screens. Its document says nothing of what is in the database:
// whoever opens it sees no more than a script that asks for a password.
func describeAdmin(h *head, a address) {
	title := adminTitles[a.path]
	if title == "" {
		title = "Page Not Found"
		h.Status = http.StatusNotFound
	}
	h.Title = title + " – " + h.SiteName
	h.Description = "Where the catalogue of " + h.SiteName + " is kept."
	h.NoIndex = true
}
