package money

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// bookingFolder is before the key of a booking in the URL at which its buyer reads the numbers.
const bookingFolder = "/booking/"

// bookingPage has the numbers of a booking, for its buyer, until it is over.
var bookingPage = pages.Page{
	Paths:      []string{bookingFolder + ":key"},
	Unlisted:   true,
	Private:    true,
	Scriptless: true,
	Missing:    pages.Notice{Heading: "Booking Not Found", Text: "This booking is over, or the link is incomplete. Please ask {site} for its numbers."},
	Find: func(folder, escaped string, s *browse.Snapshot) (pages.Address, string) {
		_, found := bookingOf(s, escaped, time.Now())
		return pages.Address{Path: folder + escaped, Name: escaped, Missing: !found}, folder + escaped
	},
	Head: func(v *pages.View, a pages.Address, h *pages.Head) {
		if a.Missing {
			v.DescribeMissing(h, a)
		} else {
			h.Title, h.Description = "Your booking – "+h.SiteName, "The numbers of a booked place on "+h.SiteName+"."
		}
		h.NoIndex, h.Private = true, true
	},
	Markdown: bookingMarkdown,
}

// bookingOf returns the booking with this key that isn't over.
func bookingOf(s *browse.Snapshot, key string, at time.Time) (browse.Placed, bool) {
	all := browse.Bookings(s)
	found := slices.IndexFunc(all, func(p browse.Placed) bool { return key != "" && p.Key == key && p.To.After(at) })
	if found < 0 {
		return browse.Placed{}, false
	}
	return all[found], true
}

// seenBookings are the booked places that browsers count views of, by the number of the booking.
func seenBookings(live *browse.Live) visits.PageKind {
	return visits.PageKind{Kind: visits.Booking, Find: func(name string) (key string, isCounted, found bool) {
		for _, p := range browse.Bookings(live.Snapshot()) {
			if strconv.FormatInt(p.ID, 10) == name {
				return p.Key, p.Key != "" && !p.From.After(time.Now()) && p.To.After(time.Now()), true
			}
		}
		return "", false, false
	}}
}

// BookingNumbers are the numbers of a booking.
type BookingNumbers struct {
	Views  int64             `json:"views" doc:"How often a page with the place was opened, at most once an hour for each IP address; 0 for the newsletter"`
	Clicks int64             `json:"clicks" doc:"How often somebody went to the tool's website from there"`
	Days   []visits.VisitDay `json:"days" nullable:"false" doc:"Every day since it began, the last 400, today last"`
}

func (a API) bookingNumbers(c *httpapi.Call) (any, error) {
	now := time.Now()
	booked, found := bookingOf(a.Catalogue.Snapshot(), c.Request.PathValue("key"), now)
	if !found {
		return nil, fault.New(fault.NotFound, noBooking)
	}
	from, today := max(visits.DayOf(booked.From), visits.OldestRetained(now)), visits.DayOf(now)
	days, err := a.Visits.BookingDays(c.Ctx(), booked.Key, from, today)
	numbers := BookingNumbers{Days: []visits.VisitDay{}}
	if from <= today {
		numbers.Days = visits.EveryDay(days, from, today)
	}
	for _, day := range days {
		numbers.Views, numbers.Clicks = numbers.Views+day.Views, numbers.Clicks+day.Clicks
	}
	return numbers, err
}

// numbersWithin is the timeout of the read of a booking's numbers.
const numbersWithin = 5 * time.Second

func bookingMarkdown(v *pages.View, a pages.Address, m *pages.Markdown) {
	booked, _ := bookingOf(v.Snapshot, a.Name, time.Time{}) // it exists, otherwise the status is 404
	m.Title = "Your booking"
	m.Write("%s, %s, from %s to %s (UTC).\n\n", pages.MarkdownLink(booked.Item.Name(), pages.ProductPath(booked.Item.Slug())),
		pages.MarkdownWords(placeName(v.Snapshot, booked.Place, booked.Category)), moment(booked.From), moment(booked.To))
	ctx, stop := context.WithTimeout(context.Background(), numbersWithin)
	defer stop()
	var numbers BookingNumbers
	answer := v.Answer(ctx, "/api/booking-numbers/"+url.PathEscape(a.Name))
	if answer.Status != http.StatusOK || json.Unmarshal(answer.Body, &numbers) != nil {
		m.Paragraph("The numbers can't be read right now. Please reload the page in a moment.")
		return
	}
	clicks := pages.Count(int(numbers.Clicks), "click", "clicks")
	if booked.Place == catalog.NewsletterPlace { // emails say nothing of who reads them
		m.Write("**%s** so far.\n\n", clicks)
	} else {
		m.Write("**%s** and **%s** so far.\n\n", pages.Count(int(numbers.Views), "view", "views"), clicks)
		m.Paragraph("A view is a page with your place that somebody opened.")
	}
	m.Paragraph("A click is a visit to your website from there. An IP address counts at most once an hour, and robots don't. This page is here until the booking is over.")
	rows := [][]string{{"Day (UTC)", "Views", "Clicks"}}
	for _, day := range slices.Backward(numbers.Days) {
		rows = append(rows, []string{dayOf(day.Day), number(day.Views), number(day.Clicks)})
	}
	if booked.Place == catalog.NewsletterPlace {
		for i := range rows {
			rows[i] = slices.Delete(rows[i], 1, 2)
		}
	}
	m.Table(rows)
}

// placeName returns the name of a place in mid-sentence.
func placeName(s *browse.Snapshot, place catalog.Place, category int64) string {
	switch place {
	case catalog.CategoryPlace:
		for _, c := range s.Categories().All() {
			if c.ID == category {
				return "above the category " + c.Name
			}
		}
		return "above a category"
	case catalog.NewsletterPlace:
		return "in the newsletter"
	case catalog.HomePlace:
	}
	return "on the home page"
}

func number(n int64) string { return strings.TrimSpace(pages.Count(int(n), "", "")) }

// moment returns a time to the minute; of a midnight, the day.
func moment(at time.Time) string {
	return strings.TrimSuffix(pages.Day(at)+at.UTC().Format(", 3:04 PM"), ", 12:00 AM")
}

// dayOf returns a day of the answer as pages write it.
func dayOf(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return pages.Day(at)
}
