package app

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/directory"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/mcp"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/readers"
)

// PagesOptions say which pages a site has.
type PagesOptions struct {
	Accounts   bool   // visitors can sign up
	Newsletter bool   // visitors can subscribe
	MCP        bool   // there is /mcp
	FormURL    string // another host's form for /submit; empty: our own
	FormScript string // script that the form's host requires; may be empty

	// Submit accepts our own form as a browser without scripts posts it, and returns the path of the submission's status
	// page; nil: forms are disabled.
	Submit func(ctx context.Context, form url.Values) (path string, err error)
	// Visited and VisitedFromIssue count visits of a tool's website, the second those from an issue of the newsletter; nil:
	// nothing counts them.
	Visited          func(r *http.Request, product int64)
	VisitedFromIssue func(r *http.Request, product, issue int64)
}

// Pages returns every public page, in the order of the sitemap: those that every site has, those that settings turn off, and what
// features bring. internal/app/testdata/pages.json is their export for the
// front end's tests.
func Pages(o PagesOptions) ([]*pages.Page, error) {
	submit, err := inbox.Pages(inbox.PagesOptions{Submit: o.Submit, FormURL: o.FormURL, FormScript: o.FormScript})
	if err != nil {
		return nil, err
	}
	table := slices.Concat(
		mcp.Pages(o.MCP),
		directory.HomePages(),
		readers.Pages(o.Accounts),
		newsletter.Pages(o.Newsletter, o.VisitedFromIssue),
		submit,
		pages.LegalPages(),
		directory.ListPages(o.Visited),
	)
	for _, f := range features.All {
		table = append(table, f.Pages...)
	}
	return table, nil
}

// AdminTitles returns the title of each of the administrator's screens by its path.
func AdminTitles() map[string]string {
	titles := map[string]string{
		"/admin":                 "Admin Dashboard",
		"/admin/jobs":            "Jobs",
		"/admin/login":           "Admin Panel",
		"/admin/categories":      "Categories",
		"/admin/history":         "History",
		"/admin/queue":           "Submissions",
		"/admin/readers":         "Audience",
		"/admin/site-management": "Site Management",
		"/admin/traffic":         "Traffic",
	}
	for _, f := range features.All {
		maps.Copy(titles, f.Screens)
	}
	return titles
}
