package browse

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/similar"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

func about(text string) func(*catalog.Product) {
	return func(p *catalog.Product) { p.Description = text }
}

func priced(price catalog.Type) func(*catalog.Product) {
	return func(p *catalog.Product) { p.Type = price }
}

// What a product does says more than its category, and among equal ones a rare category and the price decide.
func TestSimilarOrder(t *testing.T) {
	p := newStore(
		tool(1, "Anna", in("Notes", "Productivity"), about("Transcribes meetings and writes minutes.")),
		tool(2, "Bert", in("Productivity"), about("Plans vacations.")),
		tool(3, "Cleo", in("Speech"), about("Transcription of a meeting, with minutes.")),
		tool(4, "Dora", in("Productivity"), about("Minutes of meetings, transcribed.")),
		tool(5, "Emil", in("Notes"), about("Minutes of meetings, transcribed.")),
		tool(6, "Fritz", in("Notes"), about("Minutes of meetings, transcribed."), priced(catalog.Premium)),
		tool(7, "Gina", in("Productivity"), about("Knits pullovers.")),
		tool(8, "Hugo", in("Cars"), about("Washes a car.")),
	).snapshot()
	same(t, "5 is of the rarer category and the same price, 6 of another, 4 of the more frequent one, 3 of none",
		similarTo(linked(t, p), "1")[:4], []int64{5, 6, 4, 3})
	got := similarTo(p, "1")
	if !slices.Equal(got[:3], []int64{5, 6, 4}) || slices.Contains(got, 3) || slices.Contains(got, 1) || !slices.Contains(got, 2) {
		t.Errorf("similar are %v before the choice; 3 and 8 share no category, 2 does", got)
	}
	self, _ := p.Product("1")
	wantIDs(t, p.Similar().To(self, 2), 5, 6)
	if got := similarTo(p, "3"); len(got) == 0 || slices.Contains(got, 3) || slices.Contains(got, 8) {
		t.Errorf("similar to what shares its category with nothing are %v before the choice, want those with words in common", got)
	}
	same(t, "similar to a product that is not there", len(p.Similar().To(&Item{id: 77}, 8)), 0)
}

// similarTo are the products similar to the one with this id.
func similarTo(p *Snapshot, id string) []int64 {
	self, _ := p.Product(id)
	return ids(p.Similar().To(self, 8))
}

// A rare category in common adds more than a frequent one, and the same price a little; an unknown one is not the same.
func TestSimilarityFactor(t *testing.T) {
	p := newStore(
		tool(1, "self", in("Rare", "Frequent"), priced(catalog.Premium)),
		tool(2, "rare", in("Rare")), tool(3, "frequent", in("Frequent")), tool(4, "both", in("Frequent", "Rare"), priced(catalog.Premium)),
		tool(5, "unknown", in("Frequent"), priced(catalog.Unknown)), tool(6, "unknown too", in("Other"), priced(catalog.Unknown)),
	).snapshot()
	l := p.Similar().candidates()
	defer l.close()
	l.compareTo(0)
	rare, frequent, both := l.factor(1), l.factor(2), l.factor(3)
	if !(1 < frequent && frequent < rare && rare < both) || both <= 1+categoriesAdd {
		t.Errorf("a rare category gives %v, a frequent one %v, both and the price %v", rare, frequent, both)
	}
	l.compareTo(4)
	same(t, "nothing in common but an unknown price", l.factor(5), 1.0)
}

// Words that nearly every product has, and promotional ones, make nothing similar, and an unknown price is not the same price.
func TestSimilarWeakWords(t *testing.T) {
	p := newStore(
		tool(1, "Anna", in("A"), about("The best free AI tool to compose symphonies."), priced(catalog.Unknown)),
		tool(2, "Bert", in("B"), about("The best free AI tool to groom dogs."), priced(catalog.Unknown)),
		tool(3, "Cleo", in("C"), about("Composes a symphony.")),
		tool(4, "Dora", in("D"), about("The best free AI tool to fix cars."), priced(catalog.Unknown)),
	).snapshot()
	same(t, "first beside the words of nearly every product", similarTo(linked(t, p), "1")[0], int64(3))
	p = newStore(
		tool(1, "Anna", in("A"), about("Unleash endless, seamless symphonies.")),
		tool(2, "Bert", in("B"), about("Unleash endless, seamless haircuts.")),
		tool(3, "Cleo", in("C"), about("Composes a symphony.")),
		tool(4, "Dora", in("D"), about("Repairs cars.")),
	).snapshot()
	same(t, "first beside promotional words", similarTo(linked(t, p), "1")[0], int64(3))
	if a, b := p.items[0], p.items[1]; sameForSimilar(a, b) || !sameForSimilar(a, a) {
		t.Error("products of other texts count as equal")
	}
}

