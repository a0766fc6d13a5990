package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	fieldrules "github.com/vitrine-directory/vitrine/internal/field"
)

// plainDistance is the whole table of the optimal string alignment distance.
func plainDistance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// The distance is that of the whole table.
func TestDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.StringMatching(`[abcéü]{1,12}`).Draw(t, "x"), rapid.StringMatching(`[abcéü]{0,12}`).Draw(t, "y")
		most := rapid.IntRange(0, 3).Draw(t, "most")
		var p pattern
		p.set("something else entirely")
		p.set(x)
		want := plainDistance([]rune(x), []rune(y))
		if got, _ := p.distance(y, most); got != want && (got <= most || want <= most) {
			t.Fatalf("%q and %q: %d, want %d (most %d)", x, y, got, want, most)
		}
	})
}

// The number of typos that are forgiven depends on the length of a word.
func TestTypoBudget(t *testing.T) {
	for letters, want := range []int{0, 0, 0, 0, 1, 1, 1, 1, 2, 2} {
		same(t, fmt.Sprint("letters ", letters), allowed(letters), want)
	}
}

// drawDictionary is a sorted dictionary of random words that are near to each other.
func drawDictionary(t *rapid.T) dictionary {
	words := rapid.SliceOfNDistinct(rapid.StringMatching(`[abé]{1,10}`), 0, 60, strings.Clone).Draw(t, "dictionary")
	slices.Sort(words)
	return newDictionary(words)
}

// The near index misses no near word.
func TestNearIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDictionary(t)
		typed := rapid.StringMatching(`[abcé]{3,11}`).Draw(t, "typed")
		var a runes
		a.set(typed)
		got := map[int]bool{}
		newNearIndex(&d).candidates(&a, func(word uint32) { got[int(word)] = true })
		for i := range d.len() {
			word := []rune(d.word(i))
			if len(word) > 2 && plainDistance([]rune(typed), word) <= allowed(max(a.len, len(word))) && !got[i] {
				t.Fatalf("%q misses %q", typed, d.word(i))
			}
		}
	})
}

// Misspelt prefixes find their words.
func TestMisspeltPrefixes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDictionary(t)
		typed := rapid.StringMatching(`[abcé]{2,6}`).Draw(t, "typed")
		got := map[int]bool{}
		d.misspelt(typed, func(from, to int) {
			for i := from; i < to; i++ {
				got[i] = true
			}
		})
		for i := range d.len() {
			if want := prefixWithinOne(d.word(i), typed); want && !got[i] && !strings.HasPrefix(d.word(i), typed) {
				t.Fatalf("%q misses %q", typed, d.word(i))
			} else if got[i] && !want {
				t.Fatalf("%q takes %q", typed, d.word(i))
			}
		}
	})
}

// prefixWithinOne reports whether some beginning of the word is within one edit of the text.
func prefixWithinOne(word, text string) bool {
	runes := []rune(word)
	for n := range len(runes) + 1 {
		if plainDistance(runes[:n], []rune(text)) <= 1 {
			return true
		}
	}
	return false
}

// Completions are the words with the prefix.
func TestCompletions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDictionary(t)
		prefix := rapid.StringMatching(`[abé]{0,4}`).Draw(t, "prefix")
		from, to := d.completions(prefix, 0, d.len())
		for i := range d.len() {
			if strings.HasPrefix(d.word(i), prefix) != (from <= i && i < to) {
				t.Fatalf("%q: %q is wrong in %d..%d", prefix, d.word(i), from, to)
			}
			if d.find(d.word(i)) != i {
				t.Fatalf("%q is not found", d.word(i))
			}
		}
	})
}

func words(texts ...string) []string {
	s := splitter{tails: true}
	s.reset()
	for _, text := range texts {
		s.add(text)
	}
	got := []string{}
	for i := range s.words {
		got = append(got, string(s.word(i)))
	}
	return got
}

// Text is cut into words.
func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                     {},
		"Text-to-Speech, v2.0": {"text", "to", "speech", "v2", "0"},
		"don't, don’t 'quote'": {"dont", "dont", "quote"},
		"Ünïcode ﬁne Ⅷ":        {"unicode", "fine", "viii"},
		"e\u0301tude":          {"etude"},
		"AI写作工具 beta":          {"ai", "写作", "作工", "工具", "具", "beta"},
		"图":                    {"图"},
		"a\xffb":               {"a", "b"},
		"Мой हिन्दी ไม้ カ\u3099": {"мой", "हिन्दी", "ไม้", "ม้", "ガ"}, // marks that belong to the letter
		"ŉ don＇t … ½a":           {"n", "dont", "1", "2a"},
	} {
		same(t, text, words(text), want)
	}
	same(t, "two texts", words("ab", "cd"), []string{"ab", "cd"})
}

// The words of a text are those of the folded text.
func TestWordsFolded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := fieldrules.Clean(rapid.String().Draw(t, "text"))
		if got, want := words(text), words(catalog.Fold(text)); !slices.Equal(got, want) {
			t.Fatalf("%q: %q, folded %q", text, got, want)
		}
	})
}

// Long words are cut between characters.
func TestWordsTruncated(t *testing.T) {
	for _, text := range []string{strings.Repeat("a", 500), strings.Repeat("é", 100), "x" + strings.Repeat("я", 100)} {
		if got := words(text)[0]; len(got) > maxWord || len(got) < maxWord-3 || strings.ContainsRune(got, '\uFFFD') {
			t.Errorf("%q is cut to %q", text, got)
		}
	}
}

// Capitals show the words of a name.
func TestWordsCamelCase(t *testing.T) {
	for name, want := range map[string][]string{
		"PromptSource": {"Prompt", "Source"}, "SQLMate": {"SQL", "Mate"}, "Qwen3": {"Qwen"}, "plain": nil, "GPT4All": {"GPT", "All"}, "": nil,
	} {
		same(t, name, humps(name), want)
	}
}

// Forms of a word share their stem.
func TestStem(t *testing.T) {
	for _, group := range [][]string{{"write", "writing", "writes", "written", "wrote"}, {"generate", "generator", "generation"},
		{"photo", "photos"}, {"build", "built", "building"}, {"gpt4all"}, {"éditer"}} {
		for _, word := range group {
			same(t, word, stem(word), stem(group[0]))
		}
	}
}

// The forward index has the words of each document.
func TestForwardIndex(t *testing.T) {
	ix, _ := ownIndex()
	for document := range ix.base.size {
		ix.base.forward.each(document, func(word uint32) {
			if at := seekPosting(ix.base.texts.at(int(word)), uint32(document)); ix.base.texts.at(int(word))[at]>>8 != uint32(document) {
				t.Fatalf("document %d does not have %q", document, ix.base.words.word(int(word)))
			}
		})
	}
}

// The distance of the longest words is right.
func TestDistanceLongWords(t *testing.T) {
	var p pattern
	long := strings.Repeat("ab", maxWord/2)
	p.set(long)
	for other, want := range map[string]int{long: 0, long[1:]: 1, long[:maxWord-1] + "x": 1, long[:maxWord-2] + "ba": 1, "x" + long: 1, long[2:] + "xy": 2, "xyz" + long: 3} {
		got, _ := p.distance(other, 4)
		same(t, other, got, want)
	}
}
