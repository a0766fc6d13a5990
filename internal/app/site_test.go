package app_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/server"
	siteroom "github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// who sends a request.
type who string

const (
	nobody        who = "nobody"
	member        who = "somebody who is no administrator"
	administrator who = "the administrator"
	machine       who = "a token of the administrator"
	auditor       who = "a token that may read all"
	reader        who = "a token that may read content"
)

// The administrator of every site here, who is user 1, and the member, who is user 2.
const (
	adminEmail  = "admin@example.com"
	memberEmail = "member@example.com"
	password    = "correct horse battery"
)

// openSite is a whole site on a real listener, over a real database.
type openSite struct {
	t       *testing.T
	place   store.Options
	store   *store.Store
	address string              // host and port
	shown   map[who]http.Header // what each of them shows
	log     bytes.Buffer        // of our own mistakes; the logger locks it
	ahead   atomic.Int64        // how far the inbox's clock is before the others, in nanoseconds
	uploads string              // the folder of uploaded images
	product [3]catalog.Product  // that are there from the beginning
	parts   []feature.Parts
	backups backup.Folder

	accounts *account.Accounts

	transport *http.Transport // its clients' connections
	answered  *answered       // nil: nobody wants to know
	siteOptions
}

// opener opens a feature of a site otherwise than its settings say.
type opener func(s *openSite, k *feature.Kits) feature.Parts

// openers are those of sites that set none, by the name of the feature's calls.
var openers = map[string]opener{}

// siteOptions are how a site differs from others.
type siteOptions struct {
	openers map[string]opener

	proxies []netip.Prefix // whose X-Forwarded-For is believed

	withoutAccounts   bool
	withoutNewsletter bool
}

// complete are the options of a site on which every call succeeds. The test of the sync lets it copy another one.
var complete = func(*testing.T) siteOptions { return siteOptions{} }

// previewed are the counts of a preview by kind. Those of a feature are added by its test.
var previewed = map[string]string{
	"categories": "{2 1 1 0}", "images": "{1 1 0 0}", "legal_pages": "{1 1 0 0}", "logo_settings": "{0 0 0 0}", "product_slugs": "{0 0 0 0}",
	"products": "{1 0 1 2}", "site_settings": "{0 0 0 0}", "social_media_links": "{1 1 0 0}",
}

// siteTests are tests of an open site, by the rule that each of them tests.
type siteTests map[string]func(t *testing.T, s *openSite)

// eachSite runs each of the tests on an open site of its own, in parallel with other tests. The SQL is the store's, whose tests
// run on both engines; TestPostgreSQL makes each call there.
func eachSite(t *testing.T, tests siteTests) {
	t.Helper()
	t.Parallel()
	for name, f := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f(t, siteWith(t, siteOptions{}))
		})
	}
}

// siteWith opens a site with these options.
func siteWith(t *testing.T, o siteOptions) *openSite {
	t.Helper()
	return siteAt(t, storetest.Migrated(t), o)
}

// siteAt opens a site over a database.
func siteAt(t *testing.T, place store.Options, o siteOptions) *openSite {
	t.Helper()
	s := &openSite{
		t: t, place: place, store: storetest.OpenAt(t, place), siteOptions: o,
		shown: map[who]http.Header{nobody: {}}, transport: &http.Transport{},
	}
	s.fill()
	t.Cleanup(func() { storetest.Same(t, "the log", s.log.String(), "") }) // of errors that an answer hid; when all has ended
	s.open()
	return s
}

// draft is P0 of the security cases, named.
func draft(name string) catalog.Draft {
	return catalog.Draft{ProductFields: catalog.ProductFields{Name: name, Description: "d", Categories: []string{"Writing"}, Type: catalog.Free, Section: catalog.OurProducts, Website: "https://example.com/"}}
}

