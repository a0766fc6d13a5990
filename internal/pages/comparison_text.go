package pages

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// plainComparison is a comparison as Go writes it.
type plainComparison struct {
	Title    string
	Products []catalog.Product
	Rows     []plainRow
	Verdict  string // HTML, sanitised; empty: none
}

// plainRow is a fact of all products.
type plainRow struct {
	Name   string
	Values []string
}

func (p *Pages) plainComparison(a address, snapshot *browse.Snapshot) (template string, content any) {
	c, _ := compare.Named(snapshot, a.comparison) // it exists, otherwise the status is 404
	verdict, _ := p.options.Site.Settings().Verdict(c.Key())
	products := c.Products()
	return "comparison", plainComparison{c.Title(), products, factRows(products), verdict.HTML}
}

// factRows returns the facts of products as text.
func factRows(products []catalog.Product) (rows []plainRow) {
	for _, fact := range compare.Facts(products) {
		row := plainRow{Name: fact.Kind.Label()}
		for _, values := range fact.Values {
			row.Values = append(row.Values, cmp.Or(strings.Join(values, ", "), "–"))
		}
		rows = append(rows, row)
	}
	return rows
}

// comparisonTwin returns the Markdown twin of a comparison's page.
func (p *Pages) comparisonTwin(escaped string, snapshot *browse.Snapshot) programText {
	if len(escaped) > longestComparison {
		return programText{}
	}
	name := unescaped(escaped)
	c, ok := compare.Named(snapshot, name)
	if !ok {
		return programText{}
	}
	return programText{path: comparisonPath(c.Name) + twinSuffix, renamed: c.Name != name, make: func(snapshot *browse.Snapshot) (*content, error) {
		now, ok := compare.Named(snapshot, c.Name)
		if !ok { // deleted since the request began
			return nil, nil
		}
		return p.twinOfComparison(now), nil
	}}
}

func (p *Pages) twinOfComparison(c compare.Comparison) *content {
	page, products := p.origin+comparisonPath(c.Name), c.Products()
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n|", markdownWords(c.Title()), markdownWords(comparisonText(c)))
	cell := func(text string) { fmt.Fprintf(&b, " %s |", text) }
	cell("")
	for _, shown := range products {
		cell(markdownLink(shown.Name, p.origin+twinPath(shown.Slug)))
	}
	b.WriteString("\n|" + strings.Repeat(" --- |", len(products)+1) + "\n")
	row := func(name string, values []string) {
		b.WriteString("|")
		cell(name)
		for _, value := range values {
			cell(value)
		}
		b.WriteString("\n")
	}
	for _, fact := range factRows(products) {
		for i, value := range fact.Values {
			fact.Values[i] = markdownWords(value)
		}
		row(fact.Name, fact.Values)
	}
	websites := make([]string, len(products))
	for i, shown := range products {
		if websites[i] = "–"; field.WebURL(shown.Website) {
			websites[i] = markdownLink(catalog.Host(shown.Website), p.origin+redirectPath(shown.Slug))
		}
	}
	row("Website", websites)
	b.WriteString("\n")
	if verdict, judged := p.options.Site.Settings().Verdict(c.Key()); judged {
		writePart(&b, "Verdict", verdict.Text)
	}
	for _, shown := range products {
		writePart(&b, markdownWords(shown.Name), markdownText(shown.Description))
	}
	fmt.Fprintf(&b, "---\n\n%s on %s.\n", markdownLink("This page", page), markdownLink(p.siteName(), p.origin+"/"))
	return p.file("text/markdown; charset=utf-8", []byte(b.String()), header("Link", "<"+page+`>; rel="canonical"`))
}
