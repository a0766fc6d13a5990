package pages

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/browse"
)

// adminTitles maps the path of each admin screen to its title. The front end has the same table.
var adminTitles = map[string]string{
	"/admin":                 "Admin Dashboard",
	"/admin/login":           "Admin Panel",
	"/admin/categories":      "Categories",
	"/admin/collections":     "Collections",
	"/admin/history":         "History",
	"/admin/logos":           "Logos",
	"/admin/newsletter":      "Newsletter",
	"/admin/queue":           "Queue",
	"/admin/readers":         "Readers",
	"/admin/reach":           "Reach",
	"/admin/site-management": "Site Management",
	"/admin/verdicts":        "Comparisons",
}

// unknownAdminPath is the address of every path below /admin without a screen, because they all show the same page.
const unknownAdminPath = "/admin/page-not-found"

// adminAt returns the admin screen for a lower-case path, and the canonical path.
func adminAt(path string) (address, string) {
	if adminTitles[path] == "" {
		return address{screen: admin, path: unknownAdminPath}, ""
	}
	return address{screen: admin, path: path}, path
}

// describeAdmin fills the head of an admin screen. Its document holds nothing from the database: anyone can load it and
// gets only a script that asks for a password.
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
