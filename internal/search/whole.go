package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// nearWord is a word within two edits of another.
type nearWord struct {
	text   string
	at     [2]int // its number in each view; -1 if absent
	edits  int
	having int
}

// nearWords collects the words within two edits of the text in r.found, each once. It keeps them for a second call with
// the same text: a query of one unknown word looks it up as a name first, then as a word.
func (r *request) nearWords(text string) {
	if text == r.foundFor {
		return
	}
	r.foundFor = text
	var typed runes
	typed.set(text)
	r.typed.set(text)
	r.found = r.found[:0]
	for v := range r.views {
		view, last := &r.views[v], [64]uint32{}
		view.near.candidates(&typed, func(word uint32) {
			if seen := &last[word%64]; *seen == word+1 {
				return
			} else {
				*seen = word + 1
			}
			candidate := view.segment.words.word(int(word))
			if len(candidate)+2 < typed.len {
				return
			}
			edits, letters := r.typed.distance(candidate, 2)
			if edits > 0 && edits <= allowed(max(typed.len, letters)) {
				r.addFound(v, int(word), candidate, edits)
			}
		})
	}
}

func (r *request) addFound(v, word int, text string, edits int) {
	i := slices.IndexFunc(r.found, func(n nearWord) bool { return n.text == text })
	if i < 0 {
		i = len(r.found)
		r.found = append(r.found, nearWord{text: text, at: [2]int{-1, -1}, edits: edits})
	}
	if n := &r.found[i]; n.at[v] < 0 {
		n.at[v] = word
		n.having += r.views[v].having(word, word+1)
	}
}

// findLevels raises the documents whose name or host equals the query or whose name begins with it; if no name equals
// it, also those whose name is near it.
func (r *request) findLevels() {
	known := false
	r.nearly = false
	for v := range r.views {
		d := &r.views[v].segment.words
		from, to := d.completions(r.whole, 0, d.len())
		for _, p := range r.views[v].wholes.span(from, to) {
			if p&0xFF == wholeName {
				r.raise(r.views[v].offset+p>>8, nameStarts)
			}
		}
		if from < to && d.word(from) == r.whole {
			known = r.raiseEqual(v, from) || known
		}
	}
	if !known {
		r.raiseLast(r.whole, nameLast)
		r.raiseNear()
	}
}

// raiseEqual raises the documents whose name or host equals the query, and reports whether it is the name of a live
// one.
func (r *request) raiseEqual(v, word int) (known bool) {
	view := &r.views[v]
	for _, p := range view.wholes.at(word) {
		at := view.offset + p>>8
		if p&0xFF == wholeHost {
			r.raise(at, hostEqual)
			continue
		}
		known = known || v > 0 || !r.ix.isGone(p>>8)
		if catalog.Fold(view.labels[p>>8]) == r.literal {
			r.raise(at, nameEqual)
		} else {
			r.raise(at, nameJoined)
		}
	}
	return known
}

func (r *request) raiseNear() {
	r.nearWords(r.whole)
	for _, n := range r.found {
		l := nearOne
		if n.edits == 2 {
			l = nearTwo
		}
		for v, at := range n.at {
			if at >= 0 {
				r.raiseNames(v, at, l)
			}
		}
	}
}

func (r *request) raiseNames(v, word int, l level) {
	for _, p := range r.views[v].wholes.at(word) {
		if p&0xFF == wholeName {
			r.raise(r.views[v].offset+p>>8, l)
			r.nearly = r.nearly || v > 0 || !r.ix.isGone(p>>8)
		}
	}
}

// searchLiteral answers a query without letters and digits: it finds the names that contain it literally.
func (r *request) searchLiteral(m *Matches) {
	first, _ := utf8.DecodeRuneInString(r.literal)
	for v := range r.views {
		view := &r.views[v]
		word := view.segment.words.find(string(first))
		if word < 0 {
			continue
		}
		for _, p := range view.names.at(word) {
			r.raiseLiteral(view, p>>8)
		}
	}
	r.collect(m)
}

func (r *request) raiseLiteral(view *view, document uint32) {
	name := catalog.Fold(view.labels[document])
	if !strings.Contains(name, r.literal) {
		return
	}
	at := view.offset + document
	l := nearOne // contains it
	if name == r.literal {
		l = nameEqual
	} else if strings.HasPrefix(name, r.literal) {
		l = nameStarts
	}
	r.raise(at, l)
}
