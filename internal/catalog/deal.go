package catalog

import (
	"net/url"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fetch"
)

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
func (f *ProductFields) dealTimes() (from, to time.Time) {
	from, _ = time.Parse(time.RFC3339, f.DealFrom) // empty, or checked when it was stored
	to, _ = time.Parse(time.RFC3339, f.DealTo)
	return from, to
}

// DealRuns reports whether the deal, if there is one, runs at a time, and when that changes next; zero: it doesn't.
func (f *ProductFields) DealRuns(at time.Time) (runs bool, until time.Time) {
	switch from, to := f.dealTimes(); {
	case at.Before(from):
		return false, from
	case to.IsZero():
		return true, time.Time{}
	case at.Before(to):
		return true, to
	}
	return false, time.Time{}
}

// IsPaidDeal reports whether the deal's own address may pay the site: it is another host than the website's, or says who sent the
// visitor. The front end has the same rule (web/src/kit/tools/deal.tsx).
func (f *ProductFields) IsPaidDeal() bool {
	return f.DealURL != "" && (Host(f.DealURL) != Host(f.Website) || strings.Contains(f.DealURL, "?"))
}

// IsDated reports whether the deal begins or ends.
func (f *ProductFields) IsDated() bool { return f.DealFrom != "" || f.DealTo != "" }

// ShownAt returns the product as visitors see it at a time: a deal that doesn't run then isn't there.
func (p Product) ShownAt(at time.Time) Product {
	if runs, _ := p.DealRuns(at); !runs {
		p.HasDeal, p.PromoText, p.DealCode, p.DealURL, p.DealFrom, p.DealTo = false, "", "", "", "", ""
	}
	return p
}
