package browse

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// A snapshot that was patched finds products by the same former slugs as one that was read whole.
func TestOldSlugsPatched(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newStore(several(1, 5)...)
		snapshot := s.snapshot()
		for range rapid.IntRange(1, 8).Draw(t, "renames") {
			id, slug := rapid.Int64Range(1, 5).Draw(t, "id"), fmt.Sprint("slug-", rapid.IntRange(1, 8).Draw(t, "slug"))
			if _, taken := s.snapshot().Product(slug); !taken {
				s.setSlug(id, slug)
			}
			if rapid.Bool().Draw(t, "read") {
				snapshot = s.patch(snapshot)
			}
		}
		snapshot = s.patch(snapshot)
		same(t, "patched as read anew", fmt.Sprint(snapshot.oldSlugs), fmt.Sprint(s.snapshot().oldSlugs))
		for _, old := range s.oldSlugs {
			if it, ok := snapshot.ProductByAnySlug(old.Slug); !ok || it.ID() != old.ProductID {
				t.Fatalf("%s leads to %v, want %d", old.Slug, it, old.ProductID)
			}
		}
	})
}

// Changes that concern no former slug share the list.
func TestOldSlugsShared(t *testing.T) {
	s := newStore(tool(1, "One"), tool(2, "Two"))
	s.setSlug(1, "uno")
	first := s.snapshot()
	s.put(tool(2, "Two", in("Video")), tool(3, "Three"))
	next := s.patch(first)
	if &first.oldSlugs[0] != &next.oldSlugs[0] {
		t.Error("the list was copied")
	}
	s.remove(1)
	if _, ok := s.patch(next).ProductByAnySlug("one-1"); ok {
		t.Error("a former slug leads to a deleted product")
	}
}

func BenchmarkRenameAmongOldSlugs(b *testing.B) {
	list := make(oldSlugs, 100_000)
	for i := range list {
		list[i] = catalog.OldSlug{Slug: fmt.Sprintf("tool-%06d", i), ProductID: int64(i)}
	}
	for b.Loop() {
		list.patched([]catalog.OldSlug{{Slug: "tool-050000x", ProductID: 1}}, map[string]bool{"new": true})
	}
}
