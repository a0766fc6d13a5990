package mirror

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Check checks every row against the rules for data typed in on this site, and checks that keys are unique. The fault
// is Invalid and names the first row that breaks a rule.
func (c *Content) Check() error {
	products := make(map[int64]bool, len(c.Products))
	for _, p := range c.Products {
		products[p.ID] = true
	}
	known := make(map[string]bool, len(c.Categories))
	for _, g := range c.Categories {
		known[g.Name] = true
	}
	checks := []error{
		atMost("products", len(c.Products), catalog.MaxProducts),
		atMost("collections", len(c.Collections), catalog.MaxCollections),
		atMost("social links", len(c.SocialLinks), site.MaxSocialLinks),
		each("category", c.Categories, func(g Category) (int64, error) { return g.ID, g.Check() }),
		each("product", c.Products, func(p catalog.Product) (int64, error) {
			if slices.ContainsFunc(p.Categories, func(name string) bool { return !known[name] }) {
				return p.ID, fault.New(fault.Invalid, "Its category doesn't exist.")
			}
			return p.ID, p.Check()
		}),
		each("former slug", c.OldSlugs, func(s catalog.OldSlug) (string, error) {
			if !catalog.ValidSlug(s.Slug) || !products[s.ProductID] {
				return s.Slug, fault.New(fault.Invalid, "It isn't a slug, or its product doesn't exist.")
			}
			return s.Slug, nil
		}),
		each("choice of alternatives to product", c.Picks, func(p Picks) (int64, error) {
			if others := PicksAmong([]Picks{p}, products); len(others) == 0 || !reflect.DeepEqual(others[0], p) {
				return p.Product, fault.New(fault.Invalid, "A tool of it doesn't exist.")
			}
			return p.Product, asStored(p.Check(p.Product), slices.IsSorted(p.Hidden))
		}),
		each("collection", c.Collections, func(g catalog.Collection) (int64, error) {
			if slices.ContainsFunc(g.Tools, func(tool catalog.CollectionTool) bool { return !products[tool.ID] }) {
				return g.ID, fault.New(fault.Invalid, "A tool of it doesn't exist.")
			}
			checked, err := g.Check()
			isStored := (g.Status == catalog.CollectionPublished) == !g.PublishedAt.IsZero()
			return g.ID, asStored(err, isStored && catalog.ValidOldSlugs(g.OldSlugs) && reflect.DeepEqual(checked, g.CollectionFields))
		}),
		atMost("verdicts", len(c.Verdicts), site.MaxVerdicts),
		each("verdict on products", c.Verdicts, func(v site.Verdict) (string, error) {
			if len(VerdictsAmong([]site.Verdict{v}, products)) == 0 {
				return v.Products, fault.New(fault.Invalid, "A tool of it doesn't exist.")
			}
			checked, err := site.CheckVerdict(v.Text)
			return v.Products, asStored(err, checked == v.Text)
		}),
		each("legal page", c.LegalPages, func(p site.LegalPage) (site.LegalType, error) {
			checked, err := p.Check()
			return p.Type, asStored(err, checked == p)
		}),
		each("social link", c.SocialLinks, func(l site.SocialLink) (int64, error) {
			checked, err := l.Check()
			return l.ID, asStored(err, checked == l)
		}),
		each("site logo", c.Logos, func(l site.Logo) (site.LogoType, error) { return l.Type, l.CheckStored() }),
		c.checkSettings(),
		once("category", c.Categories, func(g Category) string { return number(g.ID) }),
		once("category", c.Categories, func(g Category) string { return g.Slug }),
		once("category", c.Categories, func(g Category) string { return catalog.Fold(g.Name) }),
		once("product", c.Products, func(p catalog.Product) string { return number(p.ID) }),
		once("product", c.slugs(), func(slug string) string { return slug }),
		once("product with a choice of alternatives", c.Picks, func(p Picks) string { return number(p.Product) }),
		once("verdict", c.Verdicts, func(v site.Verdict) string { return v.Products }),
		once("setting", c.Settings, func(s Setting) string { return s.Name }),
		once("collection", c.Collections, func(g catalog.Collection) string { return number(g.ID) }),
		once("collection", c.Collections, func(g catalog.Collection) string { return g.Slug }),
		once("legal page", c.LegalPages, func(p site.LegalPage) string { return string(p.Type) }),
		once("social link", c.SocialLinks, func(l site.SocialLink) string { return number(l.ID) }),
		once("site logo", c.Logos, func(l site.Logo) string { return string(l.Type) }),
	}
	for _, err := range checks {
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Content) checkSettings() error {
	_, err := site.DefaultValues().WithPortable(c.SettingRows())
	if err != nil {
		return fault.Because(fault.Invalid, "The settings break a rule: "+fault.From(err).Message, err)
	}
	return nil
}

// slugs returns the present and former slugs of the products.
func (c *Content) slugs() []string {
	slugs := make([]string, 0, len(c.Products)+len(c.OldSlugs))
	for _, p := range c.Products {
		slugs = append(slugs, p.Slug)
	}
	for _, s := range c.OldSlugs {
		slugs = append(slugs, s.Slug)
	}
	return slugs
}

func atMost(what string, count, most int) error {
	if count <= most {
		return nil
	}
	return fault.New(fault.Invalid, fmt.Sprintf("There are %d %s; there can be at most %d.", count, what, most))
}

// each checks the rows of a list, and names the first that breaks a rule.
func each[T any, ID any](what string, list []T, check func(T) (ID, error)) error {
	for _, one := range list {
		if id, err := check(one); err != nil {
			return fault.Because(fault.Invalid, fmt.Sprintf("The %s %.40s breaks a rule: %s", what, fmt.Sprint(id), fault.From(err).Message), err)
		}
	}
	return nil
}

// asStored returns err, or a fault if the check would have changed the row.
func asStored(err error, unchanged bool) error {
	if err == nil && !unchanged {
		err = fault.New(fault.Invalid, "It isn't in the form this site stores.")
	}
	return err
}

// once checks that no two rows of a list have the same key.
func once[T any](what string, list []T, of func(T) string) error {
	seen := make(map[string]bool, len(list))
	for _, one := range list {
		word := of(one)
		if seen[word] {
			return fault.New(fault.Invalid, fmt.Sprintf("There are two of the %s %.100q.", what, word))
		}
		seen[word] = true
	}
	return nil
}
