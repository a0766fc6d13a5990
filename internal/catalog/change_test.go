package catalog

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// invalidNames returns the names of the fields in a validation error.
func invalidNames(t *testing.T, err error) (names []string) {
	t.Helper()
	for _, field := range invalidFields(t, err) {
		names = append(names, field.Field)
	}
	return names
}

// A new order names at least one product, each once, with a display order within the limits.
func TestReorderRules(t *testing.T) {
	many := make([]Placement, MaxProducts+1)
	for i := range many {
		many[i] = Placement{ID: int64(i + 1), DisplayOrder: i + 1}
	}
	for name, c := range map[string]struct {
		order []Placement
		fails bool
	}{
		"two products":         {[]Placement{{1, 2}, {2, 1}}, false},
		"equal display orders": {[]Placement{{1, 1}, {2, 1}}, false},
		"the lowest order":     {[]Placement{{1, 0}}, false},
		"the highest order":    {[]Placement{{1, 1_000_000}}, false},
		"the maximum number":   {many[:MaxProducts], false},
		"no products":          {nil, true},
		"too many products":    {many, true},
		"a product twice":      {[]Placement{{1, 1}, {2, 2}, {1, 3}}, true},
		"below the minimum":    {[]Placement{{1, -1}}, true},
		"above the maximum":    {[]Placement{{1, 1_000_001}}, true},
	} {
		want := []string(nil)
		if c.fails {
			want = []string{"updates"}
		}
		if got := invalidNames(t, CheckOrder(c.order)); !slices.Equal(got, want) {
			t.Errorf("%s: fields %v, want %v", name, got, want)
		}
	}
}

// Each rule of a bulk change names its field.
func TestBulkChangeRules(t *testing.T) {
	one := []int64{1}
	for name, c := range map[string]struct {
		ids    []int64
		change BulkChange
		fields []string
	}{
		"a type":                       {one, BulkChange{Type: new(Free)}, nil},
		"every field":                  {one, BulkChange{Type: new(Premium), Section: new(OurProducts), IsFeatured: new(false), HasDeal: new(true), Categories: []string{"A"}}, nil},
		"add and remove":               {one, BulkChange{AddCategories: []string{"A"}, RemoveCategories: []string{"B"}}, nil},
		"deletion":                     {one, BulkChange{Delete: true}, nil},
		"no product":                   {nil, BulkChange{Delete: true}, []string{"ids"}},
		"a product twice":              {[]int64{1, 2, 1}, BulkChange{Delete: true}, []string{"ids"}},
		"too many":                     {make([]int64, MaxBulk+1), BulkChange{Delete: true}, []string{"ids"}},
		"no change":                    {one, BulkChange{}, []string{"change"}},
		"blank names":                  {one, BulkChange{AddCategories: []string{" ", ""}}, []string{"change"}},
		"a type in lower case":         {one, BulkChange{Type: new(Type("free"))}, []string{"type"}},
		"type Unknown":                 {one, BulkChange{Type: new(Unknown)}, []string{"type"}},
		"an unknown section":           {one, BulkChange{Section: new(Section("x"))}, []string{"section"}},
		"no category":                  {one, BulkChange{Categories: []string{}}, []string{"categories"}},
		"blank categories":             {one, BulkChange{Categories: []string{"\t"}}, []string{"categories"}},
		"21 categories":                {one, BulkChange{AddCategories: strings.Split("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u", ",")}, []string{"addCategories"}},
		"a category of 101 characters": {one, BulkChange{AddCategories: []string{strings.Repeat("é", 101)}}, []string{"addCategories"}},
		"a category of two lines":      {one, BulkChange{Categories: []string{"a\nb"}}, []string{"categories"}},
		"set and add":                  {one, BulkChange{Categories: []string{"A"}, AddCategories: []string{"B"}}, []string{"categories"}},
		"add and remove the same":      {one, BulkChange{AddCategories: []string{"Vidéo"}, RemoveCategories: []string{"VIDEO"}}, []string{"removeCategories"}},
		"change and delete":            {one, BulkChange{HasDeal: new(true), Delete: true}, []string{"delete"}},
		"three wrong fields":           {nil, BulkChange{Type: new(Type("x")), Section: new(Section("y"))}, []string{"ids", "type", "section"}},
	} {
		if _, err := c.change.Check(c.ids); !slices.Equal(invalidNames(t, err), c.fields) {
			t.Errorf("%s: fields %v, want %v", name, invalidNames(t, err), c.fields)
		}
	}
}

// A bulk change sets only its own fields.
func TestBulkChangeApply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"Writing", "Vidéo", "Code", "Art"}), 1, 4, rapid.ID)
		before := Product{ProductFields: ProductFields{Name: "T", Type: Free, Section: OurProducts, Categories: names.Draw(t, "categories"), HasDeal: rapid.Bool().Draw(t, "deal")}}
		original := slices.Clone(before.Categories)
		b := BulkChange{AddCategories: []string{"video", "New"}, RemoveCategories: []string{"CODE"}}
		if rapid.Bool().Draw(t, "with a type") {
			b.Type = new(Premium)
		}
		after, err := b.Apply(before)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(slices.Clone(original), func(name string) bool { return name == "Code" })
		if !slices.Contains(want, "Vidéo") {
			want = append(want, "video")
		}
		if want = append(want, "New"); !slices.Equal(after.Categories, want) || !slices.Equal(before.Categories, original) {
			t.Errorf("%v became %v, want %v", before.Categories, after.Categories, want)
		}
		if (after.Type == Premium) != (b.Type != nil) || after.HasDeal != before.HasDeal || after.Section != OurProducts || after.Name != "T" {
			t.Errorf("%+v became %+v", before, after)
		}
	})
}

// A bulk change leaves a product with at least one category and at most 20.
func TestBulkChangeCategories(t *testing.T) {
	p := Product{ProductFields: ProductFields{Categories: strings.Split("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t", ",")}}
	_, err := BulkChange{AddCategories: []string{"u"}}.Apply(p)
	if got := invalidNames(t, err); !slices.Equal(got, []string{"addCategories"}) {
		t.Errorf("21 categories: %v", got)
	}
	_, err = BulkChange{RemoveCategories: p.Categories}.Apply(p)
	if got := invalidNames(t, err); !slices.Equal(got, []string{"removeCategories"}) {
		t.Errorf("no category: %v", got)
	}
	if swapped, err := (BulkChange{AddCategories: []string{"u"}, RemoveCategories: []string{"A"}}).Apply(p); err != nil || len(swapped.Categories) != 20 {
		t.Errorf("one category replaced: %v, %v", swapped.Categories, err)
	}
}

// A category's name is one short line.
func TestCategoryName(t *testing.T) {
	for name, want := range map[string]string{" Cafe\u0301 ": "Café", "<b>&": "<b>&", strings.Repeat("é", 100): strings.Repeat("é", 100)} {
		if got, err := CategoryName(name); err != nil || got != want {
			t.Errorf("%q became %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"", " \t", "\u0301", "a\nb", "a\x00b", strings.Repeat("é", 101)} {
		if _, err := CategoryName(name); !slices.Equal(invalidNames(t, err), []string{"name"}) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
