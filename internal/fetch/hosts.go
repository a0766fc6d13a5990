package fetch

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/temoto/robotstxt"
)

// HostInterval is the time from an answer of a host to the next request, unless its robots.txt asks for more.
const HostInterval = 5 * time.Second

// Rules for all hosts.
const (
	maxDelay       = time.Minute     // that a robots.txt can ask for
	requestsAtOnce = 20              // of all features
	longest        = 5 * time.Minute // that a Retry-After is waited for
	maxRobots      = 256 << 10       // bytes
	robotsLast     = 24 * time.Hour  // until a robots.txt is read again: RFC 9309, 2.4
	tidyHosts      = 500             // beyond which those that are not in use are forgotten
	maxRetries     = 2               // of a request whose host asked to wait
)

// Reason is an error of a website, in a sentence for administrators.
type Reason string

// Error returns the sentence.
func (r Reason) Error() string { return string(r) }

// What keeps a website from being read.
const (
	ErrRobots    = Reason("The website's robots.txt doesn't allow it.")
	ErrBusy      = Reason("The website asked to come back later.")
	ErrSilent    = Reason("The website couldn't be reached.")
	ErrHops      = Reason("The website redirects too often.")
	ErrNotPublic = Reason("The website's URL isn't public.")
)

// Hosts sends requests by the rules of their hosts: one at a time to each, with a pause after it, where robots.txt allows it. All
// features of a site share one. It is safe for concurrent use.
type Hosts struct {
	getter   *Reader
	interval time.Duration
	slots    chan struct{} // semaphore for requestsAtOnce

	mu    sync.Mutex
	known map[string]*host
}

// NewHosts returns Hosts that wait this long between two requests to a host: HostInterval, but in tests.
func NewHosts(getter *Reader, interval time.Duration) *Hosts {
	return &Hosts{getter: getter, interval: interval, slots: make(chan struct{}, requestsAtOnce), known: map[string]*host{}}
}

// Pause waits until each host can be asked, whatever another process has asked that was killed just now.
func (h *Hosts) Pause(ctx context.Context) error { return sleep(ctx, h.interval) }

// Admits reports whether a URL looks like that of a public website.
func (h *Hosts) Admits(address string) bool { return h.getter.Admits(address) }

// host is what is known of a host. Who holds its turn may read and write its fields, except for users, which has the lock
// of Hosts.
type host struct {
	turn     chan struct{} // capacity 1
	users    int
	next     time.Time // of the next request
	interval time.Duration
	robots   map[string]robots // by scheme and port
}

// robots is a robots.txt with the time at which it was read.
type robots struct {
	*robotstxt.RobotsData
	at time.Time
}

// Get sends a request and follows redirects, as Once does each.
func (h *Hosts) Get(ctx context.Context, address, accept string, most int64) (Response, error) {
	u, err := url.Parse(address)
	if err != nil || !h.Admits(address) {
		return Response{}, ErrNotPublic
	}
	for range maxRedirects + 1 {
		answer, err := h.Once(ctx, u, accept, most)
		if err != nil || answer.Location == nil {
			return answer, err
		}
		if u = answer.Location; !h.Admits(u.String()) {
			return Response{}, ErrNotPublic
		}
	}
	return Response{}, ErrHops
}

// Once sends one request when its host can be asked, if robots.txt allows it, and follows no redirect. Its error is one of the context,
// or begins with a Reason.
func (h *Hosts) Once(ctx context.Context, u *url.URL, accept string, most int64) (Response, error) {
	one, release, err := h.takeHost(ctx, u.Hostname())
	if err != nil {
		return Response{}, err
	}
	defer release()
	rules, err := h.robots(ctx, one, u)
	if err != nil {
		return Response{}, err
	}
	if !rules.TestAgent(u.RequestURI(), Token) {
		return Response{}, ErrRobots
	}
	return h.send(ctx, one, u, accept, most)
}

// robots returns the rules of robots.txt, which is read once. If it can't be read because of the host, nothing else may
// be.
func (h *Hosts) robots(ctx context.Context, one *host, u *url.URL) (*robotstxt.RobotsData, error) {
	origin := u.Scheme + ":" + u.Port()
	if known, isKnown := one.robots[origin]; isKnown && time.Since(known.at) < robotsLast {
		return known.RobotsData, nil
	}
	at := &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"}
	answer, err := h.send(ctx, one, at, "text/plain", maxRobots)
	for hops := 0; err == nil && answer.Location != nil && hops < maxRedirects && sameHost(answer.Location, u); hops++ {
		answer, err = h.send(ctx, one, answer.Location, "text/plain", maxRobots)
	}
	if err != nil {
		return nil, err
	}
	if answer.Location != nil { // to another host: as if there were none
		answer.Status = http.StatusNotFound
	}
	rules, err := robotstxt.FromStatusAndBytes(answer.Status, answer.Body)
	if err != nil {
		rules = &robotstxt.RobotsData{} // as if there were none
	}
	one.robots[origin] = robots{rules, time.Now()}
	one.interval = max(one.interval, min(rules.FindGroup(Token).CrawlDelay, maxDelay))
	return rules, nil
}

func sameHost(a, b *url.URL) bool { return strings.EqualFold(a.Hostname(), b.Hostname()) }

// send sends one request when the host can be asked. It sends it again if the host asks to wait for a short time.
func (h *Hosts) send(ctx context.Context, one *host, u *url.URL, accept string, most int64) (Response, error) {
	for retries := 0; ; retries++ {
		wait := time.Until(one.next)
		if wait > longest {
			return Response{}, ErrBusy
		}
		if err := sleep(ctx, wait); err != nil {
			return Response{}, err
		}
		select {
		case h.slots <- struct{}{}:
		case <-ctx.Done():
			return Response{}, ctx.Err()
		}
		answer, err := h.getter.Get(ctx, u, accept, most)
		<-h.slots
		one.next = time.Now().Add(one.interval)
		if ctx.Err() != nil {
			return Response{}, ctx.Err()
		}
		if err != nil {
			return Response{}, errors.Join(ErrSilent, err)
		}
		if answer.Status != http.StatusTooManyRequests && answer.Status != http.StatusServiceUnavailable {
			return answer, nil
		}
		if asked := time.Now().Add(answer.RetryAfter); asked.After(one.next) {
			one.next = asked
		}
		if retries == maxRetries || answer.RetryAfter == 0 {
			return Response{}, ErrBusy
		}
	}
}

// takeHost waits until nobody else asks the host. release lets the next one ask it.
func (h *Hosts) takeHost(ctx context.Context, name string) (one *host, release func(), err error) {
	name = strings.ToLower(name)
	h.mu.Lock()
	one = h.known[name]
	if one == nil {
		h.tidy()
		one = &host{turn: make(chan struct{}, 1), interval: h.interval, robots: map[string]robots{}}
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
func (h *Hosts) tidy() {
	if len(h.known) < tidyHosts {
		return
	}
	for name, one := range h.known {
		if one.users == 0 && time.Now().After(one.next) {
			delete(h.known, name)
		}
	}
}

// sleep waits for a time, unless ctx ends before.
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
