package search

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A patch changes what a search finds.
func TestPatch(t *testing.T) {
	before := named("Alpha", "Beta", "Gamma")
	after := before.Patch(map[uint32]*Document{1: {Name: "Delta"}, 2: nil, 5: {Name: "Epsilon"}})
	for query, want := range map[string][]uint32{"alpha": {0}, "beta": nil, "delta": {1}, "gamma": nil, "epsilon": {5}} {
		same(t, query, after.Search(query).Docs, want)
	}
	again := after.Patch(map[uint32]*Document{2: {Name: "Gamma"}})
	same(t, "a removed document that comes back", again.Search("gamma").Docs, []uint32{2})
	same(t, "beta in the index before", before.Search("beta").Docs, []uint32{1})
}

// Many patches are merged into the base.
func TestPatchMerge(t *testing.T) {
	ix := named("Alpha")
	for i := range uint32(mergeAt(1) + 1) {
		ix = ix.Patch(map[uint32]*Document{i + 1: {Name: fmt.Sprint("Beta ", syllables(uint64(i)))}})
	}
	same(t, "documents that are still beside the base", len(ix.numbers), 0)
	same(t, "documents found", len(ix.Search("beta").Docs), mergeAt(1)+1)
}

// vocabulary is what random documents and queries are made of: words near to each other, forms of one stem, synonyms,
// parts of one another, stop words, symbols and Han.
var vocabulary = []string{"write", "writing", "writer", "writes", "photo", "photos", "image", "picture", "open", "agents",
	"openagents", "OpenAgents", "background", "backgroud", "remover", "text", "to", "speech", "tts", "llm", "large",
	"language", "model", "the", "for", "a", "ai", "pdf", "c++", "C#", "c", ".net", "net", "100%", "图像生成", "图", "café", "promptsource",
	"prompt", "source", "codeium", "codeine", "code", "cod", "mode", "video", "videos", "music", "zebra"}

func drawWords(t *rapid.T, least, most int) string {
	text := ""
	for range rapid.IntRange(least, most).Draw(t, "words") {
		text += rapid.SampledFrom(vocabulary).Draw(t, "word") + " "
	}
	return text
}

func drawDocument(t *rapid.T) *Document {
	if rapid.IntRange(0, 5).Draw(t, "empty") == 0 {
		return nil
	}
	return &Document{Name: drawWords(t, 1, 3), Text: drawWords(t, 0, 8), Host: rapid.SampledFrom(vocabulary).Draw(t, "host") + ".io",
		Categories: []string{drawWords(t, 0, 2)}, Tags: []string{drawWords(t, 0, 1), drawWords(t, 0, 1)}}
}

// drawQuery is some words, the last perhaps cut short, perhaps with a typo.
func drawQuery(t *rapid.T) string {
	query := []rune(drawWords(t, 1, 4))
	query = query[:len(query)-1]
	if len(query) > 2 && rapid.Bool().Draw(t, "cut") {
		query = query[:rapid.IntRange(1, len(query)).Draw(t, "length")]
	}
	if rapid.Bool().Draw(t, "typo") {
		return edit(t, string(query), "abcdeiost")
	}
	return string(query)
}

// edit makes one random edit in the text.
func edit(t *rapid.T, text, letters string) string {
	runes := []rune(text)
	at := rapid.IntRange(0, len(runes)-1).Draw(t, "place")
	letter := rapid.SampledFrom([]rune(letters)).Draw(t, "letter")
	return string(edited(runes, at, letter, rapid.IntRange(0, 3).Draw(t, "edit")))
}

// edited is a text with a letter inserted, deleted, replaced or swapped with the next.
func edited(runes []rune, at int, letter rune, kind int) []rune {
	switch kind {
	case 0:
		return slices.Insert(runes, at, letter)
	case 1:
		return slices.Delete(runes, at, at+1)
	case 2:
		runes[at] = letter
	case 3:
		if at+1 < len(runes) {
			runes[at], runes[at+1] = runes[at+1], runes[at]
		}
	}
	return runes
}

// Patched and built indexes answer the same.
func TestPatchEqualsBuild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := make([]*Document, rapid.IntRange(0, 30).Draw(t, "documents"))
		for i := range docs {
			docs[i] = drawDocument(t)
		}
		ix := Build(docs)
		for range rapid.IntRange(1, 4).Draw(t, "patches") {
			changed := map[uint32]*Document{}
			many := rapid.SampledFrom([]int{1, 1, 2, 5, 80}).Draw(t, "changes")
			for range many {
				number := rapid.IntRange(0, 99).Draw(t, "number")
				d := drawDocument(t)
				changed[uint32(number)] = d
				for len(docs) <= number {
					docs = append(docs, nil)
				}
				docs[number] = d
			}
			ix = ix.Patch(changed)
		}
		fresh := Build(docs)
		for range 10 {
			query := drawQuery(t)
			matches := ix.Search(query)
			if want := fresh.Search(query); !slices.Equal(matches.Docs, want.Docs) || !slices.Equal(matches.Scores, want.Scores) || matches.Corrected != want.Corrected {
				t.Fatalf("%q: patched finds %+v, built finds %+v", query, matches, want)
			}
			for _, number := range matches.Docs {
				if got, want := ix.CorrectedQuery(query, number), fresh.CorrectedQuery(query, number); got != want || got != "" && !matches.Corrected {
					t.Fatalf("%q: for document %d patched reads %q, built reads %q", query, number, got, want)
				}
			}
		}
	})
}
