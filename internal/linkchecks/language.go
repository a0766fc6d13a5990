package linkchecks

import (
	"strings"
	"unicode"
)

const english = "en"

// isUnspaced reports whether a character is of a script that puts no spaces between words.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// scripts are those that tell a language, or a few that nobody needs to tell apart here.
var scripts = []struct {
	table    *unicode.RangeTable
	language string
}{
	{unicode.Hiragana, "ja"}, {unicode.Katakana, "ja"}, {unicode.Hangul, "ko"}, {unicode.Han, "zh"}, {unicode.Thai, "th"},
	{unicode.Cyrillic, "ru"}, {unicode.Arabic, "ar"}, {unicode.Hebrew, "he"}, {unicode.Greek, "el"}, {unicode.Devanagari, "hi"},
}

// commonWords are the most frequent words of languages in Latin letters that the others don't have, as they are written.
var commonWords = map[string]string{
	english: "the and of to with for your you is are that this from our on how can all get more",
	"de":    "und der die das mit für ist nicht auf ein eine sie wir ihre von den im zu auch oder werden",
	"fr":    "le la les des et pour vous est dans une un votre avec sur nous du qui plus ou pas",
	"es":    "el los las y para con una del por que su más en tu como sus nuestro este esta sin",
	"pt":    "o os as e para com uma do da não em você seu sua mais por que dos das na no",
	"it":    "il gli e per con una del della di che non sono più i le nel tuo tua anche si",
	"nl":    "de het een en van voor met je niet op zijn uw wij onze bij ook naar dit deze om",
	"pl":    "i w na z do się nie jest dla że oraz twoje jak od po przez to są czy ale",
	"tr":    "ve bir için ile bu çok daha en olarak gibi sizin veya tüm yeni siz bize her ne kadar",
	"id":    "dan yang di dengan untuk dari ini pada anda adalah situs atau bisa tidak akan kami dalam para juga serta",
	"vi":    "và của cho các là với không được trong những bạn một có đến từ khi nhà tại này người",
	"sv":    "och att det som för är med på av en ett till du vi din ditt från kan inte eller",
	"cs":    "a je na se pro že jsou nebo vaše jak od za při také které která jsme aby ale už",
	"ro":    "și în de la pentru cu este care sau mai din ale să nu pe un o sunt prin dumneavoastră",
	"hu":    "és a az hogy nem egy is meg van vagy minden csak ha már még mint önnek számára amely ez",
}

var wordLanguages = func() map[string][]string {
	byWord := map[string][]string{}
	for language, words := range commonWords {
		for word := range strings.FieldsSeq(words) {
			byWord[word] = append(byWord[word], language)
		}
	}
	return byWord
}()

// leastCommon is how many of a language's common words a text must have.
const leastCommon = 4

// languageOf returns the language of a text; empty if it can't be told.
func languageOf(text string) string {
	letters, byScript := 0, map[string]int{}
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		for _, s := range scripts {
			if unicode.Is(s.table, r) {
				byScript[s.language]++
				break
			}
		}
	}
	if byScript["ja"] > 0 && byScript["ja"]*10 > letters {
		return "ja"
	}
	for language, count := range byScript {
		if count >= 8 && count*3 > letters { // names and technical words are in Latin letters
			return language
		}
	}
	return latinLanguage(text)
}

func latinLanguage(text string) string {
	counts, words := map[string]int{}, 0
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		words++
		for _, language := range wordLanguages[word] {
			counts[language]++
		}
	}
	best, second := "", 0
	for language, count := range counts {
		switch {
		case count > counts[best] || count == counts[best] && language < best:
			best, second = language, counts[best]
		case count > second:
			second = count
		}
	}
	if counts[best] < leastCommon || counts[best]*20 < words || counts[best]*4 < second*5 {
		return ""
	}
	return best
}

// endings are the languages that a domain's ending makes likely.
var endings = map[string]string{
	"cn": "zh", "tw": "zh", "hk": "zh", "jp": "ja", "kr": "ko", "ru": "ru", "su": "ru", "by": "ru", "ua": "ru", "kz": "ru", "bg": "ru", "th": "th", "ir": "ar", "sa": "ar", "ae": "ar", "eg": "ar",
	"il": "he", "gr": "el", "in": "hi", "de": "de", "at": "de", "ch": "de fr it", "fr": "fr", "be": "nl fr", "es": "es", "mx": "es", "ar": "es", "cl": "es", "pe": "es", "it": "it", "nl": "nl",
	"pt": "pt", "br": "pt", "pl": "pl", "tr": "tr", "id": "id", "vn": "vi", "se": "sv", "cz": "cs", "sk": "cs", "ro": "ro", "hu": "hu", "ca": "fr", "eu": "de fr es it nl pl",
}

// isExpected reports whether a tool's website may be in a language.
func (s subject) isExpected(language, host string) bool {
	ending := host[strings.LastIndexByte(host, '.')+1:]
	return language == "" || language == english || language == s.language || strings.Contains(endings[ending], language)
}
