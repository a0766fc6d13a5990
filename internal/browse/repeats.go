package browse

import (
	"cmp"
	"context"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/similar"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Candidates are the pages that search engines may index by all other rules, beside those of tools (MayBeIndexed).
type Candidates struct {
	Alternatives func(it *Item) bool // asked if the page of the tool is chosen
	Category     func(products int) bool
	Tag          func(slug string, isChosen func(it *Item) bool) bool
}

// Repeats says which pages have too few words of their own beside a more important one of their kind (site.IndexLimits.OwnWords). The words
// are those of names and texts, as lists or the page of the tool show them: case, accents and words of fewer letters than
// leastWord do not count, nor does how often a word occurs.
type Repeats struct {
	snapshot            *Snapshot
	words               *words
	tools, alternatives map[uint32]uint32 // by slot
	categories, tags    map[string]string // by slug
}

// Repeats chooses among pages that are alike: first the tool that most others link, the alternatives to that tool, the category
// and the tag with the most tools. It is nil without a limit, and until similar products are chosen. The first call for a snapshot compares the pages that have changed
// since the call before; the others return what it found.
func (s *Similar) Repeats(limits site.IndexLimits, candidates Candidates) *Repeats {
	if !s.linked || limits.OwnWords == 0 {
		return nil
	}
	w := s.words
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.limits.OwnWords != limits.OwnWords {
		w.of = nil
	}
	if w.limits != limits {
		w.limits, w.chosen = limits, nil
	}
	w.keep(s.snapshot())
	if w.chosen == nil || w.of != s.snapshot() {
		_ = w.follow(context.Background(), s) // only an end of the context can cause an error
		w.chosen = w.choose(s, candidates)
	}
	return w.chosen
}

// Tool returns the tool whose page the page of a tool repeats; nil: none.
func (r *Repeats) Tool(it *Item) *Item {
	if r == nil {
		return nil
	}
	return r.item(r.tools, it)
}

// Alternatives returns the tool whose page of alternatives that of a tool repeats; nil: none.
func (r *Repeats) Alternatives(it *Item) *Item {
	if r == nil {
		return nil
	}
	return r.item(r.alternatives, it)
}

func (r *Repeats) item(pages map[uint32]uint32, it *Item) *Item {
	if other, ok := pages[it.slot]; ok {
		return r.snapshot.items[other]
	}
	return nil
}

// Tag returns the slug of the tag whose page that of a tag repeats; empty: none.
func (r *Repeats) Tag(slug string) string {
	if r == nil {
		return ""
	}
	return r.tags[slug]
}

// Category returns the slug of the category whose page that of a category repeats; empty: none.
func (r *Repeats) Category(slug string) string {
	if r == nil {
		return ""
	}
	return r.categories[slug]
}

// DifferenceOfTool returns which part of the words of a tool's page the page that it repeats does not have, or the other way around, in
// percent: the smaller one.
func (r *Repeats) DifferenceOfTool(it *Item) int {
	r.words.mu.Lock()
	defer r.words.mu.Unlock()
	return difference(r.words.texts[it.slot], r.words.texts[r.tools[it.slot]], toolLabels)
}

// DifferenceOfAlternatives is DifferenceOfTool for the page of alternatives to a tool.
func (r *Repeats) DifferenceOfAlternatives(it *Item) int {
	return r.words.difference(&r.words.alternatives, it.slot, r.alternatives[it.slot])
}

// DifferenceOfCategory is DifferenceOfTool for the page of a category.
func (r *Repeats) DifferenceOfCategory(slug string) int {
	return r.words.differenceOf(&r.words.categories, slug, r.categories[slug])
}

// DifferenceOfTag is DifferenceOfTool for the page of a tag.
func (r *Repeats) DifferenceOfTag(slug string) int {
	return r.words.differenceOf(&r.words.tags, slug, r.tags[slug])
}

func difference(words, other []uint32, labels int) int {
	return min(similar.Own(words, other, labels), similar.Own(other, words, labels))
}

// words has the words of products, and knows which pages are alike. All snapshots of one Live share it; it is up to date with the one
// that was asked last.
type words struct {
	mu                  sync.Mutex
	of                  *Snapshot        // nil: none yet
	by                  site.IndexLimits // by which it is up to date
	cards, texts        [][]uint32       // of a product in a list, and on its page if it may be indexed, by slot
	tools, alternatives similar.Alike
	categories, tags    topics
	limits              site.IndexLimits // asked for last
	chosen              *Repeats         // nil: not yet
}

// topics are the first pages of lists by category, or by tag.
type topics struct {
	similar.Alike
	numbers map[string]uint32 // of pages, by slug
}

// newTopics returns topics without pages.
func newTopics() topics { return topics{similar.Alike{Labels: listLabels}, map[string]uint32{}} }

// number returns the number of a page, a new one for a slug that is new.
func (t *topics) number(slug string) uint32 {
	number, known := t.numbers[slug]
	if !known {
		number = uint32(len(t.numbers))
		t.numbers[slug] = number
	}
	return number
}

// choose returns which pages repeat another, both by slug. Those that come first are chosen first.
func (t *topics) choose(slugs []string) map[string]string {
	pages, names := make([]uint32, len(slugs)), map[uint32]string{}
	for i, slug := range slugs {
		pages[i] = t.number(slug)
		names[pages[i]] = slug
	}
	repeated := map[string]string{}
	for page, other := range t.Choose(pages, func(uint32) bool { return false }) {
		repeated[names[page]] = names[other]
	}
	return repeated
}

// MayBeIndexed reports whether a product meets all other rules for its page (internal/indexing has the same). The pages of others are
// compared with none.
func (s *Similar) MayBeIndexed(it *Item, limits site.IndexLimits) bool {
	return it != nil && it.OwnText() >= limits.Description && it.Facts() >= limits.ToolFacts && !s.SharesText(it)
}

// compare brings the words up to date with a snapshot, for Repeats. For a whole catalogue it takes some seconds at 100,000 products.
func (s *Similar) compare(ctx context.Context) error {
	s.words.mu.Lock()
	defer s.words.mu.Unlock()
	return s.words.follow(ctx, s)
}

// keep makes what is known of a snapshot that of another one, if the two differ in their visits only: they are counted every few seconds.
func (w *words) keep(s *Snapshot) {
	if w.of == nil || w.of == s || w.of.generation != s.generation {
		return
	}
	w.of = s
	if w.chosen != nil {
		chosen := *w.chosen // somebody may be reading the other one
		chosen.snapshot, w.chosen = s, &chosen
	}
}

func (w *words) follow(ctx context.Context, s *Similar) error {
	if w.of == s.snapshot() && w.by == w.limits {
		return nil
	}
	last, least := w.of, w.limits.OwnWords
	w.of, w.chosen = nil, nil
	if last == nil {
		w.tools, w.alternatives = similar.Alike{Labels: toolLabels}, similar.Alike{Labels: listLabels}
		w.categories, w.tags = newTopics(), newTopics()
	}
	count := len(s.items)
	w.cards = append(w.cards, make([][]uint32, max(0, count-len(w.cards)))...)
	w.texts = append(w.texts, make([][]uint32, max(0, count-len(w.texts)))...)
	changed, alternatives := map[uint32]bool{}, make([][]uint32, count)
	for slot := range uint32(count) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		it := s.items[slot]
		if last == nil || !SameText(itemIn(last.items, slot), it) {
			card := cardWords(it)
			if last != nil && !slices.Equal(card, w.cards[slot]) {
				changed[slot] = true
			}
			w.cards[slot], w.texts[slot] = card, nil
		}
		if !s.MayBeIndexed(it, w.limits) {
			w.texts[slot] = nil
			continue
		}
		if w.texts[slot] == nil {
			w.texts[slot] = pageWords(it, w.cards[slot])
		}
		alternatives[slot], _, _ = s.alternativesTo(it)
	}
	if err := w.tools.Update(ctx, least, slices.Clone(w.texts), nil, nil); err != nil {
		return err
	}
	listed := func(lists [][]uint32) func(page uint32) []uint32 {
		return func(page uint32) []uint32 { return w.listed(lists[page]) }
	}
	if err := w.alternatives.Update(ctx, least, alternatives, changed, listed(alternatives)); err != nil {
		return err
	}
	categories, tags := w.firstPages(s)
	if err := w.categories.Update(ctx, least, categories, changed, listed(categories)); err != nil {
		return err
	}
	if err := w.tags.Update(ctx, least, tags, changed, listed(tags)); err != nil {
		return err
	}
	w.of, w.by = s.snapshot(), w.limits
	return nil
}

