package search

import (
	"slices"
	"strings"
)

// isCorrected reports whether a word of the query is had only as another one, and the whole of it by no name or host
// either.
func (r *request) isCorrected() bool {
	for i := range r.units {
		if r.units[i].absent {
			return r.begun(r.whole) == 0 && !r.isHost()
		}
	}
	return false
}

// isHost reports whether the whole query is the host of a document that is not gone.
func (r *request) isHost() bool {
	for v := range r.views {
		if word := r.views[v].segment.words.find(r.whole); word >= 0 && r.isKind(v, word, wholeHost) {
			return true
		}
	}
	return false
}

// CorrectedQuery is the query as it was read where that found the document: words that no document has as they were
// typed are replaced by those that the document has instead, or all of them by its name when that is what the whole
// query nearly is. It is empty when nothing was replaced, which Matches.Corrected reports without this work.
func (ix *Index) CorrectedQuery(query string, document uint32) string {
	r := ix.pool.Get().(*request)
	defer ix.pool.Put(r)
	r.begin(ix, query)
	defer r.end()
	view, local := ix.locate(document)
	if len(r.words) == 0 {
		return ""
	}
	r.findWays()
	if !r.isCorrected() {
		return ""
	}
	corrections := map[string]string{}
	for i := range r.units {
		if u := &r.units[i]; u.absent {
			word := r.correction(u, view, local)
			if level := r.levels[r.views[view].offset+local]; word == "" && (level == nearOne || level == nearTwo) {
				return r.views[view].labels[local]
			}
			corrections[u.text] = word
		}
	}
	return r.replaced(corrections)
}

// locate gives the view that has the document, and its number there.
func (ix *Index) locate(document uint32) (view int, local uint32) {
	if at, ok := slices.BinarySearch(ix.numbers, document); ok {
		return 1, uint32(at)
	}
	return 0, document
}

// correction is the word that the document has for the misspelt unit, the best of them; empty: none.
func (r *request) correction(u *unit, view int, document uint32) string {
	word, most := "", uint32(0)
	for _, w := range u.ways {
		if w.view != view || w.made != nil {
			continue
		}
		segment := r.views[view].segment
		for i := w.from; i < w.to; i++ {
			postings := w.column(segment).at(i)
			at := seekPosting(postings, document)
			if at == len(postings) || postings[at]>>8 != document {
				continue
			}
			if score := uint32(w.grade.score) * (postings[at] & 0xFF); score > most {
				word, most = segment.words.word(i), score
			}
		}
	}
	return word
}

// replaced is the query with these words instead of those that it has; empty when it has none of them. What stands
// between two blanks is left as it was typed or, when any word of it is replaced, written as its words.
func (r *request) replaced(corrections map[string]string) string {
	parts := strings.Fields(r.query)
	changed := false
	for i, part := range parts {
		r.split.reset()
		r.split.add(part)
		words, replaced := make([]string, len(r.split.words)), false
		for j := range words {
			words[j] = string(r.split.word(j))
			if word := corrections[words[j]]; word != "" {
				words[j], replaced = word, true
			}
		}
		if replaced {
			parts[i], changed = strings.Join(words, " "), true
		}
	}
	if !changed {
		return ""
	}
	return strings.Join(parts, " ")
}
