package pages

import (
	"strings"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// applicationCategories maps the values that Google accepts as applicationCategory to the matching words of our
// categories: https://developers.google.com/search/docs/appearance/structured-data/software-app
var applicationCategories = map[string]string{
	"BrowserApplication":          "browser",
	"BusinessApplication":         "analytics automation business careers commerce copywriting crm customer data documents hr legal marketing meetings presentations productivity sales seo support writing",
	"CommunicationApplication":    "assistants chatbots chat email",
	"DesignApplication":           "3d architecture avatars branding design image images photo photos",
	"DeveloperApplication":        "agent agents app apps code coding cloud databases developer gpu llm llms local mcp mlops models rag sql website",
	"EducationalApplication":      "education languages learning",
	"EntertainmentApplication":    "companions fun",
	"FinanceApplication":          "finance",
	"GameApplication":             "game games gaming",
	"HealthApplication":           "health wellness",
	"LifestyleApplication":        "beauty dating fashion lifestyle",
	"MultimediaApplication":       "animation audio music podcasts speech subtitles transcription video videos voice",
	"ReferenceApplication":        "answers directories knowledge research science search translation",
	"SecurityApplication":         "privacy security",
	"ShoppingApplication":         "shopping",
	"SocialNetworkingApplication": "social",
	"SportsApplication":           "sports",
	"TravelApplication":           "travel",
}

// applicationByWord is the inverse of applicationCategories.
var applicationByWord = func() map[string]string {
	byWord := map[string]string{}
	for category, words := range applicationCategories {
		for word := range strings.FieldsSeq(words) {
			byWord[word] = category
		}
	}
	return byWord
}()

// applicationCategory returns Google's applicationCategory for a product: that of the first word in its categories that
// has one.
func applicationCategory(categories []string) string {
	for _, category := range categories {
		words := strings.FieldsFunc(catalog.Fold(category), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, word := range words {
			if found, ok := applicationByWord[word]; ok {
				return found
			}
		}
	}
	return "UtilitiesApplication"
}
