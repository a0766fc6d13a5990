package newsletter

import (
	"slices"
	"strings"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// maxDescription is how much of a description an issue shows, in characters before the ellipsis.
const maxDescription = 160

// content returns what an issue says: the products as the catalogue has them now, without those that were deleted,
// and before them who has booked the place.
func (n *Issues) content(snapshot *browse.Snapshot, in DraftInput) (site.IssueContent, error) {
	rendered, err := n.Site.Preview(in.Intro)
	if err != nil {
		return site.IssueContent{}, err
	}
	c := site.IssueContent{Intro: rendered.HTML, Sections: []site.IssueSection{}}
	for _, kind := range site.IssueSectionKinds() {
		section := site.IssueSection{Kind: kind}
		for _, item := range in.Items {
			if found, ok := productOf(snapshot, item.ProductID); ok && item.Section == kind {
				section.Products = append(section.Products, issueProduct(snapshot, found))
			}
		}
		if len(section.Products) > 0 {
			c.Sections = append(c.Sections, section)
		}
	}
	if booked := browse.Booked(snapshot, catalog.NewsletterPlace, 0); len(booked) > 0 && len(c.Sections) > 0 {
		sponsored := site.IssueSection{Kind: site.SponsoredProducts}
		for _, place := range booked {
			p := issueProduct(snapshot, place.Item)
			p.Booking = place.ID
			sponsored.Products = append(sponsored.Products, p)
		}
		c.Sections = slices.Insert(c.Sections, 0, sponsored)
	}
	return c, nil
}

// issueProduct returns a product as an issue shows it.
func issueProduct(snapshot *browse.Snapshot, item *browse.Item) site.IssueProduct {
	found := item.Product()
	p := site.IssueProduct{
		ID: found.ID, Slug: found.Slug, Name: found.Name, Description: shorten(found.Description, maxDescription),
		Categories: []site.IssueCategory{}, Type: string(found.Type), HasDeal: found.HasDeal,
	}
	if strings.HasPrefix(found.Logo, uploads) || field.WebURL(found.Logo) { // else it is a data URI, which would be stored with each issue
		p.Image = found.Logo
	}
	for _, category := range snapshot.Categories().Of(item) {
		p.Categories = append(p.Categories, site.IssueCategory{ID: category.ID, Name: category.Name})
	}
	return p
}

// uploads is the path of the site's own images.
const uploads = "/uploads/"

// shorten returns a text as one line, cut at a word, with an ellipsis if it was cut.
func shorten(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	head := runes[:most]
	for at := most; at > most/2; at-- {
		if unicode.IsSpace(runes[at]) {
			head = runes[:at]
			break
		}
	}
	return strings.TrimRightFunc(string(head), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".,;:", r) }) + "…"
}

// forTopics returns the content with the products of these topics only. Topics that do not exist are ignored; if none
// does, all products stay. A booked place stays too, but not alone.
func forTopics(c site.IssueContent, topics []int64, snapshot *browse.Snapshot) site.IssueContent {
	wanted := map[int64]bool{}
	for _, category := range snapshot.Categories().All() {
		if slices.Contains(topics, category.ID) {
			wanted[category.ID] = true
		}
	}
	if len(wanted) == 0 {
		return c
	}
	chosen := site.IssueContent{Intro: c.Intro}
	for _, section := range c.Sections {
		if section.Kind == site.SponsoredProducts {
			chosen.Sections = append(chosen.Sections, section)
			continue
		}
		section.Products = slices.DeleteFunc(slices.Clone(section.Products), func(p site.IssueProduct) bool {
			return !slices.ContainsFunc(p.Categories, func(category site.IssueCategory) bool { return wanted[category.ID] })
		})
		if len(section.Products) > 0 {
			chosen.Sections = append(chosen.Sections, section)
		}
	}
	if len(chosen.Sections) == 1 && chosen.Sections[0].Kind == site.SponsoredProducts {
		chosen.Sections = nil
	}
	return chosen
}
