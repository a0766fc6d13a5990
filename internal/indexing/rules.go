// Package indexing has the rules by which search engines may index a page.
//
// # To change
//
//   - a rule: rules.go, which has all of them, and catalog.ProductFields.Facts; their limits are settings (site.IndexLimits); go
//     test ./internal/indexing, and -run Indexable ./internal/pages, which compares the sitemap with the heads of all pages
//   - what a page of the catalogue is judged by: indexable.go
package indexing

import (
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Kind is a kind of page that has rules. Pages of other kinds are indexable, or never.
type Kind string

// The kinds.
const (
	Tool         Kind = "tool"
	Category     Kind = "category" // the first page of its list; the others are never indexable
	Tag          Kind = "tag"      // the same
	Collection   Kind = "collection"
	Alternatives Kind = "alternatives"
	Comparison   Kind = "comparison"
)

// Rule is one condition that an indexable page meets.
type Rule struct {
	ID   string // in the API and in addresses
	Kind Kind
	Name string // for people

	reason func(l site.IndexLimits) string
}

// Reason returns why a page that does not meet the rule is not indexable, as a sentence.
func (r *Rule) Reason(l site.IndexLimits) string { return r.reason(l) }

// The rules.
var (
	ToolDescription = &Rule{"tool-description", Tool, "Short description", func(l site.IndexLimits) string {
		return fmt.Sprintf("Its description has fewer than %s.", count(l.Description, "character", "characters"))
	}}
	ToolOwnDescription = &Rule{"tool-own-description", Tool, "Same description as another tool", func(site.IndexLimits) string {
		return fmt.Sprintf("Another tool has the same description, or one that begins with the same %d characters.", browse.OwnBeginning)
	}}
	ToolFacts = &Rule{"tool-facts", Tool, "Too little information", func(l site.IndexLimits) string {
		return fmt.Sprintf("It has fewer than %s besides its description: price, category, tags, use cases, logo, screenshots, video, deal.", count(l.ToolFacts, "detail", "details"))
	}}
	ToolOwnWords = &Rule{"tool-own-words", Tool, "Much like another tool", func(l site.IndexLimits) string {
		return fmt.Sprintf("Another indexable tool has more than %d%% of the words of its name and texts. Describe what only this tool does.", 100-l.OwnWords)
	}}
	CategoryTools = &Rule{"category-tools", Category, "Category with few tools", func(l site.IndexLimits) string {
		return fmt.Sprintf("It has fewer than %s.", count(l.CategoryTools, "tool", "tools"))
	}}
	CategoryOwnWords = &Rule{"category-own-words", Category, "Category much like another category", func(l site.IndexLimits) string {
		return repeatsTopic("category", l)
	}}
	TagTools = &Rule{"tag-tools", Tag, "Tag without indexable tools", func(site.IndexLimits) string {
		return "None of its tools can be indexed."
	}}
	TagOwnWords = &Rule{"tag-own-words", Tag, "Tag much like another tag", func(l site.IndexLimits) string {
		return repeatsTopic("tag", l)
	}}
	CollectionTools = &Rule{"collection-tools", Collection, "Collection with few tools", func(l site.IndexLimits) string {
		return fmt.Sprintf("It has fewer than %s.", count(l.CollectionTools, "tool", "tools"))
	}}
	CollectionIntroduction = &Rule{"collection-introduction", Collection, "Collection without an introduction", func(site.IndexLimits) string {
		return "It has no introduction."
	}}
	AlternativesTools = &Rule{"alternatives-tools", Alternatives, "Few alternatives", func(l site.IndexLimits) string {
		return fmt.Sprintf("It has fewer than %s.", count(l.Alternatives, "alternative", "alternatives"))
	}}
	AlternativesOwnWords = &Rule{"alternatives-own-words", Alternatives, "Alternatives much like those of another tool", func(l site.IndexLimits) string {
		return fmt.Sprintf("The alternatives to an indexable tool that more tools link have more than %d%% of its words. Pin other tools, hide some of the same ones, or write an introduction of %s to them in the tool's form.",
			100-l.OwnWords, count(l.Description, "character", "characters"))
	}}
	ComparisonFacts = &Rule{"comparison-facts", Comparison, "Little to compare", func(l site.IndexLimits) string {
		return fmt.Sprintf("Its tools differ in fewer than %s, and it has no verdict.", count(l.ComparisonFacts, "detail", "details"))
	}}
)

// Rules returns all rules, those of a kind next to each other.
func Rules() []*Rule {
	return []*Rule{ToolDescription, ToolOwnDescription, ToolFacts, ToolOwnWords, CategoryTools, CategoryOwnWords, TagTools, TagOwnWords, CollectionTools, CollectionIntroduction,
		AlternativesTools, AlternativesOwnWords, ComparisonFacts}
}

// The functions below return the rules that a page does not meet; it is indexable if there are none.

// OfTool judges the page of a tool by the length of its own description in characters, whether another tool has the same
// one, and its number of facts (catalog.ProductFields.Facts).
func OfTool(description int, shared bool, facts int, l site.IndexLimits) (failed []*Rule) {
	if description < l.Description {
		failed = append(failed, ToolDescription)
	}
	if shared {
		failed = append(failed, ToolOwnDescription)
	}
	if facts < l.ToolFacts {
		failed = append(failed, ToolFacts)
	}
	return failed
}

// OfCategory judges the first page of a category by its number of tools, and whether it repeats that of another category.
func OfCategory(tools int, repeats bool, l site.IndexLimits) (failed []*Rule) {
	if tools < l.CategoryTools {
		failed = append(failed, CategoryTools)
	}
	if repeats {
		failed = append(failed, CategoryOwnWords)
	}
	return failed
}

// OfTag judges the first page of a tag by whether one of its tools may be indexed, and whether it repeats that of another tag.
func OfTag(hasIndexable, repeats bool) (failed []*Rule) {
	if !hasIndexable {
		failed = append(failed, TagTools)
	}
	if repeats {
		failed = append(failed, TagOwnWords)
	}
	return failed
}

// OfCollection judges the page of a collection by its number of tools.
func OfCollection(tools int, hasIntroduction bool, l site.IndexLimits) (failed []*Rule) {
	if tools < l.CollectionTools {
		failed = append(failed, CollectionTools)
	}
	if !hasIntroduction {
		failed = append(failed, CollectionIntroduction)
	}
	return failed
}

// OfAlternatives judges the page with the alternatives to a tool by their number, and whether it repeats the page of another
// tool.
func OfAlternatives(tools int, repeats bool, l site.IndexLimits) (failed []*Rule) {
	if tools < l.Alternatives {
		failed = append(failed, AlternativesTools)
	}
	if repeats {
		failed = append(failed, AlternativesOwnWords)
	}
	return failed
}

// OfComparison judges the page of a comparison by the number of facts in which the tools differ.
func OfComparison(differences int, hasVerdict bool, l site.IndexLimits) (failed []*Rule) {
	if differences < l.ComparisonFacts && !hasVerdict {
		failed = append(failed, ComparisonFacts)
	}
	return failed
}

// repeatsTopic says why the page of a category or a tag is not indexable beside another.
func repeatsTopic(kind string, l site.IndexLimits) string {
	return fmt.Sprintf("The first page of another indexable %s has more than %d%% of the words of its first page. Give both to fewer of the same tools, or keep one of them.", kind, 100-l.OwnWords)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
