package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/productlist"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func init() {
	triedElsewhere["GET /api/admin/product-export"] = true
	needScope(account.ScopeRead, "/api/admin/product-rows", "/api/admin/product-export")
	onPostgres["the list of products as a file"] = postgresPart{exported, func(t *testing.T) siteOptions { return siteOptions{} }}
	editorCalls = append(editorCalls, "GET /api/admin/product-rows", "GET /api/admin/product-export")
}

func TestProductList(t *testing.T) {
	const rows, bulk = "/api/admin/product-rows", "/api/products/bulk"
	page := func(t *testing.T, s *openSite, query string) productlist.Page {
		t.Helper()
		return read[productlist.Page](t, s.ask(administrator, "GET", rows+query, ""), http.StatusOK)
	}
	names := func(p productlist.Page) (list []string) {
		for _, row := range p.Rows {
			list = append(list, row.Name)
		}
		return list
	}
	eachSite(t, siteTests{
		"is read by filter, sort, page and ids": func(t *testing.T, s *openSite) {
			hidden := read[catalog.Product](t, s.ask(administrator, "POST", "/api/products", with(map[string]any{"name": "Quietly", "status": "draft"})), http.StatusCreated)
			all := page(t, s, "")
			storetest.Same(t, "all", fmt.Sprint(names(all)[0], all.Total, all.Counts.All, all.Rows[0].Place, all.Next), fmt.Sprint("Quietly", len(all.Rows), " ", len(all.Rows), " ", 1))
			storetest.Same(t, "drafts", names(page(t, s, "?status=draft&featured=false")), []string{"Quietly"})
			first := page(t, s, "?sort=name&limit=2")
			second := page(t, s, "?sort=name&limit=200&cursor="+first.Next)
			if got := slices.Concat(names(first), names(second)); len(first.Rows) != 2 || len(got) != all.Total || !slices.IsSortedFunc(got, func(a, b string) int {
				return strings.Compare(strings.ToLower(a), strings.ToLower(b))
			}) {
				t.Errorf("by name: %v", got)
			}
			storetest.Same(t, "by ids", names(page(t, s, fmt.Sprint("?ids=999,", hidden.ID, ",1"))), []string{"Quietly", all.Rows[len(all.Rows)-1].Name})
			for _, bad := range []string{"?sort=x", "?deal=x", "?limit=201", "?cursor=x", "?ids=a", "?ids=" + strings.Repeat("1,", 500) + "1"} {
				s.ask(administrator, "GET", rows+bad, "").failed(t, http.StatusBadRequest)
			}
			for _, bad := range []string{"?section=x", "?type=x", "?status=x", "?needs=x", "?search=%00"} {
				s.ask(administrator, "GET", rows+bad, "").failed(t, http.StatusUnprocessableEntity)
			}
		},
		"is changed by what its products need": func(t *testing.T, s *openSite) {
			short := page(t, s, "?needs=text")
			if short.Total == 0 {
				t.Fatal("no description is short")
			}
			list := func(count int) string {
				return fmt.Sprintf(`{"filter":{"needs":"text"},"count":%d,"change":{"isFeatured":true}}`, count)
			}
			s.ask(administrator, "POST", bulk, list(short.Total+1)).failed(t, http.StatusConflict)
			s.ask(administrator, "POST", bulk, list(short.Total)).has(t, http.StatusOK)
			storetest.Same(t, "featured", page(t, s, "?needs=text&featured=true").Total, short.Total)
			s.ask(administrator, "POST", bulk, `{"filter":{"needs":"x"},"count":1,"change":{"isFeatured":true}}`).failed(t, http.StatusUnprocessableEntity)
		},
		"is exported as files that change nothing": exported,
	})
}

func exported(t *testing.T, s *openSite) {
	total := read[productlist.Page](t, s.ask(administrator, "GET", "/api/admin/product-rows", ""), http.StatusOK).Total + 1
	s.ask(administrator, "POST", "/api/products", with(map[string]any{"name": "=1+1 </script>", "status": "draft", "tags": []string{"a, b"}})).has(t, http.StatusCreated)
	for _, format := range []exchange.Format{exchange.CSV, exchange.JSONLines} {
		got := s.ask(administrator, "GET", "/api/admin/product-export?format="+string(format), "")
		got.has(t, http.StatusOK)
		if cache, file := got.header.Get("Cache-Control"), got.header.Get("Content-Disposition"); cache != "no-store" || !strings.HasPrefix(file, `attachment; filename="tools-20`) || !strings.HasSuffix(file, "."+string(format)+`"`) {
			t.Errorf("%s: %q %q", format, cache, file)
		}
		file := storetest.Must(exchange.Read(strings.NewReader(got.body), format, catalog.MatchAsk))(t)
		done := storetest.Must(s.store.ImportProducts(t.Context(), "w", file.Rows, catalog.ImportOptions{DryRun: true}))(t)
		storetest.Same(t, "an import of it", done, catalog.ImportResult{Unchanged: total})
	}
	lines := s.ask(administrator, "GET", "/api/admin/product-export?format=jsonl&status=draft", "").body
	if strings.Count(lines, "\n") != 1 || !strings.Contains(lines, "=1+1") {
		t.Errorf("the drafts are %q", lines)
	}
	s.ask(administrator, "GET", "/api/admin/product-export?format=xlsx", "").failed(t, http.StatusBadRequest)
	s.ask(administrator, "PUT", "/api/products/1", with(map[string]any{"categories": []string{"A; B"}})).has(t, http.StatusOK)
	s.ask(administrator, "GET", "/api/admin/product-export", "").failed(t, http.StatusUnprocessableEntity, "A category or tag of product 1 has a semicolon, which CSV cannot say. Please export to a file that ends in .jsonl.")
}
