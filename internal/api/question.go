package api

import (
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits of the question cache, which saves parsing request lines whose answers are cached.
const (
	maxQuestions    = 8_192
	maxQuestionLine = 512 // bytes; longer request lines are not cached
)

// question is a parsed GET. Questions with equal keys have the same answer until something changes.
type question struct {
	route *route
	part  string // value of the pattern's wildcard, or else the pattern's last part
	query browse.Query
	bulk  bool // the answer may be as large as the catalogue
	key   string
}

// parse parses a request. It ignores unknown query keys.
func (rt *route) parse(r *http.Request) (*question, error) {
	q := &question{route: rt, part: path.Base(rt.pattern)}
	if name := wildcard(rt.pattern); name != "" {
		q.part = r.PathValue(name)
	}
	q.key = rt.pattern + " " + q.part
	switch {
	case rt.pattern == comparisonPath:
		return rt.comparisonQuestion(r)
	case rt.about.params == nil:
		return q, nil
	}
	values, err := queryOf(r)
	if err != nil {
		return nil, err
	}
	if q.query, err = browse.ParseQuery(values); err != nil {
		return nil, err
	}
	q.key += " " + q.query.Key()
	q.bulk = rt.pattern == productList && q.query.Limit == 0
	return q, nil
}

// queryOf parses the query of a request's URL.
func queryOf(r *http.Request) (url.Values, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, fault.Because(fault.BadRequest, "The query of this address cannot be read. Please write it as key=value pairs.", err)
	}
	return values, nil
}

// wildcard returns the name between the braces of a pattern, or empty.
func wildcard(pattern string) string {
	_, rest, _ := strings.Cut(pattern, "{")
	name, _, _ := strings.Cut(rest, "}")
	return name
}

// nextPage returns the URL of the page that begins after the cursor.
func (q *question) nextPage(cursor string) string {
	asked := q.query
	if asked.Sort == browse.SortRelevance { // the default of a search
		asked.Sort = ""
	}
	address := append(make([]byte, 0, 256), q.route.pattern...)
	address = append(address, '?')
	for _, p := range [...]struct{ key, value string }{
		{"category", asked.Category},
		{"tag", asked.Tag},
		{"search", asked.Search},
		{"pricing", string(asked.Type)},
		{"section", string(asked.Section)},
		{"sort", string(asked.Sort)},
		{"featured", choice(asked.Featured)},
		{"deal", choice(asked.Deal)},
		{"limit", strconv.Itoa(asked.Limit)},
		{"cursor", cursor},
	} {
		if p.value != "" {
			address = append(append(append(append(address, p.key...), '='), url.QueryEscape(p.value)...), '&')
		}
	}
	return string(address[:len(address)-1])
}

// choice returns a choice as written in a query.
func choice(c browse.Choice) string {
	switch c {
	case browse.Only:
		return "true"
	case browse.Without:
		return "false"
	}
	return ""
}
