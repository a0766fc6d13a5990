package newsletter_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const ann = "Ann@example.com"

func client() netip.Addr { return netip.MustParseAddr("203.0.113.7") }

// world is a newsletter over a database, with a catalogue of two categories and a clock that is stalled.
type world struct {
	*newsletter.Newsletter
	t         *testing.T
	place     store.Options
	store     *store.Store
	catalogue *browse.Live
	now       time.Time
	called    int // how often the sender was called
}

// newWorld is the world of a test, which runs in parallel with others.
func newWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	o := storetest.Migrated(t)
	w := &world{t: t, place: o, now: time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)}
	o.Now = func() time.Time { return w.now }
	w.store = storetest.OpenAt(t, o)
	storetest.Create(t, w.store, storetest.Draft("Pen", "Writing"))
	storetest.Create(t, w.store, storetest.Draft("Reel", "Video"))
	var err error
	w.catalogue, err = browse.NewLive(t.Context(), w.store, time.Now)
	noError(t, err)
	settings, err := site.NewLive(t.Context(), w.store, site.Policy{SiteName: "Vitrine"})
	noError(t, err)
	w.Newsletter = newsletter.New(newsletter.Options{
		Store: w.store, Catalogue: w.catalogue, Site: settings, PublicURL: "https://tools.example", Mail: func() { w.called++ },
		Emails: emails.New(func() emails.Site { return emails.Site{Name: "Vitrine", URL: "https://tools.example"} }), Now: func() time.Time { return w.now },
	})
	return w
}

var noError, errOf, wantFault, wantInvalid, same = storetest.NoError, storetest.ErrorOf, storetest.WantFault, storetest.WantInvalid, storetest.Same

// topic returns the id of a category.
func (w *world) topic(name string) int64 {
	w.t.Helper()
	category, found := w.catalogue.Snapshot().Category(name)
	if !found {
		w.t.Fatalf("there is no category %s", name)
	}
	return category.ID
}

// request asks for the newsletter with an address, and returns the email that is sent to it.
func (w *world) request(email string, choices newsletter.Choices) emails.Message {
	w.t.Helper()
	noError(w.t, w.Request(w.t.Context(), client(), email, choices))
	return w.composed()
}

// composed composes the email that is due.
func (w *world) composed() emails.Message {
	w.t.Helper()
	queued := w.queued()
	message, isWanted, err := w.ComposeConfirmation(w.t.Context(), queued)
	noError(w.t, err)
	if !isWanted || message.Text == "" || message.HTML == "" {
		w.t.Fatalf("the email is %+v", message)
	}
	return message
}

// queued takes the email that is due from the queue.
func (w *world) queued() mail.Email {
	w.t.Helper()
	var e mail.Email
	row := storetest.Connect(w.t, w.place).QueryRowContext(w.t.Context(), "SELECT kind, recipient, data FROM emails ORDER BY id DESC LIMIT 1")
	noError(w.t, row.Scan(&e.Kind, &e.To, &e.Data))
	e.CreatedAt = w.now
	return e
}

// token returns the token of a link in an email.
func (w *world) token(text string) string {
	w.t.Helper()
	_, rest, found := strings.Cut(text, "#")
	if !found {
		w.t.Fatalf("there is no link in\n%s", text)
	}
	return strings.Fields(rest)[0]
}

// subscribe subscribes and confirms an address.
func (w *world) subscribe(email string, choices newsletter.Choices) newsletter.Subscription {
	w.t.Helper()
	got, err := w.Choose(w.t.Context(), "", &account.User{Email: email}, choices)
	noError(w.t, err)
	return got
}

// all lists the subscribers.
func (w *world) all() newsletter.SubscriberPage {
	w.t.Helper()
	page, err := w.Subscribers(w.t.Context(), newsletter.SubscriberQuery{Limit: 100})
	noError(w.t, err)
	return page
}
