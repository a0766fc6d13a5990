package pages

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

// mostAnswers is how many answers a screen may need.
const mostAnswers = 16

// flight is the making of one document, for all who wait for it. It goes on when they have left.
type flight struct {
	pages    *Pages
	address  address
	edition  edition
	done     chan struct{} // closed when the document is there
	document *document     // never changes after done; nil when not even a head could be made

	mutex sync.Mutex
	state []byte // what is known so far
	spare *document
}

// flights are those under way, by page and edition.
type flights struct {
	mutex sync.Mutex
	all   map[flightKey]*flight
}

type flightKey struct {
	page    string
	edition edition
}

// document is the page at an address: kept, or made now. A visitor does not wait longer than patience: then the page
// goes out without markup and the browser renders it, while the making goes on.
func (p *Pages) document(ctx context.Context, a address) *document {
	now := p.edition().of(a)
	if d, ok := p.kept.GetIfPresent(a.key()); ok && d.holds(now) {
		return d
	}
	f := p.join(a, now)
	patience := time.NewTimer(p.options.Patience)
	defer patience.Stop()
	select {
	case <-f.done:
		return f.document
	case <-patience.C:
	case <-ctx.Done():
	}
	return f.shell()
}

// join finds the flight for a page, or starts it.
func (p *Pages) join(a address, now edition) *flight {
	key := flightKey{a.key(), now}
	p.flights.mutex.Lock()
	defer p.flights.mutex.Unlock()
	if f, ok := p.flights.all[key]; ok {
		return f
	}
	f := &flight{pages: p, address: a, edition: now, done: make(chan struct{})}
	if p.flights.all == nil {
		p.flights.all = map[flightKey]*flight{}
	}
	p.flights.all[key] = f
	go func() {
		defer p.land(key, f)
		f.make()
	}()
	return f
}

// land ends a flight: its document is kept before the flight is forgotten, so that nobody starts another in between.
func (p *Pages) land(key flightKey, f *flight) {
	if cause := recover(); cause != nil {
		p.options.Logger.Error("making a page panicked", "page", key.page, "panic", cause, "stack", string(debug.Stack()))
	}
	if f.document != nil {
		p.kept.Set(key.page, f.document)
	}
	close(f.done)
	p.flights.mutex.Lock()
	defer p.flights.mutex.Unlock()
	delete(p.flights.all, key)
}

// make makes the document; where rendering fails, the one without markup, to be tried again after a rest.
func (f *flight) make() {
	ctx, cancel := context.WithTimeout(context.Background(), f.pages.longest)
	defer cancel()
	if f.address.screen == admin {
		f.document = f.shell()
		return
	}
	markup, err := f.render(ctx)
	if err != nil {
		f.pages.alarm.raise(f.address, err)
		f.document = f.resting()
		return
	}
	f.document = f.bind(markup, f.state)
}

// render asks for what the screen needs, gets the answers and has them rendered.
func (f *flight) render(ctx context.Context) (markup string, err error) {
	p := f.pages
	addresses, err := p.options.Renderer.Needs(ctx, f.address.path, f.address.search())
	if err != nil {
		return "", fmt.Errorf("ask what the page needs: %w", err)
	}
	answers, err := p.answers(ctx, addresses)
	if err != nil {
		return "", err
	}
	known, err := state(p.options.SiteName, addresses, answers)
	if err != nil {
		return "", fmt.Errorf("put the answers together: %w", err)
	}
	f.mutex.Lock()
	f.state = known
	f.mutex.Unlock()
	in, err := input(f.address, known)
	if err != nil {
		return "", err
	}
	return p.options.Renderer.Render(ctx, in)
}

// answers asks the API, in process. An answer that will be another soon is none.
func (p *Pages) answers(ctx context.Context, addresses []string) ([]Answer, error) {
	if len(addresses) > mostAnswers {
		return nil, fmt.Errorf("the page needs %d answers", len(addresses))
	}
	answers := make([]Answer, len(addresses))
	for i, target := range addresses {
		if !strings.HasPrefix(target, "/api/") {
			return nil, fmt.Errorf("the page needs %q, which is not of the API", target)
		}
		answers[i] = p.options.Answers.Answer(ctx, target)
		if status := answers[i].Status; status >= http.StatusInternalServerError || status == http.StatusTooManyRequests {
			return nil, fmt.Errorf("the API answers %s with %d", target, status)
		}
	}
	return answers, nil
}

// shell is the document without markup, with the answers if they are there by now. It is made once for all.
func (f *flight) shell() *document {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.spare == nil {
		known := f.state
		if known == nil {
			known, _ = state(f.pages.options.SiteName, nil, nil) // a name always encodes
		}
		f.spare = f.bind("", known)
	}
	return f.spare
}

// resting is the shell to be kept for a while, so that a script that fails is not asked again and again.
func (f *flight) resting() *document {
	shell := f.shell()
	if shell == nil {
		return nil
	}
	return &document{content: shell.content, edition: f.edition, until: time.Now().Add(f.pages.options.Rest)}
}

// bind puts the document together; nil when that fails, which only a mistake in the head's template could bring about.
func (f *flight) bind(markup string, state []byte) *document {
	h := f.pages.headOf(f.address, f.pages.options.Catalogue.Picture())
	content, err := f.pages.bind(f.pages.frameOf(f.address), h, markup, state)
	if err != nil {
		f.pages.options.Logger.Error("a page cannot be put together", "page", f.address.key(), "error", err)
		return nil
	}
	return &document{content: content, edition: f.edition}
}
