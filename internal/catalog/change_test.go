package catalog

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"vitrine/internal/fault"
)

// fieldsOf are the fields that a validation fault names; another error ends the test.
func fieldsOf(t *testing.T, err error) []string {
	t.Helper()
	var f *fault.Fault
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &f) || f.Kind != fault.Invalid:
		t.Fatalf("not a validation fault: %v", err)
	}
	var named []string
	for _, field := range f.Fields {
		named = append(named, field.Field)
	}
	return named
}

// An order names each product once, at a place that there is.
func TestReorderRules(t *testing.T) {
	many := make([]Placement, MaxProducts+1)
	for i := range many {
		many[i] = Placement{ID: int64(i + 1), DisplayOrder: i + 1}
	}
	for name, c := range map[string]struct {
		order []Placement
		fails bool
	}{
		"two":             {[]Placement{{1, 2}, {2, 1}}, false},
		"the same place":  {[]Placement{{1, 1}, {2, 1}}, false},
		"the first place": {[]Placement{{1, 0}}, false},
		"the last place":  {[]Placement{{1, 1_000_000}}, false},
		"as many as may":  {many[:MaxProducts], false},
		"none":            {nil, true},
		"too many":        {many, true},
		"one twice":       {[]Placement{{1, 1}, {2, 2}, {1, 3}}, true},
		"before all":      {[]Placement{{1, -1}}, true},
		"beyond all":      {[]Placement{{1, 1_000_001}}, true},
	} {
		want := []string(nil)
		if c.fails {
			want = []string{"updates"}
		}
		if got := fieldsOf(t, CheckOrder(c.order)); !slices.Equal(got, want) {
			t.Errorf("%s: fields %v, want %v", name, got, want)
		}
	}
}

func of[T any](value T) *T { return &value }

// Each rule of a bulk change names its field.
func TestBulkChangeRules(t *testing.T) {
	one := []int64{1}
	for name, c := range map[string]struct {
		ids    []int64
		change BulkChange
		fields []string
	}{
		"a type":                   {one, BulkChange{Type: of(Free)}, nil},
		"every field":              {one, BulkChange{Type: of(Premium), Section: of(OurProducts), IsFeatured: of(false), HasDeal: of(true), Categories: []string{"A"}}, nil},
		"add and remove":           {one, BulkChange{AddCategories: []string{"A"}, RemoveCategories: []string{"B"}}, nil},
		"deletion":                 {one, BulkChange{Delete: true}, nil},
		"no product":               {nil, BulkChange{Delete: true}, []string{"ids"}},
		"one twice":                {[]int64{1, 2, 1}, BulkChange{Delete: true}, []string{"ids"}},
		"too many":                 {make([]int64, MaxBulk+1), BulkChange{Delete: true}, []string{"ids"}},
		"nothing":                  {one, BulkChange{}, []string{"change"}},
		"blank names":              {one, BulkChange{AddCategories: []string{" ", ""}}, []string{"change"}},
		"a type in lower case":     {one, BulkChange{Type: of(Type("free"))}, []string{"type"}},
		"type Unknown":             {one, BulkChange{Type: of(Unknown)}, []string{"type"}},
		"an unknown section":       {one, BulkChange{Section: of(Section("x"))}, []string{"section"}},
		"no category":              {one, BulkChange{Categories: []string{}}, []string{"categories"}},
		"blank categories":         {one, BulkChange{Categories: []string{"\t"}}, []string{"categories"}},
		"21 categories":            {one, BulkChange{AddCategories: strings.Split("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u", ",")}, []string{"addCategories"}},
		"a category of 101":        {one, BulkChange{AddCategories: []string{strings.Repeat("é", 101)}}, []string{"addCategories"}},
		"a category of two lines":  {one, BulkChange{Categories: []string{"a\nb"}}, []string{"categories"}},
		"set and add":              {one, BulkChange{Categories: []string{"A"}, AddCategories: []string{"B"}}, []string{"categories"}},
		"add and remove the same":  {one, BulkChange{AddCategories: []string{"Vidéo"}, RemoveCategories: []string{"VIDEO"}}, []string{"removeCategories"}},
		"change and delete":        {one, BulkChange{HasDeal: of(true), Delete: true}, []string{"delete"}},
		"two wrong fields at once": {nil, BulkChange{Type: of(Type("x")), Section: of(Section("y"))}, []string{"ids", "type", "section"}},
	} {
		if _, err := c.change.Check(c.ids); !slices.Equal(fieldsOf(t, err), c.fields) {
			t.Errorf("%s: fields %v, want %v", name, fieldsOf(t, err), c.fields)
		}
	}
}

// A bulk change changes what it says, and no more.
func TestBulkChangeApply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"Writing", "Vidéo", "Code", "Art"}), 1, 4, rapid.ID)
		before := Product{ProductFields: ProductFields{Name: "T", Type: Free, Section: OurProducts, Categories: names.Draw(t, "categories"), HasDeal: rapid.Bool().Draw(t, "deal")}}
		kept := slices.Clone(before.Categories)
		b := BulkChange{AddCategories: []string{"video", "New"}, RemoveCategories: []string{"CODE"}}
		if rapid.Bool().Draw(t, "type too") {
			b.Type = of(Premium)
		}
		after, err := b.Apply(before)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(slices.Clone(kept), func(name string) bool { return name == "Code" })
		if !slices.Contains(want, "Vidéo") {
			want = append(want, "video")
		}
		if want = append(want, "New"); !slices.Equal(after.Categories, want) || !slices.Equal(before.Categories, kept) {
			t.Errorf("%v became %v, want %v", before.Categories, after.Categories, want)
		}
		if (after.Type == Premium) != (b.Type != nil) || after.HasDeal != before.HasDeal || after.Section != OurProducts || after.Name != "T" {
			t.Errorf("%+v became %+v", before, after)
		}
	})
}

// A bulk change leaves a product at least one category, and not too many.
func TestBulkChangeCategories(t *testing.T) {
	p := Product{ProductFields: ProductFields{Categories: strings.Split("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t", ",")}}
	_, err := BulkChange{AddCategories: []string{"u"}}.Apply(p)
	if got := fieldsOf(t, err); !slices.Equal(got, []string{"addCategories"}) {
		t.Errorf("21 categories: %v", got)
	}
	_, err = BulkChange{RemoveCategories: p.Categories}.Apply(p)
	if got := fieldsOf(t, err); !slices.Equal(got, []string{"removeCategories"}) {
		t.Errorf("no category: %v", got)
	}
	if swapped, err := (BulkChange{AddCategories: []string{"u"}, RemoveCategories: []string{"A"}}).Apply(p); err != nil || len(swapped.Categories) != 20 {
		t.Errorf("one for another: %v, %v", swapped.Categories, err)
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
		if _, err := CategoryName(name); !slices.Equal(fieldsOf(t, err), []string{"name"}) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
