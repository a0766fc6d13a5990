// Package search finds products by what people type: names first, typos forgiven, every word counting.
//
// It is an index of text and nothing else: pure, in memory, immutable. Build makes one, Patch makes the next from it,
// Search gives every document that matches, with a score. Facets, paging and order are the caller's.
//
// # Ranking
//
// A query is folded (no case, no accents) and cut into words. Each word has ways of being had: as typed, in another
// form of its stem, going on (the last word), written apart or together, under another name, or with a typo. A
// document has the word by the best of the ways that it offers:
//
//	score(word, document) = share(word) · grade(way) · weight(way's word, document)
//	cover(word, document) = share(word) · grade(way)
//
// The weight is BM25F (Robertson, Zaragoza and Taylor 2004; Robertson and Zaragoza 2009): the word's occurrences,
// multiplied by the weight of the field they stand in (name, category, tag, beginning of the text, rest of it, host)
// and divided by how long the field is, are summed and then saturated once: sum / (sum + k1). The usual lengths of
// fields are constants, not averages of the catalogue, so a document's weights do not depend on other documents.
//
// The share is the word's part of the query's information: BM25's inverse document frequency of all its ways
// together, less for words that say little here ("ai", "tool", "make") and for what one wants done ("review", in
// "review contracts"), nothing for stop words; over the sum of all the query's words.
//
// Documents that cover too little are left out (see enough), so a word that is not known keeps a query from being
// answered with whatever the others find. The rest are ordered by 1.5 · cover + score. Above that stands what the
// whole query says, blanks and punctuation aside: it is the name, it is the host, the name begins with it, or nearly
// is it (see level). A query of one word may also be the last of a name of two, which is what people call a product
// without its maker (see last.go). A query without letters and digits is taken literally: names that contain it.
//
// # Symbols
//
// "c++", "c#" and ".net" are words of their own beside "c" and "net" (see symbols.go): + and # directly behind a letter,
// a single dot in front of one. A query asks for such a word where any document has it, and then for the word without
// its symbols at a grade so low that it comes behind.
//
// # Typos
//
// One edit is forgiven in words of 4 to 7 letters, two in longer ones, by optimal string alignment distance: a letter
// too many, missing or wrong, or two neighbours swapped (Damerau 1964; Boytsov 2011). Near words come from a symmetric
// deletion index (Garbe's SymSpell). A word that is known is taken at its word; one that is not may be a near one. The
// whole query, unless it is a name, may be any name that near, so that short words of a name are forgiven too. A last
// word that nothing is near to may be the misspelt beginning of one. What a single misspelt word is read as puts names in
// the order that it would give them itself.
//
// A word that no document has as it was typed is absent; CorrectedQuery says which other word a document has instead.
//
// # Cost
//
// Weights are bytes beside document numbers, read into cells of eight bytes that are summed in whole numbers. The most
// telling words are read first; when what is left cannot cover enough by itself, frequent words only add to documents
// that are in already and are searched instead of read. All expansions are bounded.
//
// A patch keeps the base, marks what is gone, and makes a small segment of all documents changed since; frequencies
// are corrected for what is gone, so that scores are those of a fresh build.
//
// # To change
//
//   - docs/search.md explains it; go test ./internal/search holds the relevance floors, "make bench" the speed
package search
