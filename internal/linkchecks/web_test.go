package linkchecks_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/fetchtest"
	"github.com/vitrine-directory/vitrine/internal/linkchecks"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

var (
	noError = storetest.NoError
	same    = storetest.Same
)

// gap is the time between two requests to a host in tests.
const gap = time.Millisecond

// site is a tool and what its website answers.
type site struct {
	host, name, about string // about is what the catalogue says of it
	path              string // of its website; empty: the whole host
	files             files
	want              linkchecks.State
	addresses         []string // IP addresses of its host; nil: the test's server
	https             bool     // its website begins with https
}

// files are what a host answers, by path; other paths are 404. A text is a page. A text that begins with a status is that: "301 URL",
// "403", "200 text/css …". In texts, {NAME} is http://NAME with the port.
type files map[string]string

// web is the websites of many hosts.
type web struct {
	at    *fetchtest.Website
	hosts map[string]files

	mu    sync.Mutex
	asked map[string]int                         // requests for each host's pages
	gate  func(ctx context.Context, host string) // called before each answer but robots.txt; may be nil
}

func (w *web) serve(rw http.ResponseWriter, r *http.Request) {
	host, _, _ := strings.Cut(r.Host, ":")
	if r.URL.Path != "/robots.txt" {
		w.mu.Lock()
		w.asked[host]++
		w.mu.Unlock()
		if w.gate != nil {
			w.gate(r.Context(), host)
		}
	}
	content, known := w.hosts[host][r.URL.RequestURI()]
	if content == "" && !known {
		content, known = w.hosts[host]["*"]
	}
	if !known || r.URL.Path == "/robots.txt" && content == w.hosts[host]["*"] {
		rw.WriteHeader(http.StatusNotFound)
		return
	}
	for name := range w.hosts {
		content = strings.ReplaceAll(content, "{"+name+"}", fmt.Sprintf("http://%s:%d", name, w.at.Port))
	}
	var status int
	if n, _ := fmt.Sscanf(content, "%3d", &status); n == 0 || status < 200 || status > 599 {
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = rw.Write([]byte(content))
		return
	}
	rest := strings.TrimSpace(content[3:])
	switch {
	case status >= 300 && status < 400:
		rw.Header().Set("Location", rest)
	case rest == "hang":
		select {
		case <-r.Context().Done():
		case <-time.After(time.Minute):
		}
	case rest == "cut":
		panic(http.ErrAbortHandler)
	case strings.HasPrefix(rest, "retry "):
		rw.Header().Set("Retry-After", rest[len("retry "):])
	case strings.Contains(rest, " "):
		var kind string
		kind, rest, _ = strings.Cut(rest, " ")
		rw.Header().Set("Content-Type", kind)
		rw.WriteHeader(status)
		_, _ = rw.Write([]byte(rest))
		return
	}
	rw.WriteHeader(status)
	_, _ = rw.Write([]byte(rest))
}

// checked is a database with the tools of sites, and what was found at their websites.
type checked struct {
	*linkchecks.Queries
	hosts *fetch.Hosts
	at    store.Options
	job   *linkchecks.Job
	web   *web
}

// newChecked creates the tools of sites. others are further hosts.
func newChecked(t *testing.T, sites []site, others map[string]files) *checked {
	t.Helper()
	w := &web{hosts: maps.Clone(others), asked: map[string]int{}}
	if w.hosts == nil {
		w.hosts = map[string]files{}
	}
	w.at = fetchtest.At(t, "127.0.0.2:0", w.serve)
	secure := httptest.NewUnstartedServer(http.HandlerFunc(w.serve)) // its certificate is for other names
	_ = secure.Listener.Close()
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	noError(t, err)
	secure.Listener, secure.Config.ErrorLog = listener, slog.NewLogLogger(slog.DiscardHandler, 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	names := map[string][]string{}
	for _, s := range sites {
		if s.host != "" && s.files != nil {
			w.hosts[s.host] = s.files
		}
		if s.addresses != nil {
			names[s.host] = s.addresses
		}
	}
	for host := range w.hosts {
		if names[host] == nil {
			names[host] = []string{"127.0.0.2"}
		}
	}
	securePort := uint16(listener.Addr().(*net.TCPAddr).Port)
	getter := fetch.New(fetch.Options{
		Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32"), netip.MustParsePrefix("::1/128")},
		Ports: []uint16{w.at.Port, securePort}, Resolver: (&fetchtest.Names{Hosts: names}).Resolver(t),
	})
	o := storetest.Migrated(t)
	s := storetest.OpenAt(t, o)
	c := &checked{Queries: &linkchecks.Queries{DB: s.DB}, at: o, web: w, hosts: fetch.NewHosts(getter, gap)}
	c.job = jobOf(c.Queries, c.hosts)
	for _, one := range sites {
		d := storetest.Draft(one.name)
		d.Website = fmt.Sprintf("http://%s:%d%s", one.host, w.at.Port, one.path)
		if one.https {
			d.Website = fmt.Sprintf("https://%s:%d%s", one.host, securePort, one.path)
		}
		if one.about != "" {
			d.Description = one.about
		}
		storetest.Create(t, s, d)
	}
	return c
}

func jobOf(q *linkchecks.Queries, hosts *fetch.Hosts) *linkchecks.Job {
	return linkchecks.New(linkchecks.Options{Store: q, Hosts: hosts, Logger: slog.New(slog.DiscardHandler)})
}

// checkAll starts a run and waits for its end.
func (c *checked) checkAll(t *testing.T) {
	t.Helper()
	_, err := c.StartDue(t.Context())
	noError(t, err)
	did, err := c.job.Do(t.Context())
	noError(t, err)
	same(t, "it was done", did, true)
}

// aDayLater lets a day go by for what was found so far.
func (c *checked) aDayLater(t *testing.T) {
	t.Helper()
	storetest.Exec(t, c.at, "UPDATE link_checks SET gone_since = gone_since - 100000000000, next_at = next_at - 100000000000 WHERE gone_since > 0")
}

// found returns what was found, by host and path.
func (c *checked) found(t *testing.T) map[string]linkchecks.Check {
	t.Helper()
	found := map[string]linkchecks.Check{}
	for _, state := range []linkchecks.State{linkchecks.OK, linkchecks.Moved, linkchecks.Refused, linkchecks.Parked, linkchecks.TakenOver, linkchecks.Gone} {
		for after := int64(-1); after != 0; {
			page, err := c.Checks(t.Context(), state, max(0, after))
			noError(t, err)
			for _, check := range page.Checks {
				u, err := url.Parse(check.Website)
				noError(t, err)
				found[u.Hostname()+u.RequestURI()] = check
			}
			after = page.Next
		}
	}
	return found
}

func (s site) key() string {
	if s.path == "" {
		return s.host + "/"
	}
	return s.host + s.path
}

// tally compares what was found with what is wanted, and returns how often what is wanted was found as what.
func tally(t *testing.T, sites []site, found map[string]linkchecks.Check) (counts map[string]int) {
	t.Helper()
	counts = map[string]int{}
	for _, s := range sites {
		got := found[s.key()]
		counts[fmt.Sprintf("%s as %s", s.want, got.State)]++
		if got.State != s.want {
			t.Logf("%s is %s, not %s: %s %s", s.key(), got.State, s.want, got.Reason, got.Target)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%3d %s", counts[key], key)
	}
	return counts
}
