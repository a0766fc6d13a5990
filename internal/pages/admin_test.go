package pages

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The administrator's screens are one document, which has no content and no data.
func TestAdminDocument(t *testing.T) {
	h := library(t)
	for target, want := range map[string]string{
		"/admin":                              "200 Admin Dashboard",
		"/admin?object=products":              "200 Admin Dashboard",
		"/admin/login":                        "200 Admin Panel",
		"/admin/categories":                   "200 Categories",
		"/admin/history?view=trash":           "200 History",
		"/admin/queue":                        "200 Queue",
		"/admin/readers":                      "200 Readers",
		"/admin/nothing":                      "404 Page Not Found",
		"/admin/history/42":                   "404 Page Not Found",
		"/admin/page-not-found":               "404 Page Not Found",
		"/admin/" + strings.Repeat("x/", 900): "404 Page Not Found",
	} {
		w := h.get(target)
		sent(t, target, w, w.Code, "Content-Security-Policy", ContentSecurityPolicy, "Cache-Control", "no-cache")
		page := parse(t, w.Body)
		storetest.Same(t, target+": status and title", fmt.Sprint(w.Code, " ", page.title), want+" – Vitrine")
		storetest.Same(t, target+": content, state and structured data",
			[]string{page.root, page.blocks["application/json"], page.blocks["application/ld+json"]},
			[]string{"", `{"site":{"name":"Vitrine"}}`, ""})
		if page.metas["robots"] == "" || len(page.links["canonical"]) > 0 {
			t.Errorf("%.40s is offered to search engines: %v", target, page.metas)
		}
	}
	storetest.Same(t, "answers asked for documents that say nothing", h.answers.asked.Load(), int64(0))
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
	storetest.Same(t, "the first scripts", []string{public.blocks["module"], admin.blocks["module"]},
		[]string{"/assets/entry-1.js", "/assets/admin-1.js"})
	browsers := []string{"icon", "apple-touch-icon", "manifest", "search"} // what the site is in a browser, everywhere the same
	for rel, links := range public.links {
		for _, link := range links {
			if slices.Contains(admin.links[rel], link) && !slices.Contains(browsers, rel) {
				t.Errorf("both load %s", link)
			}
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
