package compare

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// maxVerdictLinks is how many comparisons with a verdict a product's page links at most.
const maxVerdictLinks = 20

// MayBeLinked reports whether the site links a comparison, which has a verdict or is on the page of one of its products. Before
// similar products are chosen nobody knows, so that any two products count.
func MayBeLinked(c Comparison, s *browse.Snapshot, settings *site.Settings) bool {
	if _, judged := VerdictsIn(settings).Of(c.Key()); judged || !s.Similar().IsLinked() && len(c.Items) == 2 {
		return true
	}
	return slices.ContainsFunc(c.Items, func(item *browse.Item) bool {
		return slices.ContainsFunc(Links(s, settings, item), func(l Comparison) bool { return l.Name == c.Name })
	})
}

// Links returns the comparisons that a product's page links: with the product that is most similar, and those with a
// verdict. All other comparisons are linked from nowhere.
func Links(s *browse.Snapshot, settings *site.Settings, item *browse.Item) (links []Comparison) {
	if other, found := s.Similar().First(item); found {
		if c, ok := Of(s, item, other); ok {
			links = append(links, c)
		}
	}
	id, most := strconv.FormatInt(item.ID(), 10), len(links)+maxVerdictLinks
	for _, verdict := range VerdictsIn(settings) {
		ids := strings.Split(verdict.Products, ",")
		if len(links) == most || !slices.Contains(ids, id) {
			continue
		}
		c, ok := Listed(s, verdict.Products)
		if ok && !slices.ContainsFunc(links, func(l Comparison) bool { return l.Name == c.Name }) {
			links = append(links, c)
		}
	}
	return links
}

// mostSimilar is how many tools a comparison offers to compare as well.
const mostSimilar = 3

// similarTools returns the tools that are most similar to those of a comparison, in turn, unless it is full.
func similarTools(s *browse.Snapshot, c Comparison) []SimilarTool {
	tools := []SimilarTool{}
	if len(c.Items) == Max {
		return tools
	}
	lists := make([][]*browse.Item, len(c.Items))
	for i, item := range c.Items {
		lists[i] = s.Similar().To(item, mostSimilar+Max)
	}
	taken := slices.Clone(c.Items)
	for rank := range mostSimilar + Max {
		for _, list := range lists {
			if len(tools) == mostSimilar || rank >= len(list) || slices.Contains(taken, list[rank]) {
				continue
			}
			taken = append(taken, list[rank])
			other := list[rank].Product()
			tools = append(tools, SimilarTool{other.Slug, browse.ToolLogo{Name: other.Name, Logo: other.Logo, LogoColor: other.LogoColor}})
		}
	}
	return tools
}

// mostOthers is how many other comparisons a comparison links.
const mostOthers = 6

// otherLinks returns other comparisons that the pages of the products of a comparison link.
func otherLinks(s *browse.Snapshot, settings *site.Settings, c Comparison) []OtherComparison {
	links, taken := []OtherComparison{}, []string{c.Name}
	for _, item := range c.Items {
		for _, other := range Links(s, settings, item) {
			if len(links) == mostOthers || slices.Contains(taken, other.Name) {
				continue
			}
			taken = append(taken, other.Name)
			links = append(links, linkTo(other))
		}
	}
	return links
}

func linkTo(c Comparison) OtherComparison {
	link := OtherComparison{ComparisonLink{c.Name, c.Title()}, nil}
	for _, p := range c.Products() {
		link.Tools = append(link.Tools, browse.ToolLogo{Name: p.Name, Logo: p.Logo, LogoColor: p.LogoColor})
	}
	return link
}
