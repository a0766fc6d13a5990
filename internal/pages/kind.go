package pages

import (
	"slices"
	"strings"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// kindOf returns what a tool is, in a few words for its title: its first two categories, in mid-sentence case. The
// front end has the same rule (product-kind.ts); the tests of both share their cases.
func kindOf(categories []string) string {
	var names []string
	for _, name := range categories {
		if name != catalog.OtherCategory && len(names) < 2 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "AI tool"
	}
	separator := " and "
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, "&") }) {
		separator = ", "
	}
	for i, name := range names {
		names[i] = inSentence(name)
	}
	return strings.Join(names, separator)
}

// inSentence returns a category in mid-sentence case: "Photo Editing" becomes "photo editing"; "SEO" and "MLOps" stay.
func inSentence(category string) string {
	words := strings.Split(category, " ")
	for i, word := range words {
		letters := []rune(word)
		if len(letters) > 1 && unicode.IsUpper(letters[0]) && !slices.ContainsFunc(letters[1:], unicode.IsUpper) {
			words[i] = strings.ToLower(word)
		}
	}
	return strings.Join(words, " ")
}
