package api

import (
	"slices"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// pageNamed finds a page that visitors see by its kind and the last part of its address. isCounted is false for a comparison that the
// site does not link, of which there are millions, and for another order of its products.
func pageNamed(s *browse.Snapshot, settings *site.Settings, kind visits.Kind, name string) (page visits.Page, isCounted, found bool) {
	page, isCounted = visits.Page{Kind: kind}, true
	switch kind {
	case visits.Alternatives:
		item, found := s.Product(name)
		if !found {
			return page, false, false
		}
		page.Key = strconv.FormatInt(item.ID(), 10)
	case visits.Comparison:
		found, ok := compare.Named(s, name)
		if !ok {
			return page, false, false
		}
		page.Key, isCounted = found.Key(), found.Name == name && compare.MayBeLinked(found, s, settings)
	case visits.Collection:
		found, ok := s.Collection(name)
		if !ok {
			return page, false, false
		}
		page.Key = strconv.FormatInt(found.ID, 10)
	}
	return page, isCounted, page.Key != ""
}

// viewedOf returns the first pages that visitors still see, at most mostVisited.
func viewedOf(totals []visits.PageTotal, s *browse.Snapshot) []ViewedPage {
	pages := make([]ViewedPage, 0, mostVisited)
	for _, total := range totals {
		if len(pages) == mostVisited {
			break
		}
		if path, title, found := addressOf(total.Page, s); found {
			pages = append(pages, ViewedPage{path, title, total.Views})
		}
	}
	return pages
}

// addressOf returns the path and the title of a page, and reports whether visitors still see it.
func addressOf(page visits.Page, s *browse.Snapshot) (path, title string, found bool) {
	switch page.Kind {
	case visits.Alternatives:
		if item, found := s.Product(page.Key); found {
			return "/alternatives/" + item.Slug(), "Alternatives to " + item.Name(), true
		}
	case visits.Comparison:
		if c, found := compare.Listed(s, page.Key); found {
			return "/compare/" + c.Name, c.Title(), true
		}
	case visits.Collection:
		published := s.Collections()
		at := slices.IndexFunc(published, func(c *browse.Collection) bool { return strconv.FormatInt(c.ID, 10) == page.Key })
		if at >= 0 {
			return "/best/" + published[at].Slug, published[at].Title, true
		}
	}
	return "", "", false
}
