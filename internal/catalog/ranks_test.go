package catalog

import (
	"slices"
	"strings"
	"testing"
)

// The products of a large import that nobody has ordered go round the categories, of each the most complete first.
func TestRanksOfNew(t *testing.T) {
	row := func(category, description string, kind Type) ImportRow {
		return ImportRow{Draft: Draft{ProductFields: ProductFields{Categories: []string{category}, Description: description, Type: kind}}}
	}
	long := strings.Repeat("a", 200)
	rows := []ImportRow{
		row("Art", "Short.", Unknown),
		row("Art", long, Free),
		row("Art", "Short.", Free),
		row("Art", long, Free), // another product's
		row("Code", "Short.", Free),
		row("Code", long, Unknown),
		row("Video", NoDescription, Unknown),
	}
	targets := []int64{0, 0, 0, 7, 0, 0, 0}
	for _, spread := range []bool{false, true} {
		ranks := ranksOfNew(rows, targets, spread)
		got := make([]int, 6)
		for i, target := range targets {
			if target == 0 {
				got[ranks[i]] = i
			}
		}
		want := []int{0, 1, 2, 4, 5, 6}
		if spread { // the first of each category, a described one before a priced one, then the second ones
			want = []int{1, 5, 6, 2, 4, 0}
		}
		if !slices.Equal(got, want) {
			t.Errorf("spread %t: the rows come in the order %v, want %v", spread, got, want)
		}
	}
}
