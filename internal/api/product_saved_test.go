package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/catalog"
)

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
		"takes one of many changes of the same version": func(t *testing.T, s *openSite) {
			const many = 12
			statuses := func(body string) map[int]int {
				count, lock, all := map[int]int{}, sync.Mutex{}, sync.WaitGroup{}
				for range many {
					all.Go(func() {
						got := s.ask(administrator, "PUT", "/api/products/1", body)
						lock.Lock()
						defer lock.Unlock()
						count[got.status]++
					})
				}
				all.Wait()
				return count
			}
			if got := statuses(with(map[string]any{"version": 1})); got[http.StatusOK] != 1 || got[http.StatusConflict] != many-1 {
				t.Errorf("with a version: %v", got)
			}
			if got := statuses(p0); got[http.StatusOK] != many {
				t.Errorf("without: %v", got)
			}
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
				if got := s.expect(t, administrator, "DELETE", address, "", 204, ""); got.body != "" {
					t.Errorf("delete: %s", got.body)
				}
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
				s.expect(t, administrator, "POST", "/api/"+route, bodies["POST /api/"+route], 201, "")
			}
			defer s.unchanged(t)()
			for _, id := range []string{"999999999", "0", "-1", "first", "x", "01", "+1", "1.0", "1e3", "99999999999999999999", "%D9%A1"} {
				for _, call := range [][2]string{
					{"PUT /api/products/", p0}, {"DELETE /api/products/", ""}, {"POST /api/products/*/restore", "{}"},
					{"PUT /api/categories/", `{"name":"x"}`}, {"POST /api/categories/*/merge", `{"into":1}`}, {"DELETE /api/categories/", ""},
					{"POST /api/submissions/*/reject", `{"reason":"r"}`}, {"POST /api/submissions/*/approve", p0}, {"DELETE /api/submissions/", ""},
					{"PUT /api/social-media/", `{"isActive":true}`}, {"DELETE /api/social-media/", ""}, {"DELETE /api/logo-settings/", ""},
				} {
					method, target, _ := strings.Cut(call[0], " ")
					if target = strings.Replace(target, "*", id, 1); strings.HasSuffix(target, "/") {
						target += id
					}
					s.ask(administrator, method, target, call[1]).failed(t, http.StatusNotFound)
				}
			}
		},
		"refuses a body that names another product than the address": func(t *testing.T, s *openSite) {
			unchanged := s.unchanged(t)
			s.ask(administrator, "PUT", "/api/products/1", set("id", 2)).naming(t, "id")
			unchanged()
			read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", set("id", 1)), http.StatusOK)
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
