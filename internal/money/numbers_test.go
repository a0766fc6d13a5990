package money_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const (
	buyerKey = "abcdefghijklmnopqrstuvwxyz"
	endedKey = "zyxwvutsrqponmlkjihgfedcba"
)

// The buyer of a place reads its numbers at an address that nobody else knows, until the booking is over.
func TestBookingPage(t *testing.T) {
	asked := ""
	answer := pages.Answer{Status: http.StatusOK, Body: []byte(`{"views":1234,"clicks":56,"days":[{"day":"2026-11-28","views":1230,"clicks":50},{"day":"2026-11-29","views":4,"clicks":6}]}`)}
	now := time.Now()
	busy := pagestest.Open(t, pagestest.Tools(2), func(o *pagestest.Options) {
		o.Answers = func(context.Context, string) pages.Answer { return pages.Answer{Status: http.StatusServiceUnavailable} }
	})
	busy.Book(2, catalog.Booking{ID: 1, Key: buyerKey, Place: catalog.HomePlace, To: now.Add(time.Hour)})
	pagestest.HasParts(t, "without an answer", busy.Body("/booking/"+buyerKey), "The numbers can&#39;t be read right now")
	h := pagestest.Open(t, pagestest.Tools(2), func(o *pagestest.Options) {
		o.Answers = func(_ context.Context, target string) pages.Answer {
			asked = target
			return answer
		}
	})
	h.Book(2, catalog.Booking{ID: 1, Key: buyerKey, Place: catalog.HomePlace, From: now.Add(-time.Hour), To: now.Add(time.Hour)},
		catalog.Booking{ID: 2, Key: endedKey, Place: catalog.NewsletterPlace, From: now.Add(-2 * time.Hour), To: now.Add(-time.Hour)})
	w := h.Get("/booking/" + buyerKey)
	pagestest.Sent(t, "the page", w, http.StatusOK, "Cache-Control", "no-store")
	pagestest.HasParts(t, "the page", w.Body.String(), `<a href="/products/tool-2">Tool 2</a>, on the home page, from `, "<strong>1,234 views</strong> and <strong>56 clicks</strong> so far", "<td>Nov 29, 2026</td>\n<td>4</td>\n<td>6</td>")
	storetest.Same(t, "asked", asked, "/api/booking-numbers/"+buyerKey)
	const newsKey = "nnnnnnnnnnnnnnnnnnnnnnnnnn"
	h.Book(2, catalog.Booking{ID: 2, Key: endedKey, Place: catalog.NewsletterPlace, From: now.Add(-2 * time.Hour), To: now.Add(-time.Hour)},
		catalog.Booking{ID: 3, Key: newsKey, Place: catalog.NewsletterPlace, To: now.Add(time.Hour)})
	news := h.Body("/booking/" + newsKey)
	pagestest.HasParts(t, "of the newsletter", news, "<strong>56 clicks</strong> so far", "<td>Nov 29, 2026</td>\n<td>6</td>")
	pagestest.Lacks(t, "of the newsletter, which doesn't know who reads it", news, "Views", "1,234")
	for _, target := range []string{"/booking/" + endedKey, "/booking/x", "/booking/1", "/booking/" + strings.ToUpper(buyerKey)} {
		w := h.Get(target)
		pagestest.Sent(t, target, w, http.StatusNotFound, "Cache-Control", "no-store")
		pagestest.HasParts(t, target, w.Body.String(), "Booking Not Found")
	}
	if body := h.Body("/sitemap.xml"); strings.Contains(body, "booking") {
		t.Error("the sitemap has bookings")
	}
}

// The page about places is there once the site has a text for it. It says when each place is free, and where to pay.
func TestAdvertisePage(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(2), nil)
	now := time.Now()
	category := h.Catalogue.Snapshot().Categories().All()[0]
	day := func(days int) time.Time { return now.AddDate(0, 0, days) }
	h.Book(2, catalog.Booking{ID: 1, Place: catalog.CategoryPlace, Category: category.ID, From: day(-1), To: day(3)},
		catalog.Booking{ID: 2, Place: catalog.CategoryPlace, Category: category.ID, From: day(5), To: day(9)},
		catalog.Booking{ID: 3, Place: catalog.HomePlace, From: day(2), To: day(4)}, catalog.Booking{ID: 4, Place: catalog.NewsletterPlace, From: day(1), To: day(2)})
	storetest.Same(t, "without a text", h.Get("/advertise").Code, http.StatusNotFound)
	if strings.Contains(h.Body("/"), `"/advertise"`) || strings.Contains(h.Body("/sitemap.xml"), "/advertise<") {
		t.Error("a page that isn't there is linked")
	}
	h.ChangeSettings(func(s *site.Settings) {
		s.Places.Text, s.Places.PayURL, s.Places.Home = "Reach **everyone**.\n\n<script>alert(1)</script> [x](javascript:alert(1))", "https://pay.example/?a=1&b=2", 2
	})
	w := h.Get("/advertise")
	storetest.Same(t, "status", w.Code, http.StatusOK)
	at := func(days int) string { return pages.Day(day(days)) }
	pagestest.HasParts(t, "the page", w.Body.String(), "Reach <strong>everyone</strong>.", "&lt;script&gt;",
		"<td>A row of the home page</td>\n<td>2 tools</td>\n<td>Now</td>",
		"<td>Above the category "+category.Name+"</td>\n<td>1 tool</td>\n<td>"+at(3)+" to "+at(5)+"; from "+at(9)+"</td>",
		"<td>The beginning of the newsletter</td>\n<td>1 tool</td>\n<td>Now until "+at(1)+"; from "+at(2)+"</td>",
		`<a href="https://pay.example/?a=1&amp;b=2"`)
	if body := w.Body.String(); strings.Contains(body, "<script>alert") || strings.Contains(body, `href="javascript`) {
		t.Error("markup of the text is markup of the page")
	}
	if !strings.Contains(h.Body("/sitemap.xml"), "/advertise<") {
		t.Error("the page is not in the sitemap")
	}
	h.ChangeSettings(func(s *site.Settings) { s.Places.Home = 1 })
	pagestest.HasParts(t, "with one tool at a time", h.Body("/advertise"), "<td>Now until "+at(2)+"; from "+at(4)+"</td>")
}
