package search

// maxShared is how many names may begin with a word, and how many two-word names may end with it, before it stops
// counting as a product's own name. A word that ends more names ("studio", "chat") is a kind of product; a word that
// begins more ("open", "mini") is a prefix people type on the way to those.
const maxShared = 4

// raiseLast raises the documents whose two-word name ends with text, if people probably use that word as the product's
// name without its maker: it is not a weak word, and few names end or begin with it.
func (r *request) raiseLast(text string, l level) {
	if _, weak := r.ix.language.weak[stem(text)]; weak || len(r.words) != 1 {
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

// begun counts the names that begin with the text, up to maxShared+1.
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

// raiseRead handles a query of one misspelt word that search reads as n. It raises names in the order that n itself
// would: names that end with n, unless n is a name itself, then names that begin with it.
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

// isKind reports whether the word is the whole name or host, as kind says, of a live document.
func (r *request) isKind(v, word int, kind uint32) bool {
	for _, p := range r.views[v].wholes.at(word) {
		if r.isWhole(v, p, kind) {
			return true
		}
	}
	return false
}

// isWhole reports whether the view's posting is of this kind and belongs to a live document.
func (r *request) isWhole(v int, p posting, kind uint32) bool {
	return p&0xFF == kind && (v > 0 || !r.ix.isGone(p>>8))
}
