package browse

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits of a query.
const (
	MaxSearch     = 200 // code points
	MaxLimit      = 100 // products of a page
	DefaultLimit  = 12  // products of a section in a Catalog without a limit
	PageLength    = 48  // products of a numbered page without a limit
	MaxPage       = 100_000
	maxValueBytes = 4_096
)

// Choice filters a list by whether products have a property.
type Choice int8

// The choices.
const (
	Any     Choice = iota // no filter
	Only                  // only products with it
	Without               // only products without it
)

// value returns the choice in a URL.
func (c Choice) value() string { return [...]string{Any: "", Only: "true", Without: "false"}[c] }

// Query is a visitor's query. The zero Query matches everything in the default order. ParseQuery gives equivalent
// queries equal values.
type Query struct {
	Category string       // slug or name, folded; empty: all
	Tag      string       // slug; empty: all
	Search   string       // at most MaxSearch code points; empty: none
	Type     catalog.Type // empty: all
	Section  catalog.Section
	Sort     Sort // empty: relevance with a search, else SortManual
	Featured Choice
	Deal     Choice
	InBulk   Choice // whether they came by a bulk import; not in URLs
	Limit    int    // products of a page; 0: every match in a List, DefaultLimit in a Catalog
	Cursor   string // from the previous page; empty: the first page
	Page     int    // number of the page, from 1; 0: none. It divides all sections of a Catalog together
}

// unknown matches no category and no tag: names have no control characters.
const unknown = "\x00"

// ParseQuery parses the query of an API URL. It skips unknown keys and empty values; of a repeated key the first value
// counts. An invalid value is a fault.BadRequest that lists the valid ones.
func ParseQuery(values url.Values) (Query, error) {
	r := reader{values: values}
	q := r.query()
	q.Sort = q.sort()
	if q.Page > 0 && q.Limit == 0 {
		q.Limit = PageLength
	}
	switch {
	case r.err != nil || q.Cursor == "":
	case q.Page > 0:
		r.fail("Please give a page or a cursor, not both.")
	default:
		_, r.err = readCursor(q.Cursor, q.Sort)
	}
	if r.err != nil {
		return Query{}, r.err
	}
	return q, nil
}

// ParsePageQuery parses the query of a page's URL, "a=b&c=d", as web/src/filters.ts does: an unknown or invalid value
// means the default, and equal pages have equal queries. Category, tag and search stay as written, because the page's
// URL repeats them; Strict returns the query for a snapshot.
func ParsePageQuery(query string) Query {
	r := reader{values: decodeQuery(query), lenient: true}
	q := r.query()
	if q.Sort == SortManual && q.Search == "" {
		q.Sort = ""
	}
	if q.Section == "" {
		q.Cursor = ""
	}
	return q
}

// Strict returns the query of a page as the API parses it, or fault.BadRequest if the API refuses it.
func (q Query) Strict() (Query, error) {
	values := url.Values{}
	for _, pair := range q.pairs() {
		values.Set(pair[0], pair[1])
	}
	if q.Page > 0 {
		values.Set("page", strconv.Itoa(q.Page))
	}
	return ParseQuery(values)
}

// Encode returns the query of a page for its URL, with the question mark; empty if everything is the default.
func (q Query) Encode() string {
	var b strings.Builder
	for i, pair := range q.pairs() {
		b.WriteByte("?&"[min(i, 1)])
		b.WriteString(pair[0] + "=" + encodeURIComponent.Replace(url.QueryEscape(pair[1])))
	}
	return b.String()
}

// encodeURIComponent converts the output of url.QueryEscape to that of the JavaScript function.
var encodeURIComponent = strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*")

// pairs returns the keys and values that differ from the default, in URL order.
func (q Query) pairs() [][2]string {
	pairs := [][2]string{
		{"category", q.Category}, {"tag", q.Tag}, {"search", q.Search}, {"pricing", string(q.Type)}, {"sort", string(q.Sort)},
		{"featured", q.Featured.value()}, {"deal", q.Deal.value()}, {"section", string(q.Section)}, {"cursor", q.Cursor},
	}
	return slices.DeleteFunc(pairs, func(pair [2]string) bool { return pair[1] == "" })
}

// sort returns the effective sort.
func (q Query) sort() Sort {
	switch {
	case q.Sort != "" && (q.Sort != SortRelevance || q.Search != ""):
		return q.Sort
	case q.Search != "":
		return SortRelevance
	}
	return SortManual
}

