package money

import (
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/site"
)

const advertisePath = "/advertise"

// mostFree is how many free times of a place the page shows, mostTaken how many categories that are taken.
const (
	mostFree  = 3
	mostTaken = 50
)

// advertisePage says which places there are, when they are free and where to pay: a site has it once it has a text for it.
var advertisePage = pages.Page{
	Paths:      []string{advertisePath},
	Scriptless: true,
	Head: func(v *pages.View, a pages.Address, h *pages.Head) {
		if v.Settings.Places.Text == "" {
			v.DescribeMissing(h, a)
			return
		}
		h.Title, h.Description = "Advertise – "+h.SiteName, "Places for AI tools on "+h.SiteName+", and when they are free."
		h.Canonical = v.Origin + a.Path
	},
	URLs: func(v *pages.View) []pages.SitemapURL {
		if v.Settings.Places.Text == "" {
			return nil
		}
		return []pages.SitemapURL{{Path: advertisePath}}
	},
	Footer: func(v *pages.View) string {
		if v.Settings.Places.Text == "" {
			return ""
		}
		return "Advertise"
	},
	Markdown: func(v *pages.View, _ pages.Address, m *pages.Markdown) {
		places := v.Settings.Places
		m.Title = "Advertise"
		m.Insert(places.Text, markdown.Render(places.Text).HTML)
		rows := [][]string{{"Place", "At once", "Free"}}
		row := func(name string, place catalog.Place, category int64) {
			most := mostAt(places, place)
			rows = append(rows, []string{pages.MarkdownWords(name), pages.Count(most, "tool", "tools"), freeTimes(freeAt(v.Snapshot, place, category, most))})
		}
		row("A row of the home page", catalog.HomePlace, 0)
		for _, c := range booked(v.Snapshot) {
			row("Above the category "+c.Name, catalog.CategoryPlace, c.ID)
		}
		rows = append(rows, []string{"Above any other category", pages.Count(places.Category, "tool", "tools"), "Now"})
		v.EachPage(func(page *pages.Page) {
			if slices.Contains(page.Paths, "/newsletter") {
				row("The beginning of the newsletter", catalog.NewsletterPlace, 0)
			}
		})
		m.Write("## Places\n\n")
		m.Table(rows)
		m.Paragraph("A tool stands there as “Sponsored”. It's also listed where it would be without the booking: nothing changes the order of lists.")
		m.Button("Book a place", places.PayURL)
	},
}

var markdown = site.NewRenderer()

// booked returns the categories with bookings that aren't over, by name, at most mostTaken.
func booked(s *browse.Snapshot) (categories []catalog.Category) {
	isBooked := map[int64]bool{}
	for _, p := range browse.Bookings(s) {
		isBooked[p.Category] = isBooked[p.Category] || p.Place == catalog.CategoryPlace && p.To.After(time.Now())
	}
	for _, c := range s.Categories().All() {
		if isBooked[c.ID] && len(categories) < mostTaken {
			categories = append(categories, c)
		}
	}
	return categories
}

// span is a time from one moment to another; zero: from now on, or without end.
type span struct{ from, to time.Time }

// freeAt returns when a place has room for another tool, the next mostFree times.
func freeAt(s *browse.Snapshot, place catalog.Place, category int64, most int) (free []span) {
	now := time.Now()
	var standing []catalog.Booking
	changes := []time.Time{now}
	for _, p := range browse.Bookings(s) {
		if p.Place == place && p.Category == category && p.To.After(now) {
			standing = append(standing, p.Booking)
			changes = append(changes, p.To)
			if p.From.After(now) {
				changes = append(changes, p.From)
			}
		}
	}
	slices.SortFunc(changes, time.Time.Compare)
	isFree := false
	for i, at := range changes {
		count := 0
		for _, b := range standing {
			if !b.From.After(at) && b.To.After(at) {
				count++
			}
		}
		was := isFree
		isFree = count < most
		switch {
		case isFree && !was && i == 0:
			free = append(free, span{})
		case isFree && !was:
			if len(free) == mostFree {
				return free
			}
			free = append(free, span{from: at})
		case !isFree && was:
			free[len(free)-1].to = at
		}
	}
	return free
}

// freeTimes writes when a place is free: "Now until Dec 12, 2026; from Jan 3, 2027".
func freeTimes(free []span) string {
	var texts []string
	for _, f := range free {
		switch {
		case f.from.IsZero() && f.to.IsZero():
			texts = append(texts, "now")
		case f.from.IsZero():
			texts = append(texts, "now until "+pages.Day(f.to))
		case f.to.IsZero():
			texts = append(texts, "from "+pages.Day(f.from))
		default:
			texts = append(texts, pages.Day(f.from)+" to "+pages.Day(f.to))
		}
	}
	text := strings.Join(texts, "; ")
	return strings.ToUpper(text[:1]) + text[1:]
}
