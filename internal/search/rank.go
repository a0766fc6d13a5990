package search

import "math"

// grade is how good one way of having a query's word is, of 255: for the order, and for whether the word counts as
// covered.
type grade struct{ score, cover uint8 }

// The grades. A typo is a guess, and two are a bolder one; a completion is what the person has not typed yet.
func (g grade) scaled(part, whole int) grade {
	g.score = uint8(int(g.score) * (part + whole) / (2 * whole))
	return g
}

var (
	asTyped     = grade{255, 255}
	otherForm   = grade{225, 250} // the same stem
	otherSpace  = grade{240, 250} // two words of the query are one, or one is two
	completed   = grade{230, 245} // scaled by how much of the word is typed
	sameMeaning = grade{170, 215}
	oneTypo     = grade{170, 215}
	twoTypos    = grade{115, 180}
	typoAndMore = grade{100, 180} // completed after a typo
	noSymbols   = grade{115, 140} // "c" for "c++": below whatever has the word with its symbols
)

// level is what the whole query says about a document, beyond its single words.
type level uint8

const (
	noLevel    level = iota
	nearStarts       // the name begins with what a typo was read as
	nearLast         // the last word of a name of two is what a typo was read as
	nearTwo          // the name, with two typos
	nearOne          // the name, with one typo
	nameStarts       // the name begins with the query
	nameLast         // the last word of a name of two: a product without its maker ("Adobe Photoshop")
	hostEqual        // the website's host
	nameJoined       // the name, but for blanks and punctuation
	nameEqual        // the name
)

// coverWeight is how much covering the query counts against having its words well, in halves: one and a half times.
const coverWeight = 3

// steps lift a level above whatever the single words give, which is at most 2.5. Those of a word that a typo was read as
// only put the names in the order that the word itself gives them.
var steps = [...]float32{nearStarts: 0.07, nearLast: 0.15, nameStarts: 4, nameLast: 8, hostEqual: 12, nameJoined: 16, nameEqual: 20}

// rank is a document's score. Of the query's information what is covered comes first, then how well: 1.5·cover + score.
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

// enough is the least share of the query's information, of 65535, that a document must cover when its words are so
// many. With two words both are wanted (one alone carries more than this share only when the other is a trifle); with
// more, a person names things that not every description repeats.
func enough(words int) uint16 {
	shares := [...]float64{0, 0, 0.6, 0.5, 0.53}
	return uint16(65535 * shares[min(words, len(shares)-1)])
}

// information is how much a word says that so many of all documents have: BM25's idf.
func information(having, all float64) float64 {
	having = min(having, all)
	return math.Log(1 + (all-having+0.5)/(having+0.5))
}
