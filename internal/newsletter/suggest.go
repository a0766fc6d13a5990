package newsletter

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// How many products each section of a suggested issue has at most.
const (
	mostNew      = 12
	mostFeatured = 3
	mostDeals    = 4
	mostPopular  = 5
)

// suggestion is an issue that is being made. Each product is in the first section that takes it.
type suggestion struct {
	snapshot *browse.Snapshot
	previous map[int64]bool // products of the previous issue
	taken    map[int64]bool
	items    []ItemInput
}

// suggest makes an issue from what is new since a time. Sections other than new prefer products that the previous issue
// of the cadence did not have.
func (n *Issues) suggest(ctx context.Context, snapshot *browse.Snapshot, cadence Cadence, since time.Time, last []ItemInput) (*DraftInput, error) {
	s := suggestion{snapshot, map[int64]bool{}, map[int64]bool{}, []ItemInput{}}
	for _, item := range last {
		s.previous[item.ProductID] = true
	}
	added := s.addedSince(since)
	for _, item := range added {
		s.addTool(site.NewProducts, item)
	}
	s.fillSection(site.FeaturedProducts, mostFeatured, s.list(browse.Query{Featured: browse.Only}))
	s.fillSection(site.Deals, mostDeals, browse.Deals(snapshot))
	visited, err := n.mostVisited(ctx, snapshot, since)
	if err != nil {
		return nil, err
	}
	s.fillSection(site.PopularProducts, mostPopular, visited)
	return &DraftInput{Subject: suggestSubject(cadence, added), Items: s.items}, nil
}

// addedSince returns the latest products that were added since a time, by no bulk import, by the name of their main category.
func (s *suggestion) addedSince(since time.Time) []*browse.Item {
	added := slices.DeleteFunc(s.list(browse.Query{Sort: browse.SortLatest, InBulk: browse.Without, Limit: mostNew}), func(item *browse.Item) bool {
		return !item.Product().CreatedAt.After(since)
	})
	slices.SortStableFunc(added, func(a, b *browse.Item) int { return cmp.Compare(s.topic(a), s.topic(b)) })
	return added
}

// topic returns the name of the product's main category.
func (s *suggestion) topic(item *browse.Item) string {
	if categories := s.snapshot.Categories().Of(item); len(categories) > 0 {
		return categories[0].Name
	}
	return ""
}

// list returns the products of a query. Without a limit these are enough to fill a section, whatever is skipped.
func (s *suggestion) list(q browse.Query) []*browse.Item {
	if q.Limit == 0 {
		q.Limit = browse.MaxLimit
	}
	page, _ := s.snapshot.List(q) // fails only for a cursor or an unknown order
	return page.Items
}

// mostVisited returns the products that were visited since a time, the most visited first.
func (n *Issues) mostVisited(ctx context.Context, snapshot *browse.Snapshot, since time.Time) ([]*browse.Item, error) {
	totals, err := n.Visits.VisitedProducts(ctx, visits.DayOf(since))
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(totals, func(a, b visits.ProductTotal) int { return cmp.Compare(b.Clicks, a.Clicks) })
	var items []*browse.Item
	for _, total := range totals {
		if item, ok := productOf(snapshot, total.Product); ok && total.Clicks > 0 && len(items) < browse.MaxLimit {
			items = append(items, item)
		}
	}
	return items, nil
}

func (s *suggestion) addTool(section site.IssueSectionKind, item *browse.Item) {
	s.taken[item.ID()] = true
	s.items = append(s.items, ItemInput{section, item.ID()})
}

// fillSection takes at most this many products for a section: those that the previous issue did not have, then the others.
func (s *suggestion) fillSection(section site.IssueSectionKind, most int, from []*browse.Item) {
	for _, repeats := range []bool{false, true} {
		for _, item := range from {
			if most > 0 && !s.taken[item.ID()] && s.previous[item.ID()] == repeats {
				s.addTool(section, item)
				most--
			}
		}
	}
}

// suggestSubject names the first new products, if they fit.
func suggestSubject(cadence Cadence, added []*browse.Item) string {
	when := "this week"
	if cadence == Monthly {
		when = "this month"
	}
	if len(added) == 0 {
		return "Popular AI tools " + when
	}
	subject := fmt.Sprintf("New %s: %s", when, added[0].Name())
	switch more := len(added) - 2; {
	case more == 0:
		subject += " and " + added[1].Name()
	case more > 0:
		subject += fmt.Sprintf(", %s and %d more", added[1].Name(), more)
	}
	if utf8.RuneCountInString(subject) > maxSubject {
		return fmt.Sprintf("%d new AI tools %s", len(added), when)
	}
	return subject
}
