package pages

import (
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The administrator's screens are one document, which has no content and no data.
func TestAdminDocument(t *testing.T) {
	h := library(t)
	for target, want := range map[string]struct {
		status int
		title  string
	}{
		"/admin":                              {200, "Admin Dashboard – Vitrine"},
		"/admin?object=products":              {200, "Admin Dashboard – Vitrine"},
		"/admin/login":                        {200, "Admin Panel – Vitrine"},
		"/admin/categories":                   {200, "Categories – Vitrine"},
		"/admin/history?view=trash":           {200, "History – Vitrine"},
		"/admin/queue":                        {200, "Queue – Vitrine"},
		"/admin/readers":                      {200, "Readers – Vitrine"},
		"/admin/nothing":                      {404, "Page Not Found – Vitrine"},
		"/admin/history/42":                   {404, "Page Not Found – Vitrine"},
		"/admin/page-not-found":               {404, "Page Not Found – Vitrine"},
		"/admin/" + strings.Repeat("x/", 900): {404, "Page Not Found – Vitrine"},
	} {
		w := h.get(target)
		page := parse(t, w.Body)
		if w.Code != want.status || page.title != want.title {
			t.Errorf("%.40s is %d %q, want %d %q", target, w.Code, page.title, want.status, want.title)
		}
		if page.root != "" || page.blocks["application/json"] != `{"site":{"name":"Vitrine"}}` || page.blocks["application/ld+json"] != "" {
			t.Errorf("%.40s says %q, %v", target, page.root, page.blocks)
		}
		if page.metas["robots"] == "" || len(page.links["canonical"]) > 0 {
			t.Errorf("%.40s is offered to search engines: %v", target, page.metas)
		}
		if policy := w.Header().Get("Content-Security-Policy"); policy != ContentSecurityPolicy {
			t.Errorf("%.40s has the policy %q", target, policy)
		}
		storetest.Same(t, target+": Cache-Control", w.Header().Get("Cache-Control"), "no-cache")
	}
	if asked := h.answers.asked.Load(); asked != 0 {
		t.Errorf("the API was asked %d times for documents that say nothing", asked)
	}
}

// An address of the administrator's screens has one spelling.
func TestAdminAddress(t *testing.T) {
	library(t).answersWith(t, map[string]string{
		"/admin/":                   "308 /admin",
		"/Admin":                    "308 /admin",
		"/ADMIN/Login/":             "308 /admin/login",
		"/admin/History?view=trash": "308 /admin/history?view=trash",
	})
}

// Public documents and the administrator's share no script.
func TestAdminScripts(t *testing.T) {
	h := library(t)
	public, admin := h.page("/"), h.page("/admin")
	if public.blocks["module"] != "/assets/entry-1.js" || admin.blocks["module"] != "/assets/admin-1.js" {
		t.Errorf("the first scripts are %q and %q", public.blocks["module"], admin.blocks["module"])
	}
	browsers := []string{"icon", "apple-touch-icon", "manifest", "search"} // what the site is in a browser, everywhere the same
	for rel, links := range public.links {
		if slices.ContainsFunc(links, func(link string) bool {
			return slices.Contains(admin.links[rel], link) && !slices.Contains(browsers, rel)
		}) {
			t.Errorf("a public page loads %v", links)
		}
	}
	storetest.Same(t, "the scripts of the administrator's document", admin.links["modulepreload"], []string{"/assets/parts-1.js"})
	storetest.Same(t, "the styles of the administrator's document", admin.links["stylesheet"], []string{"/assets/admin-1.css", "/assets/parts-1.css"})
}

// A front end without the administrator's part is refused.
func TestAdminBuildMissing(t *testing.T) {
	client := built()
	client[adminBuild.manifest].Data = []byte(`{}`)
	if _, err := New(Options{PublicURL: "https://tools.example", Client: client}); err == nil || !strings.Contains(err.Error(), adminBuild.entry) {
		t.Errorf("the error is %v", err)
	}
}
