package newsletter_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const (
	ann    = "Ann@example.com"
	origin = "https://tools.example"
)

func client() netip.Addr { return netip.MustParseAddr("203.0.113.7") }

var noError, errOf, wantFault, wantInvalid, same = storetest.NoError, storetest.ErrorOf, storetest.WantFault, storetest.WantInvalid, storetest.Same

func wantMessage(t *testing.T, err error, kind fault.Kind, message string) {
	t.Helper()
	wantFault(t, err, kind)
	same(t, "the message", fault.From(err).Message, message)
}

// world is a newsletter over a database, with a clock that is stalled.
type world struct {
	*newsletter.Subscriptions
	*newsletter.Issues
	t         *testing.T
	place     store.Options
	store     *store.Store
	catalogue *browse.Live
	site      *site.Live
	now       time.Time
	calls     int // of the mail sender
}

// newIssueWorld is the world of a test, which runs in parallel with others, with an empty catalogue.
func newIssueWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	return worldAt(t, storetest.Migrated(t))
}

// newWorld is newIssueWorld with a catalogue of two categories.
func newWorld(t *testing.T) *world {
	t.Helper()
	w := newIssueWorld(t)
	w.now = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	w.add("Pen", nil)
	w.add("Reel", func(d *catalog.Draft) { d.Categories = []string{"Video"} })
	return w
}

// worldAt opens a newsletter over a database.
func worldAt(t *testing.T, o store.Options) *world {
	t.Helper()
	w := &world{t: t, place: o, now: time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)}
	o.Now = func() time.Time { return w.now }
	w.store = storetest.OpenAt(t, o)
	w.open()
	return w
}

// open opens the newsletter, as the program does when it starts.
func (w *world) open() {
	w.t.Helper()
	var err, failed error
	w.catalogue, err = browse.NewLive(w.t.Context(), w.store, time.Now)
	w.site, failed = site.NewLive(w.t.Context(), w.store, site.Policy{SiteName: "Vitrine"})
	noError(w.t, err, failed)
	mail, templates := func() { w.calls++ }, emails.New(func() emails.Site { return emails.Site{Name: "Vitrine", URL: origin} })
	w.Subscriptions = &newsletter.Subscriptions{
		Store: newsletter.SubscriberQueries{DB: w.store.DB}, Users: w.store.UserQueries, Catalogue: w.catalogue, Emails: templates, Mail: mail, PublicURL: origin,
	}
	w.Issues = &newsletter.Issues{
		Store: newsletter.IssueQueries{DB: w.store.DB}, Visits: &w.store.Visits, Catalogue: w.catalogue, Site: w.site, Emails: templates, Mail: mail, PublicURL: origin,
	}
}

// add adds a product now.
func (w *world) add(name string, change func(*catalog.Draft)) catalog.Product {
	w.t.Helper()
	d := storetest.Draft(name)
	if change != nil {
		change(&d)
	}
	p := storetest.Create(w.t, w.store, d)
	w.renew()
	return p
}

// remove removes a product.
func (w *world) remove(p catalog.Product) {
	w.t.Helper()
	noError(w.t, w.store.DeleteProduct(w.t.Context(), "ann", p.ID))
	w.renew()
}

func (w *world) renew() {
	w.t.Helper()
	noError(w.t, w.catalogue.Renew(w.t.Context()), w.site.Renew(w.t.Context()))
}

// topic returns the id of a category.
func (w *world) topic(name string) int64 {
	w.t.Helper()
	category, found := w.catalogue.Snapshot().Categories().Find(name)
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
	queued := mail.Email{CreatedAt: w.now}
	row := w.store.Writer().QueryRowContext(w.t.Context(), "SELECT kind, recipient, data FROM emails ORDER BY id DESC LIMIT 1")
	noError(w.t, row.Scan(&queued.Kind, &queued.To, &queued.Data))
	message, isWanted, err := w.ComposeConfirmation(w.t.Context(), queued)
	noError(w.t, err)
	if !isWanted || message.Text == "" || message.HTML == "" {
		w.t.Fatalf("the email is %+v", message)
	}
	return message
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

// subscribers adds confirmed subscribers of a cadence.
func (w *world) subscribers(cadence newsletter.Cadence, names ...string) (added []newsletter.Subscriber) {
	w.t.Helper()
	for _, name := range names {
		added = append(added, w.choose(name, newsletter.Choices{Cadence: cadence}))
	}
	return added
}

func (w *world) choose(name string, choices newsletter.Choices) newsletter.Subscriber {
	w.t.Helper()
	s, err := w.Subscriptions.Store.Subscribe(w.t.Context(), newsletter.NewSubscriber{
		Email: name + "@example.com", Key: name + "@example.com", Choices: choices, ConsentAt: w.now, Consent: "test",
	})
	noError(w.t, err)
	return s
}

// draftOf is a draft of these products as new ones.
func draftOf(subject string, products ...catalog.Product) newsletter.DraftInput {
	in := newsletter.DraftInput{Subject: subject}
	for _, p := range products {
		in.Items = append(in.Items, newsletter.ItemInput{Section: site.NewProducts, ProductID: p.ID})
	}
	return in
}

// send sends an issue now.
func (w *world) send(cadence newsletter.Cadence, in newsletter.DraftInput) newsletter.IssueReport {
	w.t.Helper()
	report, err := w.Send(w.t.Context(), "ann", cadence, in, newsletter.Schedule{})
	noError(w.t, err)
	w.renew()
	return report
}

// refuses checks that a weekly issue is not sent now, and what is said.
func (w *world) refuses(in newsletter.DraftInput, message string) {
	w.t.Helper()
	wantMessage(w.t, errOf(w.Send(w.t.Context(), "ann", newsletter.Weekly, in, newsletter.Schedule{})), fault.Conflict, message)
}

// exec runs a statement.
func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	noError(w.t, errOf(w.store.Writer().ExecContext(w.t.Context(), query, args...)))
}

// states counts the emails of an issue by state.
func (w *world) states(number int64) map[string]int {
	w.t.Helper()
	found := map[string]int{}
	rows, err := w.store.Writer().QueryContext(w.t.Context(), fmt.Sprintf("SELECT state, count(*) FROM emails WHERE issue = %d GROUP BY state", number))
	noError(w.t, err)
	defer rows.Close()
	for rows.Next() {
		var state string
		var count int
		noError(w.t, rows.Scan(&state, &count))
		found[state] = count
	}
	noError(w.t, rows.Err())
	return found
}

// claim claims the email that is due first, as the sender does.
func (w *world) claim() mail.Email {
	w.t.Helper()
	e, _, err := w.store.NextEmail(w.t.Context(), mail.Claim{Lease: time.Minute, TokenHash: "hash"})
	noError(w.t, err)
	if e.Issue == 0 {
		w.t.Fatal("no email of an issue is due")
	}
	return e
}

// end ends the email that is due first.
func (w *world) end(state mail.State) {
	w.t.Helper()
	noError(w.t, w.store.EndEmail(w.t.Context(), w.claim(), mail.Outcome{State: state, Answer: "550 No such user"}))
}

// issue is an issue with its results.
func (w *world) issue(number int64) newsletter.IssueDetail {
	w.t.Helper()
	d, err := w.Issues.Store.IssueDetail(w.t.Context(), number)
	noError(w.t, err)
	return d
}

// run runs the job that starts and ends issues.
func (w *world) run() {
	w.t.Helper()
	noError(w.t, errOf(w.Issues.Run(w.t.Context(), "clock")))
	w.renew()
}
