package search

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// named is an index of documents that have only a name.
func named(names ...string) *Index {
	docs := make([]*Document, len(names))
	for i, name := range names {
		docs[i] = &Document{Name: name}
	}
	return Build(docs)
}

// same fails the test if the two differ; no list equals an empty one.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// found are the names that a query finds, best first.
func found(ix *Index, query string) []string {
	names := []string{}
	for _, number := range ranked(ix.Search(query)) {
		names = append(names, ix.base.labels[number])
	}
	return names
}

// Names are found as people type them.
func TestNameSpellings(t *testing.T) {
	for _, c := range []struct{ rule, name, query string }{
		{"the exact name", "Whimsical AI", "Whimsical AI"},
		{"case does not count", "Whimsical AI", "wHIMSICAL ai"},
		{"accents do not count", "Éclair Café", "eclair cafe"},
		{"accents typed for none do not count", "Eclair", "Éclàir"},
		{"letters that have no accent to drop", "Łódź Straße", "lodz strasse"},
		{"words joined", "Whimsical AI", "whimsicalai"},
		{"a word split", "PromptSource", "prompt source"},
		{"capitals split", "OpenAgents", "open agents"},
		{"a blank for the dot", "Elai.io", "elai io"},
		{"nothing for the dot", "llama.cpp", "llamacpp"},
		{"a hyphen for the blank", "Open Harbor", "open-harbor"},
		{"an apostrophe left out", "Let's Enhance", "lets enhance"},
		{"a typographic apostrophe", "Let's Enhance", "let’s enhance"},
		{"a letter missing", "Repomix", "repmix"},
		{"a letter too many", "Repomix", "repomixx"},
		{"a wrong letter", "Repomix", "repomux"},
		{"two letters swapped", "Repomix", "reopmix"},
		{"the first letter wrong", "Repomix", "tepomix"},
		{"one edit in four letters", "Roam", "raom"},
		{"two edits in eight letters", "Tuneflow", "tuenfllow"},
		{"two edits over the whole name", "Browser Use", "browsre ue"},
		{"the last word unfinished", "Hermes Gateway", "hermes gate"},
		{"the last word unfinished and misspelt", "Firecracker", "firecrakc"},
		{"three letters", "Ramblefix", "ram"},
		{"one letter", "Ramblefix", "r"},
		{"a later word of the name", "Hermes Gateway", "gateway"},
		{"a part that its capitals show", "SwarmVault Pro", "vault"},
		{"white space around and between", "Open Harbor", "  open \t harbor\n"},
		{"Han characters", "图像生成器", "图像"},
		{"one Han character, from the middle", "图像生成器", "生"},
		{"Japanese without blanks", "ことばツール", "ツール"},
		{"Korean by the beginning of its word", "한국어 도구", "한국"},
		{"Cyrillic without case", "Яндекс Диск", "яндекс"},
		{"full-width letters", "Vidu", "Ｖｉｄｕ"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			ix := named("Something Else", c.name, "Quite Other")
			same(t, c.query, found(ix, c.query), []string{c.name})
		})
	}
}

