package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits for the expansion of one word, so that no query costs much more than another.
const (
	maxCompleted = 16_384 // postings of completions in texts; above it, complete names only
	maxNear      = 10     // candidate words for one typo
	maxMade      = 8_192  // postings of the rarest word of a phrase
	textPrefix   = 3      // letters typed before completions include texts, not only names
)

func textsOf(s *segment) *column { return &s.texts }
func namesOf(s *segment) *column { return &s.names }

// having returns in how many documents the words from..to occur, summed over the words.
func (v *view) having(from, to int) int {
	return len(v.texts.span(from, to)) - lostIn(v.lost, from, to)
}

// expand finds the ways to match each word of the query.
func (r *request) expand() {
	for i := range r.units {
		u := &r.units[i]
		if u.asked {
			continue
		}
		u.having = float64(r.addForms(u, u.stem, u.text, asTyped))
		if u.plain != "" {
			r.addForms(u, u.plain, "", noSymbols)
		}
		if u.open {
			r.addCompletions(u)
		}
	}
	r.addJoined()
	r.addMeanings()
	r.addNeeds()
	for i := range r.units {
		if u := &r.units[i]; len(u.ways) == 0 {
			if len(r.words) > 1 && englishWords.has(u.stem) {
				continue // no misspelling
			}
			r.addNear(u)
			u.absent = !r.addSplit(u)
			if u.open && len(u.ways) == 0 && !r.nearly {
				r.addMisspelt(u)
			}
		}
	}
}

// addForms adds the words that share the stem: text itself with grade g, its other forms with a lower one. It returns
// the number of documents they occur in, summed over the words.
func (r *request) addForms(u *unit, stem, text string, g grade) int {
	having := 0
	for v := range r.views {
		for _, form := range r.views[v].stems.forms(stem) {
			at := int(form)
			n := r.views[v].having(at, at+1)
			if n == 0 {
				continue
			}
			w := way{view: v, from: at, to: at + 1, column: textsOf, grade: g}
			if g == asTyped && r.views[v].segment.words.word(at) != text {
				w.grade = otherForm
			}
			u.ways = append(u.ways, w)
			having += n
		}
	}
	return having
}

// addCompletions adds the words that begin with the unit. Words of names always count; words of texts only when enough
// letters are typed and their postings are not too many.
func (r *request) addCompletions(u *unit) {
	var ranges [2][2]int
	having := 0
	for v := range r.views {
		d := &r.views[v].segment.words
		from, to := d.completions(u.text, 0, d.len())
		if from < to && d.word(from) == u.text {
			from++
		}
		ranges[v] = [2]int{from, to}
		having += r.views[v].having(from, to)
	}
	column := namesOf
	letters := utf8.RuneCountInString(u.text)
	if (letters >= textPrefix || letters < len(u.text)) && having <= maxCompleted {
		column = textsOf
	}
	for v, at := range ranges {
		if r.alive(v, column(r.views[v].segment).span(at[0], at[1])) {
			u.ways = append(u.ways, way{view: v, from: at[0], to: at[1], column: column, grade: completed, typed: len(u.text)})
		}
	}
	if u.having == 0 {
		u.having = float64(having)
	}
}

// alive reports whether any of the view's postings belongs to a live document.
func (r *request) alive(v int, postings []posting) bool {
	return slices.ContainsFunc(postings, func(p posting) bool { return v > 0 || !r.ix.isGone(p>>8) })
}

// addJoined adds, for each two adjacent words, the word they form without the blank.
func (r *request) addJoined() {
	for i := 1; i < len(r.words); i++ {
		joined := r.words[i-1].text + r.words[i].text
		for v := range r.views {
			at := r.views[v].segment.words.find(joined)
			if at < 0 || r.views[v].having(at, at+1) == 0 {
				continue
			}
			w := way{view: v, from: at, to: at + 1, column: textsOf, grade: otherSpace}
			r.addTo(r.words[i-1:i+1], w)
		}
	}
}

// addTo adds a way to each of these words.
func (r *request) addTo(words []word, w way) {
	for _, word := range words {
		if word.unit >= 0 && !r.units[word.unit].asked {
			u := &r.units[word.unit]
			u.ways = append(u.ways, w)
		}
	}
}

// addMeanings adds the synonyms of the query's words and phrases.
func (r *request) addMeanings() {
	var key [3]string
	for i := range r.words {
		for n := 1; n <= len(key) && i+n <= len(r.words); n++ {
			key[n-1] = r.words[i+n-1].stem
			others := r.ix.language.meanings[strings.Join(key[:n], " ")]
			for _, other := range others {
				r.addMeaning(r.words[i:i+n], other)
			}
		}
	}
}

func (r *request) addMeaning(words []word, stems []string) {
	if len(stems) == 1 {
		var u unit
		having := r.addForms(&u, stems[0], "", sameMeaning)
		for _, w := range u.ways {
			r.addTo(words, w)
		}
		r.countIn(words, having)
		return
	}
	having := 0
	for v, made := range r.term(stems) {
		if len(made) > 0 {
			r.addTo(words, way{view: v, made: made, grade: sameMeaning})
			having += len(made)
		}
	}
	r.countIn(words, having)
}

// countIn adds documents to the word's count: a word with synonyms matches more, so it is less selective.
func (r *request) countIn(words []word, having int) {
	if len(words) == 1 && words[0].unit >= 0 && !r.units[words[0].unit].asked {
		r.units[words[0].unit].having += float64(having)
	}
}

// addNear adds the likeliest readings of a misspelled unit: fewest edits first, then the most frequent.
func (r *request) addNear(u *unit) {
	r.nearWords(u.text)
	near := slices.DeleteFunc(r.found, func(n nearWord) bool { return !r.plausible(u.text, n) })
	r.foundFor = ""
	slices.SortFunc(near, func(a, b nearWord) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), cmp.Compare(b.having, a.having), cmp.Compare(a.text, b.text))
	})
	for _, n := range near[:min(len(near), maxNear)] {
		g := oneTypo
		if n.edits == 2 {
			g = twoTypos
		}
		for v, at := range n.at {
			if at >= 0 {
				u.ways = append(u.ways, way{view: v, from: at, to: at + 1, column: textsOf, grade: g})
			}
		}
		u.having = max(u.having, float64(n.having))
		r.raiseRead(n)
	}
}

// plausible reports whether the typo may stand for this word. For a word in a name, the longer of the two sets how many
// edits are allowed; for a word in a text, the typed one does. Two edits require the same first letter.
func (r *request) plausible(typed string, n nearWord) bool {
	if n.having == 0 {
		return false
	}
	letters := utf8.RuneCountInString(typed)
	if r.inName(n) {
		letters = max(letters, utf8.RuneCountInString(n.text))
	}
	return n.edits <= allowed(letters) && (n.edits < 2 || n.text[0] == typed[0])
}

// inName reports whether the word is in the name of a live document.
func (r *request) inName(n nearWord) bool {
	for v, at := range n.at {
		if at >= 0 && r.alive(v, r.views[v].names.at(at)) {
			return true
		}
	}
	return false
}

// addMisspelt adds the completions of the unit with one typo forgiven in it.
func (r *request) addMisspelt(u *unit) {
	if allowed(utf8.RuneCountInString(u.text)) == 0 {
		return
	}
	for v := range r.views {
		r.views[v].segment.words.misspelt(u.text, func(from, to int) {
			if n := r.views[v].having(from, to); n > 0 {
				u.ways = append(u.ways, way{view: v, from: from, to: to, column: namesOf, grade: typoAndMore, typed: len(u.text)})
				u.having += float64(n)
			}
		})
	}
}
