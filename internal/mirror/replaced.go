package mirror

import (
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// firstKinds are the kinds of rows of programs that do not list theirs.
var firstKinds = []string{"categories", "products", "product_slugs", "collections", "legal_pages", "social_media_links", "logo_settings"}

// lacks notes which kinds of rows are not among those of the program that wrote the content.
func (c *Content) lacks(written []string) {
	if written == nil {
		written = firstKinds
	}
	c.unknown = map[string]bool{}
	for _, k := range kinds() {
		c.unknown[k.name] = !slices.Contains(written, k.name)
	}
}

// Replaced returns the ids that have another tool in the content than in before: neither the website nor any slug, present
// or former, is the same. old are the former slugs of before. What belongs to the tool that goes must not pass to the other.
func (c *Content) Replaced(before []catalog.Product, old []catalog.OldSlug) map[int64]bool {
	type slugOf struct {
		product int64
		slug    string
	}
	after := make(map[int64]*catalog.Product, len(c.Products))
	slugs := make(map[slugOf]bool, len(c.Products)+len(c.OldSlugs))
	for i, p := range c.Products {
		after[p.ID] = &c.Products[i]
		slugs[slugOf{p.ID, p.Slug}] = true
	}
	for _, s := range c.OldSlugs {
		slugs[slugOf{s.ProductID, s.Slug}] = true
	}
	same := map[int64]bool{}
	for _, s := range old {
		same[s.ProductID] = same[s.ProductID] || slugs[slugOf{s.ProductID, s.Slug}]
	}
	replaced := map[int64]bool{}
	for _, p := range before {
		other, taken := after[p.ID]
		if taken && !same[p.ID] && !slugs[slugOf{p.ID, p.Slug}] && catalog.WebsiteKey(p.Website) != catalog.WebsiteKey(other.Website) {
			replaced[p.ID] = true
		}
	}
	return replaced
}

// Over returns the content as it replaces another: of the kinds that the program that wrote it did not have, the rows of
// have stay, except those about tools that are replaced or go.
func (c *Content) Over(have *Content) *Content {
	over := *c
	if !c.unknown["alternative_picks"] && !c.unknown["comparison_verdicts"] && !c.unknown["site_settings"] {
		return &over
	}
	stays := make(map[int64]bool, len(c.Products))
	replaced := c.Replaced(have.Products, have.OldSlugs)
	for _, p := range c.Products {
		stays[p.ID] = !replaced[p.ID]
	}
	if c.unknown["alternative_picks"] {
		over.Picks = PicksAmong(have.Picks, stays)
	}
	if c.unknown["comparison_verdicts"] {
		over.Verdicts = VerdictsAmong(have.Verdicts, stays)
	}
	if c.unknown["site_settings"] {
		over.Settings = have.Settings
	}
	return &over
}

// PicksAmong returns the picks of these products, without those of other products.
func PicksAmong(list []Picks, products map[int64]bool) []Picks {
	among := []Picks{}
	isOther := func(id int64) bool { return !products[id] }
	for _, p := range list {
		p.Pinned = slices.DeleteFunc(append([]int64{}, p.Pinned...), isOther)
		p.Hidden = slices.DeleteFunc(append([]int64{}, p.Hidden...), isOther)
		if products[p.Product] && len(p.Pinned)+len(p.Hidden) > 0 {
			among = append(among, p)
		}
	}
	return among
}

// VerdictsAmong returns the verdicts on comparisons of these products alone.
func VerdictsAmong(list []site.Verdict, products map[int64]bool) []site.Verdict {
	return slices.DeleteFunc(slices.Clone(list), func(v site.Verdict) bool {
		ids, err := v.ProductIDs()
		return err != nil || slices.ContainsFunc(ids, func(id int64) bool { return !products[id] })
	})
}
