package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"vitrine/internal/render"
	"vitrine/internal/revision"
)

// mostAnswers is how many answers a screen may need.
const mostAnswers = 16

// pageRender is one rendering of a page, shared by all concurrent requests for it. It continues when their clients leave.
// A failed one stays in the table for a while, so that a script that fails does not run for each request.
type pageRender struct {
	pages    *Pages
	number   int64 // increases with each start
	address  address
	revision revision.Revision
	last     *document     // the cached page; nil: not cached
	done     chan struct{} // closed when the rendering has ended
	document *document     // never changes after done; nil when the page could not be rendered
	failed   bool          // for another reason than a full queue

	mutex    sync.Mutex
	state    []byte    // of the document; nil until the answers are there
	fallback *document // the plain page; nil until it is needed
}

// pageRenders are the renders in flight and the failed ones that rest, by page and revision.
type pageRenders struct {
	mutex   sync.Mutex
	all     map[renderKey]*pageRender
	started int64
	resting int
}

type renderKey struct {
	page     string
	revision revision.Revision
}

// mostResting is how many failed renders may rest at once. One keeps a document of some 50 KB.
const mostResting = 256

// document is the page at an address: cached, or rendered now. A page that is not rendered within options.Patience, or
// cannot be rendered, is a plain page, while the rendering continues. It is nil when even that fails.
func (p *Pages) document(ctx context.Context, a address) *document {
	now := p.revisionOf(a)
	if d, ok := p.cache.GetIfPresent(a.key()); ok && d.revision.Covers(now) {
		return d
	}
	f, cached := p.join(a, now)
	if cached != nil {
		return cached
	}
	timeout := time.NewTimer(p.options.Patience)
	defer timeout.Stop()
	select {
	case <-f.done:
		if f.document != nil {
			return f.document
		}
	case <-timeout.C:
	case <-ctx.Done():
	}
	return f.plain()
}

// join finds the render of a page, or starts one. If one has ended since the caller looked, it returns the cached document.
func (p *Pages) join(a address, now revision.Revision) (f *pageRender, cached *document) {
	key := renderKey{a.key(), now}
	p.renders.mutex.Lock()
	defer p.renders.mutex.Unlock()
	if f, ok := p.renders.all[key]; ok {
		return f, nil
	}
	p.renders.started++
	f = &pageRender{pages: p, number: p.renders.started, address: a, revision: now, done: make(chan struct{})}
	if entry, ok := p.cache.GetEntryQuietly(key.page); ok { // the statistics have counted the lookup already
		if f.last = entry.Value; f.last.revision.Covers(now) {
			return nil, f.last
		}
	}
	if p.renders.all == nil {
		p.renders.all = map[renderKey]*pageRender{}
	}
	p.renders.all[key] = f
	go func() {
		f.run()
		p.finish(key, f)
	}()
	return f, nil
}

// run renders the document; a panic is a failure.
func (f *pageRender) run() {
	defer close(f.done)
	defer func() {
		if cause := recover(); cause != nil {
			f.failed = true
			f.pages.options.Logger.Error("making a page panicked", "page", f.address.logged(), "panic", cause, "stack", string(debug.Stack()))
		}
	}()
	f.make()
}

// finish caches the document of a render and then forgets the render, so that no request starts another in between.
// Requests do not wait for the compression, so a later render may have finished before.
func (p *Pages) finish(key renderKey, f *pageRender) {
	if f.document != nil && !screens[f.address.screen].private {
		d := f.document.packed(p.forms)
		d.renderNumber = f.number
		p.cache.Compute(key.page, func(cached *document, found bool) (*document, otter.ComputeOp) {
			if found && cached.renderNumber > d.renderNumber {
				return nil, otter.CancelOp
			}
			return d, otter.WriteOp
		})
	}
	p.renders.mutex.Lock()
	defer p.renders.mutex.Unlock()
	if !f.failed || p.renders.resting == mostResting {
		delete(p.renders.all, key)
		return
	}
	p.renders.resting++
	time.AfterFunc(p.options.Rest, func() {
		p.renders.mutex.Lock()
		defer p.renders.mutex.Unlock()
		p.renders.resting--
		delete(p.renders.all, key)
	})
}

