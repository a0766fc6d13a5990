package api

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

const (
	defaultReaderPage = 50
	maxReaderPage     = 100
)

// ReaderChangeInput is a change of a reader's account.
type ReaderChangeInput struct {
	IsDisabled *bool `json:"isDisabled" nullable:"false" doc:"Whether they cannot sign in"`
}

func (o *Options) listReaders(c *httpapi.Call) (any, error) {
	q, err := readerQuery(c.Request)
	if err != nil {
		return nil, err
	}
	return o.Accounts.Readers(c.Ctx(), q)
}

func (o *Options) changeReader(c *httpapi.Call, id int64, in ReaderChangeInput) (any, error) {
	if in.IsDisabled == nil {
		return nil, fault.InvalidFields([]fault.Field{{Field: "isDisabled", Message: "Please send true or false here"}})
	}
	return nil, o.Accounts.SetReaderDisabled(c.Ctx(), c.By, id, *in.IsDisabled)
}

func (o *Options) deleteReader(c *httpapi.Call, id int64) error {
	return o.Accounts.DeleteReader(c.Ctx(), c.By, id)
}

func (o *Options) resendReaderCode(c *httpapi.Call, id int64) (any, error) {
	return nil, o.Accounts.ResendReaderCode(c.Ctx(), c.By, id)
}

// readerQuery parses the query. It skips empty values and ignores unknown keys.
func readerQuery(r *http.Request) (q account.ReaderQuery, err error) {
	values, err := httpapi.QueryOf(r)
	if err != nil {
		return q, err
	}
	q = account.ReaderQuery{Sort: account.SortNewest, Filter: account.AllReaders}
	if q.Search, err = httpapi.SearchOf(values); err != nil {
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
	limit, err := httpapi.WholeNumber("limit", values.Get("limit"), defaultReaderPage, maxReaderPage)
	q.Limit = int(limit)
	return q, err
}

// readerKeys describes the query of the readers.
func readerKeys() []*huma.Param {
	text := &huma.Schema{Type: huma.TypeString}
	return []*huma.Param{
		httpapi.Param("search", fmt.Sprintf("Words, each a part of the name or the email, in any case; at most %d characters", httpapi.MaxSearch), text),
		httpapi.Param("sort", "Order: newest without it; seen: who was seen last first", httpapi.Enum(account.ReaderSorts()...)),
		httpapi.Param("filter", "Only those of this status; all without it", httpapi.Enum(account.ReaderFilters()...)),
		httpapi.Param("cursor", "Where the page begins: next of the page before", text),
		httpapi.Param("limit", fmt.Sprintf("Readers in a page, at most %d; %d without it", maxReaderPage, defaultReaderPage), &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
	}
}
