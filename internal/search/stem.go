package search

import (
	"cmp"
	"slices"

	"github.com/kljensen/snowball/english"
)

// stem returns the common part of a word's forms ("writing" and "writes" both give "write"), by Porter's English
// stemmer, second version. It returns short words, and words with characters other than a–z, unchanged.
func stem(word string) string {
	if len(word) < 4 {
		return word
	}
	if regular := irregular(word); regular != "" {
		word = regular
	}
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return word
		}
	}
	return english.Stem(word, true)
}

// irregular returns the base form of an irregular verb that a stemmer cannot know, for verbs common in descriptions of
// tools.
func irregular(word string) string {
	switch word {
	case "written", "wrote":
		return "write"
	case "built":
		return "build"
	case "spoken", "spoke":
		return "speak"
	case "drawn", "drew":
		return "draw"
	case "made":
		return "make"
	case "taught":
		return "teach"
	case "found":
		return "find"
	case "sold":
		return "sell"
	case "sung", "sang":
		return "sing"
	}
	return ""
}

// stemIndex finds the words of a dictionary that share a stem.
type stemIndex struct {
	hashes []uint64 // ascending
	words  []uint32
}

func newStemIndex(d *dictionary, texts *column) stemIndex {
	type entry struct {
		hash uint64
		word uint32
	}
	entries := make([]entry, 0, d.len())
	for i := range d.len() {
		if len(texts.at(i)) > 0 {
			entries = append(entries, entry{hash(stem(d.word(i))), uint32(i)})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.word, b.word))
	})
	x := stemIndex{make([]uint64, len(entries)), make([]uint32, len(entries))}
	for i, e := range entries {
		x.hashes[i], x.words[i] = e.hash, e.word
	}
	return x
}

// forms returns the words with the stem.
func (x *stemIndex) forms(stem string) []uint32 {
	h := hash(stem)
	from, _ := slices.BinarySearch(x.hashes, h)
	to := from
	for to < len(x.hashes) && x.hashes[to] == h {
		to++
	}
	return x.words[from:to]
}

// hash is 64-bit FNV-1a.
func hash(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}
