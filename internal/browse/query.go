package browse

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// Limits of a query.
const (
	MaxSearch     = 200 // code points
	MaxLimit      = 100 // products of a page
	DefaultLimit  = 12  // products of a section in a Catalog without a limit
	maxValueBytes = 4_096
)

// Sort is the order of a list, by its word in an address.
type Sort string

// The sorts. Relevance has no word in an address: it is what a search has that asks for no other.
const (
	SortNew       Sort = "new"     // the administrator's order: displayOrder, then the newest, then the highest id
	SortLatest    Sort = "latest"  // the newest, then the highest id
	SortPopular   Sort = "popular" // the most visited in the last 30 days, then as SortNew
	SortName      Sort = "name"    // A–Z by Unicode collation, then the lowest id
	SortRelevance Sort = "relevance"
)

// Sorts are the sorts that can be asked for.
func Sorts() []Sort { return []Sort{SortNew, SortLatest, SortPopular, SortName} }

// Choice narrows a list by something that a product has or has not.
type Choice int8

// The choices.
const (
	Any     Choice = iota // with and without
	Only                  // only products that have it
	Without               // only products that have it not
)

// Query is what a visitor asks for. The zero Query asks for everything in the default order. Make it with ParseQuery,
// so that equal questions are equal values.
type Query struct {
	Category string       // slug or name, folded; empty: all
	Search   string       // at most MaxSearch code points; empty: none
	Type     catalog.Type // empty: all
	Section  catalog.Section
	Sort     Sort // empty: relevance with a search, else SortNew
	Featured Choice
	Deal     Choice
	Limit    int    // products of a page; 0: every match in a List, DefaultLimit in a Catalog
	Cursor   string // from a page before; empty: the first page
}

// unknownCategory is no category's name: names have no control characters.
const unknownCategory = "\x00"

// ParseQuery reads a query from an address. Keys it does not know and empty values are skipped; of a repeated key the
// first value counts. Anything it cannot read is a fault.BadRequest that says what is allowed.
func ParseQuery(values url.Values) (Query, error) {
	r := reader{values: values}
	q := Query{
		Category: r.category(),
		Search:   r.search(),
		Type:     word(&r, "pricing", "a price", append(catalog.AllTypes(), all)),
		Section:  word(&r, "section", "a section", catalog.Sections()),
		Sort:     word(&r, "sort", "a sort order", Sorts()),
		Featured: r.choice("featured"),
		Deal:     r.choice("deal"),
		Limit:    r.limit(),
		Cursor:   r.first("cursor"),
	}
	if q.Type == all {
		q.Type = ""
	}
	q.Sort = q.sort()
	if q.Cursor != "" && r.err == nil {
		_, r.err = readCursor(q.Cursor, q.Sort)
	}
	if r.err != nil {
		return Query{}, r.err
	}
	return q, nil
}

// sort is the sort that counts.
func (q Query) sort() Sort {
	switch {
	case q.Sort != "" && (q.Sort != SortRelevance || q.Search != ""):
		return q.Sort
	case q.Search != "":
		return SortRelevance
	}
	return SortNew
}

// Key is the query as one text: equal queries have equal keys, different ones different keys. It is shorter than 8 KiB
// for a query from ParseQuery.
func (q Query) Key() string {
	parts := []string{
		q.Category, q.Search, string(q.Type), string(q.Section), string(q.sort()),
		strconv.Itoa(int(q.Featured)), strconv.Itoa(int(q.Deal)), strconv.Itoa(q.Limit), q.Cursor,
	}
	return strings.Join(parts, "\n") // no part has a line break
}

// all is the word for no choice.
const all = "all"

// reader reads values and keeps the first fault.
type reader struct {
	values url.Values
	err    error
}

func (r *reader) fail(message string) {
	if r.err == nil {
		r.err = fault.New(fault.BadRequest, message)
	}
}

// first is the first value of the key that is not empty, trimmed.
func (r *reader) first(key string) string {
	for _, value := range r.values[key] {
		if value = strings.TrimSpace(value); value != "" {
			return value
		}
	}
	return ""
}

func (r *reader) category() string {
	value := r.text("category")
	if len(value) > maxValueBytes {
		return unknownCategory
	}
	folded := catalog.Fold(value)
	switch {
	case folded == all:
		return ""
	case value != "" && (folded == "" || len(folded) > maxValueBytes):
		return unknownCategory
	}
	return folded
}

func (r *reader) search() string {
	value := r.text("search")
	if len(value) <= maxValueBytes {
		value = strings.Join(strings.Fields(norm.NFC.String(value)), " ")
	}
	if utf8.RuneCountInString(value) > MaxSearch {
		r.fail(fmt.Sprintf("Please search with at most %d characters.", MaxSearch))
	}
	return value
}

// text is a value that people type: it must be valid UTF-8 without control characters, but for white space.
func (r *reader) text(key string) string {
	value := r.first(key)
	control := func(c rune) bool { return unicode.IsControl(c) && !unicode.IsSpace(c) }
	if !utf8.ValidString(value) || strings.ContainsFunc(value, control) {
		r.fail(fmt.Sprintf("Please write the %s in UTF-8 without control characters.", key))
	}
	return value
}

// word is a value that must be one of the allowed ones.
func word[T ~string](r *reader, key, thing string, allowed []T) T {
	value := T(r.first(key))
	if value == "" {
		return ""
	}
	for _, candidate := range allowed {
		if value == candidate {
			return value
		}
	}
	r.fail(choose(key, thing, allowed))
	return ""
}

func choose[T ~string](key, thing string, allowed []T) string {
	return fmt.Sprintf("Please choose %s (%s) from these: %s.", thing, key, list(allowed))
}

func unknownSort() error {
	return fault.New(fault.BadRequest, choose("sort", "a sort order", Sorts()))
}

// list is the words as in a sentence: "a, b or c".
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
	switch r.first(key) {
	case "":
		return Any
	case "true":
		return Only
	case "false":
		return Without
	}
	r.fail(fmt.Sprintf("Please give %s as true or false.", key))
	return Any
}

func (r *reader) limit() int {
	value := r.first("limit")
	if value == "" {
		return 0
	}
	limit, err := strconv.Atoi(value)
	if err != nil || limit < 1 || limit > MaxLimit {
		r.fail(fmt.Sprintf("Please give a limit from 1 to %d.", MaxLimit))
		return 0
	}
	return limit
}
