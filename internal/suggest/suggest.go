// Package suggest extracts what a tool's website says about it, without a model: its name, description and categories.
//
// # To change
//
//   - what a page has: internal/fetch/page.go; who asks: internal/assist/suggest.go, internal/additions/read.go; go test
//     ./internal/suggest
package suggest

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fetch"
)

// maxCategories is the maximum number of suggested categories.
const maxCategories = 5

// Description returns what the site says the tool does; empty: nothing.
func Description(page fetch.Page) string { return cmp.Or(page.App.Description, page.Description) }

// separators divide a tool's name from its slogan in titles.
var separators = []string{" | ", " – ", " — ", " - ", " · ", " • ", " :: ", ": "}

// Name returns the name of the tool: that of the application that the page describes, or of the site; without one, the part of the
// title that occurs in the host name, or else the first part.
func Name(page fetch.Page) string {
	if name := cmp.Or(page.App.Name, page.SiteName); name != "" {
		return cut(name, catalog.MaxName)
	}
	parts := []string{cmp.Or(page.SocialTitle, page.Title)}
	for _, separator := range separators {
		var finer []string
		for _, part := range parts {
			finer = append(finer, strings.Split(part, separator)...)
		}
		parts = finer
	}
	host := ""
	if u, err := url.Parse(page.Address); err == nil {
		host = letters(u.Hostname())
	}
	for _, part := range parts {
		if word := letters(part); len(word) > 1 && strings.Contains(host, word) {
			return cut(strings.TrimSpace(part), catalog.MaxName)
		}
	}
	return cut(strings.TrimSpace(parts[0]), catalog.MaxName)
}

// letters returns the folded letters and digits of a text.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, catalog.Fold(text))
}

// cut returns a text of at most so many characters, which ends with a word.
func cut(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	text = string(runes[:most])
	if end := strings.LastIndexByte(text, ' '); end > 0 {
		text = text[:end]
	}
	return text
}

// weights of a category name by where it occurs on a page.
const (
	inKeywords    = 8
	inTitle       = 5
	inDescription = 3
	inText        = 1 // per occurrence, up to maxInText
	maxInText     = 3
)

// Categories returns those of the categories that the page mentions, by descending score; never nil.
func Categories(page fetch.Page, names []string) []string {
	type scored struct {
		name  string
		score int
	}
	slots := []struct {
		words       []string
		once, times int
	}{
		{wordsOf(strings.Join(page.Keywords, " , ")), inKeywords, 1},
		{wordsOf(page.Title + " , " + page.SocialTitle), inTitle, 1},
		{wordsOf(page.Description), inDescription, 1},
		{wordsOf(page.Text), inText, maxInText},
	}
	var list []scored
	for _, name := range names {
		score, words := 0, wordsOf(name)
		for _, slot := range slots {
			score += slot.once * min(timesIn(slot.words, words), slot.times)
		}
		if score > inText { // a single mention in the text is chance
			list = append(list, scored{name, score})
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int { return b.score - a.score })
	chosen := []string{}
	for _, one := range list[:min(len(list), maxCategories)] {
		chosen = append(chosen, one.name)
	}
	return chosen
}

// wordsOf returns the folded words of a text, without a plural s.
func wordsOf(text string) []string {
	words := strings.FieldsFunc(catalog.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ',' })
	for i, word := range words {
		if len(word) > 3 && !strings.HasSuffix(word, "ss") {
			words[i] = strings.TrimSuffix(word, "s")
		}
	}
	return words
}

// timesIn counts how often words occur in sequence in text.
func timesIn(text, words []string) int {
	count := 0
	for at := 0; len(words) > 0 && at+len(words) <= len(text); at++ {
		if slices.Equal(text[at:at+len(words)], words) {
			count++
		}
	}
	return count
}
