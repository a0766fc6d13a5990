package catalog

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// The administrator's list filters alike on the screen: web/src/kit/admin/list-filters.test.ts has the same cases.
func TestListFilter(t *testing.T) {
	text, err := os.ReadFile("testdata/list-filter.json")
	if err != nil {
		t.Fatal(err)
	}
	var shared struct {
		Products []Product
		Cases    []struct {
			Rule   string
			Filter ListFilter
			Found  []int64
		}
	}
	if err := json.Unmarshal(text, &shared); err != nil {
		t.Fatal(err)
	}
	for _, c := range shared.Cases {
		if got := idsListed(List{Filter: c.Filter}, shared.Products); !slices.Equal(got, c.Found) {
			t.Errorf("%s: %+v lists %v, want %v", c.Rule, c.Filter, got, c.Found)
		}
	}
	if got := idsListed(List{Filter: ListFilter{Type: Free}, Except: []int64{1, 5, 2}}, shared.Products); !slices.Equal(got, []int64{4, 7, 9}) {
		t.Errorf("with exceptions it lists %v", got)
	}
}

// idsListed returns the ids that a list has, as a bulk change finds them.
func idsListed(l List, products []Product) []int64 {
	found, matches := []int64{}, l.Matcher(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	for _, p := range products {
		if matches(p) {
			found = append(found, p.ID)
		}
	}
	return found
}

// Each rule of a bulk change of a list names its field.
func TestListRules(t *testing.T) {
	for name, c := range map[string]struct {
		list   List
		fields []string
	}{
		"all":                         {List{Count: 1}, nil},
		"every filter":                {List{Filter: ListFilter{Search: " a\tb ", Section: OurProducts, Type: Unknown, MissingLogo: true}, Except: []int64{3}, Count: 2}, nil},
		"no count":                    {List{}, []string{"count"}},
		"an unknown section and type": {List{Filter: ListFilter{Section: "x", Type: "free"}, Count: 1}, []string{"filter.section", "filter.type"}},
		"a search of 201 characters":  {List{Filter: ListFilter{Search: strings.Repeat("é", 201)}, Count: 1}, []string{"filter.search"}},
		"a control character":         {List{Filter: ListFilter{Search: "a\x00"}, Count: 1}, []string{"filter.search"}},
		"an exception twice":          {List{Except: []int64{3, 3}, Count: 1}, []string{"except"}},
		"too many exceptions":         {List{Except: make([]int64, MaxBulk+1), Count: 1}, []string{"except"}},
	} {
		if _, err := (BulkChange{Delete: true}).CheckListed(&c.list); !slices.Equal(invalidNames(t, err), c.fields) {
			t.Errorf("%s: fields %v, want %v", name, invalidNames(t, err), c.fields)
		}
	}
}
