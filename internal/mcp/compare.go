package mcp

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

var compareTools = define("compare_tools", "Compare AI tools",
	"Compares two to four AI tools side by side: price, categories, deal, use cases and video, and the directory's verdict if there is one.",
	compared,
	argument{"slugs", true, &jsonschema.Schema{
		Type: "array", Items: text("", maxName, "").schema, MinItems: jsonschema.Ptr(2), MaxItems: jsonschema.Ptr(compare.Max), UniqueItems: true,
		Description: "Slugs of the tools",
	}})

// Comparison is two to four tools side by side.
type Comparison struct {
	Title   string         `json:"title"`
	URL     string         `json:"url" jsonschema:"The page of the comparison"`
	Tools   []Tool         `json:"tools" jsonschema:"In the order of their slugs"`
	Facts   []compare.Fact `json:"facts" jsonschema:"values has a list for each tool, in their order; an empty one: the directory does not say"`
	Verdict string         `json:"verdict,omitempty" jsonschema:"What the directory's editors say about them, in Markdown"`
}

type comparedArguments struct {
	Slugs []string `json:"slugs"`
}

func compared(v view, in comparedArguments) (Comparison, error) {
	different := fault.New(fault.BadRequest, fmt.Sprintf("Please give the slugs of 2 to %d different tools.", compare.Max))
	if len(in.Slugs) < 2 || len(in.Slugs) > compare.Max {
		return Comparison{}, different
	}
	items := make([]*browse.Item, len(in.Slugs))
	for i, slug := range in.Slugs {
		item, found := v.snapshot.ProductByAnySlug(strings.TrimSpace(slug))
		if !found {
			return Comparison{}, fault.New(fault.NotFound, fmt.Sprintf("There is no tool with slug number %d of the list. search_tools finds the slugs of tools.", i+1))
		}
		items[i] = item
	}
	found, ok := compare.Of(v.snapshot, items...)
	if !ok {
		return Comparison{}, different
	}
	products := found.Products()
	verdict, _ := compare.VerdictsIn(v.settings).Of(found.Key())
	c := Comparison{Title: found.Title(), URL: v.url("/compare/", found.Name), Facts: compare.Facts(products), Verdict: verdict.Text}
	for i, p := range products {
		c.Tools = append(c.Tools, v.tool(found.Items[i], p))
	}
	return c, nil
}

func (c Comparison) writeText(b *strings.Builder) {
	fmt.Fprintf(b, "%s\n%s\n", line(c.Title), c.URL)
	for _, fact := range c.Facts {
		fmt.Fprintf(b, "\n%s:\n", fact.Kind.Label())
		for i, values := range fact.Values {
			fmt.Fprintf(b, "- %s: %s\n", line(c.Tools[i].Name), cmp.Or(line(strings.Join(values, "; ")), "not stated"))
		}
	}
	if c.Verdict != "" {
		fmt.Fprintf(b, "\nVerdict:\n%s\n", c.Verdict)
	}
	for _, t := range c.Tools {
		b.WriteString("\n")
		t.writeText(b)
	}
}
