package pages

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/browse"
	"vitrine/internal/catalog"
)

// filters are what an address of the home screen chooses, by the rules of the front end's filters.ts: what is unknown
// or invalid is the default, and the same choice always has the same words. A test holds both against each other.
type filters struct {
	category string // slug or name; empty: all
	search   string
	pricing  string
	sort     string
	featured bool
	deal     bool
	section  string
	cursor   string // only with a section
}

// parseFilters reads the filters of a query.
func parseFilters(query string) filters {
	values := firstValues(query)
	f := filters{
		category: values["category"],
		search:   cutSearch(values["search"]),
		pricing:  oneOf(catalog.AllTypes(), values["pricing"]),
		sort:     oneOf(browse.Sorts(), values["sort"]),
		featured: values["featured"] == "true",
		deal:     values["deal"] == "true",
		section:  oneOf(catalog.Sections(), values["section"]),
	}
	if f.category == "all" {
		f.category = ""
	}
	if f.sort == string(browse.SortNew) && f.search == "" {
		f.sort = ""
	}
	if f.section != "" {
		f.cursor = values["cursor"]
	}
	return f
}

// firstValues are the first values of a query's keys. What cannot be decoded is taken as it is.
func firstValues(query string) map[string]string {
	values := map[string]string{}
	for pair := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(pair, "=")
		if key = decode(key); key == "" {
			continue
		}
		if _, repeated := values[key]; !repeated {
			values[key] = decode(value)
		}
	}
	return values
}

func decode(text string) string {
	decoded, err := url.QueryUnescape(text)
	if err != nil || !utf8.ValidString(decoded) {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return decoded
}

// cutSearch is a search without blanks around it, cut to the longest that is asked.
func cutSearch(text string) string {
	text = strings.TrimFunc(text, blank)
	if runes := []rune(text); len(runes) > browse.MaxSearch {
		text = strings.TrimRightFunc(string(runes[:browse.MaxSearch]), blank)
	}
	return text
}

// blank reports whether JavaScript's trim takes a character away.
func blank(r rune) bool { return r == '\uFEFF' || (unicode.IsSpace(r) && r != '\u0085') }

func oneOf[T ~string](allowed []T, value string) string {
	if slices.Contains(allowed, T(value)) {
		return value
	}
	return ""
}

// words are the filters that differ from the default as key and value, in the order in which addresses name them.
func (f filters) words() [][2]string {
	all := [][2]string{
		{"category", f.category}, {"search", f.search}, {"pricing", f.pricing}, {"sort", f.sort},
		{"featured", flag(f.featured)}, {"deal", flag(f.deal)}, {"section", f.section}, {"cursor", f.cursor},
	}
	return slices.DeleteFunc(all, func(word [2]string) bool { return word[1] == "" })
}

func flag(on bool) string {
	if on {
		return "true"
	}
	return ""
}

// query is the filters as the part of an address from its question mark on; empty when all are the default.
func (f filters) query() string {
	var b strings.Builder
	for i, word := range f.words() {
		b.WriteByte("?&"[min(i, 1)])
		fmt.Fprintf(&b, "%s=%s", word[0], component.Replace(url.QueryEscape(word[1])))
	}
	return b.String()
}

// component turns what url.QueryEscape writes into what JavaScript's encodeURIComponent writes.
var component = strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*")

// asked is the query that the filters put to the catalogue: a fault where the API would refuse it.
func (f filters) asked() (browse.Query, error) {
	values := url.Values{}
	for _, word := range f.words() {
		values.Set(word[0], word[1])
	}
	return browse.ParseQuery(values)
}