// linked returns the snapshot with its similar products chosen.
func linked(t rapid.TB, p *Snapshot) *Snapshot {
	t.Helper()
	chosen, err := p.Linked(context.Background())
	noError(t, err)
	return chosen
}

// links are the similar products of each product by id. It fails if they break a rule.
func links(t rapid.TB, p *Snapshot) map[int64][]int64 {
	t.Helper()
	inbound, shown := map[int64]int{}, map[int64][]int64{}
	for it := range p.All() {
		list := ids(p.Similar().To(it, similar.Shown))
		if slices.Contains(list, it.id) || len(list) != min(similar.Shown, p.Len()-1) {
			t.Fatalf("%d of %d shows %v", it.id, p.Len(), list)
		}
		for i, other := range list {
			inbound[other]++
			if slices.Contains(list[:i], other) {
				t.Fatalf("%d shows %v", it.id, list)
			}
		}
		shown[it.id] = list
	}
	for it := range p.All() {
		if got := inbound[it.id]; got > similar.MaxInbound || got < min(similar.MinInbound, p.Len()-1) {
			t.Fatalf("%d of %d is shown by %d", it.id, p.Len(), got)
		}
	}
	return shown
}

// The same catalogue has the same similar products, in whatever order it was written, and changes keep the rules.
func TestSimilarStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStore(t, rapid.SampledFrom([]int{5, 14, 60}).Draw(t, "most"))
		p, patched := s.snapshot(), linked(t, s.snapshot())
		for range rapid.IntRange(1, 3).Draw(t, "rounds") {
			s.scramble(t)
			p, patched = s.patch(p), s.patch(patched)
			links(t, patched)
		}
		content, _ := s.All(context.Background())
		slices.Reverse(content.Products)
		got, want := links(t, linked(t, p)), links(t, linked(t, newSnapshot(content, noon)))
		for id := range want {
			if !slices.Equal(got[id], want[id]) {
				t.Fatalf("%d shows %v, in a snapshot made in another order %v", id, got[id], want[id])
			}
		}
	})
}

// Catalogues that give nothing to compare, or too much, keep the rules.
func TestSimilarHostile(t *testing.T) {
	for name, edit := range map[string]func(int, *catalog.Product){
		"all equal":     func(_ int, p *catalog.Product) { p.Name, p.Description = "Same", "The same." },
		"empty":         func(_ int, p *catalog.Product) { p.Name, p.Description, p.Categories, p.Website = "", "", nil, "" },
		"symbols":       func(_ int, p *catalog.Product) { p.Name, p.Description, p.Website = "%", "\x00\u202e🙂\xff ++", "::" },
		"one long word": func(_ int, p *catalog.Product) { p.Description = strings.Repeat("é", 4000) },
		"its own words": func(i int, p *catalog.Product) {
			p.Name, p.Description = fmt.Sprint("w", i), fmt.Sprint("v", i, " u", i)
		},
		"a star": func(i int, p *catalog.Product) {
			p.Description = fmt.Sprint("star ", map[bool]string{true: "all words w1 w2 w3", false: fmt.Sprint("w", i%4)}[i == 0])
		},
		"Chinese":        func(i int, p *catalog.Product) { p.Description = "图像生成工具" + string(rune(0x4E00+i)) },
		"all categories": func(i int, p *catalog.Product) { p.Categories = someCategories },
	} {
		t.Run(name, func(t *testing.T) {
			list := manyTools(150)
			for i := range list {
				edit(i, &list[i])
			}
			s := newStore(list...)
			p := linked(t, s.snapshot())
			links(t, p)
			for i := range 5 {
				s.remove(int64(i*7 + 1))
				s.put(tool(int64(200+i), fmt.Sprint("new ", i)))
				p = s.patch(p)
				links(t, p)
			}
		})
	}
}

