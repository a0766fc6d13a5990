package mcp

import (
	"fmt"
	"strings"
)

// maxCategories is how many categories are listed. Directories have far fewer.
const maxCategories = 500

// Categories are the categories with tools.
type Categories struct {
	Total      int        `json:"total" jsonschema:"How many categories there are"`
	Categories []Category `json:"categories" jsonschema:"From A to Z"`
}

// Category is a group of tools.
type Category struct {
	Slug  string `json:"slug"`
	Name  string `json:"name"`
	Count int    `json:"count" jsonschema:"How many tools it has"`
	URL   string `json:"url" jsonschema:"Its page in the directory"`
}

type categoriesArguments struct{}

func categories(v view, _ categoriesArguments) (Categories, error) {
	list := Categories{Categories: []Category{}}
	for _, c := range v.snapshot.Categories().Counts() {
		if c.Count == 0 {
			continue
		}
		if list.Total++; len(list.Categories) < maxCategories {
			list.Categories = append(list.Categories, Category{c.Slug, c.Name, c.Count, v.url("/category/", c.Slug)})
		}
	}
	return list, nil
}

func (l Categories) writeText(b *strings.Builder) {
	fmt.Fprintf(b, "Categories: %d\n\n", l.Total)
	for _, c := range l.Categories {
		fmt.Fprintf(b, "- %s: %d (slug %s, %s)\n", line(c.Name), c.Count, c.Slug, c.URL)
	}
}
