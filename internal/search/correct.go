package search

import (
	"slices"
	"strings"
)

// isCorrected reports whether only another word matched some word of the query, and the whole query is neither the
// start of a name nor a host.
func (r *request) isCorrected() bool {
	for i := range r.units {
		if r.units[i].absent {
			return r.begun(r.whole) == 0 && !r.isHost()
		}
	}
	return false
}

// isHost reports whether the whole query is the host of a live document.
func (r *request) isHost() bool {
	for v := range r.views {
		if word := r.views[v].segment.words.find(r.whole); word >= 0 && r.isKind(v, word, wholeHost) {
			return true
		}
	}
	return false
}

// CorrectedQuery returns the query as search read it to find the document. Each word that no document has as typed
// becomes the word that this document has instead; when the whole query is a near miss of the document's name, the
// result is that name. It returns "" when nothing changed; Matches.Corrected reports that more cheaply.
func (ix *Index) CorrectedQuery(query string, document uint32) string {
	r := ix.pool.Get().(*request)
	defer ix.pool.Put(r)
	r.answer(ix, query)
	defer r.end()
	view, local := ix.locate(document)
	if len(r.words) == 0 || !r.isCorrected() {
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

// locate returns the view that holds the document, and the document's number in it.
func (ix *Index) locate(document uint32) (view int, local uint32) {
	if at, ok := slices.BinarySearch(ix.numbers, document); ok {
		return 1, uint32(at)
	}
	return 0, document
}

// correction returns the best-scoring word of the document for the misspelled unit, or "" if no word matches.
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

// replaced applies the corrections to the query, or returns "" when none applies. A blank-separated part stays as typed
// unless one of its words changes; then its words are joined by blanks.
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
