package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/storetest"
)

// with is p0 with some keys set; nil removes one.
func with(changes map[string]any) string {
	var base map[string]any
	if err := json.Unmarshal([]byte(p0), &base); err != nil {
		panic(err)
	}
	return changed(base, changes)
}

// set is with for one key.
func set(key string, value any) string { return with(map[string]any{key: value}) }

// changed is an object as JSON with some keys set; nil removes one.
func changed(base, changes map[string]any) string {
	maps.Copy(base, changes)
	maps.DeleteFunc(base, func(_ string, value any) bool { return value == nil })
	return asJSON(base)
}

// naming holds an answer against a 422 that names the field.
func (r reply) naming(t *testing.T, field string) {
	t.Helper()
	r.failed(t, http.StatusUnprocessableEntity)
	for _, f := range read[api.Error](t, r, r.status).Fields {
		if f.Field == field && f.Message != "" {
			return
		}
	}
	t.Errorf("%s is not named: %s", field, r.body)
}

// A product that breaks a rule is refused by its field.
func TestProductRules(t *testing.T) {
	type try struct{ field, body string }
	var tries []try
	for _, field := range []string{"name", "description", "categories", "type", "section", "website"} {
		tries = append(tries, try{field, set(field, nil)}, try{field, set(field, "")}, try{field, set(field, " \t")}, try{field, set(field, json.RawMessage("null"))},
			try{field, set(field, 5)}, try{field, set(field, json.RawMessage(`{"a":1}`))})
	}
	for _, value := range []string{"free", "FREE", "Gratis", "Free\u0000", "Unknown", strings.Repeat("x", 51)} {
		tries = append(tries, try{"type", set("type", value)})
	}
	for _, value := range []string{"our products", "x", "Our Products\u0000"} {
		tries = append(tries, try{"section", set("section", value)})
	}
	for _, address := range []string{
		"javascript:alert(1)", "data:text/html,x", "//example.com/", "ftp://example.com/", "https://", "https:///x", "http:example.com", "example.com",
		" javascript:alert(1)", "java\nscript:alert(1)", "https://exa mple.com/", "https://user:password@example.com/", "https://example.com/\u0000", "\\\\example.com\\x",
	} {
		tries = append(tries, try{"website", set("website", address)}, try{"videoUrl", set("videoUrl", address)}, try{"images", set("images", []string{address})},
			try{"logo", set("logo", address)})
	}
	tries = append(tries,
		try{"logo", set("logo", "/uploads/../vitrine.db")}, try{"logo", set("logo", "/etc/passwd")}, try{"logo", set("logo", "data:text/html;base64,PGI+")},
		try{"images", set("images", strings.Split(strings.Repeat("https://example.com/a.png ", 7), " ")[:7])},
		try{"images", set("images", "https://example.com/a.png")},
		try{"categories", set("categories", []string{})}, try{"categories", set("categories", []any{"Writing", 1})},
		try{"categories", set("categories", []string{strings.Repeat("x", 101)})}, try{"categories", set("categories", []string{"a\u0000b"})},
		try{"name", set("name", strings.Repeat("é", 201))}, try{"name", set("name", "a\u0000b")}, try{"name", set("name", "a\nb")}, try{"name", set("name", "a\u0085b")},
		try{"description", set("description", strings.Repeat("é", 20_001))}, try{"description", set("description", "a\u0007b")},
		try{"useCases", set("useCases", strings.Repeat("x", 20_001))}, try{"useCases", set("useCases", "a\u0000")},
		try{"promoText", set("promoText", strings.Repeat("x", 501))}, try{"promoText", set("promoText", "a\nb")},
		try{"website", set("website", "https://example.com/"+strings.Repeat("x", 2_029))},
		try{"displayOrder", set("displayOrder", -1)}, try{"displayOrder", set("displayOrder", "abc")}, try{"displayOrder", set("displayOrder", json.RawMessage("1e99"))}, try{"displayOrder", set("displayOrder", 1.5)},
		try{"logoColor", set("logoColor", "red")}, try{"logoColor", set("logoColor", "#12345g")},
		try{"isFeatured", set("isFeatured", "true")}, try{"hasDeal", set("hasDeal", 1)}, try{"hasLandingPage", set("hasLandingPage", []bool{true})},
		try{"version", set("version", "1")}, try{"tags", set("tags", "a")},
	)
	eachSiteWith(t, siteOptions{}, func(t *testing.T, s *openSite) {
		defer s.unchanged(t)()
		for _, try := range tries {
			for _, call := range [][2]string{{"POST", "/api/products"}, {"PUT", "/api/products/1"}} {
				got := s.ask(administrator, call[0], call[1], try.body)
				t.Run(fmt.Sprintf("%s %s %.60s", call[0], try.field, try.body), func(t *testing.T) { got.naming(t, try.field) })
			}
		}
		if got := s.ask(administrator, "POST", "/api/products", set("categories", []string{})); !strings.Contains(got.body, "Please select at least one category") {
			t.Error(got.body)
		}
	})
}

