package catalog

import (
	"slices"
	"testing"
)

func compared(kind Type, hasDeal bool, categories ...string) Product {
	return Product{ProductFields: ProductFields{Name: "Brush", Type: kind, HasDeal: hasDeal, Categories: categories}}
}

func TestDiffOf(t *testing.T) {
	for name, try := range map[string]struct {
		tool, other       Product
		shared, different []string
	}{
		"equal":            {compared(Free, true, "A", "B"), compared(Free, true, "B", "A"), []string{"A", "B", "Free", "Deal"}, nil},
		"another price":    {compared(Premium, false, "A"), compared(Free, true, "A"), []string{"A"}, []string{"Free", "Deal"}},
		"a known price":    {compared(Unknown, true, "A"), compared(Freemium, false, "A"), []string{"A"}, []string{"Freemium"}},
		"an unknown price": {compared(Free, false, "A"), compared(Unknown, false, "A"), []string{"A"}, nil},
		"a higher price":   {compared(Free, false, "A"), compared(Premium, false, "A"), []string{"A"}, nil},
		"nothing known":    {compared(Unknown, false, "A"), compared(Unknown, false, "A"), []string{"A"}, nil},
		"categories":       {compared(Unknown, false, "A", "B"), compared(Unknown, false, "C", "D", "E", "F", "G", "B"), []string{"B"}, []string{"Also C, D, E and 2 more"}},
		"no categories":    {compared(Unknown, false), compared(Unknown, false), nil, nil},
	} {
		got := DiffOf(try.tool, try.other)
		if !slices.Equal(got.Shared, try.shared) || !slices.Equal(got.Different, try.different) {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

func TestPicksCheck(t *testing.T) {
	ids := func(from, count int64) (list []int64) {
		for id := from; id < from+count; id++ {
			list = append(list, id)
		}
		return list
	}
	for name, try := range map[string]struct {
		picks Picks
		field string
	}{
		"most":              {Picks{ids(2, MaxPinned), ids(100, MaxHidden)}, ""},
		"none":              {Picks{}, ""},
		"too many pinned":   {Picks{ids(2, MaxPinned+1), nil}, "pinned"},
		"too many hidden":   {Picks{nil, ids(2, MaxHidden+1)}, "hidden"},
		"twice":             {Picks{[]int64{2, 2}, nil}, "pinned"},
		"pinned and hidden": {Picks{[]int64{2}, []int64{2}}, "hidden"},
		"the tool itself":   {Picks{nil, []int64{1}}, "hidden"},
	} {
		err := try.picks.Check(1)
		if (err == nil) != (try.field == "") || err != nil && (len(invalidFields(t, err)) != 1 || invalidFields(t, err)[0].Field != try.field) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
