// Package search finds products by what people type: names rank first, it forgives typos, and every word counts.
//
// The package is only a text index: pure, in memory, immutable. Build creates an index, Patch derives the next one from
// it, and Search returns every matching document with a score. The caller does facets, paging and order.
//
// # Ranking
//
// Search folds a query (no case, no accents) and splits it into words. Each word can match in several ways: as typed,
// as another form of its stem, as a prefix (the last word), split or joined, by a synonym, or with a typo. The best way
// that a document offers counts:
//
//	score(word, document) = share(word) · grade(way) · weight(way's word, document)
//	cover(word, document) = share(word) · grade(way)
//
// The weight is BM25F (Robertson, Zaragoza and Taylor 2004; Robertson and Zaragoza 2009): each occurrence counts the
// weight of its field (name, category, tag, beginning of the text, rest of it, host) divided by the field's length; the
// sum is saturated once: sum / (sum + k1). The usual lengths of fields are constants, not averages of the catalogue, so
// a document's weights do not depend on other documents.
//
// The share is the word's part of the query's information: BM25's inverse document frequency of all its ways together,
// reduced for words that say little here ("ai", "tool", "make") and for the action ("review" in "review contracts"),
// zero for stop words, divided by the sum over the query's words.
//
// Search drops documents that cover too little (see enough), so that a query with an unknown word does not return
// whatever matches the others. It orders the rest by 1.5 · cover + score. A match of the whole query, ignoring blanks
// and punctuation, ranks above that: it is the name or the host, the name begins with it, or it is nearly the name (see
// level). A query of one word may also be the last word of a two-word name, which people use for a product without its
// maker (see last.go). A query without letters and digits matches literally: it finds the names that contain it.
//
// # Needs
//
// A query may say in people's own words what the descriptions say in the field's. Words of asking are skipped, and
// circumstances weigh little (language.go). Cues of needs.txt in the query add the documents that have a need's terms to
// the words that name it. The table is read only where few documents have the words as they are (see request.answer). If no
// document covers enough, those that cover most are found, unless what is left is not the need any more (see relax.go).
//
// # Symbols
//
// "c++", "c#" and ".net" are words of their own beside "c" and "net" (see symbols.go): + and # right after a letter, a
// single dot before a word. A query uses such a word if any document has it, and then also the word without its
// symbols, at a grade so low that those matches rank last.
//
// # Typos
//
// Search forgives one edit in words of 4 to 7 letters and two in longer ones, by optimal string alignment distance: an
// extra, missing or wrong letter, or two neighbors swapped (Damerau 1964; Boytsov 2011). Near words come from a
// symmetric deletion index (Garbe's SymSpell). A known word matches only itself; an unknown one may match near words.
// The whole query, unless it is a name, may match any name that near, which forgives typos in the short words of a name
// too. A last word without near words may be the misspelled beginning of a word. For a query of one misspelt word, names
// rank in the order that its reading would give.
//
// A word that no document has as typed is absent; CorrectedQuery returns the word that a document has instead.
//
// # Cost
//
// Weights are bytes beside document numbers, and scores are integer sums in cells of eight bytes. Search reads the most
// informative words first. When the rest cannot cover enough alone, it only adds frequent words to documents already
// found, and searches their postings instead of scanning them. All expansions have limits.
//
// A patch keeps the base, marks its gone documents, and builds a small segment of all documents changed since. It
// subtracts the gone documents from the frequencies, so that scores equal those of a fresh build.
//
// # To change
//
//   - docs/search.md explains it; go test ./internal/search holds the relevance floors, "make bench" the speed
package search