// linkedLive returns a Live whose similar products are chosen when the test calls the function.
func linkedLive(t *testing.T, s *memoryStore) (l *Live, link func()) {
	l = live(t, s)
	return l, func() {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		done := make(chan struct{})
		go func() { l.LinkSimilar(ctx); close(done) }()
		testwait.Until(t, "similar products are chosen", func() bool { return l.Snapshot().linked })
		cancel()
		<-done
	}
}

// Similar products are chosen after the start and after many changes, each time as a new generation; few changes are
// patched in at once, and what resembles nothing otherwise costs nothing.
func TestLinkSimilar(t *testing.T) {
	s := newStore(manyTools(60)...)
	l, link := linkedLive(t, s)
	start := l.Snapshot()
	link()
	first := l.Snapshot()
	links(t, first)
	if first.Version() != start.Version() || first.Generation() <= start.Generation() || start.Generation() <= 0 {
		t.Errorf("generation %d of version %d became %d of %d", start.Generation(), start.Version(), first.Generation(), first.Version())
	}

	s.put(tool(5, "rewritten"), tool(99, "new"))
	renew(t, l)
	few := l.Snapshot()
	links(t, few)
	if !few.linked || few.Generation() <= first.Generation() {
		t.Error("few changes were not patched in")
	}
	s.put(tool(5, "rewritten", featured))
	renew(t, l)
	if l.Snapshot().similar != few.similar {
		t.Error("a change that makes nothing less similar chose again")
	}

	s.put(several(10, mostPatched+1, about("Changed."))...)
	s.remove(3)
	renew(t, l)
	if l.Snapshot().linked {
		t.Error("many changes were patched in")
	}
	for it := range l.Snapshot().All() {
		for _, other := range l.Snapshot().Similar().To(it, 8) {
			if found, ok := l.Snapshot().Product(fmt.Sprint(other.id)); !ok || found != other {
				t.Fatalf("%d shows %d, which is not there or from before", it.id, other.id)
			}
		}
	}
	link()
	links(t, l.Snapshot())
}

// What changes while similar products are chosen is patched in, and a catalogue that was read anew starts again.
func TestLinkSimilarMeanwhile(t *testing.T) {
	s := newStore(manyTools(60)...)
	from := s.snapshot()
	chosen := linked(t, from)
	s.remove(7)
	s.put(tool(8, "rewritten"), tool(99, "new"))
	next := s.patch(from).linkedLike(from, chosen)
	links(t, next)
	if !next.linked || next.similar == chosen.similar {
		t.Error("the changes are not in")
	}
	if anew := s.snapshot().linkedLike(from, chosen); anew.linked || anew.similar != nil {
		t.Error("other slots took the similar products of these")
	}
}

// Categories are proposed that the most similar tools have, and only where there are any.
func TestProposedCategories(t *testing.T) {
	t.Parallel()
	var products []catalog.Product
	for i := range 12 {
		p := catalog.Product{ID: int64(i + 1), Slug: fmt.Sprint("tool-", i), ProductFields: catalog.ProductFields{Name: fmt.Sprint("Tool ", i), Status: catalog.Published, Type: catalog.Free, Section: catalog.RecommendedProducts}}
		p.Description, p.Categories = "Transcribes meetings into notes.", []string{"Meetings"}
		if i%2 == 0 {
			p.Description, p.Categories = "Draws portraits of pets.", []string{"Images", "Pets"}
		}
		products = append(products, p)
	}
	s := newSnapshot(catalog.All{Products: products, Categories: []catalog.Category{{ID: 1, Name: "Images", Slug: "images"}, {ID: 2, Name: "Meetings", Slug: "meetings"}, {ID: 3, Name: "Pets", Slug: "pets"}}}, time.Now())
	for text, want := range map[string][]string{"Portraits of your pets": {"Images", "Pets"}, "Notes of meetings": {"Meetings"}, "Zyx": nil} {
		if got := s.Similar().Categories(catalog.ProductFields{Name: "New", Description: text}, 3); !slices.Equal(got, want) {
			t.Errorf("%q: %v, not %v", text, got, want)
		}
	}
	if got := s.Similar().Categories(catalog.ProductFields{Description: "Portraits of your pets"}, 1); len(got) != 1 {
		t.Errorf("more than asked for: %v", got)
	}
	if s.Len() != 12 {
		t.Errorf("the snapshot has %d products", s.Len())
	}
}
