package search

import (
	"regexp"
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

// findLevels raises the documents whose name, host or phrase equals the query or whose name begins with it; if no name equals
// it, also those whose name is near it.
func (r *request) findLevels() {
	known := false
	r.nearly = false
	phrase := phraseKey(r.words, func(w word) string { return w.stem })
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
		if word := d.find(phrase); phrase != "" && word >= 0 {
			r.raiseEqual(v, word)
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
		if p&0xFF != wholeName {
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

// likePatterns are how people ask for something in place of a product: what comes before, and its name, which other words may
// follow. The words before "like" must be words of asking, as a picture may look like a painting.
var likePatterns = []struct {
	pattern *regexp.Regexp
	asked   bool
}{
	{regexp.MustCompile(`^(.*)\b(?:alternatives?|competitors?|replacements?|substitutes?|equivalents?|rivals?) (?:to|for|of) (.+)$`), false},
	{regexp.MustCompile(`^(.*)\b(?:instead of|rather than|other than|replaces?) (.+)$`), false},
	{regexp.MustCompile(`^()(.+) (?:alternatives?|competitors?|replacements?|substitutes?|equivalents?|rivals?)( .*)?$`), false},
	{regexp.MustCompile(`^(.*)\b(?:like|similar to|comparable to|cheaper than|better than) (.+)$`), true},
}

// likeNouns are what people ask for, beside words of asking.
var likeNouns = strings.Fields("assistant assistants chatbot chatbots product products similar site sites website websites open source cheaper")

// Like returns the document in whose place the query wants another ("alternative to X", "free tools like X", "instead of X"),
// and what else it says apart from words of asking. The name may have typos if it ends the query, or a word like "for" follows.
func (ix *Index) Like(query string) (document uint32, rest string, found bool) {
	text := strings.Join(strings.Fields(catalog.Fold(cut(query))), " ")
	r := ix.pool.Get().(*request)
	defer ix.pool.Put(r)
	isAsked := false
	for _, like := range likePatterns {
		m := like.pattern.FindStringSubmatch(text)
		if m == nil || like.asked && !ix.language.isAsking(m[1]) {
			continue
		}
		if !isAsked {
			if at, l := r.named(ix, text); l >= nameJoined {
				return at, "", false // "Like Me" is a product
			}
			isAsked = true
		}
		words := strings.Fields(m[2])
		for n := len(words); n > 0; n-- {
			isEnd := n == len(words) || words[n] == "but" || ix.language.tails[words[n]]
			at, l := r.named(ix, strings.Join(words[:n], " "))
			if l >= nameJoined || isEnd && l != noLevel && l != nameStarts {
				others := slices.Concat(strings.Fields(m[1]), words[n:], strings.Fields(strings.Join(m[3:], "")))
				return at, strings.Join(slices.DeleteFunc(others, ix.language.isAsking), " "), true
			}
		}
	}
	return 0, "", false
}

// named returns the document of the highest level for the name, the first of equal ones. A word of the documents is no
// misspelled name.
func (r *request) named(ix *Index, name string) (document uint32, best level) {
	r.begin(ix, name, false)
	defer r.end()
	if len(r.words) == 0 || !r.hasBesides(nil) {
		return 0, noLevel
	}
	r.findLevels()
	isWord := r.known(r.whole) > 0 || englishWords.has(r.whole)
	size := uint32(ix.base.size)
	r.each(func(at uint32) {
		number := at
		if at >= size {
			number = ix.numbers[at-size]
		}
		if l := r.levels[at]; !r.isDropped(at) && (l >= nameStarts || !isWord) && (l > best || l == best && number < document) {
			document, best = number, l
		}
	})
	return document, best
}

// isAsking reports whether all words only ask for something, whatever it is.
func (l *language) isAsking(text string) bool {
	for _, w := range wordsOf(text) {
		if !l.stops[w] && !l.requests[w] && l.weak[stem(w)] != weakPart && !slices.Contains(likeNouns, w) {
			return false
		}
	}
	return true
}
