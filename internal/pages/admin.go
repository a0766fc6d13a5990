package pages

import (
	"net/http"

	"vitrine/internal/browse"
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

// unknownAdminPath is the path of every page below /admin without a screen: they all show the same.
const unknownAdminPath = "/admin/page-not-found"

// adminAt is the administrator's screen at a path in lower case, and the path's canonical spelling.
func adminAt(path string) (address, string) {
	if adminTitles[path] == "" {
		return address{screen: admin, path: unknownAdminPath}, ""
	}
	return address{screen: admin, path: path}, path
}

// describeAdmin describes one of the administrator's screens. Its document has nothing from the database: whoever opens
// it gets no more than a script that asks for a password.
func (p *Pages) describeAdmin(h *head, a address, _ *browse.Snapshot) {
	title := adminTitles[a.path]
	if title == "" {
		title = "Page Not Found"
		h.Status = http.StatusNotFound
	}
	h.Title = title + " – " + h.SiteName
	h.Description = "Where the catalogue of " + h.SiteName + " is kept."
	h.NoIndex = true
}
