package api

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
)

const (
	maxImportBody         = 2 << 20 // bytes of a list of subscribers
	defaultSubscriberPage = 50
	maxSubscriberPage     = 100
)

func (o *Options) listSubscribers(c *httpapi.Call) (any, error) {
	q, err := subscriberQuery(c.Request)
	if err != nil {
		return nil, err
	}
	return o.Newsletter.Subscribers(c.Ctx(), q)
}

func (o *Options) removeSubscriber(c *httpapi.Call, id int64) error {
	return o.Newsletter.RemoveSubscriber(c.Ctx(), c.By, id)
}

func (o *Options) importSubscribers(c *httpapi.Call, in newsletter.ImportInput) (any, error) {
	return o.Newsletter.Import(c.Ctx(), c.By, in)
}

// exportSubscribers answers with the confirmed subscribers as a CSV file.
func (o *Options) exportSubscribers(c *httpapi.Call) (any, error) {
	var file bytes.Buffer
	if err := o.Newsletter.Export(c.Ctx(), &file); err != nil {
		return nil, err
	}
	h := c.Writer.Header()
	c.NoStore()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="subscribers.csv"`)
	c.Sent = true
	_, _ = c.Writer.Write(file.Bytes()) // the client may have disconnected
	return nil, nil
}

func (o *Options) readerNumbers(c *httpapi.Call) (any, error) { return o.Newsletter.Numbers(c.Ctx()) }

// subscriberQuery parses the query. It skips empty values and ignores unknown keys.
func subscriberQuery(r *http.Request) (q newsletter.SubscriberQuery, err error) {
	values, err := httpapi.QueryOf(r)
	if err != nil {
		return q, err
	}
	q = newsletter.SubscriberQuery{Filter: newsletter.SubscriberFilter(values.Get("filter"))}
	if q.Search, err = httpapi.SearchOf(values); err != nil {
		return q, err
	}
	if q.Filter == "all" {
		q.Filter = ""
	}
	if q.Filter != "" && !slices.Contains(newsletter.SubscriberFilters(), q.Filter) {
		return q, fault.New(fault.BadRequest, "The key filter takes all, confirmed, unconfirmed, unsubscribed or refused.")
	}
	if q.Topic, err = httpapi.WholeNumber("topic", values.Get("topic"), 0, 1<<53); err != nil {
		return q, err
	}
	if q.After, err = httpapi.WholeNumber("after", values.Get("after"), 0, 1<<53); err != nil {
		return q, err
	}
	limit, err := httpapi.WholeNumber("limit", values.Get("limit"), defaultSubscriberPage, maxSubscriberPage)
	q.Limit = int(limit)
	return q, err
}

// subscriberKeys describes the query of the subscribers.
func subscriberKeys() []*huma.Param {
	text := &huma.Schema{Type: huma.TypeString}
	number := &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
	return []*huma.Param{
		httpapi.Param("search", fmt.Sprintf("A part of the email, in any case; at most %d characters", httpapi.MaxSearch), text),
		httpapi.Param("topic", "Those who get this topic: a category id", number),
		httpapi.Param("filter", "Only those of this status; all without it", httpapi.Enum(append([]newsletter.SubscriberFilter{"all"}, newsletter.SubscriberFilters()...)...)),
		httpapi.Param("after", "Where the page begins: next of the page before", number),
		httpapi.Param("limit", fmt.Sprintf("Subscribers in a page, at most %d; %d without it", maxSubscriberPage, defaultSubscriberPage), number),
	}
}
