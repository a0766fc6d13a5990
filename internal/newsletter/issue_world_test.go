package newsletter_test

import (
	"fmt"
	"testing"
	"time"

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

const origin = "https://tools.example"

// issueWorld is a newsletter over a database, with a clock that is stalled.
type issueWorld struct {
	*newsletter.Newsletter
	t         *testing.T
	store     *store.Store
	catalogue *browse.Live
	site      *site.Live
	now       time.Time
	calls     int // of the mail sender
}

// newIssueWorld is the world of a test, which runs in parallel with others.
func newIssueWorld(t *testing.T) *issueWorld {
	t.Helper()
	t.Parallel()
	return issueWorldAt(t, storetest.Migrated(t))
}

// issueWorldAt opens a newsletter over a database.
func issueWorldAt(t *testing.T, o store.Options) *issueWorld {
	t.Helper()
	w := &issueWorld{t: t, now: time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)}
	o.Now = func() time.Time { return w.now }
	w.store = storetest.OpenAt(t, o)
	w.open()
	return w
}

// open opens the newsletter, as the program does when it starts.
func (w *issueWorld) open() {
	w.t.Helper()
	var err error
	w.catalogue, err = browse.NewLive(w.t.Context(), w.store, time.Now)
	storetest.NoError(w.t, err)
	w.site, err = site.NewLive(w.t.Context(), w.store, site.Policy{SiteName: "Vitrine"})
	storetest.NoError(w.t, err)
	w.Newsletter = newsletter.New(newsletter.Options{
		Store: w.store, Catalogue: w.catalogue, Site: w.site, PublicURL: origin, Mail: func() { w.calls++ },
		Emails: emails.New(func() emails.Site { return emails.Site{Name: "Vitrine", URL: origin} }), Now: func() time.Time { return w.now },
	})
}

// add adds a product now.
func (w *issueWorld) add(name string, change func(*catalog.Draft)) catalog.Product {
	w.t.Helper()
	d := storetest.Draft(name)
	if change != nil {
		change(&d)
	}
	p := storetest.Create(w.t, w.store, d)
	w.renew()
	return p
}

func (w *issueWorld) renew() {
	w.t.Helper()
	storetest.NoError(w.t, w.catalogue.Renew(w.t.Context()), w.site.Renew(w.t.Context()))
}

// subscribe adds confirmed subscribers of a cadence.
func (w *issueWorld) subscribe(cadence newsletter.Cadence, names ...string) (added []newsletter.Subscriber) {
	w.t.Helper()
	for _, name := range names {
		added = append(added, w.choose(name, newsletter.Choices{Cadence: cadence}))
	}
	return added
}

func (w *issueWorld) choose(name string, choices newsletter.Choices) newsletter.Subscriber {
	w.t.Helper()
	s, err := w.store.Subscribe(w.t.Context(), newsletter.NewSubscriber{
		Email: name + "@example.com", Key: name + "@example.com", Choices: choices, ConsentAt: w.now, Consent: "test",
	})
	storetest.NoError(w.t, err)
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
func (w *issueWorld) send(cadence newsletter.Cadence, in newsletter.DraftInput) newsletter.IssueReport {
	w.t.Helper()
	report, err := w.Send(w.t.Context(), "ann", cadence, in, newsletter.Schedule{})
	storetest.NoError(w.t, err)
	w.renew()
	return report
}

// exec runs a statement.
func (w *issueWorld) exec(query string, args ...any) {
	w.t.Helper()
	_, err := w.store.Writer().ExecContext(w.t.Context(), query, args...)
	storetest.NoError(w.t, err)
}

// states counts the emails of an issue by state.
func (w *issueWorld) states(number int64) map[string]int {
	w.t.Helper()
	found := map[string]int{}
	rows, err := w.store.Writer().QueryContext(w.t.Context(), fmt.Sprintf("SELECT state, count(*) FROM emails WHERE issue = %d GROUP BY state", number))
	storetest.NoError(w.t, err)
	defer rows.Close()
	for rows.Next() {
		var state string
		var count int
		storetest.NoError(w.t, rows.Scan(&state, &count))
		found[state] = count
	}
	storetest.NoError(w.t, rows.Err())
	return found
}

// claim claims the email that is due first, as the sender does.
func (w *issueWorld) claim() mail.Email {
	w.t.Helper()
	e, _, err := w.store.NextEmail(w.t.Context(), mail.Claim{Lease: time.Minute, TokenHash: "hash"})
	storetest.NoError(w.t, err)
	if e.Issue == 0 {
		w.t.Fatal("no email of an issue is due")
	}
	return e
}

// end ends the email that is due first.
func (w *issueWorld) end(state mail.State) {
	w.t.Helper()
	storetest.NoError(w.t, w.store.EndEmail(w.t.Context(), w.claim(), mail.Outcome{State: state, Answer: "550 No such user"}))
}

func (w *issueWorld) report(number int64) newsletter.IssueReport {
	w.t.Helper()
	d, err := w.Issue(w.t.Context(), number)
	storetest.NoError(w.t, err)
	return d.Report
}

// run runs the job that starts and ends issues.
func (w *issueWorld) run() {
	w.t.Helper()
	_, err := w.RunIssues(w.t.Context(), "clock")
	storetest.NoError(w.t, err)
	w.renew()
}

func wantMessage(t *testing.T, err error, kind fault.Kind, message string) {
	t.Helper()
	storetest.WantFault(t, err, kind)
	storetest.Same(t, "the message", fault.From(err).Message, message)
}
