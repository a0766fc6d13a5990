package api

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

const (
	defaultReaderPage = 50
	maxReaderPage     = 100
	maxReaderSearch   = 200 // characters; no email or name has more
)

// ReaderChangeInput is a change of a reader's account.
type ReaderChangeInput struct {
	IsDisabled *bool `json:"isDisabled" nullable:"false" doc:"Whether they cannot sign in"`
}

func listReaders(c *call) (any, error) {
	q, err := readerQuery(c.request)
	if err != nil {
		return nil, err
	}
	return c.options.Accounts.Readers(c.ctx(), q)
}

func changeReader(c *call, id int64, in ReaderChangeInput) (any, error) {
	if in.IsDisabled == nil {
		return nil, fault.InvalidFields([]fault.Field{{Field: "isDisabled", Message: "Please send true or false here"}})
	}
	return nil, c.options.Accounts.SetReaderDisabled(c.ctx(), c.by, id, *in.IsDisabled)
}

func deleteReader(c *call, id int64) error {
	return c.options.Accounts.DeleteReader(c.ctx(), c.by, id)
}

func resendReaderCode(c *call) (any, error) {
	return withID(account.NoReader, func(c *call, id int64, _ nothing) (any, error) {
		return nil, c.options.Accounts.ResendReaderCode(c.ctx(), c.by, id)
	})(c, nothing{})
}

// readerQuery parses the query. It skips empty values and ignores unknown keys.
func readerQuery(r *http.Request) (q account.ReaderQuery, err error) {
	values, err := queryOf(r)
	if err != nil {
		return q, err
	}
	q = account.ReaderQuery{Sort: account.SortNewest, Filter: account.AllReaders}
	if q.Search, err = readerSearch(values); err != nil {
		return q, err
	}
	if sort := account.ReaderSort(values.Get("sort")); sort != "" {
		q.Sort = sort
	}
	if !slices.Contains(account.ReaderSorts(), q.Sort) {
		return q, fault.New(fault.BadRequest, "The key sort takes newest, seen or email.")
	}
	if filter := account.ReaderFilter(values.Get("filter")); filter != "" {
		q.Filter = filter
	}
	if !slices.Contains(account.ReaderFilters(), q.Filter) {
		return q, fault.New(fault.BadRequest, "The key filter takes all, unverified or disabled.")
	}
	if cursor := values.Get("cursor"); cursor != "" {
		if q.After, err = account.PositionAt(cursor, q.Sort); err != nil {
			return q, err
		}
	}
	limit, err := wholeNumber("limit", values.Get("limit"), defaultReaderPage, maxReaderPage)
	q.Limit = int(limit)
	return q, err
}

// readerSearch parses the search for readers or subscribers.
func readerSearch(values url.Values) (string, error) {
	text := values.Get("search")
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxReaderSearch || strings.ContainsFunc(text, unicode.IsControl) {
		return "", fault.New(fault.BadRequest, fmt.Sprintf("The key search takes at most %d characters.", maxReaderSearch))
	}
	return text, nil
}

// readerKeys describes the query of the readers.
func readerKeys() []*huma.Param {
	text := &huma.Schema{Type: huma.TypeString}
	return []*huma.Param{
		query("search", fmt.Sprintf("Words, each a part of the name or the email, in any case; at most %d characters", maxReaderSearch), text),
		query("sort", "Order: newest without it; seen: who was seen last first", words(asStrings(account.ReaderSorts())...)),
		query("filter", "Only those of this status; all without it", words(asStrings(account.ReaderFilters())...)),
		query("cursor", "Where the page begins: next of the page before", text),
		query("limit", fmt.Sprintf("Readers in a page, at most %d; %d without it", maxReaderPage, defaultReaderPage), &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
	}
}
