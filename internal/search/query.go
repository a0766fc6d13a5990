package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/internal/catalog"
)

// What is read of a query.
const (
	maxCharacters = 200
	maxWords      = 16
)

// request is one search under way, with memory kept for the next.
type request struct {
	scratch
	ix       *Index
	split    splitter
	words    []word
	heard    map[string]word // the words of earlier queries
	units    []unit
	whole    string // the query as one word
	nearly   bool   // whether the whole is a name but for typos
	query    string // as far as it is read
	literal  string // the query, folded
	views    [2]view
	arena    []posting
	typed    pattern // of the text that near words are looked for
	found    []nearWord
	foundFor string // the text that found is near to
	order    []int  // of units, as they are read
}

// view is a segment as a search sees it.
type view struct {
	*segment
	offset uint32     // of its documents' cells
	lost   []lostWord // empty for the delta
}

// word is a word of the query, in its order.
type word struct {
	text, stem string
	plain      string // the stem of a word with symbols when they are left out
	unit       int    // its place in units; -1 for a stop word that is left out
}

// unit is a word that documents are asked for, with the ways of having it.
type unit struct {
	word
	open   bool    // the last word: it may go on
	absent bool    // no document has it as it was typed
	part   float64 // of what its rarity says, for weak words
	having float64 // in how many documents, about
	weight float64
	ways   []way
}

// way is one way of having a word: those of a range of words of a segment, or postings made for it.
type way struct {
	view     int
	from, to int
	column   func(*segment) *column
	made     []posting
	grade    grade
	typed    int // letters typed of a completion; 0: the grade as it is
}

func (r *request) begin(ix *Index, query string) {
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
	r.choose()
}

// takeSymbols makes words with symbols of those that some document has, and gives them. The others are read without:
// "c+" is on the way to "c++".
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

// maxKnown is how many words a request remembers with their stems.
const maxKnown = 4096

// wordOf is a word of the query with its stem, which is remembered: people ask with the same words again and again.
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

// end empties what the search touched and lets go of the index.
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

// withoutScheme is the host of a pasted address, and any other query as it is.
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

// choose makes a unit of each word, once; of stop words only when there is nothing else.
func (r *request) choose() {
	all := true
	for _, w := range r.words {
		all = all && r.ix.language.stops[w.text]
	}
	for i := range r.words {
		w := &r.words[i]
		if r.ix.language.stops[w.text] && !all {
			continue
		}
		if w.unit = r.unitOf(w.text); w.unit < 0 {
			w.unit = len(r.units)
			r.addUnit(unit{word: *w, part: r.partOf(i)})
		}
	}
	if last := len(r.words) - 1; last >= 0 && r.words[last].unit >= 0 {
		r.units[r.words[last].unit].open = true
	}
	for i := range r.units {
		if u := &r.units[i]; utf8.RuneCountInString(u.text) == 1 && len(u.text) > 1 {
			u.open = true // a lone character of a script without blanks begins a pair
		}
	}
}

// addUnit appends a unit, in the memory of one of an earlier search where there is any.
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

// partOf is how much of its weight the query's word keeps.
func (r *request) partOf(i int) float64 {
	if i > 0 && (r.words[i-1].text == "without" || r.words[i-1].text == "no") {
		return deniedPart
	}
	if part, weak := r.ix.language.weak[r.words[i].stem]; weak {
		return part
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