// Key returns the query as text: equal queries have equal keys, different ones different keys. The key of a query from
// ParseQuery is shorter than 8 KiB.
func (q Query) Key() string {
	parts := []string{
		q.Category, q.Tag, q.Search, string(q.Type), string(q.Section), string(q.sort()),
		strconv.Itoa(int(q.Featured)), strconv.Itoa(int(q.Deal)), strconv.Itoa(int(q.InBulk)), strconv.Itoa(q.Limit), q.Cursor, strconv.Itoa(q.Page),
	}
	return strings.Join(parts, "\n") // no part has a line break
}

// all is the URL value for no filter.
const all = "all"

// reader parses values and records the first fault. If lenient, it replaces invalid values by the default instead.
type reader struct {
	values  url.Values
	lenient bool
	err     error
}

func (r *reader) query() Query {
	q := Query{
		Category: r.category(),
		Tag:      r.tag(),
		Search:   r.search(),
		Type:     oneOf(r, "pricing", "a price", append(catalog.AllTypes(), all)),
		Section:  oneOf(r, "section", "a section", catalog.Sections()),
		Sort:     oneOf(r, "sort", "a sort order", Sorts()),
		Featured: r.choice("featured"),
		Deal:     r.choice("deal"),
		Limit:    r.number("limit", "a limit", MaxLimit),
		Cursor:   r.first("cursor"),
		Page:     r.number("page", "a page", MaxPage),
	}
	if q.Type == all {
		q.Type = ""
	}
	return q
}

func (r *reader) fail(message string) {
	if r.err == nil && !r.lenient {
		r.err = fault.New(fault.BadRequest, message)
	}
}

// first returns the first value of the key, unchanged if lenient; otherwise the first non-blank value, trimmed.
func (r *reader) first(key string) string {
	if r.lenient {
		return r.values.Get(key)
	}
	for _, value := range r.values[key] {
		if value = strings.TrimSpace(value); value != "" {
			return value
		}
	}
	return ""
}

func (r *reader) category() string {
	value := r.text("category")
	switch {
	case r.lenient && value == all:
		return ""
	case r.lenient:
		return value
	case len(value) > maxValueBytes:
		return unknown
	}
	folded := catalog.Fold(value)
	switch {
	case folded == all:
		return ""
	case value != "" && (folded == "" || len(folded) > maxValueBytes):
		return unknown
	}
	return folded
}

func (r *reader) search() string {
	value := r.text("search")
	if r.lenient {
		return cutSearch(value)
	}
	if len(value) <= maxValueBytes {
		value = strings.Join(strings.Fields(norm.NFC.String(value)), " ")
	}
	if utf8.RuneCountInString(value) > MaxSearch {
		r.fail(fmt.Sprintf("Please search with at most %d characters.", MaxSearch))
	}
	return value
}

// text returns a value that people type: valid UTF-8 without control characters other than white space.
func (r *reader) text(key string) string {
	value := r.first(key)
	control := func(c rune) bool { return unicode.IsControl(c) && !unicode.IsSpace(c) }
	if !utf8.ValidString(value) || strings.ContainsFunc(value, control) {
		r.fail(fmt.Sprintf("Please write the %s in UTF-8 without control characters.", key))
	}
	return value
}

// oneOf returns the value of a key. A value that is not in the list fails the query.
func oneOf[T ~string](r *reader, key, thing string, allowed []T) T {
	value := T(r.first(key))
	if value == "" || slices.Contains(allowed, value) {
		return value
	}
	r.fail(choose(key, thing, allowed))
	return ""
}

func choose[T ~string](key, thing string, allowed []T) string {
	return fmt.Sprintf("Please choose %s (%s) from these: %s.", thing, key, list(allowed))
}

// list joins words as in a sentence: "a, b or c".
func list[T ~string](words []T) string {
	var b strings.Builder
	for i, word := range words {
		switch {
		case i > 0 && i == len(words)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(word))
	}
	return b.String()
}

func (r *reader) choice(key string) Choice {
	switch value := r.first(key); {
	case value == "":
		return Any
	case value == "true":
		return Only
	case value == "false" && !r.lenient: // pages have no filter for products without a property
		return Without
	}
	r.fail(fmt.Sprintf("Please give %s as true or false.", key))
	return Any
}

func (r *reader) number(key, thing string, most int) int {
	value := r.first(key)
	if value == "" || r.lenient { // the screens set the limits of pages, and their paths the numbers
		return 0
	}
	number, err := strconv.Atoi(value)
	if err != nil || number < 1 || number > most {
		r.fail(fmt.Sprintf("Please give %s from 1 to %d.", thing, most))
		return 0
	}
	return number
}
