package productlist

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

const (
	pageSize = 50
	maxPage  = 200
	maxIDs   = 500
)

// Row is a product in the list.
type Row struct {
	browse.ProductRow
	Place int `json:"place" doc:"Its place among all products as editors ordered them, from 1"`
}

// Page is a page of the list.
type Page struct {
	Rows     []Row  `json:"rows" nullable:"false"`
	Total    int    `json:"total" doc:"Products on all pages"`
	Next     string `json:"next" doc:"Cursor of the next page; empty on the last one"`
	IsRanked bool   `json:"isRanked" doc:"No product has all words of the search, so these are what the site's search finds, the most relevant first"`
	Counts   Counts `json:"counts"`
}

// Group returns the calls, in the order of the route table.
func (l *List) Group() httpapi.Group {
	return httpapi.Group{
		Name: "productlist",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/product-rows", httpapi.Catalog.Content(), httpapi.Fetch(l.rows),
				httpapi.Answers[Page]("productRows", "List products for administrators, a page at a time, also those that visitors don't see", append(filters(),
					httpapi.Param("limit", fmt.Sprintf("Products in a page, at most %d; without it, %d", maxPage, pageSize), &huma.Schema{Type: huma.TypeInteger}),
					httpapi.Param("skip", "How many products come before the page, instead of a cursor", &huma.Schema{Type: huma.TypeInteger}),
					httpapi.Param("cursor", "Where the page begins: next of the page before", &huma.Schema{Type: huma.TypeString}),
					httpapi.Param("ids", fmt.Sprintf("Instead of filters: ids of products with commas between them, at most %d; unknown ids are left out", maxIDs), &huma.Schema{Type: huma.TypeString}))...)),
			httpapi.Get("/api/admin/product-export", httpapi.Catalog.Content(), httpapi.Fetch(l.export),
				httpapi.Answers[string]("exportProducts", "Download the products that the list shows, as a file that can be imported again", append(filters(),
					httpapi.Param("format", "csv or jsonl; without it, csv", httpapi.Enum(exchange.CSV, exchange.JSONLines)))...)),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Row]():    "ListedProduct",
			reflect.TypeFor[Page]():   "ListedProducts",
			reflect.TypeFor[Counts](): "ProductCounts",
			reflect.TypeFor[Count]():  "ProductCount",
		},
	}
}

// filters describes the filters and the sort.
func filters() []*huma.Param {
	only := func(name, text string) *huma.Param {
		return httpapi.Param(name, text, &huma.Schema{Type: huma.TypeBoolean})
	}
	return []*huma.Param{
		httpapi.Param("search", "Words, each of which is in the name, the categories or the website", &huma.Schema{Type: huma.TypeString}),
		httpapi.Param("section", "Only this section", httpapi.Enum(catalog.Sections()...)),
		httpapi.Param("type", "Only this price type", httpapi.Enum(catalog.AllTypes()...)),
		httpapi.Param("status", "Only this status", httpapi.Enum(catalog.Statuses()...)),
		httpapi.Param("category", "Only the category with this name", &huma.Schema{Type: huma.TypeString}),
		only("featured", "Only featured products"),
		only("deal", "Only products with a deal"),
		only("missingLogo", "Only products without a logo"),
		httpapi.Param("needs", "Only products that need this", httpapi.Enum(catalog.Needs()...)),
		httpapi.Param("sort", "Order of the list; without it, as editors ordered it", httpapi.Enum(Sorts()...)),
	}
}

// parse reads the filter and the sort of a query.
func parse(values url.Values) (Query, error) {
	q := Query{ListFilter: catalog.ListFilter{
		Search: values.Get("search"), Section: catalog.Section(values.Get("section")), Type: catalog.Type(values.Get("type")), Status: catalog.Status(values.Get("status")),
		Category: values.Get("category"), Needs: catalog.Need(values.Get("needs")),
	}, Sort: Sort(values.Get("sort")), Cursor: values.Get("cursor")}
	for key, is := range map[string]*bool{"featured": &q.Featured, "deal": &q.Deal, "missingLogo": &q.MissingLogo} {
		switch values.Get(key) {
		case "", "false":
		case "true":
			*is = true
		default:
			return Query{}, fault.New(fault.BadRequest, fmt.Sprintf("Please give %s as true or false.", key))
		}
	}
	if q.Sort == "" {
		q.Sort = ByOrder
	}
	if !field.OneOf(q.Sort, Sorts()...) {
		return Query{}, fault.New(fault.BadRequest, "Please choose a sort order (sort) from these: order, name, newest, changed or clicks.")
	}
	return q, nil
}

