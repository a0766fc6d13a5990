package linkchecks

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fetch"
)

// subject is what a tool is known by.
type subject struct {
	names    []string // spellings of its name, without spaces
	domain   []string // its domain, with and without its ending, without spaces
	topic    []string // stems of what its text is about
	text     string   // name and texts of the tool, folded
	language string   // of its text
}

func subjectOf(link Link) subject {
	var tags []string
	_ = json.Unmarshal([]byte(link.Tags), &tags) // we stored it
	words := strings.Join(append([]string{link.Description, link.UseCases}, tags...), "\n")
	s := subject{text: catalog.Fold(link.Name + "\n" + words), language: languageOf(words)}
	if s.language == "" {
		s.language = english
	}
	if u, err := url.Parse(link.URL); err == nil {
		label, ending, _ := strings.Cut(fetch.DomainOf(u), ".")
		s.domain = []string{squeezed(label), squeezed(label + ending)}
	}
	s.names = namesOf(link.Name, s.domain)
	for stem := range stemsOf(words) {
		if !slices.ContainsFunc(s.names, func(name string) bool { return strings.HasPrefix(name, stem) }) {
			s.topic = append(s.topic, stem)
		}
	}
	return s
}

// breaks end the first part of a name: "Runway: AI video", "Krea (beta)".
var breaks = []string{": ", " - ", " – ", " — ", " | ", " (", ", ", " by ", " from ", " for "}

// namesOf returns the spellings of a name that a website may have: whole, its first part, without what many names end with, and the
// words of it that its domain has.
func namesOf(name string, domain []string) (names []string) {
	add := func(text string) {
		if one := squeezed(text); utf8.RuneCountInString(one) >= 2 && !slices.Contains(names, one) {
			names = append(names, one)
		}
	}
	whole := catalog.Fold(name)
	add(whole)
	first := whole
	for _, at := range breaks {
		first, _, _ = strings.Cut(first, at)
	}
	add(first)
	words := tokensOf(first)
	for len(words) > 1 && slices.Contains(commonEnds, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	for len(words) > 1 && slices.Contains(commonStarts, words[0]) {
		words = words[1:]
	}
	if last := strings.Join(words, " "); !slices.Contains(commonEnds, last) {
		add(last)
	}
	for _, word := range tokensOf(whole) {
		if len(word) >= 4 && len(domain) > 0 && strings.Contains(domain[0], word) && !slices.Contains(commonEnds, word) {
			add(word)
		}
	}
	return names
}

// commonEnds and commonStarts are words of names that say nothing of whose they are.
var (
	commonEnds = strings.Fields("ai app apps io hq lab labs inc ltd llc gmbh studio studios pro online tool tools bot gpt com beta software platform plugin extension suite net org dev " +
		"generator creator maker writer editor assistant builder cloud web website video image images chat v1 v2 v3 v4")
	commonStarts = strings.Fields("the get my try use")
)

// tokensOf returns the words of a folded text.
func tokensOf(folded string) []string {
	return strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) })
}

// squeezed returns the letters and digits of a folded text.
func squeezed(folded string) string { return strings.Join(tokensOf(folded), "") }

// longName is from how many letters a name is looked for inside words, too.
const longName = 7

// has reports whether a folded text has one of the names, however it is divided into words.
func has(folded string, names []string) bool {
	tokens := tokensOf(folded)
	for _, name := range names {
		if strings.ContainsFunc(name, isUnspaced) {
			if strings.Contains(strings.Join(tokens, ""), name) {
				return true
			}
			continue
		}
		for i, token := range tokens {
			if len(name) >= longName && strings.Contains(token, name) || beginsWith(tokens[i:], name) {
				return true
			}
		}
	}
	return false
}

// beginsWith reports whether some words together are a name, which may have a common end: "photo room", "photoroomai".
func beginsWith(tokens []string, name string) bool {
	left := name
	for _, token := range tokens {
		rest, isPart := strings.CutPrefix(left, token)
		if !isPart {
			end, isWhole := strings.CutPrefix(token, left)
			return isWhole && (end == "s" || slices.Contains(commonEnds, end))
		}
		if left = rest; left == "" {
			return true
		}
	}
	return false
}

// stemLength is how many letters of a word count, so that its forms are the same.
const stemLength = 5

// stemsOf returns the beginnings of the words of a text that say what it is about.
func stemsOf(text string) map[string]bool {
	stems := map[string]bool{}
	for _, word := range tokensOf(catalog.Fold(text)) {
		if len(word) >= 4 && !emptyWords[word] {
			stems[word[:min(len(word), stemLength)]] = true
		}
	}
	return stems
}

// shared counts the stems that a text has of a topic.
func shared(topic []string, text string) (count int) {
	stems := stemsOf(text)
	for _, stem := range topic {
		if stems[stem] {
			count++
		}
	}
	return count
}
