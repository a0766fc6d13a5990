package similar

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// After any changes, the pages that are alike are those that a comparison of all with all finds, by parts and by words.
func TestAlike(t *testing.T) {
	const least = 40
	rapid.Check(t, func(t *rapid.T) {
		labels := rapid.IntRange(0, 3).Draw(t, "labels")
		byWords, byParts := Alike{Labels: labels}, Alike{Labels: labels}
		count := rapid.SampledFrom([]int{6, mostWords + 30}).Draw(t, "pages")
		pages := make([][]uint32, count)
		for range 3 {
			for range rapid.IntRange(0, count).Draw(t, "changes") {
				page := rapid.IntRange(0, count-1).Draw(t, "page")
				pages[page] = rapid.SliceOfNDistinct(rapid.Uint32Range(1, 30), 0, 8, rapid.ID).Draw(t, "words")
				slices.Sort(pages[page])
			}
			err := byWords.Update(t.Context(), least, slices.Clone(pages), nil, nil)
			if err == nil {
				err = byParts.Update(t.Context(), least, slices.Clone(pages), nil, func(page uint32) []uint32 { return pages[page] })
			}
			if err != nil {
				t.Fatal(err)
			}
			for i, page := range pages {
				var want []uint32
				for j, other := range pages {
					isAlike := Own(page, other, 0) < 100 && len(page) > 0 && (Own(page, other, labels) < least || Own(other, page, labels) < least)
					if i != j && isAlike {
						want = append(want, uint32(j))
					}
				}
				for name, a := range map[string]*Alike{"words": &byWords, "parts": &byParts} {
					if got := slices.Sorted(slices.Values(a.pages[i])); !slices.Equal(got, want) {
						t.Fatalf("by %s page %d is like %v, want %v, of %v", name, i, got, want, pages)
					}
				}
			}
		}
	})
}

// A page is compared again when one of its parts has other words.
func TestAlikeChanged(t *testing.T) {
	words := map[uint32][]uint32{0: {1, 2, 3}, 1: {4, 5, 6}}
	var a Alike
	update := func(changed map[uint32]bool) {
		if err := a.Update(t.Context(), 40, [][]uint32{{0, 7}, {1, 7}}, changed, func(page uint32) []uint32 { return words[page] }); err != nil {
			t.Fatal(err)
		}
	}
	update(nil)
	words[1] = []uint32{1, 2, 3}
	update(map[uint32]bool{1: true})
	if !slices.Equal(a.pages[0], []uint32{1}) {
		t.Errorf("the first page is like %v", a.pages[0])
	}
}

// Of pages in a row, each like the next, every second one is chosen; the others are like the first one chosen.
func TestAlikeChoose(t *testing.T) {
	a := Alike{pages: [][]uint32{{1}, {0, 2}, {1, 3}, {2}, nil}}
	like := a.Choose([]uint32{2, 0, 1, 3, 4}, func(uint32) bool { return false })
	if len(like) != 2 || like[1] != 2 || like[3] != 2 {
		t.Errorf("not chosen are %v", like)
	}
	like = a.Choose([]uint32{2, 0, 1, 3, 4}, func(page uint32) bool { return page == 1 || page == 0 })
	if len(like) != 1 || like[2] != 1 {
		t.Errorf("not chosen are %v, though the first two differ", like)
	}
}

func TestOwn(t *testing.T) {
	if got := Own([]uint32{1, 2}, []uint32{2}, 2); got != 25 {
		t.Errorf("with two words of every page own are %d %%, want 25", got)
	}
	for _, try := range []struct {
		words, other []uint32
		want         int
	}{{nil, nil, 0}, {[]uint32{1, 2}, nil, 100}, {[]uint32{1, 5, 9}, []uint32{0, 5, 10}, 66}, {[]uint32{1, 2}, []uint32{1, 2, 3}, 0}} {
		if got := Own(try.words, try.other, 0); got != try.want {
			t.Errorf("of %v against %v own are %d %%, want %d", try.words, try.other, got, try.want)
		}
	}
}