// Better matches come first.
func TestRanking(t *testing.T) {
	for _, c := range []struct {
		rule, query string
		docs        []*Document
	}{
		{"the exact name before all else", "notion", []*Document{
			{Name: "Notion"}, {Name: "Notion Helper"}, {Name: "Helper for Notion"}, {Name: "Wiki", Text: "notion notion notion"}}},
		{"the name as typed before another with the same letters", "open agents", []*Document{
			{Name: "Open Agents"}, {Name: "OpenAgents"}}},
		{"name, category, tag, text, host", "music", []*Document{
			{Name: "Best of Music"}, {Name: "A", Categories: []string{"Music"}}, {Name: "B", Tags: []string{"music"}},
			{Name: "C", Text: "Many words that lead nowhere at all and go on and on until at last there is music"},
			{Name: "D", Host: "music.example"}}},
		{"a tag, what people say, a text", "lonely", []*Document{
			{Name: "B", Tags: []string{"lonely"}}, {Name: "A", Phrases: []string{"someone to talk to when i'm lonely", "a friend"}},
			{Name: "C", Text: "Many words that lead nowhere at all and go on and on until at last somebody is lonely"}}},
		{"what people say, word for word, before all but the name", "turn my voice into text", []*Document{
			{Name: "C", Phrases: []string{"Turn voice into text!"}}, {Name: "B", Text: "speech to text transcription", Tags: []string{"speech to text"}}, {Name: "Voice into Text", Tags: []string{"transcription"}}}},
		{"the beginning of a text before its end", "chess", []*Document{
			{Name: "A", Text: "Chess for one, in a browser, with a clock, a coach and a board that one likes to look at"},
			{Name: "B", Text: "Cards for one, in a browser, with a clock, a coach and a board that one likes, and chess"}}},
		{"every word before some of them", "fast blue kite", []*Document{
			{Name: "A", Text: "a fast and blue kite"}, {Name: "B", Text: "blue kite blue kite blue kite"},
		}},
		{"a finished word before a longer one", "lam", []*Document{{Name: "Lam"}, {Name: "Lami"}, {Name: "Lambda Cloud"}}},
		{"the beginning of the name before a later word", "rec", []*Document{{Name: "Recraft"}, {Name: "My Recipes"}}},
		{"the right spelling before a near one", "motion plan", []*Document{{Name: "Motion Plan"}, {Name: "Motion Planner"}}},
		{"one typo before two", "promptbaze", []*Document{{Name: "Promptbase"}, {Name: "Promptbasse"}}},
		{"the same stem after the word itself", "writing", []*Document{{Name: "Writing"}, {Name: "Writes"}}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			docs := slices.Clone(c.docs)
			slices.Reverse(docs) // so that order of the catalogue cannot help
			for range 20 {
				docs = append(docs, &Document{Name: "Other"})
			}
			var want []string
			for _, d := range c.docs {
				want = append(want, d.Name)
			}
			same(t, c.query, found(Build(docs), c.query), want)
		})
	}
}

// Junk is not found.
func TestNoMatch(t *testing.T) {
	ix, _ := ownIndex()
	for _, c := range []struct{ rule, query string }{
		{"nothing", ""}, {"blanks", " \t\n"}, {"an invented word", "blorptangle"}, {"an unknown word beside a known one", "video blorptangle"},
		{"known words that nothing has together", "guitar contracts"}, {"a short word that is not there", "xq"},
		{"three letters are not forgiven one", "zap"}, {"more edits than allowed", "wefrare"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			same(t, c.query, found(ix, c.query), []string{})
		})
	}
}

// Words that say little are optional.
func TestWeakWords(t *testing.T) {
	ix, _ := ownIndex()
	for query, want := range map[string]string{
		"how do i remove the background from my photo": "Clearcut Studio",
		"a tool for flashcards":                        "Cardshark Study",
		"i want to clone my voice please":              "Echo Forge",
		"curriculum vitae":                             "Careerly Resume",
		"tts":                                          "Vocalis",
		"powerpoint":                                   "Slidemason",
		"coloring page for children":                   "Crayonbox",
	} {
		t.Run(query, func(t *testing.T) {
			if got := found(ix, query); !slices.Contains(got[:min(3, len(got))], want) {
				t.Errorf("finds %q, want %q among the first", got, want)
			}
		})
	}
}

