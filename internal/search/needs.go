package search

import (
	"cmp"
	_ "embed"
	"maps"
	"math/bits"
	"slices"
	"strings"
)

// needsText says what people ask for in their own words, and in the field's: see its first lines.
//
//go:embed needs.txt
var needsText string

// Limits of cues, in words.
const (
	maxSlots = 8
	maxTerm  = 4 // of a term that a need stands for
)

// Synonym is words that people say and those that the documents have, separated by commas. It counts wherever all words of
// Says are in a query, in any order.
type Synonym struct{ Says, Means string }

// WithSynonyms returns a copy of the index with these synonyms beside those that it always has. They replace those of an
// earlier call. Of Says it reads eight words that may be what is wanted, and of each of the means four.
func (ix *Index) WithSynonyms(list []Synonym) *Index {
	next, own := *ix, *sharedLanguage()
	n := &needs{cues: slices.Clone(own.needs.cues), slots: maps.Clone(own.needs.slots), exact: own.needs.exact, terms: slices.Clip(own.needs.terms)}
	for _, s := range list {
		n.addSynonym(s, &own)
	}
	own.needs, next.language = n, &own
	return &next
}

// needs finds what a query asks for, by cues.
type needs struct {
	cues  []cue
	slots map[string][]slot // by stem
	exact map[string][]slot // by word, of forms that only that word has
	terms [][][]string      // by need: its terms as stems
}

// cue is a set of words of a query that together mean a need.
type cue struct {
	need    int
	slots   int
	ordered bool
	own     bool // of the site: it counts before others, and in each query
}

// slot is a place of a cue that a word can fill.
type slot struct {
	cue   uint16
	place uint8
}

// cueMatch is a cue found in a query: which words, one bit each, and how many of them say something.
type cueMatch struct {
	need, telling int
	words         uint16
	ordered, own  bool
}

func newNeeds(text string, l *language) *needs {
	n := &needs{slots: map[string][]slot{}, exact: map[string][]slot{}}
	classes := map[string][]string{}
	for _, line := range strings.Split(text, "\n") {
		left, right, ok := strings.Cut(line, " = ")
		switch {
		case !ok || line[0] == '#':
		case line[0] == '@' && !strings.Contains(left, " "):
			classes[left] = strings.Fields(right)
		default:
			for _, text := range strings.Split(left, ", ") {
				n.addCue(text, classes)
			}
			var terms [][]string
			for _, term := range strings.Split(right, ", ") {
				terms = append(terms, l.telling(strings.Fields(stemPhrase(strings.Fields(term)))))
			}
			n.terms = append(n.terms, terms)
		}
	}
	return n
}

// addCue adds a cue of the next need.
func (n *needs) addCue(text string, classes map[string][]string) {
	c := cue{need: len(n.terms), ordered: strings.Contains(text, " > ")}
	for _, word := range strings.Fields(text) {
		if word == ">" {
			continue
		}
		forms := strings.Split(word, "/")
		if word[0] == '@' {
			forms = classes[word]
		}
		var stems []string
		for _, form := range forms {
			if form[0] != '\'' {
				form = stem(form)
			}
			stems = append(stems, form)
		}
		slices.Sort(stems)
		for _, s := range slices.Compact(stems) {
			at := slot{uint16(len(n.cues)), uint8(c.slots)}
			if exact, ok := strings.CutPrefix(s, "'"); ok {
				n.exact[exact] = append(n.exact[exact], at)
			} else {
				n.slots[s] = append(n.slots[s], at)
			}
		}
		c.slots++
	}
	n.cues = append(n.cues, c)
}

// addSynonym adds a cue and a need of the site's own.
func (n *needs) addSynonym(s Synonym, l *language) {
	c := cue{need: len(n.terms), own: true}
	says := wordsOf(s.Says)
	if telling := slices.DeleteFunc(slices.Clone(says), func(w string) bool { return l.stops[w] || l.requests[w] }); len(telling) > 0 {
		says = telling
	}
	for _, w := range says[:min(len(says), maxSlots)] {
		at := stem(w)
		n.slots[at] = append(slices.Clip(n.slots[at]), slot{uint16(len(n.cues)), uint8(c.slots)})
		c.slots++
	}
	var terms [][]string
	for _, text := range strings.Split(s.Means, ",") {
		if term := l.telling(wordsOf(text)); len(term) > 0 {
			for i := range term {
				term[i] = stem(term[i])
			}
			terms = append(terms, term[:min(len(term), maxTerm)])
		}
	}
	if c.slots > 0 && len(terms) > 0 {
		n.cues, n.terms = append(n.cues, c), append(n.terms, terms)
	}
}

// wordsOf returns the words of a text as a query's are read.
func wordsOf(text string) (words []string) {
	var split splitter
	split.add(text)
	for i := range split.words {
		words = append(words, string(split.word(i)))
	}
	return words
}

// cuePlaces has, by cue, a bit for each place that a word of the query can fill. Requests reuse it.
type cuePlaces struct {
	filled  []uint8
	touched []uint16
}

