package search

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// mistype makes some random edits in a name, letters and digits only, seldom in its first letter.
func mistype(random *rand.Rand, name string, edits int) string {
	runes := []rune(strings.ToLower(name))
	for range edits {
		at := random.IntN(len(runes))
		if at == 0 {
			at = random.IntN(len(runes))
		}
		runes = edited(runes, at, rune('a'+random.IntN(26)), random.IntN(4))
	}
	return string(runes)
}

// searchesFor are searches of each mechanical kind for some of the rows, the same ones each time.
func searchesFor(rows []catalogueRow, every int) []judged {
	random := rand.New(rand.NewPCG(1, 2))
	var queries []judged
	for i := 0; i < len(rows); i += every {
		row := rows[i]
		letters := utf8.RuneCountInString(joinedName(row.Name))
		add := func(kind, query string) {
			queries = append(queries, judged{query, kind, row.ID, []string{row.ID}})
		}
		add("exact", strings.ToUpper(row.Name))
		if letters >= 5 {
			add("variant", joinedName(row.Name))
			add("typo1", mistype(random, row.Name, 1))
		}
		if letters >= 10 {
			add("typo2", mistype(random, row.Name, 2))
		}
		if parts := humps(row.Name); len(parts) > 1 && strings.Join(parts, "") == row.Name {
			add("variant", strings.Join(parts, " "))
		}
	}
	return queries
}

// Each name is found, whatever is done to it.
func TestNameVariants(t *testing.T) {
	for _, rows := range [][]catalogueRow{ownRows(), realRows(t)} {
		if len(rows) > 0 {
			docs, ids := documents(rows)
			checkFloors(t, figures(t, Build(docs), ids, searchesFor(rows, 1+len(rows)/2_000)))
		}
	}
}

// A query for something in place of a product names the product, and says what else is wanted.
func TestLike(t *testing.T) {
	names := strings.Split("ChatGPT|Notion AI|Notion|Adobe Photoshop|Google Docs|Diary|Slick|Free AI|Like Minds|GitHub Copilot|Kuki|Runway", "|")
	var docs []*Document
	for _, name := range names {
		docs = append(docs, &Document{Name: name, Text: "Works with Slack. A painting, a diary."})
	}
	ix := Build(docs)
	for _, c := range []struct{ query, name, rest string }{
		{"like chatgpt", "ChatGPT", ""},
		{"Something like ChatGPT", "ChatGPT", ""},
		{"free tools similar to chat gpt for images", "ChatGPT", "images"},
		{"alternative to notion", "Notion", ""},
		{"open source alternatives to Notion that work offline", "Notion", "work offline"},
		{"photoshop alternative", "Adobe Photoshop", ""},
		{"photoshop alternatives free", "Adobe Photoshop", ""},
		{"alternative to photoshop for beginners", "Adobe Photoshop", "beginners"},
		{"what can i use instead of google docs", "Google Docs", ""},
		{"cheaper than github copilot", "GitHub Copilot", ""},
		{"competitors of runwya", "Runway", ""},
		{"sites like kuki but private", "Kuki", "private"},
		{"make my photo look like a diary", "", ""},
		{"tools like slack", "", ""},
		{"like minds", "", ""},
		{"something like a painting", "", ""},
		{"something like this", "", ""},
		{"like", "", ""},
		{"", "", ""},
		{"alternative medicine", "", ""},
	} {
		at, rest, found := ix.Like(c.query)
		if found != (c.name != "") || found && (names[at] != c.name || rest != c.rest) {
			t.Errorf("%q: %q, %q, %v; want %q, %q", c.query, names[at], rest, found, c.name, c.rest)
		}
	}
	patched := ix.Patch(map[uint32]*Document{0: nil, 12: {Name: "Claude"}})
	if at, _, found := patched.Like("like claude"); !found || at != 12 {
		t.Errorf("after a patch: %v, %v", at, found)
	}
	if _, _, found := patched.Like("like chatgpt"); found {
		t.Error("finds a product that is gone")
	}
}
