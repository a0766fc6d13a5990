package app_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func init() {
	onPostgres["products that visitors don't see"] = postgresPart{statuses, func(t *testing.T) siteOptions { return siteOptions{} }}
}

// Visitors don't see a draft, a hidden or a scheduled product in any answer; administrators edit it, and a change that doesn't name its status
// keeps it.
func TestStatuses(t *testing.T) {
	t.Parallel()
	statuses(t, siteWith(t, siteOptions{}))
}

func statuses(t *testing.T, s *openSite) {
	made := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", with(map[string]any{"name": "Quietly", "status": "draft"})), http.StatusCreated)
	own := fmt.Sprint("/api/products/", made.ID)
	stored := func() catalog.Product {
		t.Helper()
		return read[catalog.Product](t, s.ask(administrator, "GET", fmt.Sprint("/api/admin/products/", made.ID), ""), http.StatusOK)
	}
	seen := func(when string, status catalog.Status) {
		t.Helper()
		storetest.Same(t, "the status "+when, stored().Status, status)
		code := map[bool]int{true: http.StatusOK, false: http.StatusNotFound}[status == catalog.Published]
		for _, path := range []string{own, own + "/similar", own + "/tags", own + "/alternatives", "/api/products/" + made.Slug} {
			s.ask(nobody, "GET", path, "").has(t, code)
		}
		s.ask(administrator, "GET", own, "").has(t, code)
		for _, path := range []string{"/api/products?search=quietly", "/api/catalog?search=quietly", fmt.Sprint("/api/product-cards?ids=", made.ID), "/api/products"} {
			if got := s.ask(nobody, "GET", path, ""); status == catalog.Published {
				got.contains(t, `"Quietly"`)
			} else {
				got.lacks(t, `"Quietly"`)
			}
		}
		s.ask(administrator, "GET", "/api/admin/products", "").contains(t, `"Quietly"`)
	}
	seen("of a draft", catalog.StatusDraft)
	put := func(changes map[string]any) {
		t.Helper()
		s.ask(administrator, "PUT", own, with(changes)).has(t, http.StatusOK)
	}
	put(map[string]any{"name": "Quietly"})
	seen("of a draft after a change", catalog.StatusDraft)
	s.ask(administrator, "PUT", own, with(map[string]any{"name": "Quietly", "status": "scheduled"})).naming(t, "publishAt", "Please choose a date and time")
	later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	put(map[string]any{"name": "Quietly", "status": "scheduled", "publishAt": later})
	seen("of a schedule", catalog.Scheduled)
	put(map[string]any{"name": "Quietly"})
	storetest.Same(t, "its time after a change", stored().PublishAt, later)
	put(map[string]any{"name": "Quietly", "publishAt": "2001-01-01T00:00:00Z"})
	seen("of a schedule that is over", catalog.Published)
	bulk := func(change string) {
		t.Helper()
		s.ask(administrator, "POST", "/api/products/bulk", fmt.Sprintf(`{"ids":[%d],"change":%s}`, made.ID, change)).has(t, http.StatusOK)
	}
	bulk(`{"status":"hidden"}`)
	seen("after it is hidden", catalog.Hidden)
	s.ask(administrator, "POST", "/api/products/bulk", fmt.Sprintf(`{"ids":[%d],"change":{"status":"scheduled"}}`, made.ID)).naming(t, "publishAt")
	s.ask(administrator, "POST", "/api/products/bulk", fmt.Sprintf(`{"ids":[%d],"change":{"publishAt":%q}}`, made.ID, later)).naming(t, "publishAt")
	s.ask(administrator, "POST", "/api/products/bulk", `{"filter":{"status":"hidden"},"count":1,"change":{"status":"draft"}}`).has(t, http.StatusOK)
	seen("of a list of the hidden", catalog.StatusDraft)
	bulk(`{"status":"published"}`)
	seen("after a bulk change", catalog.Published)
	if since := stored().PublishAt; since == "" {
		t.Error("nobody knows since when visitors see it")
	}
	bulk(fmt.Sprintf(`{"isFeatured":true,"featuredUntil":%q}`, later))
	s.ask(nobody, "GET", own, "").contains(t, `"isFeatured":true`)
	put(map[string]any{"name": "Quietly", "isFeatured": true, "featuredUntil": "2001-01-01T00:00:00Z"})
	s.ask(nobody, "GET", own, "").contains(t, `"isFeatured":false`)
	storetest.Same(t, "what editors see of it", stored().IsFeatured, true)
	s.ask(administrator, "DELETE", own, "").has(t, http.StatusNoContent)
}
