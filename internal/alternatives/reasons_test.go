package alternatives

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

func described(name, text string, price catalog.Type, categories ...string) catalog.Product {
	return catalog.Product{ProductFields: catalog.ProductFields{Name: name, Description: text, Type: price, Categories: categories}}
}

func withDeal(p catalog.Product) catalog.Product {
	p.HasDeal = true
	return p
}

func tagged(p catalog.Product, tags ...string) catalog.Product {
	p.Tags = tags
	return p
}

func TestReasonsToSwitch(t *testing.T) {
	others := []catalog.Product{
		withDeal(described("Ink", "An editor for busy sales teams.", catalog.Free, "A", "Speech")),
		described("Pen", "Made for developers.", catalog.Freemium, "A", "Speech"),
		tagged(described("Wax", "Teams like it.", catalog.Free, "A"), "Open-Source"),
		described("Oil", "For developers", catalog.Unknown, "B", "A"),
	}
	for name, try := range map[string]struct {
		tool catalog.Product
		want []string
	}{
		"premium": {tagged(withDeal(described("Brush", "", catalog.Premium, "A", "Speech")), "open source"),
			[]string{"Brush is a paid tool; Ink and Wax are free.", "Pen has a free plan.", "Pen and Oil are made for developers.", "For teams there is Ink."}},
		"freemium": {withDeal(described("Brush", "For teams of developers.", catalog.Freemium, "A")),
			[]string{"Brush has paid plans; Ink and Wax are free.", "Wax is open source.", "Ink and Pen also cover speech."}},
		"unknown": {described("Brush", "For developers in teams", catalog.Unknown, "A", "Speech"),
			[]string{"No price is listed for Brush; Ink and Wax are free.", "Pen has a free plan.", "Ink has a deal right now.", "Wax is open source."}},
		"free": {tagged(withDeal(described("Brush", "Developers, teams", catalog.Free, "A", "Speech")), "open source"), nil},
	} {
		if got := reasonsToSwitch(try.tool, others); !slices.Equal(got, try.want) {
			t.Errorf("%s: got %q", name, got)
		}
	}
	if got := reasonsToSwitch(others[0], nil); got == nil || len(got) != 0 {
		t.Errorf("there are reasons without alternatives: %q", got)
	}
	if got := reasonsToSwitch(described("Brush", "", catalog.Premium), []catalog.Product{described("Pen and Ink", "Made for developers.", catalog.Freemium)}); !slices.Equal(got, []string{"Brush is a paid tool; Pen and Ink has a free plan.", "Pen and Ink is made for developers."}) {
		t.Errorf("without free ones got %q", got)
	}
	if got := reasonsToSwitch(described("Brush", "", catalog.Free), []catalog.Product{described("Ink", "For teachers, for teams, for writers.", catalog.Unknown)}); !slices.Equal(got, []string{"Ink is made for teachers and writers."}) {
		t.Errorf("for one with two audiences got %q", got)
	}
	many := slices.Repeat([]catalog.Product{described("Ink", "", catalog.Free)}, 6)
	if got := reasonsToSwitch(described("Brush", "", catalog.Freemium), many); !slices.Equal(got, []string{"Brush has paid plans; Ink, Ink, Ink and 3 more are free."}) {
		t.Errorf("of many got %q", got)
	}
}

// What an alternative's description says beside a tool that says nothing of it; the last of each kind is no phrase.
func TestPhrases(t *testing.T) {
	for text, want := range map[string]string{
		"Make beats for YouTube videos.":                        "For YouTube videos.",
		"Write posts for developers and designers.":             "For developers.",
		"Edit clips without learning timelines, in seconds":     "Without learning timelines. In seconds.",
		"It turns rough sketches into paintings. Free.":         "Turns rough sketches into paintings.",
		"Chat, powered by Claude (beta), on iOS.":               "On iOS. Powered by Claude.",
		"Slides from meeting notes that you have.":              "From meeting notes.",
		"Edit with drag and drop.":                              "",
		"Edit with effects for free, on demand, for all of us.": "",
		"For cinematic, vivid results with Brush.":              "",
		"Made for speech about everything and nothing at all.":  "",
		"Helps create engaging, vivid, and quick results.":      "",
		"Powered by one two three four five six seven.":         "",
		"A tool for": "",
		strings.Repeat("Words ", 65) + "for photographers in Rome": "",
	} {
		found := phrasesOf("a speech tool", described("Brush", text, catalog.Unknown))
		var got []string
		for _, cue := range cues {
			if found[cue] != "" {
				got = append(got, found[cue])
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("of %q got %q, want %q", text, got, want)
		}
	}
}

// No form of a sentence is on a page more than four times, and no sentence twice.
func TestStandouts(t *testing.T) {
	var others []catalog.Product
	for i := range 20 {
		p := withDeal(described(fmt.Sprint("Tool ", i), fmt.Sprintf("Edits for guild%d members.", i), catalog.Free, "Speech", fmt.Sprint("C", i)))
		others = append(others, tagged(p, "open source"))
	}
	said := standouts(described("Brush", "", catalog.Premium, "Speech"), others)
	counts := map[string]int{}
	for _, sentence := range said {
		form, _, _ := strings.Cut(sentence, " ")
		counts[form]++
	}
	if want := map[string]int{"Free,": 1, "Has": 1, "Open": 1, "For": 4, "Also": 4, "": 9}; fmt.Sprint(counts) != fmt.Sprint(want) {
		t.Errorf("the forms are %v, want %v: %q", counts, want, said)
	}
	if got := standouts(others[0], others[:1]); got[0] != "" {
		t.Errorf("%q stands out beside itself", got)
	}
}
