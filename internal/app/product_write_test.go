package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// with is p0 with some keys set; nil removes one.
func with(changes map[string]any) string { return changed(p0, changes) }

// set is with for one key.
func set(key string, value any) string { return with(map[string]any{key: value}) }

// changed is an object in JSON with some keys set; nil removes one.
func changed(object string, changes map[string]any) string {
	var keys map[string]any
	if err := json.Unmarshal([]byte(object), &keys); err != nil {
		panic(err)
	}
	maps.Copy(keys, changes)
	maps.DeleteFunc(keys, func(_ string, value any) bool { return value == nil })
	return asJSON(keys)
}

// naming checks that an answer is a 422 that names the field, with these words in it.
func (r reply) naming(t *testing.T, field string, words ...string) {
	t.Helper()
	r.failed(t, http.StatusUnprocessableEntity, words...)
	for _, f := range read[httpapi.Error](t, r, r.status).Fields {
		if f.Field == field && f.Message != "" {
			return
		}
	}
	t.Errorf("%s is not named: %s", field, r.body)
}

func TestProductWrite(t *testing.T) {
	eachSite(t, siteTests{
		"ignores fields that are the server's own": func(t *testing.T, s *openSite) {
			own := map[string]any{
				"id": 777, "createdAt": "1999-01-01T00:00:00Z", "updatedAt": "1999-01-01T00:00:00Z", "version": 99, "isAdmin": true, "userId": 1, "__v": 9,
				"deletedAt": "1999-01-01T00:00:00Z", "__proto__": map[string]any{"isAdmin": true}, "visits": 5,
			}
			answer := s.ask(administrator, "POST", "/api/products", with(own))
			p := read[catalog.Product](t, answer, http.StatusCreated)
			if p.ID == 777 || p.Slug != "t" || p.Version != 1 || time.Since(p.CreatedAt).Abs() > soon || time.Since(p.UpdatedAt).Abs() > soon {
				t.Errorf("made %+v", p)
			}
			answer.lacks(t, "isAdmin", "userId", "__v", "deletedAt", "__proto__", "visits")
			delete(own, "id")
			delete(own, "version")
			want := asJSON(map[string]any{"id": p.ID, "slug": p.Slug, "createdAt": p.CreatedAt, "version": 2})
			s.expect(t, administrator, "PUT", fmt.Sprintf("/api/products/%d", p.ID), with(own), 200, want)
		},
		"replaces what is named and empties what is left out": func(t *testing.T, s *openSite) {
			full := with(map[string]any{
				"useCases": "u", "logo": "/uploads/a.jpg", "logoColor": "#aabbcc", "images": []string{"https://example.com/1.png"}, "videoUrl": "https://example.com/v",
				"promoText": "p", "isFeatured": true, "hasDeal": true, "hasLandingPage": true, "tags": []string{"x"}, "phrases": []string{"in need of x"}, "displayOrder": 7,
				"alternativesIntroduction": "a",
			})
			p := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", full), http.StatusCreated)
			put := func(body string) catalog.Product {
				t.Helper()
				return read[catalog.Product](t, s.ask(administrator, "PUT", fmt.Sprintf("/api/products/%d", p.ID), body), http.StatusOK)
			}
			empty := with(map[string]any{"useCases": "", "logo": "", "images": []string{}, "videoUrl": "", "promoText": "", "isFeatured": false, "hasDeal": false, "hasLandingPage": false})
			for _, body := range []string{p0, empty} {
				put(full)
				got := put(body)
				want := p
				want.AlternativesIntroduction, want.UseCases, want.Logo, want.LogoColor, want.Images, want.VideoURL, want.PromoText = "", "", "", "", []string{}, "", ""
				want.IsFeatured, want.HasDeal, want.HasLandingPage = false, false, false
				want.Version, want.UpdatedAt = got.Version, got.UpdatedAt // tags, phrases and displayOrder stay
				storetest.Same(t, "the product", got, want)
			}
			got := put(with(map[string]any{"displayOrder": 0, "tags": []string{}, "phrases": []string{}}))
			storetest.Same(t, "the order and the number of tags and phrases", []int{got.DisplayOrder, len(got.Tags), len(got.Phrases)}, []int{0, 0, 0})
		},
		"keeps the color of an uploaded logo as long as the logo": func(t *testing.T, s *openSite) {
			s.ask(administrator, "PUT", "/api/products/1", with(map[string]any{"logo": "/uploads/a.jpg", "logoColor": "#aabbcc"})).has(t, http.StatusOK)
			for _, step := range []struct {
				name, want string
				changes    map[string]any
			}{
				{"the logo stays, without a word of its color", "#aabbcc", map[string]any{"logo": "/uploads/a.jpg"}},
				{"another upload, with its color", "#001122", map[string]any{"logo": "/uploads/b.jpg", "logoColor": "#001122"}},
				{"another upload, without", "", map[string]any{"logo": "/uploads/c.jpg"}},
				{"a color for the logo that stays", "#ffffff", map[string]any{"logo": "/uploads/c.jpg", "logoColor": "#ffffff"}},
				{"a logo from elsewhere has none of ours", "", map[string]any{"logo": "https://example.com/l.png", "logoColor": "#aabbcc"}},
				{"no logo, no color", "", map[string]any{"logoColor": "#aabbcc"}},
			} {
				got := read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", with(step.changes)), http.StatusOK)
				storetest.Same(t, step.name, got.LogoColor, step.want)
			}
		},
	})
}

