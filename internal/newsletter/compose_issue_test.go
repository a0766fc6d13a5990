package newsletter_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// compose composes the email of an issue for a subscriber.
func (w *world) compose(number, subscriber int64) (emails.Message, bool) {
	w.t.Helper()
	message, isWanted, err := w.ComposeIssue(w.t.Context(), mail.Email{Kind: newsletter.IssueEmail, Issue: number, SubscriberID: subscriber, Token: "TOKEN"})
	noError(w.t, err)
	return message, isWanted
}

func TestComposeIssue(t *testing.T) {
	w := newIssueWorld(t)
	in := newsletter.DraftInput{Subject: "Hello", Intro: "*Hi* [there](/saved)"}
	for section, change := range map[site.IssueSectionKind]func(*catalog.Draft){
		site.NewProducts: func(d *catalog.Draft) {
			d.Name, d.Categories, d.Logo = "Pen", []string{"Writing", "Audio"}, "/uploads/abc.jpg"
		},
		site.Deals:           func(d *catalog.Draft) { d.Name, d.HasDeal, d.Logo = "Ink", true, "https://far.example/ink.png" },
		site.PopularProducts: func(d *catalog.Draft) { d.Name, d.Logo = "Nib", "data:image/png;base64,iVBORw0KGgo=" },
	} {
		in.Items = append(in.Items, newsletter.ItemInput{Section: section, ProductID: w.add("x", change).ID})
	}
	ann := w.subscribers(newsletter.Weekly, "ann")[0]
	w.send(newsletter.Weekly, in)
	m, isWanted := w.compose(1, ann.ID)
	if !isWanted || m.To != ann.Email || m.Subject != "Hello" || m.Unsubscribe != origin+"/api/newsletter/leave?token=TOKEN" {
		t.Errorf("the email is %t %q %q", isWanted, m.Subject, m.Unsubscribe)
	}
	for _, part := range []string{m.HTML, m.Text} {
		at := 0
		for _, want := range []string{
			"Hi", "there", origin + "/saved", "Pen", "Writing", "Audio", origin + "/products/pen", origin + "/go/pen?from=issue-1", "Ink", "Deal", "Nib",
			origin + "/newsletter/settings#TOKEN",
		} {
			if !strings.Contains(part, want) {
				t.Errorf("%s is not in\n%s", want, part)
			}
		}
		for _, name := range []string{"Pen", "Ink", "Nib"} { // in the order of the sections
			next := strings.Index(part, ">"+name+"<")
			if next < 0 {
				next = strings.Index(part, "\n"+name+" (")
			}
			if next < at {
				t.Errorf("%s is not in its place in\n%s", name, part)
			}
			at = next
		}
	}
	if strings.Count(m.HTML, "<img") != 1 || !strings.Contains(m.HTML, `<img src="`+origin+`/uploads/abc.jpg"`) {
		t.Errorf("the images are not those of the site alone:\n%s", m.HTML)
	}
	preview, err := w.Preview(t.Context(), newsletter.Monthly, in)
	noError(t, err)
	if preview.Unsubscribe != "" || strings.Contains(preview.HTML, "TOKEN") || !strings.Contains(preview.HTML, "/newsletter/archive/2") || !strings.Contains(preview.HTML, "monthly") {
		t.Errorf("the preview is\n%s", preview.HTML)
	}
}

func TestComposeIssueTopics(t *testing.T) {
	w := newIssueWorld(t)
	var products []catalog.Product
	for name, categories := range map[string][]string{"Pen": {"Writing"}, "Reel": {"Video", "Writing"}, "Drum": {"Audio"}} {
		products = append(products, w.add(name, func(d *catalog.Draft) { d.Categories = categories }))
	}
	w.add("Other", func(d *catalog.Draft) { d.Categories = []string{"Coding"} })
	chosen := map[string][]int64{
		"Pen Reel Drum": nil, "Pen Reel": {w.topic("Writing")}, "Reel": {w.topic("Video")}, "Reel Drum": {w.topic("Video"), w.topic("Audio"), 999},
		"Drum Pen Reel": {998, 999}, "": {w.topic("Coding")},
	}
	subscribers := map[string]int64{}
	for want, topics := range chosen {
		subscribers[want] = w.choose(fmt.Sprint("reader", len(subscribers)), newsletter.Choices{Topics: topics, Cadence: newsletter.Weekly}).ID
	}
	w.send(newsletter.Weekly, draftOf("Hello", products...))
	for want, id := range subscribers {
		m, isWanted := w.compose(1, id)
		same(t, "the issue with "+want+" is wanted", isWanted, want != "")
		for _, name := range []string{"Pen", "Reel", "Drum"} {
			same(t, "the issue with "+want+" has "+name, strings.Contains(m.HTML, ">"+name+"<"), strings.Contains(want, name))
		}
	}
}

// bookedStore is a catalogue in which a product has the place in the newsletter.
type bookedStore struct {
	browse.Store
	product int64
}

func (s bookedStore) All(ctx context.Context) (catalog.All, error) {
	all, err := s.Store.All(ctx)
	all.Bookings = map[int64][]catalog.Booking{s.product: {{ID: 1, Place: catalog.NewsletterPlace, To: time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)}}}
	return all, err
}

