package browse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// A write is seen by the next read after Renew.
func TestRenewAfterWrite(t *testing.T) {
	s := newStore(tool(1, "one"), tool(2, "two"))
	l := live(t, s)
	s.put(tool(3, "three", in("New")), tool(1, "uno"))
	s.remove(2)
	renew(t, l)
	expect(t, l.Snapshot(), Query{Sort: SortName}, 3, 1)
	expect(t, l.Snapshot(), Query{Category: "new"}, 3)
	expect(t, l.Snapshot(), Query{Search: "uno"}, 1)
	expect(t, l.Snapshot(), Query{Search: "two"})
	same(t, "the version, and snapshots", []any{l.Snapshot().Version(), s.fullReads}, []any{s.version, 1})
}

// A category that is gone, as after the undo of an import, is taken out of what is in memory.
func TestRenewWithoutCategory(t *testing.T) {
	s := newStore(tool(1, "one", in("Old")), tool(2, "two", in("Old")), tool(3, "three", in("Kept")))
	l := live(t, s)
	s.put(tool(1, "one", in("Kept")))
	s.remove(2)
	s.categories = slices.DeleteFunc(s.categories, func(c catalog.Category) bool { return c.Name == "Old" })
	renew(t, l)
	expect(t, l.Snapshot(), Query{Category: "kept"}, 3, 1)
	expect(t, l.Snapshot(), Query{Category: "old"})
	same(t, "categories and snapshots", []int{len(l.Snapshot().Categories().Counts()), s.fullReads}, []int{1, 1})
}

// A draft has the category into which its own one was merged.
func TestRenewMergedCategoryOfDraft(t *testing.T) {
	s := newStore(tool(1, "shown", in("Kept")), tool(2, "draft", in("Old"), func(p *catalog.Product) { p.Status = catalog.StatusDraft }))
	l := live(t, s)
	s.categories[1] = catalog.Category{ID: 77, Name: "New", Slug: "new"}
	draft := s.products[2]
	draft.Categories = []string{"New"}
	s.products[2] = draft // the store does not count it as a change of the product
	s.version++
	renew(t, l)
	for item := range AllStored(l.Snapshot()) {
		if item.ID() == draft.ID {
			same(t, "its categories", item.Stored().Categories, draft.Categories)
		}
	}
}

// After Renew a search finds what any one field says anew.
func TestRenewSearchedFields(t *testing.T) {
	for field, edit := range map[string]func(*catalog.Product){
		"name":        func(p *catalog.Product) { p.Name = "Xylophone" },
		"description": func(p *catalog.Product) { p.Description = "A xylophone." },
		"useCases":    func(p *catalog.Product) { p.UseCases = "Xylophone" },
		"tags":        func(p *catalog.Product) { p.Tags = []string{"xylophone"} },
		"categories":  func(p *catalog.Product) { p.Categories = []string{"Xylophone"} },
		"website":     func(p *catalog.Product) { p.Website = "https://xylophone.example" },
	} {
		s := newStore(tool(1, "one"), tool(2, "two"))
		l := live(t, s)
		s.put(tool(1, "one", edit))
		renew(t, l)
		t.Run(field, func(t *testing.T) { expect(t, l.Snapshot(), Query{Search: "xylophone"}, 1) })
	}
}

// Renew does nothing when nothing has changed, and shows a version that moved without a change of a product.
func TestRenewUnchanged(t *testing.T) {
	s := newStore(tool(1, "one"))
	l := live(t, s)
	before := l.Snapshot()
	renew(t, l)
	if l.Snapshot() != before {
		t.Error("the snapshot was made anew for nothing")
	}
	s.put()
	renew(t, l)
	same(t, "the version", l.Snapshot().Version(), int64(2))
}

// The whole catalogue is read when the changes do not fit what is in memory.
func TestRenewWholeCatalogue(t *testing.T) {
	for name, change := range map[string]func(s *memoryStore){
		"a category was renamed": func(s *memoryStore) {
			s.categories[0].Name, s.categories[0].Slug = "Prose", "prose"
			p := s.products[1]
			p.Categories = []string{"Prose"}
			s.products[1] = p // the store does not count it as a change of the product
			s.version++
		},
		"a category was merged into another": func(s *memoryStore) {
			s.categories[0] = catalog.Category{ID: 77, Name: "Prose", Slug: "prose"}
			p := s.products[1]
			p.Categories = []string{"Prose"}
			s.products[1] = p
			s.version++
		},
		"an older copy was put back": func(s *memoryStore) {
			s.version = 0
			s.put(tool(1, "one", in("Prose")))
		},
		"most of it changed": func(s *memoryStore) {
			many := manyTools(1_500)
			for i := range many {
				many[i].Categories = []string{"Prose"}
			}
			s.put(many...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore()
			s.put()
			s.put(tool(1, "one"))
			l := live(t, s)
			change(s)
			renew(t, l)
			page := listed(t, l.Snapshot(), Query{Category: "prose"})
			same(t, "products and snapshots", []int{page.Total, s.fullReads}, []int{len(s.products), 2})
		})
	}
}