// make makes the document; it stays nil when the page cannot be rendered.
func (f *pageRender) make() {
	ctx, cancel := context.WithTimeout(context.Background(), f.pages.longest)
	defer cancel()
	if f.address.screen == admin {
		f.document = f.bind(f.head(), root{}, f.known())
		return
	}
	if err := f.makeFrom(ctx, f.head()); err != nil {
		f.pages.alarm.raise(f.address, err)
		f.failed = !errors.Is(err, render.ErrBusy)
	}
}

// makeFrom makes the document from its head and the answers that its screen needs. When they are those of the cached
// document, it is the cached one.
func (f *pageRender) makeFrom(ctx context.Context, h head) error {
	needs, known, err := f.gather(ctx)
	if err != nil {
		return err
	}
	digest, err := f.pages.digestOf(f.address, h, known)
	if err != nil {
		return err
	}
	if f.last != nil && f.last.digest == digest {
		f.document = f.last.renewed(f.revision)
		return nil
	}
	markup, err := f.pages.render(ctx, f.address, known)
	if err != nil {
		return err
	}
	f.document = f.bind(h, root{markup: markup}, known)
	if f.failed = f.document == nil; !f.failed {
		f.document.needs, f.document.digest = needs, digest
	}
	return nil
}

// gather gets the answers that the screen needs; which they are is known from the cached document, if there is one.
func (f *pageRender) gather(ctx context.Context) (needs []string, known []byte, err error) {
	if f.last != nil {
		needs = f.last.needs
	}
	if needs == nil {
		if needs, err = f.pages.needs(ctx, f.address); err != nil {
			return nil, nil, err
		}
	}
	if known, err = f.pages.stateOf(ctx, needs, nil); err != nil {
		return nil, nil, err
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.state = known
	return needs, known, nil
}

// needs are the API URLs whose answers the page at an address is made from.
func (p *Pages) needs(ctx context.Context, a address) ([]string, error) {
	addresses, err := p.options.Renderer.Needs(ctx, a.path, a.search())
	if err != nil {
		return nil, fmt.Errorf("ask what the page needs: %w", err)
	}
	return addresses, nil
}

// stateOf is the state of a page: the answers that its screen needs, and those that do not come from the API, by the name
// that the screen uses.
func (p *Pages) stateOf(ctx context.Context, addresses []string, more map[string]Answer) ([]byte, error) {
	answers, err := p.answers(ctx, addresses)
	if err != nil {
		return nil, err
	}
	for name, answer := range more {
		addresses, answers = append(addresses, name), append(answers, answer)
	}
	known, err := state(p.options.SiteName, addresses, answers)
	if err != nil {
		return nil, fmt.Errorf("put the answers together: %w", err)
	}
	return known, nil
}

// render makes the markup of the page at an address from its state.
func (p *Pages) render(ctx context.Context, a address, known []byte) (markup string, err error) {
	in, err := input(a, known)
	if err != nil {
		return "", err
	}
	if markup, err = p.options.Renderer.Render(ctx, in); err == nil && markup == "" {
		err = errors.New("the script rendered nothing")
	}
	return markup, err
}

// answers asks the API, in process. A failure that may pass, such as 503, is an error.
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

// plain is the plain page, with the answers that are there by now for the browser. It is made once for all requests that
// wait, and never cached. It is nil when a template is wrong.
func (f *pageRender) plain() *document {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.fallback == nil {
		snapshot := f.pages.options.Catalogue.Snapshot()
		h := f.pages.headOf(f.address, snapshot)
		markup, err := f.pages.plain(f.address, h, snapshot)
		if err != nil {
			f.pages.options.Logger.Error("a page cannot be written", "page", f.address.logged(), "error", err)
			return nil
		}
		f.fallback = f.bind(h, root{markup, true}, f.known())
	}
	return f.fallback
}

// known is the state so far; without answers the browser requests them.
func (f *pageRender) known() []byte {
	if f.state != nil {
		return f.state
	}
	known, _ := state(f.pages.options.SiteName, nil, nil) // a name always encodes
	return known
}

func (f *pageRender) head() head {
	return f.pages.headOf(f.address, f.pages.options.Catalogue.Snapshot())
}

// bind puts the document together; nil when the head's template is wrong.
func (f *pageRender) bind(h head, r root, state []byte) *document {
	content, err := f.pages.bind(f.pages.frameOf(f.address), h, r, state)
	if err != nil {
		f.pages.options.Logger.Error("a page cannot be put together", "page", f.address.logged(), "error", err)
		return nil
	}
	return &document{content: content, revision: f.revision}
}