// Who has booked the place stands at the beginning of an issue, for readers of all topics that the issue has something of, and neither
// in its draft nor in the archive.
func TestComposeIssueSponsored(t *testing.T) {
	w := newIssueWorld(t)
	pen, drum := w.add("Pen", nil), w.add("Drum", func(d *catalog.Draft) { d.Categories = []string{"Audio"} })
	w.add("Other", func(d *catalog.Draft) { d.Categories = []string{"Coding"} })
	live, err := browse.NewLive(t.Context(), bookedStore{w.store, drum.ID}, time.Now)
	noError(t, err)
	all, none := w.choose("all", newsletter.Choices{Topics: []int64{w.topic("Writing")}, Cadence: newsletter.Weekly}), w.choose("none", newsletter.Choices{Topics: []int64{w.topic("Coding")}, Cadence: newsletter.Weekly})
	w.Issues.Catalogue = live
	w.send(newsletter.Weekly, draftOf("Hello", pen))
	m, isWanted := w.compose(1, all.ID)
	sponsored, drums, pens := strings.Index(m.Text, "SPONSORED"), strings.Index(m.Text, "Drum"), strings.Index(m.Text, "Pen")
	if !isWanted || sponsored < 0 || drums < sponsored || pens < drums {
		t.Errorf("wanted: %t\n%s", isWanted, m.Text)
	}
	_, isWanted = w.compose(1, none.ID)
	same(t, "an issue with nothing but a booking is wanted", isWanted, false)
	issue := w.site.Settings().Issues[0]
	same(t, "its sections in the archive", len(issue.Linked(browse.LinkOf(live.Snapshot())).Sections), len(issue.Sections)-1)
}

// Nobody gets an issue who may not, whatever happened since it was queued.
func TestComposeIssueUnwanted(t *testing.T) {
	w := newIssueWorld(t)
	pen := w.add("Pen", nil)
	s := w.subscribers(newsletter.Weekly, "left", "refused", "moved", "removed", "stays")
	w.send(newsletter.Weekly, draftOf("Hello", pen))
	noError(t, w.Subscriptions.Store.Leave(t.Context(), s[0].ID, s[0].Email, ""))
	w.exec("UPDATE newsletters SET failures = 3 WHERE id = ?", s[1].ID)
	w.choose("moved", newsletter.Choices{Cadence: newsletter.Monthly})
	noError(t, w.Subscriptions.Store.RemoveSubscriber(t.Context(), "ann", s[3].ID))
	for i, want := range []bool{false, false, false, false, true} {
		_, isWanted := w.compose(1, s[i].ID)
		same(t, s[i].Email+" wants the issue", isWanted, want)
	}
	_, isWanted := w.compose(9, s[4].ID)
	same(t, "an issue that does not exist is wanted", isWanted, false)
	noError(t, errOf(w.Stop(t.Context(), "ann", 1)))
	_, isWanted = w.compose(1, s[4].ID)
	same(t, "a stopped issue is wanted", isWanted, false)
}

// Each engine counts the same.
func TestIssueResults(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		w := worldAt(t, o)
		pen, ink := w.add("Pen", nil), w.add("Ink", nil)
		s := w.subscribers(newsletter.Weekly, "a", "b", "c")
		w.send(newsletter.Weekly, draftOf("Hello", pen, ink))
		w.end(mail.Refused)
		w.now = w.now.Add(10e9)
		w.end(mail.Sent)
		noError(t, w.Subscriptions.Store.Leave(t.Context(), s[1].ID, s[1].Email, "hash"))
		noError(t, w.store.AddVisits(t.Context(), []visits.Count{{Product: ink.ID, Issue: 1, Tally: visits.Tally{Clicks: 3}}, {Product: ink.ID, Issue: 2, Tally: visits.Tally{Clicks: 7}}}))
		d := w.issue(1)
		same(t, "failures", d.Failures, []newsletter.IssueFailure{{Email: "a@example.com", Answer: "550 No such user"}})
		same(t, "products", d.Products, []newsletter.IssueVisits{{ProductID: ink.ID, Name: "Ink", Slug: "ink", Clicks: 3}, {ProductID: pen.ID, Name: "Pen", Slug: "pen"}})
		want := newsletter.IssueReport{Number: 1, Cadence: newsletter.Weekly, Status: newsletter.Sending, Subject: "Hello", StartedAt: d.Report.StartedAt, Recipients: 3,
			Delivered: 1, Refused: 1, Waiting: 1, Unsubscribed: 1, Clicks: 3, PerSecond: 0.1}
		same(t, "the report", d.Report, want)
		list, err := w.Issues.Store.IssueReports(t.Context())
		noError(t, err)
		same(t, "the list", list, []newsletter.IssueReport{want})
		noError(t, w.Subscriptions.Store.RemoveSubscriber(t.Context(), "ann", s[0].ID))
		w.end(mail.Unsure)
		w.run()
		d = w.issue(1)
		same(t, "failures of one who was removed", d.Failures, []newsletter.IssueFailure{{Answer: "550 No such user"}})

		for since, want := range map[time.Duration]int{-time.Hour: 1, time.Hour: 0} {
			refused, err := w.Issues.Store.CountRefused(t.Context(), w.now.Add(since))
			noError(t, err)
			same(t, "refused emails since "+since.String(), refused, want)
		}

		// Half a year later the emails go, and the counts stay.
		want, w.now = d.Report, w.now.AddDate(0, 0, 179)
		noError(t, w.Issues.Tidy(t.Context()))
		same(t, "emails", w.states(1), map[string]int{"refused": 1, "sent": 1, "unsure": 1})
		w.now = w.now.AddDate(0, 0, 2)
		noError(t, w.Issues.Tidy(t.Context()))
		same(t, "emails after half a year", w.states(1), map[string]int{})
		same(t, "the report after half a year", w.issue(1).Report, want)
	})
}