func (s *openSite) fill() {
	for i, name := range []string{"First", "Second", "Reorder"} {
		s.product[i] = storetest.Create(s.t, s.store, draft(name))
	}
	storetest.Exec(s.t, s.place, `INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items, content, started_at, finished_at) VALUES
		(1, 'monthly', 'sent', 'An old issue', '', '[]', '{"intro":"<p>Hello.</p>","sections":[{"kind":"new","products":[{"id":1,"slug":"first","name":"First","categories":[]}]}]}', 1, 2)`)
	storetest.Exec(s.t, s.place, `INSERT INTO collections (slug, title, introduction, author, published_at, created_at, updated_at, version, changed_in)
		VALUES ('first', 'The first', 'Why', '', 1767322245000000, 1, 1, 1, 0); INSERT INTO collection_products VALUES (1, 1, 0, 'Good')`)
}

// open starts the server and signs everybody in.
func (s *openSite) open() {
	logger := slog.New(slog.NewJSONHandler(&s.log, nil))
	catalogue, err := browse.NewLive(s.t.Context(), s.store, time.Now)
	storetest.NoError(s.t, err)
	settings, err := siteroom.NewLive(s.t.Context(), s.store, siteroom.Policy{SiteName: "Vitrine"})
	storetest.NoError(s.t, err)
	s.store.AfterCommit(func(ctx context.Context) {
		if err := errors.Join(catalogue.Renew(ctx), settings.Renew(ctx)); err != nil {
			s.t.Error(err)
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	storetest.NoError(s.t, err)
	s.address = listener.Addr().String()
	origin := "http://" + s.address
	letters := emails.New(func() emails.Site { return emails.Site{Name: "Vitrine", URL: origin} })
	o := account.Options{DB: s.store.DB, AddressChanged: s.store.AddressChanged, Logger: logger, PublicURL: origin, Cost: &cheap, Mail: func() {}, SecretKey: twofactor.KeyIn("a key of at least thirty-two characters", "")}
	if !s.withoutAccounts {
		o.Emails = letters
	}
	s.accounts = account.New(o)
	s.t.Cleanup(s.accounts.Sessions.Close)
	s.uploads = filepath.Join(s.t.TempDir(), "uploads")
	files, err := media.OpenDisk(s.uploads)
	storetest.NoError(s.t, err)
	s.t.Cleanup(func() { storetest.NoError(s.t, files.Close()) })
	images := media.NewLibrary(files, &s.store.Images)
	now := func() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }
	submissions := inbox.New(inbox.Options{Queries: &s.store.Inbox, Emails: o.Emails, Origin: origin, Now: now})
	k := &feature.Kits{
		Origin: origin, Logger: logger, DB: s.store.DB, Kinds: s.store.Kinds, Catalog: &s.store.Catalog, Catalogue: catalogue, Site: settings, Accounts: s.accounts,
		Inbox: submissions, Visits: &s.store.Visits, Counter: visits.NewCounter(s.store, logger), Files: files, Images: images, Emails: letters, Mail: func() {},
	}
	if !s.withoutNewsletter {
		k.Settings.Newsletter, k.Settings.SMTPURL = "on", "smtp://127.0.0.1:1"
	}
	s.parts, err = features.Open(k)
	storetest.NoError(s.t, err)
	for i, parts := range s.parts {
		open := openers[parts.Calls.Name]
		if own := s.openers[parts.Calls.Name]; own != nil {
			open = own
		}
		if open != nil {
			s.parts[i] = open(s, k)
		}
	}
	k.Mail = nil // to those who submit tools, none are sent
	s.backups = backup.Folder{Site: backup.Site{DB: s.store.DB, Files: files, Program: "test"}, Path: filepath.Join(s.uploads, "../backups"), Keep: 7}
	places := backup.NewPlaces(s.backups)
	clock := jobs.New(slog.New(slog.DiscardHandler), s.store, s.job(), places.Verification())
	calls := app.NewAPI(app.Options{Kits: k, Parts: s.parts, Clock: clock, Backups: places})
	front := server.New(server.Options{
		API: calls.Handler(), Pages: http.NotFoundHandler(), Uploads: media.Handler(files, logger),
		Ready: s.store.Ping, Logger: logger, PublicURL: origin,
		TrustedProxies: s.proxies,
	})
	ctx, stop := context.WithCancel(s.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- front.Serve(ctx, listener) }()
	clocked := make(chan struct{})
	go func() { clock.Run(ctx); close(clocked) }()
	s.t.Cleanup(func() {
		s.transport.CloseIdleConnections() // the server would let clients go for a while
		stop()
		storetest.NoError(s.t, <-ended)
		<-clocked
	})
	s.signIn()
}

// partsOf returns what a feature brought, by the name of its calls.
func (s *openSite) partsOf(name string) feature.Parts {
	s.t.Helper()
	at := slices.IndexFunc(s.parts, func(p feature.Parts) bool { return p.Calls.Name == name })
	if at < 0 {
		s.t.Fatalf("there is no feature %s", name)
	}
	return s.parts[at]
}

// cheap is what the hash of a password costs here: what it costs on a site is the accounts' own concern.
var cheap = argon2id.Params{Memory: 64, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}

func (s *openSite) signIn() {
	for _, user := range []struct {
		who
		email string
		role  httpapi.Role
	}{{administrator, adminEmail, httpapi.Owner}, {member, memberEmail, httpapi.Viewer}} {
		_, err := s.accounts.Administrators.Create(s.t.Context(), "test", account.NewAdministrator{Email: user.email, Role: user.role, Password: password})
		storetest.NoError(s.t, err)
		grant, err := s.accounts.Login(s.t.Context(), netip.MustParseAddr("127.0.0.1"), user.email, password)
		storetest.NoError(s.t, err)
		cookie := s.accounts.Sessions.Cookies(grant)[0]
		s.shown[user.who] = http.Header{"Cookie": {cookie.Name + "=" + cookie.Value}}
	}
	for name, scope := range map[who]string{machine: account.ScopeAdmin, auditor: account.ScopeReadAll, reader: account.ScopeRead} {
		token, err := s.accounts.Administrators.CreateTokenOf(s.t.Context(), "test", adminEmail, account.TokenRequest{Name: string(name), Scope: scope})
		storetest.NoError(s.t, err)
		s.shown[name] = http.Header{"Authorization": {"Bearer " + token}}
	}
	storetest.Exec(s.t, s.place, "UPDATE users SET is_admin = FALSE, role = '' WHERE email = '"+memberEmail+"'")
}

// reply is an answer that was read whole.
type reply struct {
	status int
	header http.Header
	body   string
	closed bool // the connection ended with it
}

// ask sends a request as it is spelled, with a JSON body when there is one. The header is given as name, value, name,
// value; what who shows comes with it.
func (s *openSite) ask(as who, method, target, body string, header ...string) reply {
	s.t.Helper()
	h := s.shown[as].Clone()
	if body != "" {
		path, _, _ := strings.Cut(target, "?")
		h.Set("Content-Type", cmp.Or(fileTypes[path], "application/json"))
	}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	return s.send(method, target, content, h)
}

// send is ask with everything said: a reader that is not of strings or bytes goes without a length.
func (s *openSite) send(method, target string, body io.Reader, header http.Header) reply {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, "http://"+s.address, body)
	storetest.NoError(s.t, err)
	r.URL = &url.URL{Scheme: "http", Host: s.address, Opaque: target}
	r.Header = header
	answer, err := s.transport.RoundTrip(r) // which follows nothing
	storetest.NoError(s.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	storetest.NoError(s.t, err)
	if s.answered != nil {
		s.answered.note(r, answer.StatusCode)
	}
	for name := range answer.Header {
		if strings.HasPrefix(name, "Access-Control-") {
			s.t.Errorf("%s %s: %s grants something to another origin", method, target, name)
		}
	}
	return reply{answer.StatusCode, answer.Header, string(text), answer.Close}
}

// contents are all tables but those that may change with a refused request, and the names of all uploads.
func (s *openSite) contents() string {
	s.t.Helper()
	rows := storetest.Contents(s.t, s.place, "sessions", "audit", "rate_limits", "tokens")
	return rows + "\nuploads: " + strings.Join(s.files(s.t), " ")
}

// expect sends a request, and checks the status and the JSON of the answer: objects may have more keys, lists are compared
// whole, and "" is not compared. Another status ends the test.
func (s *openSite) expect(t *testing.T, as who, method, target, body string, status int, want string, header ...string) reply {
	t.Helper()
	got := s.ask(as, method, target, body, header...)
	if got.status != status {
		t.Fatalf("%s %s: status %d, want %d: %.300s", method, target, got.status, status, got.body)
	}
	if want != "" {
		app.Contains(t, got.body, want)
	}
	return got
}

// unchanged reads the tables, and returns a function that checks that they are still the same.
func (s *openSite) unchanged(t *testing.T) func() {
	before := s.contents()
	return func() {
		t.Helper()
		storetest.Same(t, "what is stored", s.contents(), before)
	}
}

// has checks the status of an answer.
func (r reply) has(t *testing.T, status int) {
	t.Helper()
	if r.status != status {
		t.Errorf("status %d, want %d: %.300s", r.status, status, r.body)
	}
}

// contains checks that each of these words is in an answer.
func (r reply) contains(t *testing.T, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(r.body, word) {
			t.Errorf("%q is not in %s", word, r.body)
		}
	}
}

// lacks checks that none of these words is in an answer.
func (r reply) lacks(t *testing.T, words ...string) {
	t.Helper()
	for _, word := range words {
		if strings.Contains(r.body, word) {
			t.Errorf("%q is in %s", word, r.body)
		}
	}
}

// failed checks that an answer has a status, the body that every failure has, and these words in it.
func (r reply) failed(t *testing.T, status int, words ...string) {
	t.Helper()
	var failure httpapi.Error
	if err := json.Unmarshal([]byte(r.body), &failure); err != nil || r.status != status {
		t.Fatalf("status %d, want %d: %.300s (%v)", r.status, status, r.body, err)
	}
	if failure.Message == "" || failure.Error != failure.Message || failure.Code == "" {
		t.Errorf("no sentence, or no code: %s", r.body)
	}
	shown := reply{body: strings.Replace(r.body, failure.RequestID, "", 1)} // by chance its letters may be any of these words
	shown.lacks(t, "SELECT", "INSERT", "UPDATE", "sqlite", "pgx", "SQLSTATE", "constraint", "goroutine", ".go:", "internal/", "vitrine.db", "json:",
		"strconv", "invalid character", "context ")
	r.contains(t, words...)
	if r.header.Get("Cache-Control") != "no-store" || r.header.Get("Content-Type") != "application/json" {
		t.Errorf("header of a failure: %v", r.header)
	}
}

// read gives the answer's body as a value of Go.
func read[T any](t *testing.T, r reply, status int) T {
	t.Helper()
	var value T
	if r.status != status {
		t.Fatalf("status %d, want %d: %.300s", r.status, status, r.body)
	}
	if err := json.Unmarshal([]byte(r.body), &value); err != nil {
		t.Fatalf("%v in %.300s", err, r.body)
	}
	return value
}

// object is a JSON object of texts, given as key, value, key, value.
func object(pairs ...string) string {
	fields := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		fields[pairs[i]] = pairs[i+1]
	}
	return asJSON(fields)
}

// described fails the test if an answer is not what the description says.
func described(t *testing.T, method, pattern string, got reply) {
	t.Helper()
	storetest.Same(t, method+" "+pattern, app.Undescribed(app.TableLine{Method: method, Pattern: pattern}, got.status, []byte(got.body)), "")
}

// newReader makes a reader who has not confirmed their email.
func (s *openSite) newReader(email, name string) int64 {
	s.t.Helper()
	user, err := s.store.CreateUser(s.t.Context(), "test", account.EmailKey(email), account.StoredUser{User: account.User{Email: email, Name: name}, PasswordHash: "h"})
	storetest.NoError(s.t, err)
	return user.ID
}

// soon is how long a test waits for what must happen at once.
const soon = time.Minute
