package mcp

import (
	"fmt"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// Details are everything that the directory says about a tool.
type Details struct {
	Tool
	UseCases        []string      `json:"useCases,omitempty"`
	Tags            []browse.Tag  `json:"tags,omitempty" jsonschema:"Tags that search_tools can filter by"`
	Deal            string        `json:"deal,omitempty"`
	VideoURL        string        `json:"videoUrl,omitempty"`
	IsFeatured      bool          `json:"isFeatured" jsonschema:"Whether the directory features it"`
	Updated         string        `json:"updated" jsonschema:"Date of the last change of its entry, YYYY-MM-DD"`
	Alternatives    []Alternative `json:"alternatives" jsonschema:"The directory's picks first, then the most similar tools"`
	AlternativesURL string        `json:"alternativesUrl" jsonschema:"The page of its alternatives"`
}

// Alternative is a tool that can be used instead of another one.
type Alternative struct {
	Tool
	IsPick    bool     `json:"isPick" jsonschema:"Whether the directory's editors picked it"`
	Shared    []string `json:"shared,omitempty" jsonschema:"What both tools have"`
	Different []string `json:"different,omitempty" jsonschema:"How the alternative differs"`
}

type detailsArguments struct {
	Slug string `json:"slug"`
}

func details(v view, in detailsArguments) (Details, error) {
	slug := strings.TrimSpace(in.Slug)
	if slug == "" {
		return Details{}, fault.New(fault.BadRequest, "Please give the slug of a tool.")
	}
	item, found := v.snapshot.ProductByAnySlug(slug)
	if !found {
		if _, deleted := v.snapshot.Trash().Find(slug, time.Now()); deleted {
			return Details{}, fault.New(fault.NotFound, "This tool has been removed from the directory.")
		}
		return Details{}, fault.New(fault.NotFound, "There is no tool with this slug. search_tools finds the slugs of tools.")
	}
	p := item.Product()
	d := Details{
		Tool: v.tool(item, p), UseCases: catalog.UseCasesFact.Of(p), Tags: v.snapshot.Tags().Of(item), Deal: strings.Join(catalog.DealFact.Of(p), ", "),
		IsFeatured: p.IsFeatured, Updated: date(p.UpdatedAt), Alternatives: []Alternative{}, AlternativesURL: v.url("/alternatives/", p.Slug),
	}
	d.Description = p.OwnDescription()
	if field.WebURL(p.VideoURL) {
		d.VideoURL = p.VideoURL
	}
	for _, other := range v.snapshot.Similar().Alternatives(item) {
		shown := other.Product()
		diff := catalog.DiffOf(p, shown)
		d.Alternatives = append(d.Alternatives, Alternative{v.tool(other.Item, shown), other.IsPick, diff.Shared, diff.Different})
	}
	return d, nil
}

func (d Details) writeText(b *strings.Builder) {
	d.Tool.writeText(b)
	writeFact(b, catalog.DealFact.Label(), line(d.Deal))
	var tags []string
	for _, tag := range d.Tags {
		tags = append(tags, tag.Name)
	}
	writeFact(b, "Tags", line(strings.Join(tags, ", ")))
	writeFact(b, "Video", d.VideoURL)
	if d.IsFeatured {
		writeFact(b, "Featured", "yes")
	}
	writeFact(b, "Updated", d.Updated)
	writeFact(b, "Alternatives", d.AlternativesURL)
	if len(d.UseCases) > 0 {
		fmt.Fprintf(b, "\n%s:\n", catalog.UseCasesFact.Label())
		for _, use := range d.UseCases {
			fmt.Fprintf(b, "- %s\n", line(use))
		}
	}
	if len(d.Alternatives) > 0 {
		b.WriteString("\nAlternatives:\n")
	}
	for _, other := range d.Alternatives {
		b.WriteString("\n")
		other.Tool.writeText(b)
		if other.IsPick {
			writeFact(b, "Editors' pick", "yes")
		}
		writeFact(b, "In common", line(strings.Join(other.Shared, "; ")))
		writeFact(b, "Different", line(strings.Join(other.Different, "; ")))
	}
}