func TestProductSaved(t *testing.T) {
	eachSite(t, siteTests{
		"refuses a change of an old version": func(t *testing.T, s *openSite) {
			theirs := read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", with(map[string]any{"version": 1, "name": "Theirs"})), http.StatusOK)
			unchanged := s.unchanged(t)
			s.expect(t, administrator, "PUT", "/api/products/1", with(map[string]any{"version": 1, "name": "Mine"}), 409, `{"code":"conflict"}`).failed(t, http.StatusConflict)
			unchanged()
			s.expect(t, nobody, "GET", "/api/products/1", "", 200, fmt.Sprintf(`{"name":"Theirs","version":%d}`, theirs.Version))
			read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", with(map[string]any{"version": theirs.Version, "name": "Mine"})), http.StatusOK)
			read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", set("version", json.RawMessage("null"))), http.StatusOK)
		},
		"is in the very next answer": func(t *testing.T, s *openSite) {
			for i := range 10 {
				name := fmt.Sprintf("Number %d", i)
				p := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", set("name", name)), http.StatusCreated)
				for _, address := range []string{"/api/products?limit=1", "/api/products?limit=1&search=number&sort=latest"} {
					s.expect(t, nobody, "GET", address, "", 200, fmt.Sprintf(`[{"name":%q}]`, name))
				}
				address := fmt.Sprintf("/api/products/%d", p.ID)
				read[catalog.Product](t, s.ask(administrator, "PUT", address, set("name", "Changed")), http.StatusOK)
				s.expect(t, nobody, "GET", address, "", 200, fmt.Sprintf(`{"name":"Changed","slug":%q}`, p.Slug))
				storetest.Same(t, "the answer to a delete", s.expect(t, administrator, "DELETE", address, "", 204, "").body, "")
				s.ask(nobody, "GET", address, "").failed(t, http.StatusNotFound)
				s.ask(administrator, "DELETE", address, "").failed(t, http.StatusNotFound)
				if t.Failed() {
					t.FailNow() // later rounds would only repeat the failure
				}
				s.ask(administrator, "PUT", address, p0).failed(t, http.StatusNotFound)
			}
		},
		"is not found by anything but the ID of an existing object": func(t *testing.T, s *openSite) {
			for _, route := range []string{"submissions", "social-media", "logo-settings"} { // number 1 of each exists
				s.expect(t, administrator, "POST", "/api/"+route, bodyOf("POST /api/"+route), 201, "")
			}
			defer s.unchanged(t)()
			for _, line := range app.Table() {
				for _, id := range []string{"999999999", "0", "-1", "first", "x", "01", "+1", "1.0", "1e3", "99999999999999999999", "%D9%A1"} {
					target := strings.NewReplacer("{x}", id, "{id}", id).Replace(line.Pattern)
					if line.Method != http.MethodGet && line.Access == "administrator" && target != line.Pattern {
						s.ask(administrator, line.Method, target, bodyFor(line)).failed(t, http.StatusNotFound)
					}
				}
			}
		},
		"refuses a body that names another product than the address": func(t *testing.T, s *openSite) {
			unchanged := s.unchanged(t)
			s.ask(administrator, "PUT", "/api/products/1", set("id", 2)).naming(t, "id")
			unchanged()
			read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", set("id", 1)), http.StatusOK)
		},
		"has the slug that is asked for, and redirects from the one before": func(t *testing.T, s *openSite) {
			made := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", with(map[string]any{"slug": " own-slug "})), http.StatusCreated)
			storetest.Same(t, "slug", made.Slug, "own-slug")
			address := fmt.Sprintf("/api/products/%d", made.ID)
			for _, step := range []struct {
				slug         any
				status       int
				want, former string
			}{
				{"own-slug", 200, "own-slug", "own-slug"},
				{"", 200, "own-slug", "own-slug"},
				{nil, 200, "own-slug", "own-slug"},
				{"renamed", 200, "renamed", "own-slug"},
				{s.product[0].Slug, 409, "renamed", "own-slug"},
				{"Not A Slug", 422, "renamed", "own-slug"},
				{"-a", 422, "renamed", "own-slug"},
				{"777", 422, "renamed", "own-slug"},
				{strings.Repeat("a", 300), 422, "renamed", "own-slug"},
				{5, 422, "renamed", "own-slug"},
				{"own-slug", 200, "own-slug", "renamed"},
			} {
				s.expect(t, administrator, "PUT", address, with(map[string]any{"slug": step.slug}), step.status, "")
				for _, slug := range []string{step.want, step.former} {
					s.expect(t, nobody, "GET", "/api/products/"+slug, "", 200, fmt.Sprintf(`{"id":%d,"slug":%q}`, made.ID, step.want))
				}
			}
			s.expect(t, nobody, "GET", "/api/products/renamed/similar", "", 200, "")
			s.expect(t, administrator, "POST", "/api/products", with(map[string]any{"slug": "own-slug"}), 409, `{"code":"slug_taken"}`)
		},
		"in the trash, has similar products": func(t *testing.T, s *openSite) {
			s.ask(administrator, "DELETE", "/api/products/1", "")
			s.ask(nobody, "GET", "/api/products/1", "").failed(t, http.StatusNotFound)
			s.expect(t, nobody, "GET", "/api/products/1/similar", "", 200, "")
			s.ask(nobody, "GET", "/api/products/77/similar", "").failed(t, http.StatusNotFound)
		},
		"may have the name of a route": func(t *testing.T, s *openSite) {
			bulk := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", set("name", "Bulk")), http.StatusCreated)
			for slug, id := range map[string]int64{"reorder": s.product[2].ID, "bulk": bulk.ID} {
				for range 3 { // made, kept, found
					s.expect(t, nobody, "GET", "/api/products/"+slug, "", 200, fmt.Sprintf(`{"id":%d,"slug":%q}`, id, slug))
				}
				s.expect(t, nobody, "GET", "/api/products/"+slug+"/similar", "", 200, "")
			}
			s.ask(nobody, "GET", "/api/products/missing", "").failed(t, http.StatusNotFound)
		},
	})
}
