package compare

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// fixedStore is a catalogue that never changes.
type fixedStore catalog.All

func (s fixedStore) All(context.Context) (catalog.All, error) { return catalog.All(s), nil }

func (s fixedStore) Changes(context.Context, int64) (catalog.Changes, error) {
	return catalog.Changes{}, nil
}

func open(t *testing.T, s fixedStore) *browse.Live {
	t.Helper()
	l, err := browse.NewLive(t.Context(), s, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// snapshotOf returns a snapshot of products with these slugs; the first has the id 1, and was "old".
func snapshotOf(t *testing.T, slugs ...string) *browse.Snapshot {
	t.Helper()
	var products []catalog.Product
	for i, slug := range slugs {
		products = append(products, catalog.Product{ID: int64(i + 1), Slug: slug, ProductFields: catalog.ProductFields{Name: slug}})
	}
	return open(t, fixedStore{Products: products, OldSlugs: []catalog.OldSlug{{Slug: "old", ProductID: 1}}}).Snapshot()
}

func slugsOf(items []*browse.Item) string {
	var slugs []string
	for _, item := range items {
		slugs = append(slugs, item.Slug())
	}
	return strings.Join(slugs, " ")
}

func TestNamed(t *testing.T) {
	t.Parallel()
	plain := snapshotOf(t, "runway", "ideogram", "suno", "udio", "zed")
	separators := snapshotOf(t, "a", "b", "c", "a-vs-b", "vs", "b-vs-c")
	for _, test := range []struct {
		what     string
		snapshot *browse.Snapshot
		name     string
		want     string // the slugs; empty: no comparison
		canonic  string // empty: the same
	}{
		{"two", plain, "ideogram-vs-runway", "ideogram runway", ""},
		{"four", plain, "ideogram-vs-runway-vs-suno-vs-udio", "ideogram runway suno udio", ""},
		{"another order", plain, "suno-vs-ideogram-vs-runway", "ideogram runway suno", "ideogram-vs-runway-vs-suno"},
		{"capitals", plain, "Ideogram-VS-RUNWAY", "ideogram runway", "ideogram-vs-runway"},
		{"ids", plain, "1-vs-ideogram", "ideogram runway", "ideogram-vs-runway"},
		{"a former slug", plain, "Old-vs-ideogram", "ideogram runway", "ideogram-vs-runway"},
		{"a product and its former slug", plain, "old-vs-runway", "", ""},
		{"an unknown one", plain, "ideogram-vs-nothing", "", ""},
		{"one", plain, "ideogram", "", ""},
		{"the same twice", plain, "ideogram-vs-ideogram", "", ""},
		{"the same by id", plain, "ideogram-vs-2", "", ""},
		{"five", plain, "ideogram-vs-runway-vs-suno-vs-udio-vs-zed", "", ""},
		{"none", plain, "", "", ""},
		{"only separators", plain, strings.Repeat(separator, 400), "", ""},
		{"fewer before more", separators, "a-vs-b-vs-c", "a-vs-b c", ""},
		{"the longer name first", separators, "a-vs-b-vs-vs", "a-vs-b vs", ""},
		{"an order that leads to its own name", separators, "c-vs-a-vs-b", "a-vs-b c", "a-vs-b-vs-c"},
		{"a name that means others", separators, "c-vs-b-vs-a", "", ""},
		{"the word itself", separators, "a-vs-vs", "a vs", ""},
	} {
		t.Run(test.what, func(t *testing.T) {
			t.Parallel()
			c, ok := Named(test.snapshot, test.name)
			if got := slugsOf(c.Items); got != test.want || ok != (test.want != "") {
				t.Fatalf("%s means %q, %t; want %q", test.name, got, ok, test.want)
			}
			if !ok {
				return
			}
			want := test.canonic
			if want == "" {
				want = test.name
			}
			if c.Name != want {
				t.Errorf("its name is %s, want %s", c.Name, want)
			}
			again, ok := Named(test.snapshot, c.Name)
			if !ok || again.Name != c.Name || !slices.Equal(again.Items, c.Items) {
				t.Errorf("its own name leads to %s", again.Name)
			}
		})
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	s := snapshotOf(t, "a", "b", "c", "a-vs-b")
	items := func(slugs ...string) (found []*browse.Item) {
		for _, slug := range slugs {
			item, _ := s.Product(slug)
			found = append(found, item)
		}
		return found
	}
	if c, ok := Of(s, items("c", "a")...); !ok || c.Name != "a-vs-c" || c.Key() != "1,3" {
		t.Errorf("c and a are %s (%s), %t", c.Name, c.Key(), ok)
	}
	for what, refused := range map[string][]*browse.Item{
		"one":                      items("a"),
		"the same twice":           items("a", "a"),
		"a name that means others": items("a", "b", "c"),
	} {
		if c, ok := Of(s, refused...); ok {
			t.Errorf("%s: got %s", what, c.Name)
		}
	}
}

func TestSplitsAreBounded(t *testing.T) {
	t.Parallel()
	var slugs []string
	for words := range maxSeparators {
		slugs = append(slugs, "a"+strings.Repeat(separator+"a", words))
	}
	s := snapshotOf(t, slugs...)
	name := "a" + strings.Repeat(separator+"a", maxSeparators)
	if got := len(splits(s.Product, name)); got != 696 {
		t.Errorf("the longest name is split in %d ways, want 696", got)
	}
	if got := splits(s.Product, name+separator+"a"); got != nil {
		t.Errorf("a longer name is split in %d ways", len(got))
	}
}