// What is found in small indexes, and nothing else.
func TestFinds(t *testing.T) {
	symbols := named("100% Draft", "snake_case", "Bob's Bots", `back\slash`, "C++ Coach", "C Coach", "Plain", "“Quoted”", "%", "ʼ")
	hosts := Build([]*Document{{Name: "Poser", Host: "www.posegenerator.net"}, {Name: "Other", Host: "other.net"}})
	for _, c := range []struct {
		rule string
		ix   *Index
		want map[string][]string
	}{
		{"symbols are literal", symbols, map[string][]string{
			"%": {"%", "100% Draft"}, "_": {"snake_case"}, "'": {"Bob's Bots"}, `\`: {`back\slash`}, "++": {"C++ Coach"},
			"“": {"“Quoted”"}, "ʼ": {"ʼ"}, "*": {}, "%%": {}, "??": {}, "+++": {}, " % ": {"%", "100% Draft"},
			"c++ coach": {"C++ Coach", "C Coach"}, "c coach": {"C Coach", "C++ Coach"}}},
		{"a pasted address finds its product", hosts, map[string][]string{"posegenerator.net": {"Poser"}, "https://posegenerator.net/": {"Poser"},
			"HTTP://www.posegenerator.net/a?b=c": {"Poser"}, "posegenerator": {"Poser"}}},
		{"stop words are read when there is nothing else", named("The Who", "For Us", "Other"), map[string][]string{"for us": {"For Us"}}},
		{"empty slots and empty documents", Build([]*Document{nil, {}, {Name: "Alpha"}, nil}), map[string][]string{"alpha": {"Alpha"}}},
		{"an empty index", Build(nil), map[string][]string{"alpha": {}}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			for query, want := range c.want {
				same(t, query, found(c.ix, query), want)
			}
		})
	}
}

// hardQueries are made to cost as much as a query can.
func hardQueries() map[string]string {
	return map[string]string{
		"letters": "a b c d e f g h i j k l m n o p q r s t", "the same letter": strings.Repeat("a ", 100),
		"one long word": strings.Repeat("a", 200), "ten thousand characters": strings.Repeat("bada ", 2_000),
		"Han": strings.Repeat("图像生成", 50), "ligatures": strings.Repeat("ﷺ", 200), "long typos": strings.Repeat("badebadobx", 20),
		"sixteen unknown words": strings.Repeat("zzyzxgrommet qwertzuiop ", 8), "beginnings of all words": "b ba be bi bo bu d da de di do du ba bo",
	}
}

// Hard queries are cheap. How long they take says BenchmarkHardQueries; here their work is counted.
func TestHardQueryCost(t *testing.T) {
	docs, _ := documents(inventedRows(5_000))
	ix := Build(docs)
	for name, query := range hardQueries() {
		t.Run(name, func(t *testing.T) {
			r := ix.pool.Get().(*request)
			r.begin(ix, query, true)
			r.findWays()
			r.readWays()
			if work, most := r.work(), maxWords*len(docs); len(r.words) > maxWords || work > most {
				t.Errorf("reads %d words and %d postings, of %d", len(r.words), work, most)
			}
			r.end()
			ix.pool.Put(r)
		})
	}
}

// work is how much a request has read: its words, the ways of having them, and the postings of those.
func (r *request) work() int {
	work := len(r.words)
	for _, u := range r.units {
		for _, w := range u.ways {
			work += 1 + len(w.made)
			if w.made == nil {
				work += len(w.column(r.views[w.view].segment).span(w.from, w.to))
			}
		}
	}
	return work
}

// The lookup of a typo measures a limited number of words.
func TestTypoCandidateLimit(t *testing.T) {
	docs := make([]*Document, 2*maxChecked)
	for i := range docs {
		docs[i] = &Document{Name: fmt.Sprint("mistake", i)}
	}
	var typed runes
	typed.set("mistakex")
	measured := 0
	Build(docs).base.near.candidates(&typed, func(uint32) { measured++ })
	same(t, "words that are measured", measured, maxChecked)
}

// Searches run beside each other and beside patches.
func TestConcurrentSearches(t *testing.T) {
	ix, ids := ownIndex()
	want := best(ix, ids, "music", 10)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 50 {
				same(t, "music", best(ix, ids, "music", 10), want)
				ix.Patch(map[uint32]*Document{3: {Name: "Music Patch"}}).Search("patch")
			}
		})
	}
	wait.Wait()
}

// SearchInto overwrites what was there.
func TestSearchInto(t *testing.T) {
	ix := named("Alpha", "Beta")
	m := Matches{Docs: []uint32{7, 8, 9}, Scores: []float32{1, 2, 3}}
	ix.SearchInto(&m, "beta")
	same(t, "documents", m.Docs, []uint32{1})
	same(t, "scores", len(m.Scores), 1)
}
