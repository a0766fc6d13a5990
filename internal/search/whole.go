package search

import (
	"strings"
	"unicode/utf8"

	"vitrine/internal/catalog"
)

// nearWord is a word of a segment within two edits of another.
type nearWord struct {
	text       string
	view, word int
	edits      int
	having     int
}

// nearWords gathers the segment's words within two edits of the text, each once, in r.found.
func (r *request) nearWords(v int, text string) {
	var typed, other runes
	typed.set(text)
	view, first := &r.views[v], len(r.found)
	view.near.candidates(&typed, func(word uint32) {
		other.set(view.segment.words.word(int(word)))
		most := allowed(max(typed.len, other.len))
		edits := distance(&typed, &other, most)
		if edits == 0 || edits > most {
			return
		}
		for _, n := range r.found[first:] {
			if n.word == int(word) {
				return
			}
		}
		at := int(word)
		r.found = append(r.found, nearWord{view.segment.words.word(at), v, at, edits, view.having(at, at+1)})
	})
}

// levels finds the documents whose name or host the whole query is, begins, or nearly is.
func (r *request) findLevels() {
	for v := range r.views {
		d := &r.views[v].segment.words
		from, to := d.completions(r.whole, 0, d.len())
		for _, p := range r.views[v].wholes.span(from, to) {
			if p&0xFF == wholeName {
				r.raise(r.views[v].offset+p>>8, nameStarts)
			}
		}
		if from < to && d.word(from) == r.whole {
			r.raiseEqual(v, from)
		}
		r.raiseNear(v)
	}
}

func (r *request) raiseEqual(v, word int) {
	view := &r.views[v]
	for _, p := range view.wholes.at(word) {
		at := view.offset + p>>8
		switch {
		case p&0xFF == wholeHost:
			r.raise(at, hostEqual)
		case catalog.Fold(view.labels[p>>8]) == r.literal:
			r.raise(at, nameEqual)
		default:
			r.raise(at, nameJoined)
		}
	}
}

func (r *request) raiseNear(v int) {
	r.found = r.found[:0]
	r.nearWords(v, r.whole)
	for _, n := range r.found {
		l := nearOne
		if n.edits == 2 {
			l = nearTwo
		}
		for _, p := range r.views[v].wholes.at(n.word) {
			if p&0xFF == wholeName {
				r.raise(r.views[v].offset+p>>8, l)
			}
		}
	}
}

// searchLiteral answers a query without letters and digits: names that contain it as it is.
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
