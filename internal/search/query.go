package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Search ignores the rest of a longer query.
const (
	maxCharacters = 200
	maxWords      = 16
)

// request is the state of one search. A pool reuses its memory.
type request struct {
	scratch
	ix       *Index
	split    splitter
	words    []word
	heard    map[string]word // stems of earlier queries' words
	units    []unit
	asks     []ask
	whole    string // the query as one word, without blanks
	nearly   bool   // whole is within two edits of a name
	query    string // cut to maxCharacters
	literal  string // query, folded
	views    [2]view
	arena    []posting
	places   cuePlaces
	typed    pattern // text of the current near-word lookup
	found    []nearWord
	foundFor string // the text that found belongs to
	order    []int  // of units, by descending weight
}

// view is a segment during a search.
type view struct {
	*segment
	offset uint32     // of its documents in cells
	lost   []lostWord // nil for the delta
}

// word is a word of the query.
type word struct {
	text, stem string
	plain      string // for a word with symbols: the stem without them
	unit       int    // index into units; -1 for an ignored stop word
}

// unit is a distinct word of the query with the ways to match it.
type unit struct {
	word
	open   bool    // the last word, which may be incomplete
	absent bool    // no document has it as typed
	part   float64 // factor on its idf weight, for weak words
	having float64 // number of matching documents, approximately
	weight float64
	asked  bool // a need that several words of the query may name; its ways are known from the start
	needed bool // names a need, alone or with others
	head   bool // may be what is wanted: neither weak nor after a word like "for"
	ways   []way
}

// way is one way to match a word: a range of a segment's words, or computed postings.
type way struct {
	view     int
	from, to int
	column   func(*segment) *column
	made     []posting
	grade    grade
	typed    int // bytes typed of a completion, to scale the grade; 0: don't scale
}

// begin splits the query into words and units. With needs, it finds in them what people ask for in their own words.
func (r *request) begin(ix *Index, query string, needs bool) {
	r.ix, r.found, r.foundFor = ix, r.found[:0], ""
	r.fit(ix.base.size + ix.delta.size)
	r.views = [2]view{{ix.base, 0, ix.lost}, {ix.delta, uint32(ix.base.size), nil}}
	r.words, r.units, r.arena = r.words[:0], r.units[:0], r.arena[:0]
	r.query = withoutScheme(cut(query))
	r.literal = catalog.Fold(r.query)
	r.split.reset()
	r.split.add(r.query)
	for i := range min(len(r.split.words), maxWords) {
		r.words = append(r.words, r.wordOf(r.split.word(i)))
	}
	r.whole = string(r.split.spelled(r.takeSymbols()))
	r.asks = r.asks[:0]
	if needs {
		r.askNeeds()
	}
	r.choose()
}

// takeSymbols applies the words with symbols that some document has, and returns them. It ignores the others: "c+" may
// be on the way to "c++".
func (r *request) takeSymbols() []symbolWord {
	taken := slices.DeleteFunc(r.split.symbolWords, func(w symbolWord) bool {
		return w.word >= len(r.words) || r.known(w.text) == 0
	})
	for _, w := range taken {
		plain := r.words[w.word].stem
		r.words[w.word] = r.wordOf([]byte(w.text))
		r.words[w.word].plain = plain
	}
	return taken
}

// maxKnown limits the stem cache of a request.
const maxKnown = 4096

// wordOf returns the word with its stem. It caches stems because the same query words recur.
func (r *request) wordOf(letters []byte) word {
	if known, ok := r.heard[string(letters)]; ok {
		return known
	}
	if r.heard == nil {
		r.heard = make(map[string]word)
	}
	if len(r.heard) == maxKnown {
		clear(r.heard)
	}
	text := string(letters)
	w := word{text: text, stem: stem(text), unit: -1}
	r.heard[text] = w
	return w
}

// end clears what the search touched and drops the reference to the index.
func (r *request) end() {
	r.clear()
	clear(r.views[:])
	r.ix = nil
}

func cut(query string) string {
	n := 0
	for i := range query {
		if n == maxCharacters {
			return query[:i]
		}
		n++
	}
	return query
}

// withoutScheme returns the host of a pasted URL, and any other query unchanged.
func withoutScheme(query string) string {
	address := strings.TrimSpace(query)
	for _, scheme := range []string{"https://", "http://"} {
		if len(address) > len(scheme) && strings.EqualFold(address[:len(scheme)], scheme) {
			host, _, _ := strings.Cut(address[len(scheme):], "/")
			return strings.TrimPrefix(strings.ToLower(host), "www.")
		}
	}
	return query
}

// choose creates one unit for each need, and for each distinct word beside them. It skips stop words and how people ask
// unless the query has nothing else.
func (r *request) choose() {
	skip := r.ix.language.requests
	if len(r.asks) == 0 && !r.hasBesides(skip) {
		skip = nil
	}
	all := len(r.asks) == 0 && !r.hasBesides(nil)
	tail, ordered := false, slices.ContainsFunc(r.asks, func(a ask) bool { return a.ordered })
	for i := range r.words {
		w := &r.words[i]
		asked := r.askedBy(i)
		if ordered && asked < 0 && r.ix.language.weak[w.stem] == weakPart {
			continue // "turn" is in the texts of both directions
		}
		tail = tail || r.ix.language.tails[w.text] && slices.ContainsFunc(r.units, func(u unit) bool { return u.head })
		if w.unit >= 0 || (r.ix.language.stops[w.text] || skip[w.text] && asked < 0) && !all {
			continue
		}
		if w.unit = r.unitOf(w.text); w.unit < 0 {
			w.unit = len(r.units)
			u := unit{word: *w, part: r.partOf(i, asked >= 0), head: asked >= 0 || r.ix.language.isTelling(*w)}
			if tail && asked < 2 {
				u.part, u.head = u.part*tailPart, false
			}
			r.addUnit(u)
		}
	}
	if last := len(r.words) - 1; last >= 0 && r.words[last].unit >= 0 {
		r.units[r.words[last].unit].open = true
	}
	for i := range r.units {
		if u := &r.units[i]; utf8.RuneCountInString(u.text) == 1 && len(u.text) > 1 {
			u.open = true // in a script without blanks, a lone character begins a pair
		}
	}
}

// hasBesides reports whether the query has a word besides stop words and those to skip.
func (r *request) hasBesides(skip map[string]bool) bool {
	return slices.ContainsFunc(r.words, func(w word) bool { return !r.ix.language.stops[w.text] && !skip[w.text] })
}

// addUnit appends a unit and reuses the memory of an earlier search's unit if possible.
func (r *request) addUnit(u unit) {
	n := len(r.units)
	if n == cap(r.units) {
		r.units = append(r.units, u)
		return
	}
	r.units = r.units[:n+1]
	u.ways = r.units[n].ways[:0]
	r.units[n] = u
}

// partOf returns the factor on the idf weight of the query's i-th word, which may be of a need.
func (r *request) partOf(i int, asked bool) float64 {
	if i > 0 && (r.words[i-1].text == "without" || r.words[i-1].text == "no") && !asked {
		return deniedPart
	}
	if part, weak := r.ix.language.weak[r.words[i].stem]; weak {
		return part
	}
	switch {
	case asked:
		return 1
	case r.ix.language.beside[r.words[i].stem]:
		return circumstancePart
	case len(r.asks) > 0:
		return besidePart
	}
	return 1
}

func (r *request) unitOf(text string) int {
	for i := range r.units {
		if r.units[i].text == text {
			return i
		}
	}
	return -1
}
