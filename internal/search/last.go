package search

// maxShared is the most names that may begin, and the most names of two words that may end, with a word for it to be a
// product's own name. What more of them end with ("studio", "chat") is a kind of product; what more of them begin with
// ("open", "mini") people type on their way to those.
const maxShared = 4

// raiseLast raises the documents with a name of two words of which the text is the last, when it is likely to be what
// the product is called without its maker: it says something by itself, and few names end or begin with it.
func (r *request) raiseLast(text string, l level) {
	if len(r.words) != 1 || r.partOf(0) < 1 {
		return
	}
	var found [maxShared]uint32
	n := 0
	for v := range r.views {
		word := r.views[v].segment.words.find(text)
		if word < 0 {
			continue
		}
		for _, p := range r.views[v].lasts.at(word) {
			switch {
			case v == 0 && r.ix.isGone(p>>8):
			case n == maxShared:
				return
			default:
				found[n] = r.views[v].offset + p>>8
				n++
			}
		}
	}
	if n > 0 && r.begun(text) <= maxShared {
		for _, at := range found[:n] {
			r.raise(at, l)
		}
	}
}

// begun is how many names begin with the text, counted up to one more than maxShared.
func (r *request) begun(text string) int {
	n := 0
	for v := range r.views {
		d := &r.views[v].segment.words
		from, to := d.completions(text, 0, d.len())
		for _, p := range r.views[v].wholes.span(from, to) {
			if r.isWhole(v, p, wholeName) {
				n++
			}
			if n > maxShared {
				return n
			}
		}
	}
	return n
}

// raiseRead raises the names that have the word that a query of one misspelt word is read as, in the order that the
// word itself would give them: those that it is the last word of, unless it is a name itself, then those that begin
// with it.
func (r *request) raiseRead(n nearWord) {
	if len(r.words) != 1 {
		return
	}
	known := false
	for v, at := range n.at {
		d := &r.views[v].segment.words
		from, to := d.completions(n.text, 0, d.len())
		for _, p := range r.views[v].wholes.span(from, to) {
			if p&0xFF == wholeName {
				r.raise(r.views[v].offset+p>>8, nearStarts)
			}
		}
		known = known || at >= 0 && r.isKind(v, at, wholeName)
	}
	if !known {
		r.raiseLast(n.text, nearLast)
	}
}

// isKind reports whether the word is a whole of this kind of a document that is not gone.
func (r *request) isKind(v, word int, kind uint32) bool {
	for _, p := range r.views[v].wholes.at(word) {
		if r.isWhole(v, p, kind) {
			return true
		}
	}
	return false
}

// isWhole reports whether the view's posting is of this kind and of a document that is not gone.
func (r *request) isWhole(v int, p posting, kind uint32) bool {
	return p&0xFF == kind && (v > 0 || !r.ix.isGone(p>>8))
}
