package pages

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/render"
	"github.com/vitrine-directory/vitrine/internal/revision"
)

// mostAnswers is the maximum number of API answers per screen.
const mostAnswers = 16

// pageRender is a render of a page, shared by all concurrent requests for it. It continues when their clients
// disconnect. A failed one stays in the table for Options.Rest, so that a failing script does not run on every request.
type pageRender struct {
	pages    *Pages
	number   int64 // start order
	address  Address
	revision revision.Revision
	last     *document     // the cached page; nil: not cached
	done     chan struct{} // closed at the end of the render
	document *document     // immutable after done; nil if the render failed
	failed   bool          // for a reason other than a full queue

	mutex    sync.Mutex
	state    []byte    // of the document; nil until the answers have arrived
	fallback *document // the plain page; nil until needed
}

// pageRenders holds the renders in flight and the failed ones that rest, by page and revision.
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

// mostResting limits how many failed renders may rest at once. One takes some 50 KB for its document.
const mostResting = 256

// document returns the page at an address from the cache, or renders it now. If the render fails or takes longer than
// Options.Timeout, it returns the plain page while the render continues. It returns nil if even the plain page fails.
//
// A comparison or a collection that does not exist gets the plain page too, which nothing caches: anybody can make up
// millions of their names.
func (p *Pages) document(ctx context.Context, a Address) *document {
	now := p.revisionOf(a)
	if a.Missing {
		return (&pageRender{pages: p, address: a, revision: now}).plain()
	}
	if d, ok := p.cache.Current(a.Key(), now); ok {
		return d
	}
	f, cached := p.join(a, now)
	if cached != nil {
		return cached
	}
	timeout := time.NewTimer(p.options.Timeout)
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

// join finds the render of a page, or starts one. If a render has ended since the caller's cache lookup, it returns the
// cached document.
func (p *Pages) join(a Address, now revision.Revision) (f *pageRender, cached *document) {
	key := renderKey{a.Key(), now}
	p.renders.mutex.Lock()
	defer p.renders.mutex.Unlock()
	if f, ok := p.renders.all[key]; ok {
		return f, nil
	}
	p.renders.started++
	f = &pageRender{pages: p, number: p.renders.started, address: a, revision: now, done: make(chan struct{})}
	if entry, ok := p.cache.GetEntryQuietly(key.page); ok { // quietly: the statistics have already counted the lookup
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

// run renders the document and treats a panic as a failure.
func (f *pageRender) run() {
	defer close(f.done)
	defer func() {
		if cause := recover(); cause != nil {
			f.failed = true
			f.pages.options.Logger.Error("rendering a page panicked", "page", f.address.logged(), "panic", cause, "stack", string(debug.Stack()))
		}
	}()
	f.make()
}

// finish caches the document of a render before it removes the render, so that no request starts another in between.
// Requests do not wait for the compression, so a later render may have finished before.
func (p *Pages) finish(key renderKey, f *pageRender) {
	if f.document != nil && isCached(f.address, f.document) {
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

// isCached reports whether the cache stores a document: no private one, and none that says that a name in its address does
// not exist, because anybody can make up such names.
func isCached(a Address, d *document) bool {
	return !a.Page.Private && (d.Status() != http.StatusNotFound || a.Page.Find == nil)
}

// make renders the document; f.document stays nil on failure.
func (f *pageRender) make() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*f.pages.options.Timeout)
	defer cancel()
	if f.address.Page == &adminPage {
		f.document = f.bind(f.head(), root{}, f.known())
		return
	}
	if f.address.Page.Scriptless {
		f.makeScriptless()
		return
	}
	if err := f.makeFrom(ctx, f.head()); err != nil {
		f.pages.alarm.raise(f.address, err)
		f.failed = !errors.Is(err, render.ErrBusy)
	}
}

// makeScriptless makes the document of a page without a screen.
func (f *pageRender) makeScriptless() {
	v := f.pages.view()
	h := v.headOf(f.address)
	markup, err := v.plain(f.address, h)
	if err != nil {
		f.failed = true
		f.pages.options.Logger.Error("a page could not be written", "page", f.address.logged(), "error", err)
		return
	}
	f.document = f.bind(h, root{markup: markup}, nil)
}

// makeFrom renders the document from its head and its screen's API answers. If these equal the inputs of the cached
// document, it reuses that document.
func (f *pageRender) makeFrom(ctx context.Context, h *Head) error {
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
	markup, err := f.pages.view().render(ctx, f.address, known)
	if err != nil {
		return err
	}
	f.document = f.bind(h, root{markup: markup}, known)
	if f.failed = f.document == nil; !f.failed {
		f.document.needs, f.document.digest = needs, digest
	}
	return nil
}

// gather fetches the answers that the screen needs. The cached document, if any, already knows which.
func (f *pageRender) gather(ctx context.Context) (needs []string, known []byte, err error) {
	v := f.pages.view()
	if f.last != nil {
		needs = f.last.needs
	}
	if needs == nil {
		if needs, err = v.needs(ctx, f.address); err != nil {
			return nil, nil, err
		}
	}
	if known, err = v.stateOf(ctx, needs, nil); err != nil {
		return nil, nil, err
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.state = known
	return needs, known, nil
}

// needs returns the API URLs that the page at an address needs.
func (v *View) needs(ctx context.Context, a Address) ([]string, error) {
	addresses, err := v.pages.options.Renderer.Needs(ctx, a.Path, a.Search())
	if err != nil {
		return nil, fmt.Errorf("ask what the page needs: %w", err)
	}
	return addresses, nil
}

// stateOf returns the state of a page: the API answers that its screen needs, and other data by the name that the
// screen uses for it.
func (v *View) stateOf(ctx context.Context, addresses []string, more map[string]Answer) ([]byte, error) {
	answers, err := v.answers(ctx, addresses)
	if err != nil {
		return nil, err
	}
	for name, answer := range more {
		addresses, answers = append(addresses, name), append(answers, answer)
	}
	known, err := state(v, addresses, answers)
	if err != nil {
		return nil, fmt.Errorf("put the answers together: %w", err)
	}
	return known, nil
}

// render renders the markup of the page at an address from its state.
func (v *View) render(ctx context.Context, a Address, known []byte) (markup string, err error) {
	in, err := input(a, known)
	if err != nil {
		return "", err
	}
	if markup, err = v.pages.options.Renderer.Render(ctx, in); err == nil && markup == "" {
		err = errors.New("the script rendered nothing")
	}
	return markup, err
}

// Answer calls the API in process.
func (v *View) Answer(ctx context.Context, target string) Answer {
	return v.pages.options.Answers(ctx, target)
}

// answers calls the API in process. It returns an error for a failure that may be temporary, such as 503.
func (v *View) answers(ctx context.Context, addresses []string) ([]Answer, error) {
	if len(addresses) > mostAnswers {
		return nil, fmt.Errorf("the page needs %d answers", len(addresses))
	}
	answers := make([]Answer, len(addresses))
	for i, target := range addresses {
		if !strings.HasPrefix(target, "/api/") {
			return nil, fmt.Errorf("the page needs %q, which is not of the API", target)
		}
		if given, ok := v.given[target]; ok {
			answers[i] = given
			continue
		}
		answers[i] = v.pages.options.Answers(ctx, target)
		if status := answers[i].Status; status >= http.StatusInternalServerError || status == http.StatusTooManyRequests {
			return nil, fmt.Errorf("the API answers %s with %d", target, status)
		}
	}
	return answers, nil
}

// plain returns the plain page, with the answers gathered so far for the browser. All waiting requests share one, and
// nothing caches it. It returns nil if a template fails.
func (f *pageRender) plain() *document {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.fallback == nil {
		v := f.pages.view()
		h := v.headOf(f.address)
		markup, err := v.plain(f.address, h)
		if err != nil {
			f.pages.options.Logger.Error("a page could not be written", "page", f.address.logged(), "error", err)
			return nil
		}
		if a := f.address; a.Page.Scriptless {
			f.fallback = f.bind(h, root{markup: markup}, nil)
		} else {
			f.fallback = f.bind(h, root{markup, true}, f.known())
		}
	}
	return f.fallback
}

// known returns the state gathered so far; the browser requests missing answers.
func (f *pageRender) known() []byte {
	if f.state != nil {
		return f.state
	}
	known, _ := state(f.pages.view(), nil, nil) // encoding a name cannot fail
	return known
}

func (f *pageRender) head() *Head { return f.pages.view().headOf(f.address) }

// bind assembles the document; nil if the head's template fails.
func (f *pageRender) bind(h *Head, r root, state []byte) *document {
	frame := f.pages.frames.of(f.address.Page)
	if r.plain {
		frame = f.pages.frames.plain(f.address.Page)
	}
	content, err := f.pages.bind(frame, h, r, state)
	if err != nil {
		f.pages.options.Logger.Error("a page could not be assembled", "page", f.address.logged(), "error", err)
		return nil
	}
	return &document{content: content, revision: f.revision}
}

// preview returns the page about a product that visitors don't see, for an administrator; nil for other products and other people.
func (p *Pages) preview(r *http.Request, a Address) *document {
	v := p.view()
	if a.Page.Preview == nil || p.options.IsAdministrator == nil {
		return nil
	}
	item, found := browse.Unpublished(v.Snapshot, a.Product)
	if !found || !p.options.IsAdministrator(r) {
		return nil
	}
	v.Snapshot = browse.WithUnpublished(v.Snapshot, item)
	v.given = a.Page.Preview(v.Snapshot, a.Product)
	h := v.headOf(a)
	h.Title, h.Private, h.NoIndex = "Preview: "+h.Title, true, true
	f := &pageRender{pages: p, address: a, revision: p.revisionOf(a)}
	ctx, cancel := context.WithTimeout(r.Context(), p.options.Timeout)
	defer cancel()
	needs, err := v.needs(ctx, a)
	var known []byte
	if err == nil {
		known, err = v.stateOf(ctx, needs, nil)
	}
	var markup string
	if err == nil {
		markup, err = v.render(ctx, a, known)
	}
	if err == nil {
		return f.bind(h, root{markup: markup}, known)
	}
	p.alarm.raise(a, err)
	if markup, err = v.plain(a, h); err != nil {
		return nil
	}
	return f.bind(h, root{markup, true}, known)
}

// alarm logs failed renders that Go's plain page replaces, at most one line a second: under load there are many.
type alarm struct {
	log    *slog.Logger
	mutex  sync.Mutex
	next   time.Time
	missed int // failures since the last log line
}

func (a *alarm) raise(page Address, err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	now := time.Now()
	if now.Before(a.next) {
		a.missed++
		return
	}
	level := slog.LevelError
	if errors.Is(err, render.ErrBusy) {
		level = slog.LevelWarn
	}
	a.log.Log(context.Background(), level, "a page could not be rendered; a plain page was sent instead", "page", page.logged(), "error", err, "moreSinceLast", a.missed)
	a.next, a.missed = now.Add(time.Second), 0
}