// in returns the cues in the words, in any order.
func (n *needs) in(words []word, l *language, places *cuePlaces) (found []cueMatch) {
	if len(places.filled) < len(n.cues) {
		places.filled = make([]uint8, len(n.cues))
	}
	places.touched = places.touched[:0]
	for _, w := range words {
		for _, slots := range [...][]slot{n.slots[w.stem], n.exact[w.text]} {
			for _, s := range slots {
				if places.filled[s.cue] == 0 {
					places.touched = append(places.touched, s.cue)
				}
				places.filled[s.cue] |= 1 << s.place
			}
		}
	}
	for _, number := range places.touched {
		if places.filled[number] == 1<<n.cues[number].slots-1 {
			if m, ok := n.match(number, words, l); ok {
				found = append(found, m)
			}
		}
		places.filled[number] = 0
	}
	return found
}

// match reports whether each place of a cue is filled by a word of its own; the first that can fill it does.
func (n *needs) match(number uint16, words []word, l *language) (m cueMatch, ok bool) {
	c := n.cues[number]
	var filled [maxSlots]int // by place: the word that fills it, from 1
	used := filled[:c.slots]
	for i, w := range words {
		for _, slots := range [...][]slot{n.slots[w.stem], n.exact[w.text]} {
			for _, s := range slots {
				if s.cue == number && used[s.place] == 0 && !slices.Contains(used, i+1) {
					used[s.place] = i + 1
				}
			}
		}
	}
	if slices.Contains(used, 0) || c.ordered && !slices.IsSorted(used) {
		return m, false
	}
	m = cueMatch{need: c.need, ordered: c.ordered, own: c.own}
	for _, i := range used {
		m.words |= 1 << (i - 1)
		if l.isTelling(words[i-1]) {
			m.telling++
		}
	}
	if c.own {
		m.telling = maxWords
	}
	return m, true
}

// askNeeds finds the needs of the query that any document answers. Where cues share words, the more telling one counts,
// and equal ones together. An ordered cue becomes one unit, as its words alone would find the opposite direction too; the
// words of another get the need's documents as well (see addNeeds).
func (r *request) askNeeds() {
	found := r.ix.language.needs.in(r.words, r.ix.language, &r.places)
	slices.SortFunc(found, func(a, b cueMatch) int {
		return cmp.Or(cmp.Compare(b.telling, a.telling), cmp.Compare(bits.OnesCount16(b.words), bits.OnesCount16(a.words)),
			cmp.Compare(a.need, b.need), cmp.Compare(a.words, b.words))
	})
	for _, m := range found {
		at, skip := -1, false
		for i := range r.asks {
			if g := &r.asks[i]; g.words&m.words != 0 {
				at, skip = i, skip || g.telling > m.telling || g.words != m.words && m.words&^g.words == 0
			}
		}
		if skip || m.telling == 0 && len(r.asks) > 0 {
			continue
		}
		if at < 0 {
			a := ask{cueMatch: m}
			if r.addTerms(&a.unit, m.need); a.having == 0 {
				continue
			}
			r.asks = append(r.asks, a)
			continue
		}
		if r.asks[at].need != m.need {
			r.addTerms(&r.asks[at].unit, m.need)
		}
		r.asks[at].words |= m.words
		r.asks[at].ordered = r.asks[at].ordered || m.ordered
	}
	for i := range r.asks {
		a := &r.asks[i]
		if !a.ordered {
			continue
		}
		for j := range r.words {
			if a.words&(1<<j) != 0 {
				r.words[j].unit = len(r.units)
			}
		}
		r.addUnit(unit{asked: true, needed: true, head: true, part: 1, having: a.having})
		u := &r.units[len(r.units)-1]
		u.ways = append(u.ways, a.ways...)
	}
}

// ask is a need of the query.
type ask struct {
	cueMatch
	unit
}

// addNeeds adds the documents of needs to the words that name them.
func (r *request) addNeeds() {
	for i := range r.asks {
		a := &r.asks[i]
		if a.ordered {
			continue
		}
		for j := range r.words {
			if w := &r.words[j]; a.words&(1<<j) != 0 && w.unit >= 0 && !r.units[w.unit].asked {
				u := &r.units[w.unit]
				u.needed = u.needed || a.telling > 1
				u.ways = append(u.ways, a.ways...)
				u.having += a.having
			}
		}
	}
}

func (r *request) addTerms(u *unit, need int) {
	for _, stems := range r.ix.language.needs.terms[need] {
		r.addTerm(u, stems, needed)
	}
}

// addTerm adds the documents that have all of the stems.
func (r *request) addTerm(u *unit, stems []string, g grade) {
	switch {
	case len(stems) == 1:
		u.having += float64(r.addForms(u, stems[0], "", g))
	case len(stems) > 1:
		for v, made := range r.term(stems) {
			if len(made) > 0 {
				u.ways = append(u.ways, way{view: v, made: made, grade: g})
				u.having += float64(len(made))
			}
		}
	}
}

// askedBy returns how many telling words name a need together with the query's i-th word, or -1 if it is of no need.
func (r *request) askedBy(i int) int {
	telling := -1
	for _, a := range r.asks {
		if a.words&(1<<i) != 0 {
			telling = max(telling, a.telling)
		}
	}
	return telling
}
