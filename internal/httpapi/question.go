package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits of the question cache, which saves parsing request lines whose answers are cached.
const (
	maxQuestions    = 8_192
	maxQuestionLine = 512 // bytes; longer request lines are not cached
)

// Question is a parsed GET. Questions with equal keys have the same answer until something changes.
type Question struct {
	Pattern      string // of the route
	Part         string // value of the pattern's wildcard, or else the pattern's last part
	Key          string // a ParseFunc adds what the answer depends on besides
	Query        any    // what a ParseFunc has read from the query
	IsLarge      bool   // the answer may be as large as the catalogue
	ByPopularity bool   // the answer depends on the visit counts

	route *Route
}

// parse parses a request. It ignores unknown query keys.
func (rt *Route) parse(r *http.Request) (*Question, error) {
	q := &Question{route: rt, Pattern: rt.Pattern, Part: path.Base(rt.Pattern)}
	if name := wildcard(rt.Pattern); name != "" {
		q.Part = r.PathValue(name)
	}
	q.Key = rt.Pattern + " " + q.Part
	if rt.Handler.parse == nil {
		return q, nil
	}
	values, err := QueryOf(r)
	if err != nil {
		return nil, err
	}
	return q, rt.Handler.parse(q, values)
}

// wildcard returns the name between the braces of a pattern, or empty.
func wildcard(pattern string) string {
	_, rest, _ := strings.Cut(pattern, "{")
	name, _, _ := strings.Cut(rest, "}")
	return name
}

// QueryOf parses the query of a request's URL.
func QueryOf(r *http.Request) (url.Values, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, fault.Because(fault.BadRequest, "This URL's query can't be read. Please write it as key=value pairs.", err)
	}
	return values, nil
}

// WholeNumber parses a number of the query from 1 to most; it returns empty for an empty text.
func WholeNumber(key, text string, empty, most int64) (int64, error) {
	if text == "" {
		return empty, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > most {
		return 0, fault.New(fault.BadRequest, fmt.Sprintf("The key %s takes a whole number from 1 to %d.", key, most))
	}
	return n, nil
}

// MaxSearch is the maximum length of a search for people in code points; no email or name has more.
const MaxSearch = 200

// SearchOf returns the search for people of a query.
func SearchOf(values url.Values) (string, error) {
	text := values.Get("search")
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > MaxSearch || strings.ContainsFunc(text, unicode.IsControl) {
		return "", fault.New(fault.BadRequest, fmt.Sprintf("The key search takes at most %d characters.", MaxSearch))
	}
	return text, nil
}
