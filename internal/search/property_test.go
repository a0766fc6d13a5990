package search

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	fieldrules "github.com/vitrine-directory/vitrine/internal/field"
)

// drawNames are names of one to three words of four to nine letters, no two the same but for blanks.
func drawNames(t *rapid.T) []string {
	word := rapid.StringMatching(`[A-Za-z][a-z]{3,8}`)
	return rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 1, 3).Draw(t, "words"), rapid.SampledFrom([]string{" ", "-", "."}).Draw(t, "between"))
	}), 1, 40, joinedName).Draw(t, "names")
}

func joinedName(name string) string {
	var s splitter
	s.reset()
	s.add(name)
	return string(s.joined())
}

// finds returns the position, from 0, at which the query finds the document; -1 when it does not.
func finds(ix *Index, query string, number int) int {
	return slices.Index(ranked(ix.Search(query)), uint32(number))
}

// Every product is found first by its name.
func TestNameFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.OneOf(rapid.StringN(1, 40, -1), rapid.StringMatching(`[a-z]{1,4}( [A-Z%.'_-]?[a-z]{1,4}){0,20}`)), 1, 20).Draw(t, "names")
		ix := named(names...)
		for i, name := range names {
			name = fieldrules.Clean(name)
			if catalog.Fold(name) == "" || utf8.RuneCountInString(name) > maxCharacters {
				continue
			}
			at := finds(ix, name, i)
			if at < 0 {
				t.Fatalf("%q is not found", name)
			}
			for _, other := range ranked(ix.Search(name))[:at] {
				if catalog.Fold(fieldrules.Clean(names[other])) != catalog.Fold(name) {
					t.Fatalf("%q comes before %q", names[other], name)
				}
			}
		}
	})
}

// Every beginning of a name finds it.
func TestNamePrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := drawNames(t)
		ix := named(names...)
		for i, name := range names {
			first := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" -.", r) })[0]
			for n := 3; n <= len(first); n++ {
				if finds(ix, first[:n], i) < 0 {
					t.Fatalf("%q does not find %q", first[:n], name)
				}
			}
		}
	})
}

// One typo in a name is forgiven.
func TestNameTypo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := drawNames(t)
		ix := named(names...)
		i := rapid.IntRange(0, len(names)-1).Draw(t, "name")
		typed := edit(t, names[i], "abcdefghijklmnopqrstuvwxyz")
		if isName := slices.ContainsFunc(names, func(n string) bool { return joinedName(n) == joinedName(typed) }); isName {
			return // then the typed text is what is meant
		}
		if finds(ix, typed, i) < 0 {
			t.Fatalf("%q does not find %q", typed, names[i])
		}
	})
}

// One typo in any word of a name is forgiven.
func TestNameTypoInAnyWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{4,7}`), 2, 3, strings.ToLower).Draw(t, "words")
		ix := named("Something Else", strings.Join(words, " "))
		i := rapid.IntRange(0, len(words)-1).Draw(t, "word")
		typed := edit(t, words[i], "abcdefghijklmnopqrstuvwxyz")
		known := func(word string) bool { return strings.HasPrefix(word, typed) }
		if slices.ContainsFunc(append(words, "something", "else"), known) || len(found(ix, typed)) > 0 {
			return // a word, or the beginning of one, is taken at its word
		}
		if allowed(max(len(typed), len(words[i]))) > 0 && len(typed) > 2 && !newLanguage().stops[typed] {
			t.Fatalf("%q does not find %q", typed, words)
		}
	})
}

// Two typos in a long name are forgiven.
func TestNameTwoTypos(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-z]{10,20}`).Draw(t, "name")
		typed := edit(t, edit(t, name, "aeiou"), "bcdfg")
		if plainDistance([]rune(typed), []rune(name)) > 2 {
			return // two edits of one place can make three
		}
		if finds(named("Something Else", name), typed, 1) < 0 {
			t.Fatalf("%q does not find %q", typed, name)
		}
	})
}

func checkMatches(t interface{ Fatalf(string, ...any) }, m Matches, documents int) {
	if len(m.Docs) != len(m.Scores) {
		t.Fatalf("%d documents have %d scores", len(m.Docs), len(m.Scores))
	}
	for i, d := range m.Docs {
		if int(d) >= documents || i > 0 && d <= m.Docs[i-1] {
			t.Fatalf("documents are not ascending: %v", m.Docs)
		}
		if s := float64(m.Scores[i]); !(s > 0) || math.IsInf(s, 0) {
			t.Fatalf("document %d has the score %v", d, s)
		}
	}
}

func FuzzSearch(f *testing.F) {
	for _, q := range ownQueries() {
		f.Add(q.Query)
	}
	for _, seed := range []string{"", "%", "_", "'", `\`, "\x00", "\xff\xfe", "a\x80b", "图", "图像生成", "ﷺ", "İı", "e\u0301", "\u202e", "🙂🙂",
		"https://", "http:///", strings.Repeat("a", 300), strings.Repeat("a ", 300), "without", "no", "a b c d e f g h", "ßß ẞ", "ﬁ", "์ก์"} {
		f.Add(seed)
	}
	ix, ids := ownIndex()
	patched := ix.Patch(map[uint32]*Document{2: {Name: "100% Patch"}, 9: nil})
	f.Fuzz(func(t *testing.T, query string) {
		checkMatches(t, ix.Search(query), len(ids))
		checkMatches(t, patched.Search(query), len(ids))
		if m := patched.Search(query); len(m.Docs) > 0 {
			patched.CorrectedQuery(query, m.Docs[0])
		}
		if again := ix.Search(query); !slices.Equal(again.Scores, ix.Search(query).Scores) {
			t.Fatalf("%q is answered in two ways", query)
		}
	})
}
