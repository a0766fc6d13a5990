package search

import "math"

// grade rates one way to match a word, of 255: score for the order, cover for whether the document covers enough.
type grade struct{ score, cover uint8 }

// scaled lowers the grade of a completion by the untyped share of the word: the score of the shortest prefix is half.
func (g grade) scaled(part, whole int) grade {
	g.score = uint8(int(g.score) * (part + whole) / (2 * whole))
	return g
}

// The grades. One typo is a guess, and two are a bolder guess; a completion adds what the user has not typed.
var (
	asTyped     = grade{255, 255}
	otherForm   = grade{225, 250} // same stem
	otherSpace  = grade{240, 250} // two words of the query joined, or one split
	completed   = grade{230, 245} // scaled by the typed share of the word
	sameMeaning = grade{170, 215}
	needed      = grade{140, 240} // has what the query's words ask for
	oneTypo     = grade{170, 215}
	twoTypos    = grade{115, 180}
	typoAndMore = grade{100, 180} // completed after a typo
	noSymbols   = grade{115, 140} // "c" for "c++": below all matches with the symbols
)

// level rates how the whole query matches a document, beyond its single words.
type level uint8

const (
	noLevel    level = iota
	nearStarts       // the name begins with the reading of a typo
	nearLast         // the reading of a typo is the last word of a two-word name
	nearTwo          // the name, with two typos
	nearOne          // the name, with one typo
	nameStarts       // the name begins with the query
	nameLast         // last word of a two-word name: a product without its maker ("Adobe Photoshop")
	hostEqual        // the website's host
	nameJoined       // the name, ignoring blanks and punctuation
	nameEqual        // the name
)

// coverWeight weighs cover against score, in halves: 3 means one and a half times.
const coverWeight = 3

// steps lift a level above any score of single words, which is at most 2.5. The two small steps, for the reading of a
// typo, only order the names as the correct word would.
var steps = [...]float32{nearStarts: 0.07, nearLast: 0.15, nameStarts: 4, nameLast: 8, hostEqual: 12, nameJoined: 16, nameEqual: 20}

// rank returns a document's score, 1.5·cover + score: coverage of the query's information counts more than the quality
// of the matches.
func rank(c cell, l level) float32 {
	base := float32(coverWeight*uint32(c.cover)+2*uint32(c.score)) * (1. / (2 * 65535))
	switch l {
	case nearOne:
		return max(base, 1.3) + 0.3
	case nearTwo:
		return max(base, 1.1) + 0.2
	}
	return base + steps[l]
}

// enough returns the share of the query's information, of 65535, that a document must cover for a query of this many
// words. A two-word query needs both (one word alone exceeds this share only if the other hardly counts); a longer
// query names things that not every description repeats.
func enough(words int) uint16 {
	shares := [...]float64{0, 0, 0.6, 0.5, 0.53}
	return uint16(65535 * shares[min(words, len(shares)-1)])
}

// information returns how informative a word is that this many of all documents have: BM25's idf.
func information(having, all float64) float64 {
	having = min(having, all)
	return math.Log(1 + (all-having+0.5)/(having+0.5))
}
