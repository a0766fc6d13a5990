package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// large is a directory of n products with descriptions of the usual length, in 60 categories.
func large(n int) *fakeStore {
	f := sampleDirectory()
	f.all.Products, f.all.Categories = nil, nil
	for id := range int64(60) {
		name := fmt.Sprintf("Category %02d", id)
		f.all.Categories = append(f.all.Categories, catalog.Category{ID: id + 1, Name: name, Slug: catalog.Slug(name)})
	}
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range n {
		name := fmt.Sprintf("Tool %d of %s", i, strings.Repeat(string(rune('a'+i%26)), 3+i%5))
		f.all.Products = append(f.all.Products, catalog.Product{
			ID: int64(i + 1), Slug: catalog.Slug(name), CreatedAt: begin.Add(time.Duration(i) * time.Minute), UpdatedAt: begin, Version: 1,
			ProductFields: catalog.ProductFields{
				Name: name, Description: strings.Repeat(fmt.Sprintf("What %s is good for. ", name), 12),
				Categories: []string{f.all.Categories[i%60].Name, f.all.Categories[i*7%60].Name},
				Type:       catalog.Types()[i%3], Section: catalog.Sections()[min(i%10, 1)], Website: fmt.Sprintf("https://tool-%d.example/", i),
				IsFeatured: i%20 == 0, HasDeal: i%15 == 0,
			},
		})
	}
	return f
}

// BenchmarkAnswers is what an answer costs before it reaches the network, with 10,000 products: kept, or made anew.
func BenchmarkAnswers(b *testing.B) {
	handler := open(b, large(10_000)).Handler()
	always := func(target string) func(int64) string { return func(int64) string { return target } }
	changing := func(path string) func(int64) string { // no query comes twice soon
		return func(i int64) string {
			sorts, prices := [...]string{"new", "latest", "popular", "name"}, [...]string{"", "Free", "Freemium", "Premium"}
			return fmt.Sprintf("%s?category=category-%02d&limit=%d&sort=%s&pricing=%s&featured=%t", path, i%60, 15+i/60%19, sorts[i/1_140%4], prices[i/4_560%4], i/18_240%2 == 0)
		}
	}
	searches := func(i int64) string {
		return "/api/catalog?limit=12&search=" + url.QueryEscape(fmt.Sprintf("tool %d", i*7919%100_000))
	}
	for _, bench := range []struct {
		name   string
		target func(int64) string
		header []string
	}{
		{"kept list", always("/api/products?limit=24"), nil},
		{"kept catalog", always("/api/catalog?category=category-07&limit=12"), nil},
		{"kept and compressed", always("/api/products?limit=24"), []string{"Accept-Encoding", "gzip, deflate, br, zstd"}},
		{"kept and known to the client", always("/api/categories"), []string{"If-None-Match", "*"}},
		{"new list", changing("/api/products"), nil},
		{"new catalog", changing("/api/catalog"), nil},
		{"new search", searches, nil},
	} {
		b.Run(bench.name, func(b *testing.B) { benchmark(b, handler, bench.target, bench.header) })
	}
}

func benchmark(b *testing.B, handler http.Handler, target func(int64) string, header []string) {
	var turn atomic.Int64
	b.ReportAllocs()
	b.RunParallel(func(p *testing.PB) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		for p.Next() {
			r.RequestURI = target(turn.Add(1))
			r.URL.Path, r.URL.RawQuery, _ = strings.Cut(r.RequestURI, "?")
			handler.ServeHTTP(&chunks{header: http.Header{}}, r)
		}
	})
}