func TestProductWrite(t *testing.T) {
	eachSite(t, siteTests{
		"stores what is allowed as it was sent": func(t *testing.T, s *openSite) {
			long := "https://example.com/" + strings.Repeat("x", 2_028)
			affiliate := "https://example.com/go?z=1&a=2&utm_source=x&b=%20&c=%2F&d=+&e=ä&f&g=&h=1&h=2&i=%C3%A4"
			all := map[string]map[string]any{
				"addresses":              {"website": "https://bücher.example/ä?q=a%20b&x=1#f", "videoUrl": "http://h:8080/", "images": []any{affiliate, "/uploads/a.jpg"}, "logo": "https://EXAMPLE.com/Logo.PNG"},
				"long":                   {"website": long, "name": strings.Repeat("é", 200), "description": strings.Repeat("é", 20_000), "useCases": strings.Repeat("x", 20_000), "promoText": strings.Repeat("😀", 500)},
				"an affiliate's address": {"website": affiliate},
				"markup":                 {"name": `<img src=x onerror=alert(1)>`, "description": "<script>alert(1)</script>", "useCases": "a\n\tb </textarea>", "promoText": `"><b>`, "categories": []any{"<i>x</i>"}},
				"all of it":              {"isFeatured": true, "hasDeal": true, "hasLandingPage": true, "displayOrder": 1_000_000.0, "tags": []any{"a", "b"}, "logo": "/uploads/a.jpg", "logoColor": "#aabbcc"},
				"an image as a data URI": {"logo": "data:image/png;base64,iVBORw0KGgo="},
			}
			for name, changes := range all {
				made := read[map[string]any](t, s.ask(administrator, "POST", "/api/products", with(changes)), http.StatusCreated)
				shown := read[map[string]any](t, s.ask(nobody, "GET", fmt.Sprintf("/api/products/%v", made["id"]), ""), http.StatusOK)
				storetest.Same(t, name+": what is shown", shown, made)
				for key, want := range changes {
					storetest.Same(t, name+": "+key, made[key], want)
				}
			}
		},
		"trims and normalizes texts": func(t *testing.T, s *openSite) {
			body := with(map[string]any{"name": "  Cafe\u0301 ", "description": "\r\na\r\nb ", "categories": []string{" writing ", "WRITING", ""}, "website": " https://example.com/ "})
			p := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", body), http.StatusCreated)
			if p.Name != "Café" || p.Description != "a\nb" || p.Website != "https://example.com/" || !cmp.Equal(p.Categories, []string{"Writing"}) {
				t.Errorf("kept %+v", p)
			}
		},
		"ignores fields that are the server's own": func(t *testing.T, s *openSite) {
			own := map[string]any{
				"id": 777, "slug": "forged", "createdAt": "1999-01-01T00:00:00Z", "updatedAt": "1999-01-01T00:00:00Z", "version": 99, "isAdmin": true, "userId": 1, "__v": 9,
				"deletedAt": "1999-01-01T00:00:00Z", "__proto__": map[string]any{"isAdmin": true}, "visits": 5,
			}
			answer := s.ask(administrator, "POST", "/api/products", with(own))
			p := read[catalog.Product](t, answer, http.StatusCreated)
			if p.ID == 777 || p.Slug != "t" || p.Version != 1 || time.Since(p.CreatedAt).Abs() > soon || time.Since(p.UpdatedAt).Abs() > soon {
				t.Errorf("made %+v", p)
			}
			for _, extra := range []string{"isAdmin", "userId", "__v", "deletedAt", "__proto__", "visits"} {
				if strings.Contains(answer.body, extra) {
					t.Errorf("%s comes back: %s", extra, answer.body)
				}
			}
			delete(own, "id")
			delete(own, "version")
			changed := read[catalog.Product](t, s.ask(administrator, "PUT", fmt.Sprintf("/api/products/%d", p.ID), with(own)), http.StatusOK)
			if changed.ID != p.ID || changed.Slug != p.Slug || !changed.CreatedAt.Equal(p.CreatedAt) || changed.Version != 2 {
				t.Errorf("changed %+v", changed)
			}
		},
		"replaces what is named and empties what is left out": func(t *testing.T, s *openSite) {
			full := with(map[string]any{
				"useCases": "u", "logo": "/uploads/a.jpg", "logoColor": "#aabbcc", "images": []string{"https://example.com/1.png"}, "videoUrl": "https://example.com/v",
				"promoText": "p", "isFeatured": true, "hasDeal": true, "hasLandingPage": true, "tags": []string{"x"}, "displayOrder": 7,
			})
			address := func(p catalog.Product) string { return fmt.Sprintf("/api/products/%d", p.ID) }
			put := func(p catalog.Product, body string) catalog.Product {
				t.Helper()
				return read[catalog.Product](t, s.ask(administrator, "PUT", address(p), body), http.StatusOK)
			}
			p := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", full), http.StatusCreated)
			empty := with(map[string]any{"useCases": "", "logo": "", "images": []string{}, "videoUrl": "", "promoText": "", "isFeatured": false, "hasDeal": false, "hasLandingPage": false})
			for _, body := range []string{p0, empty} {
				put(p, full)
				got := put(p, body)
				want := p
				want.UseCases, want.Logo, want.LogoColor, want.Images, want.VideoURL, want.PromoText = "", "", "", []string{}, "", ""
				want.IsFeatured, want.HasDeal, want.HasLandingPage = false, false, false
				want.Version, want.UpdatedAt = got.Version, got.UpdatedAt // tags and displayOrder stay
				storetest.Same(t, "the product", got, want)
			}
			if got := put(p, with(map[string]any{"displayOrder": 0, "tags": []string{}})); got.DisplayOrder != 0 || len(got.Tags) != 0 {
				t.Errorf("order %d, tags %v", got.DisplayOrder, got.Tags)
			}
		},
		"keeps the colour of an uploaded logo as long as the logo": func(t *testing.T, s *openSite) {
			p := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", with(map[string]any{"logo": "/uploads/a.jpg", "logoColor": "#aabbcc"})), http.StatusCreated)
			for _, step := range []struct {
				name, want string
				changes    map[string]any
			}{
				{"the logo stays, without a word of its colour", "#aabbcc", map[string]any{"logo": "/uploads/a.jpg"}},
				{"another upload, with its colour", "#001122", map[string]any{"logo": "/uploads/b.jpg", "logoColor": "#001122"}},
				{"another upload, without", "", map[string]any{"logo": "/uploads/c.jpg"}},
				{"a colour for the logo that stays", "#ffffff", map[string]any{"logo": "/uploads/c.jpg", "logoColor": "#ffffff"}},
				{"a logo from elsewhere has none of ours", "", map[string]any{"logo": "https://example.com/l.png", "logoColor": "#aabbcc"}},
				{"no logo, no colour", "", map[string]any{"logoColor": "#aabbcc"}},
			} {
				got := read[catalog.Product](t, s.ask(administrator, "PUT", fmt.Sprintf("/api/products/%d", p.ID), with(step.changes)), http.StatusOK)
				storetest.Same(t, step.name, got.LogoColor, step.want)
			}
		},
	})
}
