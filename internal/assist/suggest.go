package assist

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/fetch"
)

// Suggestion is what a website says about a tool, extracted without a model. Missing fields are empty.
type Suggestion struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Image       string   `json:"image" doc:"Image that the page wants to be shared with"`
	Icon        string   `json:"icon" doc:"The page's icon, the larger one"`
	Categories  []string `json:"categories" nullable:"false" doc:"Categories of the directory that fit what the page says"`
}

// maxSuggested is the maximum number of suggested categories.
const maxSuggested = 5

// Suggest extracts a suggestion from a tool's website; names are the directory's categories. For any unreadable website
// it returns the same Invalid fault.
func (a *Assistant) Suggest(ctx context.Context, by, website string, names []string) (Suggestion, error) {
	leave, err := a.fills.enter(ctx, by)
	if err != nil {
		return Suggestion{}, err
	}
	defer leave()
	page, err := a.options.Pages.Page(ctx, website)
	if ctx.Err() != nil {
		return Suggestion{}, ctx.Err()
	}
	if err != nil {
		const message = "Couldn't read this website. Please check its URL"
		return Suggestion{}, &fault.Fault{Kind: fault.Invalid, Message: message, Fields: []fault.Field{{Field: "url", Message: message}}, Cause: err}
	}
	return Suggestion{
		Name: nameOf(page), Description: page.Description, Image: page.Image, Icon: page.Icon, Categories: fitting(page, names),
	}, nil
}

// separators divide a tool's name from its slogan in titles.
var separators = []string{" | ", " – ", " — ", " - ", " · ", " • ", " :: ", ": "}

// nameOf returns the name of the site; without one, the part of the title that occurs in the host name, or else the
// first part.
func nameOf(page fetch.Page) string {
	if page.SiteName != "" {
		return firstRunes(page.SiteName, catalog.MaxName)
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
			return firstRunes(strings.TrimSpace(part), catalog.MaxName)
		}
	}
	return firstRunes(strings.TrimSpace(parts[0]), catalog.MaxName)
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

func firstRunes(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}

// weights of a category name by where it occurs on a page.
const (
	inKeywords    = 8
	inTitle       = 5
	inDescription = 3
	inText        = 1 // per occurrence, up to maxInText
	maxInText     = 3
)

// fitting returns the categories that the page mentions, by descending score.
func fitting(page fetch.Page, names []string) []string {
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
	for _, one := range list[:min(len(list), maxSuggested)] {
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