// firstPages returns the products on the first page of each category, and of each tag that has one, by the page's number.
func (w *words) firstPages(s *Similar) (categories, tags [][]uint32) {
	ofCategory := make([][]uint32, len(s.categories))
	for _, section := range catalog.Sections() {
		members := orNone(s.sections[section])
		for _, slot := range s.orders[byPosition].slots {
			if !members.has(slot) {
				continue
			}
			for _, category := range s.membership.of(slot) {
				if len(ofCategory[category]) < PageLength {
					ofCategory[category] = append(ofCategory[category], slot)
				}
			}
		}
	}
	categories, tags = make([][]uint32, len(w.categories.numbers)), make([][]uint32, len(w.tags.numbers)) // also of those that are gone
	for category, slots := range ofCategory {
		categories = withPage(categories, w.categories.number(s.categories[category].Slug), slots)
	}
	positions := s.orders[byPosition].positions
	for _, t := range s.tags {
		if !s.snapshot().Tags().hasPage(t) {
			continue
		}
		var slots []uint32
		for _, section := range catalog.Sections() {
			members, from := orNone(s.sections[section]), len(slots)
			for _, slot := range t.slots {
				if from < PageLength && members.has(slot) {
					slots = append(slots, slot)
				}
			}
			slices.SortFunc(slots[from:], func(a, b uint32) int { return cmp.Compare(positions[a], positions[b]) })
		}
		tags = withPage(tags, w.tags.number(t.slug), slices.Clone(slots[:min(len(slots), PageLength)]))
	}
	return categories, tags
}

