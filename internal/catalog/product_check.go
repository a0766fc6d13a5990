package catalog

import (
	"cmp"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// Check checks a complete product from another site, with id, slug and times, against every rule of a draft; the type
// may be Unknown, as in an import. It also refuses a product that Draft.Check would change, since the copy would differ
// from the original. The fault names each field that fails.
func (p Product) Check() error {
	given := Draft{Slug: p.Slug, ProductFields: p.ProductFields}
	given.Categories, given.Tags, given.Phrases, given.Images = listed(p.Categories), listed(p.Tags), listed(p.Phrases), listed(p.Images)
	given.Complete()
	checked, err := given.Check(true)
	if err != nil {
		return err
	}
	var c checker
	switch {
	case p.ID < 1:
		c.Fail("id", "Please give a number above 0")
	case p.Slug == "":
		c.Fail("slug", "Please use lower-case letters, digits and single hyphens")
	case !reflect.DeepEqual(given.withCleanLines(), checked):
		c.Fail("name", "A text of this product is not written as it would be stored")
	}
	return c.Fault()
}

// withCleanLines returns the draft without invisible characters in its lines: earlier versions stored them.
func (d Draft) withCleanLines() Draft {
	d.EachText(func(kind TextKind, text *string) {
		if kind == Line {
			*text = cleanLine(*text)
		}
	})
	return d
}

// cleanLine cleans a line that an earlier version of the program may have stored. It returns any other line unchanged.
func cleanLine(text string) string {
	if field.Clean(text) != text {
		return text
	}
	return field.CleanLine(text)
}

// Check checks the rules for a complete category from another site.
func (g Category) Check() error {
	var c checker
	name, err := CategoryName(g.Name)
	if err != nil {
		return err
	}
	group, err := CategoryGroup(g.Group)
	if err != nil {
		return err
	}
	switch {
	case g.ID < 1:
		c.Fail("id", "Please give a number above 0")
	case name != cleanLine(g.Name):
		c.Fail("name", "The name is not written as it would be stored")
	case group != g.Group:
		c.Fail("group", "The group is not written as it would be stored")
	case !ValidSlug(g.Slug):
		c.Fail("slug", "Please use lower-case letters, digits and single hyphens")
	}
	return c.Fault()
}

// listed returns a copy of the list, never nil.
func listed(list []string) []string { return append([]string{}, list...) }

// OtherCategory is the category of tools that fit no other.
const OtherCategory = "Other"

// OwnDescription returns the description without the space around it; empty if it is only the text that replaces a missing one.
func (f *ProductFields) OwnDescription() string {
	if text := strings.TrimSpace(f.Description); text != NoDescription {
		return text
	}
	return ""
}

// MaxFacts is the most facts that Facts counts.
const MaxFacts = 8

// Facts returns how many facts of a product its page shows besides the name, the description and the website, which every
// product has: a known price, a category other than Other, tags that repeat no category, use cases, a logo, screenshots, a
// video, a deal.
func (f *ProductFields) Facts() int {
	facts := 0
	for _, known := range [MaxFacts]bool{
		f.Type != Unknown && f.Type != "",
		slices.ContainsFunc(f.Categories, func(name string) bool { return name != OtherCategory }),
		slices.ContainsFunc(f.Tags, func(tag string) bool { return !f.isCategory(tag) }),
		f.UseCases != "",
		f.Logo != "",
		len(f.Images) > 0,
		f.VideoURL != "",
		f.HasDeal,
	} {
		if known {
			facts++
		}
	}
	return facts
}

func (f *ProductFields) isCategory(tag string) bool {
	return slices.ContainsFunc(f.Categories, func(name string) bool { return strings.EqualFold(name, tag) })
}

// checkDeal cleans and checks the deal of a draft, apart from its text.
func (d *Draft) checkDeal(c *checker) {
	d.DealCode = c.Line("dealCode", d.DealCode, MaxDealCode, "")
	d.DealURL = c.url("dealUrl", d.DealURL, false)
	if u, err := url.Parse(d.DealURL); d.DealURL != "" && err == nil && !fetch.IsPublicName(u.Hostname()) {
		c.Fail("dealUrl", "Please enter the URL of a public website")
	}
	d.DealFrom, d.DealTo = c.second("dealFrom", d.DealFrom), c.second("dealTo", d.DealTo)
	if from, to := d.dealTimes(); !from.IsZero() && !to.IsZero() && !to.After(from) {
		c.Fail("dealTo", "Please choose a time after its start")
	}
}

// second returns a time as it is stored: to the second, in UTC. Empty is no time.
func (c *checker) second(name, text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	at, err := time.Parse(time.RFC3339, text)
	if at = at.UTC(); err != nil {
		c.Fail(name, "Please give a time as 2026-11-30T23:59:00Z")
	} else if at.Year() < 2000 || at.Year() > 2100 {
		c.Fail(name, "Please choose a time between the years 2000 and 2100")
	}
	return at.Format(time.RFC3339)
}

// dealTimes returns from when until when the deal runs; zero: without this bound.
func (f *ProductFields) dealTimes() (from, to time.Time) { return timeOf(f.DealFrom), timeOf(f.DealTo) }

// timeOf returns the time of a field that is empty, for zero, or was checked when it was stored.
func timeOf(text string) (at time.Time) {
	if text != "" {
		at, _ = time.Parse(time.RFC3339, text)
	}
	return at
}

// IsPaidDeal reports whether the deal's own address may pay the site: it is another host than the website's, or says who sent the
// visitor. The front end has the same rule (web/src/kit/tools/deal.tsx).
func (f *ProductFields) IsPaidDeal() bool {
	return f.DealURL != "" && (Host(f.DealURL) != Host(f.Website) || strings.Contains(f.DealURL, "?"))
}

// Status is whether visitors see a product.
type Status string

// The statuses.
const (
	StatusDraft Status = "draft"
	Scheduled   Status = "scheduled" // published from PublishAt on
	Published   Status = "published"
	Hidden      Status = "hidden"
)

// Statuses returns all statuses, in the order of the screens.
func Statuses() []Status { return []Status{StatusDraft, Scheduled, Published, Hidden} }

const noPublishAt = "Please choose a date and time"

// checkStatus cleans and checks the status of a draft and its dates. Without a status it is published.
func (d *Draft) checkStatus(c *checker) {
	d.PublishAt, d.FeaturedUntil = c.second("publishAt", d.PublishAt), c.second("featuredUntil", d.FeaturedUntil)
	switch d.Status = cmp.Or(d.Status, Published); {
	case !field.OneOf(d.Status, Statuses()...):
		c.Fail("status", "Please choose a status: draft, scheduled, published or hidden")
	case d.Status == Scheduled && d.PublishAt == "" && d.Keep&FieldsNamed("publishAt") == 0:
		c.Fail("publishAt", noPublishAt)
	case d.Status == StatusDraft:
		d.PublishAt = ""
	}
}

// Phase is what the dates of a product say at a time.
type Phase struct{ IsPublic, DealRuns, IsFeatured bool }

// PhaseAt returns the phase at a time, and when the next one may begin; zero: never.
func (f *ProductFields) PhaseAt(at time.Time) (is Phase, until time.Time) {
	if !f.IsDated() {
		return Phase{f.Status != StatusDraft && f.Status != Hidden, true, f.IsFeatured}, time.Time{}
	}
	publish, ends := timeOf(f.PublishAt), timeOf(f.FeaturedUntil)
	from, to := f.dealTimes()
	for _, next := range [...]time.Time{publish, ends, from, to} {
		if next.After(at) && (until.IsZero() || next.Before(until)) {
			until = next
		}
	}
	return Phase{
		IsPublic:   f.Status != StatusDraft && f.Status != Hidden && !publish.After(at),
		DealRuns:   !from.After(at) && (to.IsZero() || to.After(at)),
		IsFeatured: f.IsFeatured && (ends.IsZero() || ends.After(at)),
	}, until
}

// IsDated reports whether one of its dates is set.
func (f *ProductFields) IsDated() bool {
	return f.PublishAt != "" || f.FeaturedUntil != "" || f.DealFrom != "" || f.DealTo != ""
}

// PublicSince returns from when visitors see the product, if that is not since it was added; zero otherwise.
func (f *ProductFields) PublicSince() time.Time { return timeOf(f.PublishAt) }

// DealEnds returns when the deal ends; zero: it doesn't.
func (f *ProductFields) DealEnds() time.Time { return timeOf(f.DealTo) }

// FeatureEnds returns when the product, if it is featured, no longer is; zero: never.
func (f *ProductFields) FeatureEnds() time.Time {
	if !f.IsFeatured {
		return time.Time{}
	}
	return timeOf(f.FeaturedUntil)
}

// StatusAt returns the status at a time: one that is to be published is scheduled until then.
func (f *ProductFields) StatusAt(at time.Time) Status {
	if f.Status == StatusDraft || f.Status == Hidden {
		return f.Status
	}
	if timeOf(f.PublishAt).After(at) {
		return Scheduled
	}
	return Published
}

// ShownAt returns the product as visitors see it at a time: a deal that doesn't run then isn't there, nor is it featured for longer
// than it is to be.
func (p Product) ShownAt(at time.Time) Product {
	is, _ := p.PhaseAt(at)
	if !is.DealRuns {
		p.HasDeal, p.PromoText, p.DealCode, p.DealURL, p.DealFrom, p.DealTo = false, "", "", "", "", ""
	}
	if p.IsFeatured != is.IsFeatured {
		p.IsFeatured, p.FeaturedUntil = false, ""
	}
	p.Status = p.StatusAt(at)
	return p
}
