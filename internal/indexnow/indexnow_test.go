package indexnow_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/indexnow"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// peer is a search engine. It answers with the next of the answers, then with 200.
type peer struct {
	*httptest.Server
	got     []sent
	answers []answer
}

// sent is what a call sends.
type sent struct {
	Host        string
	Key         string
	KeyLocation string
	URLList     []string
}

type answer struct {
	status     int
	body       string
	retryAfter string
}

func (p *peer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var call sent
	if err := json.NewDecoder(r.Body).Decode(&call); err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json; charset=utf-8" {
		http.Error(w, "not a call", http.StatusBadRequest)
		return
	}
	p.got = append(p.got, call)
	if len(p.answers) > 0 {
		next := p.answers[0]
		p.answers = p.answers[1:]
		w.Header().Set("Retry-After", next.retryAfter)
		w.WriteHeader(next.status)
		fmt.Fprint(w, next.body)
	}
}

// setting is a Notifier with its database and its peer, whose time the test sets.
type setting struct {
	t        *testing.T
	store    *store.Store
	peer     *peer
	notifier *indexnow.Notifier
	now      time.Time
	key      string
	changed  map[string]time.Time // by path
}

// newSetting is the setting of a test, which runs in parallel with others.
func newSetting(t *testing.T) *setting {
	t.Helper()
	t.Parallel()
	o := storetest.Migrated(t)
	s := &setting{t: t, peer: &peer{}, now: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), key: "key-of-the-site", changed: map[string]time.Time{}}
	o.Now = func() time.Time { return s.now }
	s.store = storetest.OpenAt(t, o)
	s.peer.Server = httptest.NewServer(s.peer)
	t.Cleanup(s.peer.Close)
	s.notifier = indexnow.New(indexnow.Options{
		Store: &indexnow.Queries{DB: s.store.DB}, Settings: func() site.IndexNow { return site.IndexNow{Key: s.key} }, Changed: s.changedSince,
		PublicURL: "https://tools.example", Endpoint: s.peer.URL, Now: o.Now,
	})
	return s
}

func (s *setting) changedSince(since time.Time) (paths []string, newest time.Time) {
	for _, path := range slices.Sorted(maps.Keys(s.changed)) {
		at := s.changed[path]
		if at.After(newest) {
			newest = at
		}
		if at.After(since) {
			paths = append(paths, path)
		}
	}
	return paths, newest
}

// change changes pages a minute after the last change.
func (s *setting) change(paths ...string) {
	s.now = s.now.Add(time.Minute)
	for _, path := range paths {
		s.changed[path] = s.now
	}
}

// run is a run of the job, which must send these addresses.
func (s *setting) run(want ...[]string) {
	s.t.Helper()
	s.peer.got = nil
	_, err := s.notifier.Run(s.t.Context())
	storetest.NoError(s.t, err)
	var lists [][]string
	for _, call := range s.peer.got {
		lists = append(lists, call.URLList)
	}
	if !reflect.DeepEqual(lists, want) {
		s.t.Errorf("sent: %v, want %v", lists, want)
	}
}

func (s *setting) calls() []indexnow.Call {
	s.t.Helper()
	calls, err := (&indexnow.Queries{DB: s.store.DB}).IndexNowCalls(s.t.Context())
	storetest.NoError(s.t, err)
	return calls
}

func TestChangesAreSent(t *testing.T) {
	s := newSetting(t)
	s.change("/old")
	s.run() // what was there before the key
	s.run()
	s.change("/products/a", "/products/b")
	s.run([]string{"https://tools.example/products/a", "https://tools.example/products/b"})
	storetest.Same(s.t, "call", s.peer.got[0], sent{"tools.example", "key-of-the-site", "https://tools.example/key-of-the-site.txt", s.peer.got[0].URLList})
	s.run()
	storetest.Same(s.t, "stored", s.calls(), []indexnow.Call{{ID: 1, Addresses: 2, State: indexnow.Accepted, Tries: 1, Status: 200, CreatedAt: s.now}})

	s.key = ""
	s.change("/products/a")
	s.run()
	s.key = "another-key"
	s.run()
	s.change("/products/b")
	s.run([]string{"https://tools.example/products/b"})
}

func TestManyAddresses(t *testing.T) {
	s := newSetting(t)
	s.run()
	for i := range 10_000 + 1 { // as many as the protocol takes, and one
		s.changed[fmt.Sprintf("/products/%06d", i)] = s.now.Add(time.Second)
	}
	_, err := s.notifier.Run(s.t.Context())
	storetest.NoError(s.t, err)
	var counts []int
	for _, call := range s.peer.got {
		counts = append(counts, len(call.URLList))
	}
	storetest.Same(s.t, "addresses", counts, []int{10_000, 1})
	for range indexnow.MaxCalls + 5 {
		s.change("/")
		s.run([]string{"https://tools.example/"})
	}
	s.change("/")
	s.run([]string{"https://tools.example/"})
	storetest.Same(s.t, "stored", len(s.calls()), indexnow.MaxCalls)
}

func TestFailures(t *testing.T) {
	const long = 400
	for name, c := range map[string]struct {
		answers []answer
		after   time.Duration // until the next try; 0: none
		state   indexnow.State
		answer  string
	}{
		"overloaded":         {[]answer{{status: 503, body: "Sorry\n\x00later \xff"}}, time.Minute, indexnow.Waiting, "Sorry later �"},
		"too many":           {[]answer{{status: 429, retryAfter: "600"}}, 10 * time.Minute, indexnow.Waiting, ""},
		"absurd Retry-After": {[]answer{{status: 429, retryAfter: "99999999999"}}, time.Minute, indexnow.Waiting, ""},
		"a wrong key":        {[]answer{{status: 403, body: strings.Repeat("é", long)}}, 0, indexnow.Refused, strings.Repeat("é", 299) + "…"},
		"a redirect":         {[]answer{{status: 302}}, 0, indexnow.Refused, ""},
		"accepted":           {[]answer{{status: 202}}, 0, indexnow.Accepted, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetting(t)
			s.run()
			s.change("/")
			s.peer.answers = c.answers
			s.run([]string{"https://tools.example/"})
			want := indexnow.Call{ID: 1, Addresses: 1, State: c.state, Tries: 1, Status: c.answers[0].status, Answer: c.answer, CreatedAt: s.now}
			if c.after > 0 {
				want.NextAt = s.now.Add(c.after)
			}
			storetest.Same(s.t, "stored", s.calls(), []indexnow.Call{want})
			s.now = s.now.Add(c.after - time.Second)
			s.run()
			if s.now = s.now.Add(time.Second); c.after > 0 {
				s.run([]string{"https://tools.example/"})
				storetest.Same(s.t, "at last", s.calls()[0].State, indexnow.Accepted)
			}
		})
	}
}

// A peer that cannot be reached is tried ten times, with growing pauses, then no more.
func TestUnreachable(t *testing.T) {
	s := newSetting(t)
	s.run()
	s.change("/")
	s.peer.Close()
	start := s.now
	for s.run(); !s.calls()[0].NextAt.IsZero(); s.run() {
		s.now = s.calls()[0].NextAt
	}
	call := s.calls()[0]
	storetest.Same(s.t, "the end", []any{call.State, call.Tries, call.Status, s.now.Sub(start)}, []any{indexnow.Refused, 10, 0, 511 * time.Minute})
	if !strings.Contains(call.Answer, "refused") {
		s.t.Errorf("the reason is %q", call.Answer)
	}
}
