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

// pageRender is the making of one document, for all who wait for it. It goes on when they have left. One that failed stays
// for a rest, so that a script that fails is not run for each request.
type pageRender struct {
	pages    *Pages
	number   int64 // one that was started later has a greater one
	address  address
	revision revision.Revision
	last     *document     // the page as it was made last; nil where it is not kept
	done     chan struct{} // closed when the making has ended
	document *document     // never changes after done; nil when the page could not be rendered
	failed   bool          // for another reason than that too many were waiting

	mutex    sync.Mutex
	state    []byte    // what is known so far
	fallback *document // nil until somebody needs it
}

// pageRenders are those under way and those that rest, by page and revision.
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

// document is the page at an address: cached, or made now. A page that is not rendered within the options' patience, or
// cannot be, is written by Go, while the rendering goes on. It is nil when not even that works.
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

// join finds the render of a page, or starts it. Where one has ended since the caller looked, it is the cached document.
func (p *Pages) join(a address, now revision.Revision) (f *pageRender, cached *document) {
	key := renderKey{a.key(), now}
	p.renders.mutex.Lock()
	defer p.renders.mutex.Unlock()
	if f, ok := p.renders.all[key]; ok {
		return f, nil
	}
	p.renders.started++
	f = &pageRender{pages: p, number: p.renders.started, address: a, revision: now, done: make(chan struct{})}
	if entry, ok := p.cache.GetEntryQuietly(key.page); ok { // it was counted when it was looked for before
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

// run makes the document, for all who wait for it.
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

// finish ends a render: its document is cached before the render is forgotten, so that nobody starts another in between.
// Nobody waits any more while it is packed, so a later render may have finished before.
func (p *Pages) finish(key renderKey, f *pageRender) {
	if f.document != nil && f.address.screen != submission {
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

// make makes the document; it leaves none where the page cannot be rendered.
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

// makeFrom makes the document out of its head and what its screen needs. One that would be made of what the last one was
// made of is that one.
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

// gather asks what the screen needs, unless it is known from the last time, and gets the answers.
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

// needs are the addresses of the API whose answers the page at an address is made from.
func (p *Pages) needs(ctx context.Context, a address) ([]string, error) {
	addresses, err := p.options.Renderer.Needs(ctx, a.path, a.search())
	if err != nil {
		return nil, fmt.Errorf("ask what the page needs: %w", err)
	}
	return addresses, nil
}

// stateOf is the state of a page: the answers that its screen needs, and one more from elsewhere, by the name that the
// screen knows it by.
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

// plain is the document as Go writes it, with the answers that are known by now for the browser. It is made once for all
// who wait, and never cached. It is nil when it cannot be written, which only a mistake in a template could bring about.
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

// known is the state so far; without answers the browser asks for them itself.
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

// bind puts the document together; nil when that fails, which only a mistake in the head's template could bring about.
func (f *pageRender) bind(h head, r root, state []byte) *document {
	content, err := f.pages.bind(f.pages.frameOf(f.address), h, r, state)
	if err != nil {
		f.pages.options.Logger.Error("a page cannot be put together", "page", f.address.logged(), "error", err)
		return nil
	}
	return &document{content: content, revision: f.revision}
}
