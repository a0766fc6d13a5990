package search

import (
	"slices"
	"strings"
	"testing"
)

// wanted are tools for needs in people's own words.
func wanted() *Index {
	var docs []*Document
	for _, line := range lines(`Quillet|Writing|Poem and verse generator.
Marque|Design|Logo maker for small firms.
Scribbler|Transcription|Transcription of speech and audio recordings to text.
Orator|Voice|Text to speech with natural voices.
Hush|Audio|Removes filler words and silence from podcasts.
Veracity|Education|AI detector for essays by students.
Confidant|Companions|AI companion for a friendly chat.
Ledgerly|Finance|Bookkeeping and receipts.
Ledgermate|Finance|Bookkeeping for freelancers.
Booksy|Finance|Bookkeeping with bank imports.
Wallpapery|Design|Poster designer with used textures.
Boothy|Photo|Filters for a camera.
Tripper|Travel|Plans of trips.
Dictor|Transcription|Turn speech into text by talking.`) {
		f := strings.Split(line, "|")
		docs = append(docs, &Document{Name: f[0], Categories: []string{f[1]}, Text: f[2]})
	}
	more, _ := documents(inventedRows(500)) // so that words are as rare as among real tools
	return Build(append(docs, more...))
}

// A need in other words than the descriptions' finds what is for it, and says which of its words were kept.
func TestNeeds(t *testing.T) {
	ix := wanted()
	for _, c := range []struct {
		query   string
		first   uint32
		relaxed string
	}{
		{"poem for my mums birthday", 0, "poem"},
		{"make a logo for my bakery", 1, "logo"},
		{"turn speech into text", 2, ""},
		{"turn text into speech", 3, ""},
		{"get rid of the ums in my podcast", 4, ""},
		{"find out if a student cheated with chatgpt", 5, ""},
		{"somebody to talk to when I feel lonely", 6, "talk lonely"},
		{"please do the bookkeeping for my hamster castle", 7, "bookkeeping"},
		{"bookkeeping", 7, ""},
		{"cheap camera app", 11, ""},
		{"plan a trip to lyon", 12, "plan trip"},
	} {
		t.Run(c.query, func(t *testing.T) {
			m := ix.Search(c.query)
			if top := ranked(m); len(top) == 0 || top[0] != c.first {
				t.Errorf("finds %v, want %d first", top, c.first)
			}
			if m.Relaxed != c.relaxed {
				t.Errorf("keeps the words %q, want %q", m.Relaxed, c.relaxed)
			}
		})
	}
}

// What no tool is for finds nothing, though some tool has one of its words.
func TestOffTopic(t *testing.T) {
	ix := wanted()
	for _, query := range []string{
		"used tyres near me", "used tyres", "hamster bookkeeping cage", "bookkeeping near me", "podcast hamster", "poster paste bucket for the garage",
		"logo in boston", "poem from lyon", "cheap camera", "camera price", "rent a camera", "weather tomorrow", "imports with a garage",
	} {
		t.Run(query, func(t *testing.T) {
			if m := ix.Search(query); len(m.Docs) > 0 || m.Relaxed != "" {
				t.Errorf("finds %v, keeps %q", m.Docs, m.Relaxed)
			}
		})
	}
}

// An English word in a sentence is no misspelling of another; a word that is not English may be.
func TestEnglishWords(t *testing.T) {
	ix := Build([]*Document{{Name: "Alpha", Text: "Types of letters."}, {Name: "Beta", Text: "Video editor."}})
	if m := ix.Search("cheap tyres"); len(m.Docs) > 0 {
		t.Errorf("tyres finds %v", m.Docs)
	}
	if m := ix.Search("cheap vidoe"); !slices.Equal(m.Docs, []uint32{1}) {
		t.Errorf("vidoe finds %v", m.Docs)
	}
}

// The file of needs has no cue that cannot be found, and no cue twice.
func TestNeedsFile(t *testing.T) {
	classes, seen := map[string]bool{}, map[string]string{}
	for _, line := range strings.Split(needsText, "\n") {
		left, right, ok := strings.Cut(line, " = ")
		switch {
		case line == "" || line[0] == '#':
		case !ok || strings.TrimSpace(right) == "":
			t.Errorf("%q has no terms", line)
		case line[0] == '@' && !strings.Contains(left, " "):
			classes[left] = true
		default:
			for _, cue := range strings.Split(left, ", ") {
				words := slices.DeleteFunc(strings.Fields(cue), func(word string) bool { return word == ">" })
				if len(words) == 0 || len(words) > maxSlots {
					t.Errorf("%q has %d words", cue, len(words))
				}
				for _, word := range words {
					if word[0] == '@' && !classes[word] {
						t.Errorf("%q has no class %s before it", cue, word)
					}
				}
				if seen[cue] == left {
					t.Errorf("%q is twice in %q", cue, left)
				}
				seen[cue] = left
			}
			for _, term := range strings.Split(right, ", ") {
				if n := len(strings.Fields(term)); n == 0 || n > maxTerm {
					t.Errorf("the term %q has %d words", term, n)
				}
			}
		}
	}
}

func TestBloom(t *testing.T) {
	b := bloom(NewBloom([]string{"hamsters", "pizza", "bakery"}))
	for word, want := range map[string]bool{"hamster": true, "pizza": true, "bakeries": true, "chatbot": false} {
		if b.has(stem(word)) != want {
			t.Errorf("has %s: %v, want %v", word, !want, want)
		}
	}
}

// A site's own synonyms count in every query that has their words, before other needs, also after a patch, and those of
// an earlier list are gone.
func TestSynonyms(t *testing.T) {
	plain := wanted()
	ix := plain.WithSynonyms([]Synonym{{"Blorptangle", "poem"}, {"get the clutter out", "quantum gardening, Filler Words"}, {"logo", "AI detector"}, {"for me", "friendly chat"}, {"!", "poem"}, {"x", ", the"}})
	ix = ix.Patch(map[uint32]*Document{11: {Name: "Patched", Text: "Nothing special."}})
	for _, c := range []struct {
		query string
		first uint32
	}{
		{"blorptangles", 0},
		{"a blorptangle for my hamster farm", 0},
		{"out with the clutter please", 4},
		{"CLUTTER!", 4},
	} {
		m := ix.Search(c.query)
		if top := ranked(m); len(top) == 0 || top[0] != c.first {
			t.Errorf("%q finds %v, want %d first", c.query, top, c.first)
		}
		if top := ranked(plain.Search(c.query)); len(top) > 0 && top[0] == c.first {
			t.Errorf("%q finds %v without the synonym too", c.query, top)
		}
	}
	if top := ranked(ix.Search("logo")); !slices.Contains(top, 5) || !slices.Contains(top, 1) {
		t.Errorf("a word with a synonym finds %v, want what has the word and what has the synonym", top)
	}
	if m := ix.WithSynonyms(nil).Search("blorptangle"); len(m.Docs) > 0 {
		t.Errorf("a synonym that is gone finds %v", m.Docs)
	}
}
