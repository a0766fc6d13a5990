package pages

import (
	"net/http"
	"slices"
	"strings"
	"testing"
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
		if kept := w.Header().Get("Cache-Control"); kept != "no-cache" {
			t.Errorf("%.40s has Cache-Control %q", target, kept)
		}
	}
	if asked := h.answers.asked.Load(); asked != 0 {
		t.Errorf("the API was asked %d times for documents that say nothing", asked)
	}
}

// An address of the administrator's screens has one spelling.
func TestAdminAddress(t *testing.T) {
	h := library(t)
	for target, want := range map[string]string{
		"/admin/":                   "/admin",
		"/Admin":                    "/admin",
		"/ADMIN/Login/":             "/admin/login",
		"/admin/History?view=trash": "/admin/history?view=trash",
	} {
		w := h.get(target)
		if w.Code != http.StatusPermanentRedirect || w.Header().Get("Location") != want {
			t.Errorf("%s is %d and leads to %q, want %s", target, w.Code, w.Header().Get("Location"), want)
		}
	}
}

// Public documents and the administrator's share no script.
func TestAdminScripts(t *testing.T) {
	h := library(t)
	public, admin := h.page("/"), h.page("/admin")
	if public.blocks["module"] != "/assets/entry-1.js" || admin.blocks["module"] != "/assets/admin-1.js" {
		t.Errorf("the first scripts are %q and %q", public.blocks["module"], admin.blocks["module"])
	}
	for rel, links := range public.links {
		if slices.ContainsFunc(links, func(link string) bool { return slices.Contains(admin.links[rel], link) && rel != "icon" }) {
			t.Errorf("a public page loads %v", links)
		}
	}
	if want := []string{"/assets/parts-1.js"}; !slices.Equal(admin.links["modulepreload"], want) {
		t.Errorf("the administrator's document loads %v, want %v", admin.links["modulepreload"], want)
	}
	if want := []string{"/assets/admin-1.css", "/assets/parts-1.css"}; !slices.Equal(admin.links["stylesheet"], want) {
		t.Errorf("the administrator's document has the styles %v, want %v", admin.links["stylesheet"], want)
	}
}

// A front end without the administrator's part is refused.
func TestAdminBuildMissing(t *testing.T) {
	client := built()
	client[adminBuild.manifest].Data = []byte(`{}`)
	if _, err := New(Options{PublicURL: "https://tools.example", Client: client}); err == nil || !strings.Contains(err.Error(), adminBuild.entry) {
		t.Errorf("the error is %v", err)
	}
}
