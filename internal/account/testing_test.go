package account_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const (
	ann      = "Ann@example.com"
	password = "correct horse battery"
)

// stranger is an address that is nobody's.
func stranger() netip.Addr { return netip.MustParseAddr("203.0.113.7") }

// world is accounts over a database, with one administrator and a clock that is stalled.
type world struct {
	*account.Accounts
	t     *testing.T
	place store.Options
	store *store.Store
	now   time.Time
}

// newWorld is the world of a test, which runs in parallel with others.
func newWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	o := storetest.Migrated(t)
	w := &world{t: t, place: o, now: time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)}
	o.Now = func() time.Time { return w.now }
	w.store = storetest.OpenAt(t, o)
	w.Accounts = w.copy("http://localhost:8080")
	noError(t, errOf(w.Administrators.Create(t.Context(), "test", account.NewAdministrator{Email: ann, Name: "Ann", Password: password, Role: httpapi.Owner})))
	return w
}

// copy is another process on the same database.
func (w *world) copy(publicURL string) *account.Accounts { return account.New(w.options(publicURL)) }

func (w *world) options(publicURL string) account.Options {
	return account.Options{DB: w.store.DB, AddressChanged: w.store.AddressChanged, Logger: slog.New(slog.DiscardHandler), PublicURL: publicURL, Now: func() time.Time { return w.now }, Cost: cheap()}
}

// cheap is what a hash costs in tests of who may sign in; those in password_test.go and administrator_test.go pay the
// whole price.
func cheap() *argon2id.Params {
	return &argon2id.Params{Memory: 64, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// login signs Ann in from a stranger's address.
func (w *world) login() account.Grant {
	w.t.Helper()
	grant, err := w.Login(w.t.Context(), stranger(), ann, password)
	noError(w.t, err)
	return grant
}

// try tries to sign Ann in from a stranger's address.
func (w *world) try(password string) error {
	return errOf(w.Login(w.t.Context(), stranger(), ann, password))
}

// token makes a token of Ann's.
func (w *world) token(name, scope string, lasting time.Duration) string {
	w.t.Helper()
	token, err := w.Administrators.CreateTokenOf(w.t.Context(), "test", ann, account.TokenRequest{Name: name, Scope: scope, Lasting: lasting})
	noError(w.t, err)
	return token
}

// bearer is a request with a token of Ann's that may do everything.
func (w *world) bearer() *http.Request {
	w.t.Helper()
	return asked("GET", "Authorization", "Bearer "+w.token("ci", account.ScopeAdmin, 0))
}

// asked is a request with header lines, given as name, value, name, value.
func asked(method string, header ...string) *http.Request {
	r := httptest.NewRequest(method, "/api/products", nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	return r
}

// with is a request with a session's cookie.
func with(g account.Grant) *http.Request { return asked("GET", "Cookie", "sid="+g.Cookie) }

// out fails the test unless the request comes from nobody.
func (w *world) out(r *http.Request) {
	w.t.Helper()
	_, err := w.Sessions.Identify(w.t.Context(), r)
	wantFault(w.t, err, fault.Unauthorized)
}

// in is who the request comes from. That it came is written when it comes back.
func (w *world) in(r *http.Request) account.Identity {
	w.t.Helper()
	who, err := w.Sessions.Identify(w.t.Context(), r)
	noError(w.t, err)
	w.Sessions.AwaitUses()
	return who
}

var noError, errOf, wantFault, wantInvalid = storetest.NoError, storetest.ErrorOf, storetest.WantFault, storetest.WantInvalid

// wantSaid holds what a fault says against what it ends with.
func wantSaid(t *testing.T, err error, end string) {
	t.Helper()
	if said := fault.From(err).Message; !strings.HasSuffix(said, end) {
		t.Errorf("said %q, want it to end with %q", said, end)
	}
}

// actors are who the audit says did this, in order.
func (w *world) actors(action string) []string {
	w.t.Helper()
	entries, err := w.store.Audit(w.t.Context(), audit.Query{Action: action, Limit: 100})
	noError(w.t, err)
	actors := []string{}
	for _, entry := range slices.Backward(entries) {
		actors = append(actors, entry.Actor)
	}
	return actors
}

// sql runs a statement beneath the store's calls.
func (w *world) sql(statement string) {
	w.t.Helper()
	storetest.Exec(w.t, w.place, statement)
}

// count is how many rows a table has.
func (w *world) count(table string) int {
	w.t.Helper()
	return strings.Count("\n"+storetest.Contents(w.t, w.place), "\n"+table+": ")
}

// readers is the world's accounts as a process in which visitors can sign up, and the emails that it has sent.
type readers struct {
	*account.Accounts
	*world
	sent map[string][]string // texts by address
}

// newReaders is the world of a test with readers.
func newReaders(t *testing.T) *readers {
	t.Helper()
	return newWorld(t).readers()
}

func (w *world) readers() *readers {
	o := w.options("http://localhost:8080")
	o.Emails, o.Mail = emails.New(func() emails.Site { return emails.Site{Name: "Vitrine", URL: o.PublicURL} }), func() {}
	return &readers{account.New(o), w, map[string][]string{}}
}

// post sends the queued emails, as the mail package does.
func (r *readers) post() {
	r.t.Helper()
	for {
		e, _, err := r.store.NextEmail(r.t.Context(), mail.Claim{Lease: time.Minute})
		noError(r.t, err)
		if e.ID == 0 {
			return
		}
		message, isWanted, err := r.ComposeEmail(r.t.Context(), e)
		noError(r.t, err)
		if isWanted {
			r.sent[message.To] = append(r.sent[message.To], message.Text)
		}
		noError(r.t, r.store.EndEmail(r.t.Context(), e, mail.Outcome{State: mail.Sent}))
	}
}

var codes = regexp.MustCompile(`(?m)^\s*([A-HJKMNP-Z2-9]{6})\s*$`)

// code is the code in the last email to the address.
func (r *readers) code(to string) string {
	r.t.Helper()
	r.post()
	if len(r.sent[to]) == 0 {
		r.t.Fatalf("no email to %s", to)
	}
	last := r.sent[to][len(r.sent[to])-1]
	found := codes.FindStringSubmatch(last)
	if found == nil {
		r.t.Fatalf("there is no code in\n%s", last)
	}
	return found[1]
}

// anyAddress returns an address of a client of its own.
func (r *readers) anyAddress(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{198, 51, byte(i >> 8), byte(i)})
}

// join signs Rita up and confirms her address.
func (r *readers) join(email string) account.Grant {
	r.t.Helper()
	noError(r.t, r.SignUp(r.t.Context(), stranger(), email, "Rita", readerPW))
	grant, err := r.Verify(r.t.Context(), stranger(), email, r.code(email), readerPW)
	noError(r.t, err)
	return grant
}
