package mcp

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// Tool is an AI tool in a list.
type Tool struct {
	Slug        string       `json:"slug"`
	Name        string       `json:"name"`
	Description string       `json:"description" jsonschema:"Empty if there is none. Cut off with an ellipsis, except in get_tool"`
	Pricing     catalog.Type `json:"pricing" jsonschema:"Free, Freemium, Premium, or Unknown if the directory lists no price"`
	Categories  []string     `json:"categories" jsonschema:"Names, the main one first"`
	Added       string       `json:"added" jsonschema:"Date on which the directory added it, YYYY-MM-DD"`
	URL         string       `json:"url" jsonschema:"Its page in the directory"`
	Website     string       `json:"website,omitempty" jsonschema:"URL that leads to its own website"`
	Host        string       `json:"host,omitempty" jsonschema:"Host of its own website"`
	IsAffiliate bool         `json:"hasAffiliateLink,omitempty" jsonschema:"The URL that leads to its own website is an affiliate link: the directory may earn a commission. Say so where you give it"`
}

// List is a list of tools.
type List struct {
	Total int `json:"total" jsonschema:"How many tools match; the list may have only the first of them"`
	// Relaxed is the words that were kept of a query that no tool has all words of.
	Relaxed string `json:"relaxed,omitempty" jsonschema:"The words of the query that were kept, if no tool has all of them"`
	// AlternativesTo is the tool that the query wants something in place of.
	AlternativesTo  string `json:"alternativesTo,omitempty" jsonschema:"Name of the tool whose alternatives come first, if the query wants something in its place"`
	AlternativesURL string `json:"alternativesUrl,omitempty" jsonschema:"The page of these alternatives"`
	Tools           []Tool `json:"tools"`
}

type searchArguments struct {
	Query    string `json:"query"`
	Category string `json:"category"`
	Pricing  string `json:"pricing"`
	Tag      string `json:"tag"`
	Limit    *whole `json:"limit"`
}

func search(v view, in searchArguments) (List, error) {
	q, err := browse.ParseQuery(url.Values{"search": {in.Query}, "category": {in.Category}, "pricing": {priceOf(in.Pricing)}, "tag": {in.Tag}})
	if err != nil {
		return List{}, err
	}
	if _, known := v.snapshot.Categories().Find(q.Category); q.Category != "" && !known {
		return List{}, fault.New(fault.NotFound, "There is no such category. list_categories returns all of them.")
	}
	if q.Tag != "" && !hasTag(v.snapshot, q.Tag) {
		return List{}, fault.New(fault.NotFound, fmt.Sprintf("No tag with this name has %d tools or more. Please search for the word with query.", browse.LeastTagged))
	}
	list, err := v.list(q, in.Limit)
	if err == nil && q.Search != "" {
		v.searched(q.Search)
	}
	return list, err
}

// priceOf returns a price as it is written, whatever the case in which a model gives it.
func priceOf(text string) string {
	for _, price := range catalog.AllTypes() {
		if strings.EqualFold(string(price), strings.TrimSpace(text)) {
			return string(price)
		}
	}
	return text
}

// whole is a whole number as models send it: by JSON Schema 5.0 is one, and some put numbers in quotation marks.
type whole int

// UnmarshalJSON reads a whole number.
func (w *whole) UnmarshalJSON(data []byte) error {
	value, err := strconv.ParseFloat(strings.Trim(string(data), "\" "), 64)
	if err != nil || value != math.Trunc(value) {
		return &json.UnmarshalTypeError{Type: reflect.TypeFor[int]()} // the decoder adds the field
	}
	*w = whole(max(-1, min(value, maxLimit+1)))
	return nil
}

// hasTag reports whether lists can be filtered by a tag.
func hasTag(s *browse.Snapshot, slug string) bool {
	_, known := s.Tags().Find(slug)
	if !known {
		_, known = s.Tags().Category(slug)
	}
	return known
}

type newestArguments struct {
	Limit *whole `json:"limit"`
}

func newest(v view, in newestArguments) (List, error) {
	return v.list(browse.Query{Sort: browse.SortLatest, InBulk: browse.Without}, in.Limit)
}

// list returns the first matches of a query; a nil limit means the default.
func (v view) list(q browse.Query, limit *whole) (List, error) {
	q.Limit = defaultLimit
	if limit != nil {
		q.Limit = int(*limit)
	}
	if q.Limit < 1 || q.Limit > maxLimit {
		return List{}, fault.New(fault.BadRequest, fmt.Sprintf("Please give a limit from 1 to %d.", maxLimit))
	}
	page, err := v.snapshot.List(q)
	if err != nil {
		return List{}, err
	}
	list := List{Total: page.Total, Relaxed: page.Relaxed, Tools: make([]Tool, len(page.Items))}
	if of := page.AlternativesTo; of != nil {
		list.AlternativesTo, list.AlternativesURL = of.Name(), v.url("/alternatives/", of.Slug())
	}
	for i, item := range page.Items {
		list.Tools[i] = v.tool(item, item.Product())
	}
	return list, nil
}

// tool returns a product as it is in lists.
func (v view) tool(item *browse.Item, p catalog.Product) Tool {
	t := Tool{
		Slug: p.Slug, Name: p.Name, Description: browse.CardDescription(p.OwnDescription()), Pricing: p.Type, Categories: p.Categories,
		Added: date(p.CreatedAt), URL: v.url("/products/", p.Slug),
	}
	if field.WebURL(p.Website) {
		t.Website, t.Host, t.IsAffiliate = v.url("/go/", p.Slug)+"?from=mcp", catalog.Host(p.Website), item.HasAffiliateLink()
	}
	return t
}

// url returns the URL of a page.
func (v view) url(folder, name string) string { return v.origin + folder + url.PathEscape(name) }

func date(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func (l List) writeText(b *strings.Builder) {
	if l.Relaxed != "" {
		fmt.Fprintf(b, "No tool has all of these words. These are tools for: %s\n", line(l.Relaxed))
	}
	if l.AlternativesTo != "" {
		fmt.Fprintf(b, "The alternatives to %s come first. Their page: %s\n", line(l.AlternativesTo), l.AlternativesURL)
	}
	switch {
	case l.Total == 0:
		b.WriteString("No tools match.\n")
	case len(l.Tools) < l.Total:
		fmt.Fprintf(b, "The first %d of %d tools:\n", len(l.Tools), l.Total)
	default:
		fmt.Fprintf(b, "Tools: %d\n", l.Total)
	}
	for _, t := range l.Tools {
		b.WriteString("\n")
		t.writeText(b)
	}
}

func (t Tool) writeText(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n", line(t.Name))
	writeFact(b, "Slug", t.Slug)
	writeFact(b, "Description", line(t.Description))
	writeFact(b, catalog.PriceFact.Label(), t.Pricing.Label())
	writeFact(b, catalog.CategoriesFact.Label(), line(strings.Join(t.Categories, ", ")))
	writeFact(b, "Added", t.Added)
	writeFact(b, "Page", t.URL)
	if website := "Website"; t.Website != "" {
		if t.IsAffiliate {
			website += " (affiliate link)"
		}
		writeFact(b, website, t.Website+" ("+t.Host+")")
	}
}

// writeFact writes a line about a tool, unless it says nothing.
func writeFact(b *strings.Builder, name, value string) {
	if value != "" {
		fmt.Fprintf(b, "- %s: %s\n", name, value)
	}
}

// line returns a text on one line, so that no name or description can add lines about its tool.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }
