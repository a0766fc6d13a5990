package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// A change of an old version is a conflict.
func TestProductStaleVersion(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *openSite) {
		theirs := read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", with(map[string]any{"version": 1, "name": "Theirs"})), http.StatusOK)
		before := s.contents()
		got := s.ask(administrator, "PUT", "/api/products/1", with(map[string]any{"version": 1, "name": "Mine"}))
		got.failed(t, http.StatusConflict)
		if code := read[api.Error](t, got, http.StatusConflict).Code; code != "conflict" {
			t.Errorf("code %q", code)
		}
		s.unchanged(t, before)
		if now := read[catalog.Product](t, s.ask(nobody, "GET", "/api/products/1", ""), http.StatusOK); now.Name != "Theirs" || now.Version != theirs.Version {
			t.Errorf("now it is %+v", now)
		}
		read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", with(map[string]any{"version": theirs.Version, "name": "Mine"})), http.StatusOK)
		read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", set("version", json.RawMessage("null"))), http.StatusOK)
	})
}

// Of many who change the same version one succeeds.
func TestProductConcurrentChanges(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *openSite) {
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
	})
}

// What is saved is in the very next answer.
func TestProductReadAfterWrite(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *openSite) {
		for i := range 10 {
			name := fmt.Sprintf("Number %d", i)
			p := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", set("name", name)), http.StatusCreated)
			for _, address := range []string{"/api/products?limit=1", "/api/products?limit=1&search=number&sort=latest"} {
				if first := read[[]catalog.Product](t, s.ask(nobody, "GET", address, ""), http.StatusOK); len(first) != 1 || first[0].Name != name {
					t.Fatalf("%s: not first, after %s", address, name)
				}
			}
			address := fmt.Sprintf("/api/products/%d", p.ID)
			read[catalog.Product](t, s.ask(administrator, "PUT", address, set("name", "Changed")), http.StatusOK)
			if now := read[catalog.Product](t, s.ask(nobody, "GET", address, ""), http.StatusOK); now.Name != "Changed" || now.Slug != p.Slug {
				t.Fatalf("after the change it is %+v", now)
			}
			if got := s.ask(administrator, "DELETE", address, ""); got.status != http.StatusNoContent || got.body != "" {
				t.Fatalf("delete: %d %s", got.status, got.body)
			}
			s.ask(nobody, "GET", address, "").failed(t, http.StatusNotFound)
			s.ask(administrator, "DELETE", address, "").failed(t, http.StatusNotFound)
			s.ask(administrator, "PUT", address, p0).failed(t, http.StatusNotFound)
		}
	})
}

// An id that does not exist is not found.
func TestProductUnknownID(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *openSite) {
		before := s.contents()
		for _, id := range []string{"999999999", "0", "-1", "first", "01", "+1", "1.0", "99999999999999999999", "%D9%A1"} {
			s.ask(administrator, "PUT", "/api/products/"+id, p0).failed(t, http.StatusNotFound)
			s.ask(administrator, "DELETE", "/api/products/"+id, "").failed(t, http.StatusNotFound)
			s.ask(administrator, "POST", "/api/products/"+id+"/restore", "{}").failed(t, http.StatusNotFound)
			s.ask(administrator, "PUT", "/api/categories/"+id, `{"name":"x"}`).failed(t, http.StatusNotFound)
			s.ask(administrator, "POST", "/api/categories/"+id+"/merge", `{"into":1}`).failed(t, http.StatusNotFound)
			s.ask(administrator, "DELETE", "/api/categories/"+id, "").failed(t, http.StatusNotFound)
		}
		s.unchanged(t, before)
	})
}

// A body that names another product than the address is refused.
func TestProductIDMismatch(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *openSite) {
		before := s.contents()
		s.ask(administrator, "PUT", "/api/products/1", set("id", 2)).naming(t, "id")
		s.unchanged(t, before)
		read[catalog.Product](t, s.ask(administrator, "PUT", "/api/products/1", set("id", 1)), http.StatusOK)
	})
}

// A product may have the name of a route.
func TestProductNamedLikeRoute(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *openSite) {
		bulk := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", set("name", "Bulk")), http.StatusCreated)
		for slug, id := range map[string]int64{"reorder": s.product[2].ID, "bulk": bulk.ID} {
			for range 3 { // made, kept, found
				if p := read[catalog.Product](t, s.ask(nobody, "GET", "/api/products/"+slug, ""), http.StatusOK); p.ID != id || p.Slug != slug {
					t.Errorf("%s is %d %s", slug, p.ID, p.Slug)
				}
			}
			if got := s.ask(nobody, "GET", "/api/products/"+slug+"/similar", ""); got.status != http.StatusOK {
				t.Errorf("similar to %s: %d", slug, got.status)
			}
		}
		s.ask(nobody, "GET", "/api/products/missing", "").failed(t, http.StatusNotFound)
	})
}
