package indexing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/indexing"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/testcheck"
)

func TestRules(t *testing.T) {
	l := site.DefaultValues().Index
	for _, test := range []struct {
		name   string
		failed []*indexing.Rule
		want   string
	}{
		{"a tool", indexing.OfTool(120, false, 2, l), ""},
		{"a tool with a short description", indexing.OfTool(119, false, 2, l), "tool-description"},
		{"a tool with the description of another", indexing.OfTool(500, true, 8, l), "tool-own-description"},
		{"a tool with one fact", indexing.OfTool(500, false, 1, l), "tool-facts"},
		{"a tool with nothing", indexing.OfTool(0, false, 0, l), "tool-description tool-facts"},
		{"a category", indexing.OfCategory(3, false, l), ""},
		{"a small category", indexing.OfCategory(2, false, l), "category-tools"},
		{"a category like another", indexing.OfCategory(3, true, l), "category-own-words"},
		{"a tag", indexing.OfTag(true, false), ""},
		{"a tag of tools that are not indexable", indexing.OfTag(false, false), "tag-tools"},
		{"a tag of the tools of another", indexing.OfTag(true, true), "tag-own-words"},
		{"a collection", indexing.OfCollection(5, true, l), ""},
		{"a small collection", indexing.OfCollection(4, true, l), "collection-tools"},
		{"a collection without introduction", indexing.OfCollection(5, false, l), "collection-introduction"},
		{"alternatives", indexing.OfAlternatives(5, false, l), ""},
		{"few alternatives", indexing.OfAlternatives(4, false, l), "alternatives-tools"},
		{"alternatives as to another tool", indexing.OfAlternatives(5, true, l), "alternatives-own-words"},
		{"a comparison", indexing.OfComparison(4, false, l), ""},
		{"a comparison of nearly equal tools", indexing.OfComparison(3, false, l), "comparison-facts"},
		{"the same with a verdict", indexing.OfComparison(0, true, l), ""},
	} {
		var ids []string
		for _, rule := range test.failed {
			ids = append(ids, rule.ID)
		}
		if got := strings.Join(ids, " "); got != test.want {
			t.Errorf("%s fails %q, want %q", test.name, got, test.want)
		}
	}
}

// The pages that are compared with others of their kind are those that meet all other rules.
func TestComparedTools(t *testing.T) {
	store := &pagestest.Store{}
	for id := range int64(24) {
		length := []int{0, 119, 120, 500}[id%4]
		p := catalog.Product{ID: id + 1, Slug: fmt.Sprint("tool-", id), ProductFields: catalog.ProductFields{Name: fmt.Sprint("Tool ", id), Section: catalog.OurProducts,
			Type: catalog.Unknown, Categories: []string{}, Description: strings.Repeat(string(rune('a'+id%9)), length)}}
		if id%3 > 0 {
			p.Type, p.Categories = catalog.Free, []string{"Notes"}
		}
		store.Products = append(store.Products, p)
	}
	live, err := browse.NewLive(t.Context(), store, time.Now)
	testcheck.NoError(t, err)
	compared := 0
	for _, limits := range []site.IndexLimits{site.DefaultValues().Index, {Description: 500, ToolFacts: 1}, {}} {
		for it := range live.Snapshot().All() {
			meets, may := len(indexing.OfItem(live.Snapshot(), it, limits)) == 0, live.Snapshot().Similar().MayBeIndexed(it, limits)
			if meets != may {
				t.Errorf("%s with %+v meets all rules: %v, but is compared: %v", it.Name(), limits, meets, may)
			}
			if may {
				compared++
			}
		}
	}
	if compared == 0 {
		t.Error("nothing is compared")
	}
}

// Each rule has an id of its own, a name and a reason with its limit.
func TestRuleReasons(t *testing.T) {
	var ids, reasons []string
	for _, rule := range indexing.Rules() {
		ids = append(ids, rule.ID)
		reasons = append(reasons, rule.Reason(site.DefaultValues().Index))
		if !strings.HasPrefix(rule.ID, string(rule.Kind)+"-") || rule.Name == "" {
			t.Errorf("the rule %q of %s has the name %q", rule.ID, rule.Kind, rule.Name)
		}
	}
	want := []string{
		"Its description has fewer than 120 characters.",
		"Another tool has the same description, or one that begins with the same 80 characters.",
		"It has fewer than 2 details besides its description: price, category, tags, use cases, logo, screenshots, video, deal.",
		"Another indexable tool has more than 60% of the words of its name and texts. Describe what only this tool does.",
		"It has fewer than 3 tools.",
		"The first page of another indexable category has more than 60% of the words of its first page. Give both to fewer of the same tools, or keep one of them.",
		"None of its tools can be indexed.",
		"The first page of another indexable tag has more than 60% of the words of its first page. Give both to fewer of the same tools, or keep one of them.",
		"It has fewer than 5 tools.",
		"It has no introduction.",
		"It has fewer than 5 alternatives.",
		"The alternatives to an indexable tool that more tools link have more than 60% of its words. Pin other tools, hide some of the same ones, or write an introduction of 120 characters to them in the tool's form.",
		"Its tools differ in fewer than 4 details, and it has no verdict.",
	}
	if slices.Sort(ids); len(slices.Compact(ids)) != len(want) || !slices.Equal(reasons, want) {
		t.Errorf("the rules %v say\n%s", ids, strings.Join(reasons, "\n"))
	}
}
