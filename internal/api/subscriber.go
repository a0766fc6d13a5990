package api

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
)

const maxImportBody = 2 << 20 // bytes of a list of subscribers

func listSubscribers(c *call) (any, error) {
	q, err := subscriberQuery(c.request)
	if err != nil {
		return nil, err
	}
	return c.options.Newsletter.Subscribers(c.ctx(), q)
}

func removeSubscriber(c *call, id int64) error {
	return c.options.Newsletter.RemoveSubscriber(c.ctx(), c.by, id)
}

func importSubscribers(c *call, in newsletter.ImportInput) (any, error) {
	return c.options.Newsletter.Import(c.ctx(), c.by, in)
}

// exportSubscribers answers with the confirmed subscribers as a CSV file.
func exportSubscribers(c *call) (any, error) {
	var file bytes.Buffer
	if err := c.options.Newsletter.Export(c.ctx(), &file); err != nil {
		return nil, err
	}
	h := c.writer.Header()
	h["Cache-Control"] = noStore
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="subscribers.csv"`)
	c.sent = true
	_, _ = c.writer.Write(file.Bytes()) // the client may have disconnected
	return nil, nil
}

func readerNumbers(c *call) (any, error) { return c.options.Newsletter.Numbers(c.ctx()) }

// subscriberQuery parses the query. It skips empty values and ignores unknown keys.
func subscriberQuery(r *http.Request) (q newsletter.SubscriberQuery, err error) {
	values, err := queryOf(r)
	if err != nil {
		return q, err
	}
	q = newsletter.SubscriberQuery{Filter: newsletter.SubscriberFilter(values.Get("filter"))}
	if q.Search, err = readerSearch(values); err != nil {
		return q, err
	}
	if q.Filter == "all" {
		q.Filter = ""
	}
	if q.Filter != "" && !slices.Contains(newsletter.SubscriberFilters(), q.Filter) {
		return q, fault.New(fault.BadRequest, "The key filter takes all, confirmed, unconfirmed, unsubscribed or refused.")
	}
	if q.Topic, err = wholeNumber("topic", values.Get("topic"), 0, 1<<53); err != nil {
		return q, err
	}
	if q.After, err = wholeNumber("after", values.Get("after"), 0, 1<<53); err != nil {
		return q, err
	}
	limit, err := wholeNumber("limit", values.Get("limit"), defaultReaderPage, maxReaderPage)
	q.Limit = int(limit)
	return q, err
}

// subscriberKeys describes the query of the subscribers.
func subscriberKeys() []*huma.Param {
	text := &huma.Schema{Type: huma.TypeString}
	number := &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
	return []*huma.Param{
		query("search", fmt.Sprintf("A part of the email, in any case; at most %d characters", maxReaderSearch), text),
		query("topic", "Those who get this topic: a category id", number),
		query("filter", "Only those of this status; all without it", words(append([]string{"all"}, asStrings(newsletter.SubscriberFilters())...)...)),
		query("after", "Where the page begins: next of the page before", number),
		query("limit", fmt.Sprintf("Subscribers in a page, at most %d; %d without it", maxReaderPage, defaultReaderPage), number),
	}
}
