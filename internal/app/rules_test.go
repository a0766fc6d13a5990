package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// fields are values of the fields of a request, each of which breaks a rule.
type fields map[string][]any

var absent, null any = nil, json.RawMessage("null")

// fieldRules are what the fields of some calls may not be.
type fieldRules struct {
	as    who
	calls []string
	valid string // a body that is right but for the field
	bad   fields
}

// rules are those of all calls with fields. Those of a feature are added by its test.
var rules = []fieldRules{
	{administrator, []string{"POST /api/products", "PUT /api/products/1"}, p0, productRules()},
	{administrator, []string{"PUT /api/categories/1"}, `{}`, fields{"name": {absent, "", "  ", null, 5, "a\u0000", strings.Repeat("x", 101)}}},
	{administrator, []string{"PUT /api/categories/1"}, `{"name":"Text"}`, fields{"group": {5, "a\u0000", strings.Repeat("x", 101)}}},
	{administrator, []string{"POST /api/categories/1/merge"}, `{}`, fields{"into": {absent, 1, 99, "2", null}}},
	{administrator, []string{"POST /api/undo"}, `{}`, fields{"version": {absent, 0, -1, "1", null}}},
	{administrator, []string{"POST /api/products/1/restore"}, `{"entry":1}`, fields{"entry": {-1, "1"}, "state": {"now"}}},
	{administrator, []string{"PATCH /api/products/reorder"}, `{}`, fields{"updates": {absent}}},
	{administrator, []string{"POST /api/submissions/1/reject"}, `{}`, fields{"reason": {absent, " \n", null, 5, "a\u0000", strings.Repeat("é", 2001)}}},
	{administrator, []string{"POST /api/legal-pages"}, `{"type":"gdpr-cookies","title":"t","content":"c"}`, fields{
		"type":    {"privacy", "PRIVACY-POLICY", "../terms", "privacy-policy\x00", ""},
		"title":   {"", " ", strings.Repeat("é", 256), "a\nb", null, 5},
		"content": {null, 5, strings.Repeat("x", 200_001), "a\x07"},
	}},
	{administrator, []string{"POST /api/legal-pages/preview"}, `{}`, fields{"content": {strings.Repeat("x", 200_001)}}},
	{administrator, []string{"POST /api/social-media"}, `{"platform":"X","url":"https://example.com/"}`, linkRules},
	{administrator, []string{"PUT /api/social-media/1"}, `{}`, linkRules},
	{administrator, []string{"PATCH /api/admin/settings"}, `{}`, fields{"index": {5, "x", []int{1}}, "texts": {5, "x"}, "verification": {5, "x"}}},
	{nobody, []string{"POST /api/submissions"}, sending("https://new.example/", nil), fields{
		"description":     {absent, "", " \n", null, 5, "a\u0000b", strings.Repeat("é", 20_001)},
		"productName":     {absent, "", "\t", 5, "two\nlines", "\u202eevil", strings.Repeat("é", 201)},
		"category":        {absent, "", " ", 5, "two\nlines", strings.Repeat("é", 101)},
		"type":            {absent, "", "free", "Unknown", 5},
		"website":         {absent, "", "javascript:alert(1)", "//x", "ftp://x/", "data:text/html,x", "https://", "http://u:p@x/", 5, "https://x/" + strings.Repeat("a", 2048)},
		"logo":            {"javascript:alert(1)", "data:image/png;base64,AAAA", "/uploads/a.jpg", 5},
		"videoUrl":        {"javascript:alert(1)", "x"},
		"useCases":        {strings.Repeat("é", 20_001), "a\u0000"},
		"email":           {"x", "Ann <ann@example.com>", "a@b\r\nBcc: c@d", "a@b, c@d", strings.Repeat("a", 250) + "@example.com"},
		"submissionNotes": {strings.Repeat("é", 2001), "a\u0007"},
		"company":         {"ACME"},
		"work":            {absent, "", "x", "1", strings.Repeat("1", 99), workFor("https://other.example/")},
	}},
}

var linkRules = fields{
	"platform":     {"", " \t", strings.Repeat("x", 51), 5},
	"url":          {"", "javascript:alert(1)", "data:text/html,x", "//example.com/", "https://example.com/" + strings.Repeat("x", 481), 5},
	"displayOrder": {"abc", 1.5, json.RawMessage("1e9"), 1_000_001},
	"isActive":     {"true", 1},
}

// productRules are what the API refuses by itself, and of each field one rule of a draft: catalog.TestDraftRules has the others.
func productRules() fields {
	rules := fields{
		"categories":               {[]string{}, []any{"Writing", 1}},
		"type":                     {"free", "Unknown"},
		"section":                  {"x"},
		"website":                  {"javascript:alert(1)"},
		"videoUrl":                 {"javascript:alert(1)"},
		"logo":                     {"/uploads/../vitrine.db"},
		"images":                   {strings.Fields(strings.Repeat("https://example.com/a.png ", 7)), "https://example.com/a.png"},
		"useCases":                 {"a\u0000"},
		"promoText":                {strings.Repeat("x", 501)},
		"dealCode":                 {strings.Repeat("x", 101)},
		"dealUrl":                  {"javascript:alert(1)"},
		"dealFrom":                 {"tomorrow", 5},
		"dealTo":                   {"2101-01-01T00:00:00Z"},
		"displayOrder":             {-1, "abc", json.RawMessage("1e99"), 1.5},
		"logoColor":                {"red"},
		"isFeatured":               {"true"},
		"hasDeal":                  {1},
		"hasLandingPage":           {[]bool{true}},
		"version":                  {"1"},
		"slug":                     {"A b", 5},
		"tags":                     {"a"},
		"status":                   {"live", 5},
		"publishAt":                {"tomorrow"},
		"featuredUntil":            {"2026-02-30T00:00:00Z"},
		"phrases":                  {"a", []any{"a", 1}},
		"alternativesIntroduction": {"a\u0000", strings.Repeat("é", 5_001)},
	}
	for _, required := range []string{"name", "description", "categories", "type", "section", "website"} {
		rules[required] = append(rules[required], absent, "", null, 5, json.RawMessage(`{"a":1}`))
	}
	return rules
}

// A request that breaks a rule is refused by the field that breaks it.
func TestRules(t *testing.T) {
	t.Parallel()
	s := siteWith(t, siteOptions{})
	longest := asJSON(map[string]string{"platform": strings.Repeat("é", 50), "url": "https://example.com/" + strings.Repeat("x", 480)})
	s.expect(t, administrator, "POST", "/api/social-media", longest, 201, `{"id":1}`)
	s.expect(t, nobody, "POST", "/api/submissions", s0, 201, "")
	defer s.unchanged(t)()
	for _, rule := range rules {
		for field, values := range rule.bad {
			for _, value := range values {
				for _, call := range rule.calls {
					t.Run(fmt.Sprintf("%s %s = %.40v", call, field, value), func(t *testing.T) {
						s.ahead.Add(int64(time.Minute)) // submissions are limited
						method, address, _ := strings.Cut(call, " ")
						s.ask(rule.as, method, address, changed(rule.valid, map[string]any{field: value})).naming(t, field)
					})
				}
			}
		}
	}
	s.expect(t, administrator, "POST", "/api/products", set("categories", []string{}), 422, `{"message":"Please select at least one category"}`)
	s.expect(t, administrator, "POST", "/api/social-media", `{"url":"https://example.com/"}`, 422, `{"message":"Platform is required"}`)
}
