package logos

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/temoto/robotstxt"

	"github.com/vitrine-directory/vitrine/internal/fetch"
)

// Rules for all hosts.
const (
	interval   = 5 * time.Second // from an answer of a host to the next request, unless its robots.txt asks for more
	maxDelay   = time.Minute     // that a robots.txt can ask for
	atOnce     = 20              // requests
	longest    = 5 * time.Minute // that a Retry-After is waited for
	maxHops    = 3               // redirects
	maxRobots  = 256 << 10       // bytes
	tidyHosts  = 2_000           // hosts, beyond which those that are not in use are forgotten
	maxRetries = 2               // of a request whose host asked to wait
)

// reason is an error of a website, in a sentence for administrators.
type reason string

// Error returns the sentence.
func (r reason) Error() string { return string(r) }

const (
	errRobots    = reason("The website's robots.txt doesn't allow it.")
	errBusy      = reason("The website asked to come back later.")
	errSilent    = reason("The website couldn't be reached.")
	errHops      = reason("The website redirects too often.")
	errNotPublic = reason("The website's URL isn't public.")
)

// hosts sends requests by the rules of their hosts. It is safe for concurrent use.
type hosts struct {
	getter   *fetch.Reader
	interval time.Duration
	slots    chan struct{} // semaphore for atOnce requests

	mu    sync.Mutex
	known map[string]*host
}

func newHosts(getter *fetch.Reader, interval time.Duration) *hosts {
	return &hosts{getter: getter, interval: interval, slots: make(chan struct{}, atOnce), known: map[string]*host{}}
}

// host is what is known of a host. Who holds its turn may read and write its fields, except for users, which has the lock
// of hosts.
type host struct {
	turn     chan struct{} // capacity 1
	users    int
	next     time.Time // of the next request
	interval time.Duration
	robots   map[string]*robotstxt.RobotsData // by scheme and port
}

// get sends a request and follows redirects, each when its host can be asked, and only where robots.txt allows it.
func (h *hosts) get(ctx context.Context, address, accept string, most int64) (fetch.Response, error) {
	u, err := url.Parse(address)
	if err != nil || !h.getter.Admits(address) {
		return fetch.Response{}, errNotPublic
	}
	for range maxHops + 1 {
		answer, err := h.allowed(ctx, u, accept, most)
		if err != nil || answer.Location == nil {
			return answer, err
		}
		if u = answer.Location; !h.getter.Admits(u.String()) {
			return fetch.Response{}, errNotPublic
		}
	}
	return fetch.Response{}, errHops
}

// allowed sends one request if robots.txt allows it.
func (h *hosts) allowed(ctx context.Context, u *url.URL, accept string, most int64) (fetch.Response, error) {
	one, release, err := h.takeHost(ctx, u.Hostname())
	if err != nil {
		return fetch.Response{}, err
	}
	defer release()
	robots, err := h.robots(ctx, one, u)
	if err != nil {
		return fetch.Response{}, err
	}
	if !robots.TestAgent(u.RequestURI(), fetch.Token) {
		return fetch.Response{}, errRobots
	}
	return h.send(ctx, one, u, accept, most)
}

// robots returns the rules of robots.txt, which is read once. If it can't be read because of the host, nothing else may
// be.
func (h *hosts) robots(ctx context.Context, one *host, u *url.URL) (*robotstxt.RobotsData, error) {
	origin := u.Scheme + ":" + u.Port()
	if robots := one.robots[origin]; robots != nil {
		return robots, nil
	}
	at := &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"}
	answer, err := h.send(ctx, one, at, "text/plain", maxRobots)
	for hops := 0; err == nil && answer.Location != nil && hops < maxHops && sameHost(answer.Location, u); hops++ {
		answer, err = h.send(ctx, one, answer.Location, "text/plain", maxRobots)
	}
	if err != nil {
		return nil, err
	}
	if answer.Location != nil { // to another host: as if there were none
		answer.Status = http.StatusNotFound
	}
	robots, err := robotstxt.FromStatusAndBytes(answer.Status, answer.Body)
	if err != nil {
		robots = &robotstxt.RobotsData{} // as if there were none
	}
	one.robots[origin] = robots
	one.interval = max(one.interval, min(robots.FindGroup(fetch.Token).CrawlDelay, maxDelay))
	return robots, nil
}

func sameHost(a, b *url.URL) bool { return strings.EqualFold(a.Hostname(), b.Hostname()) }

// send sends one request when the host can be asked. It sends it again if the host asks to wait for a short time.
func (h *hosts) send(ctx context.Context, one *host, u *url.URL, accept string, most int64) (fetch.Response, error) {
	for retries := 0; ; retries++ {
		wait := time.Until(one.next)
		if wait > longest {
			return fetch.Response{}, errBusy
		}
		if err := sleep(ctx, wait); err != nil {
			return fetch.Response{}, err
		}
		select {
		case h.slots <- struct{}{}:
		case <-ctx.Done():
			return fetch.Response{}, ctx.Err()
		}
		answer, err := h.getter.Get(ctx, u, accept, most)
		<-h.slots
		one.next = time.Now().Add(one.interval)
		if ctx.Err() != nil {
			return fetch.Response{}, ctx.Err()
		}
		if err != nil {
			return fetch.Response{}, errors.Join(errSilent, err)
		}
		if answer.Status != http.StatusTooManyRequests && answer.Status != http.StatusServiceUnavailable {
			return answer, nil
		}
		if asked := time.Now().Add(answer.RetryAfter); asked.After(one.next) {
			one.next = asked
		}
		if retries == maxRetries || answer.RetryAfter == 0 {
			return fetch.Response{}, errBusy
		}
	}
}

// takeHost waits until nobody else asks the host. release lets the next one ask it.
func (h *hosts) takeHost(ctx context.Context, name string) (one *host, release func(), err error) {
	name = strings.ToLower(name)
	h.mu.Lock()
	one = h.known[name]
	if one == nil {
		h.tidy()
		one = &host{turn: make(chan struct{}, 1), interval: h.interval, robots: map[string]*robotstxt.RobotsData{}}
		h.known[name] = one
	}
	one.users++
	h.mu.Unlock()
	leave := func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		one.users--
	}
	select {
	case one.turn <- struct{}{}:
		return one, func() { <-one.turn; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, nil, ctx.Err()
	}
}

// tidy forgets the hosts that nobody uses and that can be asked at once, if there are many. The caller has the lock.
func (h *hosts) tidy() {
	if len(h.known) < tidyHosts {
		return
	}
	for name, one := range h.known {
		if one.users == 0 && time.Now().After(one.next) {
			delete(h.known, name)
		}
	}
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