// withPage returns the pages with the page of a number.
func withPage(pages [][]uint32, number uint32, slots []uint32) [][]uint32 {
	pages = append(pages, make([][]uint32, max(0, int(number)+1-len(pages)))...)
	pages[number] = slots
	return pages
}

// difference is that of two lists of products.
func (w *words) difference(lists *similar.Alike, page, other uint32) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return difference(w.listed(lists.Parts(page)), w.listed(lists.Parts(other)), lists.Labels)
}

// differenceOf is that of the pages of two topics, by slug.
func (w *words) differenceOf(t *topics, slug, other string) int {
	w.mu.Lock()
	page, repeated := t.numbers[slug], t.numbers[other]
	w.mu.Unlock()
	return w.difference(&t.Alike, page, repeated)
}

// listed returns the words of a list of products.
func (w *words) listed(slots []uint32) []uint32 {
	var list []uint32
	for _, slot := range slots {
		list = append(list, w.cards[slot]...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (w *words) choose(s *Similar, candidates Candidates) *Repeats {
	chosen := &Repeats{snapshot: s.snapshot(), words: w}
	mayBe := func(it *Item) bool { return s.MayBeIndexed(it, w.limits) }
	none := func(uint32) bool { return false }
	chosen.tools = w.tools.Choose(s.mostLinked(mayBe), none)
	isTool := func(it *Item) bool { return chosen.Tool(it) == nil && mayBe(it) }
	alternatives := s.mostLinked(func(it *Item) bool { return isTool(it) && candidates.Alternatives(it) })
	chosen.alternatives = w.alternatives.Choose(alternatives, s.introduced(alternatives, w.limits.Description))
	var categories, tags []string
	for _, c := range s.snapshot().Categories().Largest(len(s.categories)) {
		if candidates.Category(c.Count) {
			categories = append(categories, c.Slug)
		}
	}
	for _, t := range s.snapshot().Tags().All() {
		if candidates.Tag(t.Slug, isTool) {
			tags = append(tags, t.Slug)
		}
	}
	chosen.categories, chosen.tags = w.categories.choose(categories), w.tags.choose(tags)
	return chosen
}

// introduced returns a function that reports whether the page of alternatives to one of these products has an editor's text of at least
// so many code points, which none of the others has or begins with.
func (s *Similar) introduced(slots []uint32, least int) func(slot uint32) bool {
	having := map[uint64]int{}
	for _, slot := range slots {
		if has := s.items[slot].more; has != nil && has.introduced >= least {
			having[has.introduction]++
		}
	}
	return func(slot uint32) bool {
		has := s.items[slot].more
		return has != nil && having[has.introduction] == 1 && has.introduced >= least
	}
}

// mostLinked returns the slots of products, those first that most others link, then by id.
func (s *Similar) mostLinked(is func(it *Item) bool) (slots []uint32) {
	for _, slot := range s.orders[byID].slots {
		if is(s.items[slot]) {
			slots = append(slots, slot)
		}
	}
	slices.SortStableFunc(slots, func(a, b uint32) int { return cmp.Compare(s.similar.Inbound(b), s.similar.Inbound(a)) })
	return slots
}

// How many words every page of a kind has besides: headings, buttons, prices, and what most sentences that the program writes have in
// common, and of a list the categories of its tools. With them no share is higher than that of the rendered page.
const (
	toolLabels = 5
	listLabels = 28
)

// leastWord is the length of the shortest words that count, in letters: shorter ones are mostly "the" and "for".
const leastWord = 4

// cardWords returns the words of a product as lists show it, as hashes in ascending order.
func cardWords(it *Item) []uint32 {
	if it == nil {
		return nil
	}
	p := it.Product()
	return hashWords(p.Name + " " + cutText(p.Description))
}

// pageWords returns the words of a product as its page shows it, which are those of its card if nothing is cut off.
func pageWords(it *Item, card []uint32) []uint32 {
	p := it.Product()
	if it.short >= it.ends[description] && p.UseCases == "" {
		return card
	}
	return hashWords(p.Name + " " + p.Description + " " + p.UseCases)
}

func hashWords(text string) (hashes []uint32) {
	for word := range strings.FieldsFuncSeq(catalog.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if utf8.RuneCountInString(word) >= leastWord {
			h := fnv.New32a()
			_, _ = h.Write([]byte(word)) // never fails
			hashes = append(hashes, h.Sum32())
		}
	}
	slices.Sort(hashes)
	return slices.Clip(slices.Compact(hashes))
}