// After an error the snapshot stays as it was.
func TestRenewError(t *testing.T) {
	s := newStore(tool(1, "one"))
	l := live(t, s)
	s.err = errors.New("no database")
	s.put(tool(2, "two"))
	if err := l.Renew(t.Context()); !errors.Is(err, s.err) {
		t.Errorf("got %v", err)
	}
	expect(t, l.Snapshot(), Query{}, 1)
	s.err = nil
	renew(t, l)
	expect(t, l.Snapshot(), Query{}, 2, 1)
	s.err = errors.New("no database")
	if _, err := NewLive(t.Context(), s, func() time.Time { return noon }); !errors.Is(err, s.err) {
		t.Errorf("got %v", err)
	}
}

// gate is a store whose Changes waits at a gate.
type gate struct {
	*memoryStore
	open chan struct{}
}

func (g *gate) Changes(ctx context.Context, since int64) (catalog.Changes, error) {
	c, err := g.memoryStore.Changes(ctx, since)
	<-g.open
	return c, err
}

// Those who wait share one renewal, which began after they asked.
func TestRenewShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{newStore(tool(1, "one")), make(chan struct{})}
		l := live(t, g)
		go l.Renew(t.Context())
		synctest.Wait() // it has read, and waits at the gate
		g.put(tool(2, "two"))
		var seen sync.WaitGroup
		for range 50 {
			seen.Go(func() {
				if err := l.Renew(t.Context()); err != nil || l.Snapshot().Len() != 2 {
					t.Errorf("%d products after Renew, %v", l.Snapshot().Len(), err)
				}
			})
		}
		synctest.Wait()
		close(g.open)
		seen.Wait()
		same(t, "reads of the store", g.reads, 2)
	})
}

// Those who only wait leave when their context ends.
func TestRenewWaiterCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{newStore(tool(1, "one")), make(chan struct{})}
		l := live(t, g)
		go l.Renew(t.Context())
		synctest.Wait()
		go l.Renew(t.Context())
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := l.Renew(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		close(g.open)
	})
}

// A renewal that has begun is completed though its caller is gone.
func TestRenewCallerCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore(tool(1, "one"))
		l := live(t, s)
		s.put(tool(2, "two"))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := l.Renew(ctx); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		synctest.Wait()
		same(t, "products", l.Snapshot().Len(), 2)
	})
}

// Readers see one whole version while the catalogue changes.
func TestRenewConcurrentReads(t *testing.T) {
	s := newStore(manyTools(200)...)
	l := live(t, s)
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					checkWhole(t, l.Snapshot())
				}
			}
		})
	}
	for i := range 60 { // each version has one product more in one category more, and says so everywhere
		s.put(tool(int64(1_000+i), fmt.Sprintf("added %d", i), in("Added", "Common")), tool(int64(i+1), "changed", in("Common")))
		renew(t, l)
	}
	close(stop)
	readers.Wait()
}

func checkWhole(t *testing.T, p *Snapshot) {
	added := int(p.Version()) - 1
	page, err := p.List(Query{Category: "added", Limit: 10})
	if err != nil || page.Total != added || p.Len() != 200+added {
		t.Errorf("version %d: %d added of %d, %v", p.Version(), page.Total, p.Len(), err)
	}
	c, err := p.Catalog(Query{Search: "added"})
	if err != nil || c.Total != added || c.AllPricing != added {
		t.Errorf("version %d: %d found, %v", p.Version(), c.Total, err)
	}
	for _, it := range page.Items {
		if similar := p.Similar().To(it, 8); slices.Contains(similar, it) {
			t.Error("similar to itself")
		}
	}
}

// Categories are found by their former names.
func TestCategoryFormerNames(t *testing.T) {
	s := newStore(tool(1, "one"), tool(2, "two", in("Vidéo")))
	l := live(t, s)
	s.old = catalog.OldNames{"prose": 1, "text & talk": 1, "video": 1, "gone": 99}
	s.put()
	renew(t, l)
	for called, want := range map[string][]int64{"prose": {1}, "text & talk": {1}, "video": {2}, "gone": {}} {
		for _, from := range []*Snapshot{l.Snapshot(), live(t, s).Snapshot()} {
			expect(t, from, Query{Category: called}, want...)
		}
	}
	if found, ok := l.Snapshot().Categories().Find("PROSE"); !ok || found.Name != "Writing" {
		t.Errorf("PROSE is %v, %v", found, ok)
	}
	s.old = nil
	s.put()
	renew(t, l)
	if _, ok := l.Snapshot().Categories().Find("prose"); ok {
		t.Error("what leads nowhere any more still leads there")
	}
}
