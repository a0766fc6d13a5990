package additions

import (
	"math"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls that add tools by their URLs.
type API struct {
	Queries *Queries
	Wake    func() // lets the job look for something to do at once
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "additions",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/additions", httpapi.Catalog.Records(), httpapi.Fetch(a.page),
				httpapi.Answers[Page]("listAdditions", "List the URLs that were added at once, each with what has become of it; they are kept for 30 days",
					httpapi.Param("list", "Which of the lists; without it, the newest", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}))),
			httpapi.Post("/api/admin/additions", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.add),
				httpapi.Answers[Page]("addByURL", "Add tools by the URLs of their websites: each is read once and becomes a draft")),
			httpapi.Post("/api/admin/additions/retry", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.retry),
				httpapi.Answers[Retried]("retryAdditions", "Read URLs again that have failed")),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Page]():    "Additions",
			reflect.TypeFor[List]():    "AdditionList",
			reflect.TypeFor[Line]():    "Addition",
			reflect.TypeFor[Input]():   "AdditionInput",
			reflect.TypeFor[Retried](): "AdditionsRetried",
		},
	}
}

func (a API) page(c *httpapi.Call) (any, error) {
	values, err := httpapi.QueryOf(c.Request)
	if err != nil {
		return nil, err
	}
	list, err := httpapi.WholeNumber("list", values.Get("list"), 0, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	return a.Queries.Page(c.Ctx(), list)
}

// Input is the URLs of tools.
type Input struct {
	Text string `json:"text" doc:"A URL a line, at most 500; https:// may be left out, and blank lines don't count"`
}

func (a API) add(c *httpapi.Call, in Input) (any, error) {
	list, err := a.Queries.Paste(c.Ctx(), c.By, in.Text)
	if err != nil {
		return nil, err
	}
	a.Wake()
	return a.Queries.Page(c.Ctx(), list)
}

// RetryInput names lines that have failed.
type RetryInput struct {
	IDs []int64 `json:"ids" nullable:"false" doc:"Ids of lines, at most 500"`
}

// Retried is how many lines are read again.
type Retried struct {
	Queued int `json:"queued"`
}

func (a API) retry(c *httpapi.Call, in RetryInput) (any, error) {
	if len(in.IDs) == 0 || len(in.IDs) > MaxLines {
		return nil, fault.InvalidFields([]fault.Field{{Field: "ids", Message: "Please choose from 1 to 500 lines"}})
	}
	count, err := a.Queries.Retry(c.Ctx(), c.By, in.IDs)
	a.Wake()
	return Retried{count}, err
}
