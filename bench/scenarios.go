package main

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// scenarios returns the comparisons for one size; the bars are the project's own.
func scenarios(rows []entry, size int) []scenario {
	search := scenario{name: "search, changing queries (`/api/catalog?search=`)", bar: 0.50, path: searches(rows, "/api/catalog?limit=12&search=")}
	facets, asBrowser := facets(rows), facets(rows)
	asBrowser.name, asBrowser.bar, asBrowser.encoding = asBrowser.name+", as a browser asks", 0, "gzip, deflate, br, zstd"
	list := []scenario{facets, asBrowser, search}
	if size > 10_000 {
		list[0].bar, list[2].bar = 0.45, 0.25
		if size > 100_000 {
			list[0].bar, list[2].bar = 0.25, 0
		}
		return list
	}
	detail := "/products/" + url.PathEscape(rows[0].ID)
	pair := []string{rows[0].ID, rows[1].ID}
	slices.Sort(pair)
	return append([]scenario{
		{name: "home page, warm, br", bar: 0.95, encoding: "br", path: always("/")},
		{name: "home page, warm, gzip", bar: 0.95, encoding: "gzip", path: always("/")},
		{name: "detail page, warm, br", bar: 0.95, encoding: "br", path: always(detail)},
		{name: "alternatives page, warm, br", bar: 0.95, encoding: "br", path: always("/alternatives/" + url.PathEscape(rows[0].ID))},
		{name: "comparison, warm, br", bar: 0.95, encoding: "br", path: always("/compare/" + url.PathEscape(strings.Join(pair, "-vs-")))},
		{name: "categories page, warm, br", bar: 0.95, encoding: "br", path: always("/categories")},
		{name: "`/api/products?limit=24`, cached", bar: 0.85, path: always("/api/products?limit=24")},
		{name: "`/api/catalog`, cached", bar: 0.85, path: always("/api/catalog?limit=12")},
		{name: "`/api/products?limit=…`, changing filters", bar: 0.50, path: filters(rows, "/api/products?")},
	}, list...)
}

// facets are queries with counts for every filter, none repeated.
func facets(rows []entry) scenario {
	return scenario{name: "`/api/catalog` with facets, changing filters", bar: 0.50, path: filters(rows, "/api/catalog?")}
}

func always(path string) func(int64) string { return func(int64) string { return path } }

// filters varies categories, prices, sorts and page lengths around 24: some 100,000 combinations, far more than the
// cache holds.
func filters(rows []entry, prefix string) func(int64) string {
	categories := categoriesOf(rows)
	prices := []string{"", "Free", "Freemium", "Premium"}
	sorts := []string{"new", "latest", "popular", "name"}
	return func(i int64) string {
		bits := uint64(i) * 0x9E3779B97F4A7C15 >> 20 // scatters i, so that neighbors differ in everything
		pick := func(n int) int {
			chosen := int(bits % uint64(n))
			bits /= uint64(n)
			return chosen
		}
		values := url.Values{"limit": {fmt.Sprint(15 + pick(19))}, "sort": {sorts[pick(4)]}, "category": {categories[pick(len(categories))]}}
		if price := prices[pick(4)]; price != "" {
			values.Set("pricing", price)
		}
		if pick(2) == 1 {
			values.Set("featured", "false")
		}
		if pick(2) == 1 {
			values.Set("deal", "false")
		}
		return prefix + values.Encode()
	}
}

// categoriesOf returns the largest categories, so that answers fill a page.
func categoriesOf(rows []entry) []string {
	counts := map[string]int{}
	for _, row := range rows {
		for _, category := range row.Categories {
			counts[category]++
		}
	}
	names := []string{"all"}
	for category, n := range counts {
		if n >= 40 {
			names = append(names, category)
		}
	}
	return names
}

// longestSearch is the API's limit for a query, in code points.
const longestSearch = 200

// searches are queries as people type them: whole names, beginnings, two words, one wrong letter.
func searches(rows []entry, prefix string) func(int64) string {
	return func(i int64) string {
		random := rand.New(rand.NewPCG(uint64(i), 7))
		query := []rune(strings.Map(printable, typed(random, rows)))
		return prefix + url.QueryEscape(string(query[:min(len(query), longestSearch)]))
	}
}

func searchPages(rows []entry) func(int64) string { return searches(rows, "/?search=") }

// printable drops control characters, which nobody types and the API rejects.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return -1
	}
	return r
}

func typed(random *rand.Rand, rows []entry) string {
	name := []rune(rows[random.IntN(len(rows))].Name)
	switch random.IntN(4) {
	case 0:
		return string(name[:min(len(name), 3+random.IntN(8))])
	case 1:
		at := random.IntN(len(name))
		return string(name[:at]) + string(rune('a'+random.IntN(26))) + string(name[min(at+1, len(name)):])
	case 2:
		words := strings.Fields(rows[random.IntN(len(rows))].Description)
		if len(words) > 3 {
			at := random.IntN(len(words) - 2)
			return words[at] + " " + words[at+1]
		}
	}
	return string(name)
}