func (l *List) rows(c *httpapi.Call) (any, error) {
	values, err := httpapi.QueryOf(c.Request)
	if err != nil {
		return nil, err
	}
	if ids := values.Get("ids"); ids != "" {
		return l.named(ids)
	}
	q, err := parse(values)
	if err != nil {
		return nil, err
	}
	limit, err := httpapi.WholeNumber("limit", values.Get("limit"), pageSize, maxPage)
	if err != nil {
		return nil, err
	}
	skip, err := httpapi.WholeNumber("skip", values.Get("skip"), 0, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	q.Limit, q.Skip = int(limit), int(skip)
	f, err := l.find(c.Ctx(), q)
	if err != nil {
		return nil, err
	}
	from, to, next, err := f.page(q)
	if err != nil {
		return nil, err
	}
	return f.encoded(f.places[from:to], len(f.places), next, f.isRanked)
}

// named answers with the products that a list of ids names, in its order.
func (l *List) named(ids string) (any, error) {
	list := strings.Split(ids, ",")
	if len(list) > maxIDs {
		return nil, fault.New(fault.BadRequest, fmt.Sprintf("Please ask for at most %d ids at a time.", maxIDs))
	}
	ix, places := l.current(), make([]int, 0, len(list))
	for _, text := range list {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fault.New(fault.BadRequest, "Please give the ids of products as numbers with commas between them.")
		}
		if at, known := ix.find(id); known {
			places = append(places, at)
		}
	}
	return ix.encoded(places, len(places), "", false)
}

// encoded returns a Page.
func (ix *index) encoded(places []int, total int, next string, isRanked bool) (any, error) {
	rest, err := json.Marshal(struct {
		Total    int    `json:"total"`
		Next     string `json:"next"`
		IsRanked bool   `json:"isRanked"`
		Counts   Counts `json:"counts"`
	}{total, next, isRanked, ix.counts})
	if err != nil {
		return nil, err
	}
	dst := httpapi.AppendList([]byte(`{"rows":`), places, func(dst []byte, at int) []byte {
		r := &ix.rows[at]
		dst = ix.snapshot.AppendRow(dst, r.item, r.order)
		return append(strconv.AppendInt(append(dst[:len(dst)-1], `,"place":`...), int64(at+1), 10), '}')
	})
	return httpapi.Encoded(append(append(dst, ','), rest[1:]...)), nil
}

// export sends the products that a query lists, as they are stored, as a file.
func (l *List) export(c *httpapi.Call) (any, error) {
	values, err := httpapi.QueryOf(c.Request)
	if err != nil {
		return nil, err
	}
	q, err := parse(values)
	if err != nil {
		return nil, err
	}
	format := exchange.Format(values.Get("format"))
	if format == "" {
		format = exchange.CSV
	}
	if format != exchange.CSV && format != exchange.JSONLines {
		return nil, fault.New(fault.BadRequest, "Please choose a format (format) from these: csv or jsonl.")
	}
	f, err := l.find(c.Ctx(), q)
	if err != nil {
		return nil, err
	}
	if format == exchange.CSV { // what CSV can't say is known before the file begins
		if err := exchange.Write(io.Discard, format, f.products(), nil); err != nil {
			return nil, err
		}
	}
	c.NoStore()
	h := c.Writer.Header()
	h.Set("Content-Type", map[exchange.Format]string{exchange.CSV: "text/csv; charset=utf-8", exchange.JSONLines: "application/x-ndjson"}[format])
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="tools-%s.%s"`, time.Now().UTC().Format(time.DateOnly), format))
	c.Sent = true
	to := bufio.NewWriterSize(&patient{c.Writer, http.NewResponseController(c.Writer)}, piece)
	if err := exchange.Write(to, format, f.products(), nil); err == nil {
		_ = to.Flush() // else the client has disconnected
	}
	return nil, nil
}

// products are the listed products as they are stored.
func (f *found) products() iter.Seq[catalog.Product] {
	return func(yield func(catalog.Product) bool) {
		for _, at := range f.places {
			if !yield(f.rows[at].item.Stored().Product) {
				return
			}
		}
	}
}

// A piece of a file, in bytes, and how long it may take to send.
const (
	piece     = 64 << 10
	writeTime = time.Minute
)

// patient extends the connection's deadline with each piece of a file.
type patient struct {
	to      io.Writer
	control *http.ResponseController
}

func (p *patient) Write(b []byte) (int, error) {
	_ = p.control.SetWriteDeadline(time.Now().Add(writeTime)) // a ResponseWriter without a connection has none
	return p.to.Write(b)
}
