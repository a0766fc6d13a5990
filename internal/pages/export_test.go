package pages

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/vitrine-directory/vitrine/internal/preview"
	"github.com/vitrine-directory/vitrine/internal/revision"
)

// What the tests, which stand outside of the package to have the pages of all features, see of its insides.

const (
	BadgeName     = badgeName
	LLMSPartTools = llmsPartTools
	LongestApp    = longestApp
	LongestEngine = longestEngine
	MostResting   = mostResting
)

var (
	Authority   = authority
	FontFiles   = fontFiles
	KeyOf       = func(key string, r revision.Revision) renderKey { return renderKey{key, r} }
	LanguageOf  = languageOf
	Match       = match
	PlainHost   = plainHost
	PublicBuild = publicBuild
	ReadFrame   = readFrame
	ReadNotices = readNotices
	Security    = security

	CardOf             = cardOf
	ErrTooManyPreviews = errTooManyPreviews
	NewPreviewCache    = newPreviewCache
	SitemapFiles       = sitemapFiles
)

type (
	Document     = document
	ManifestIcon = manifestIcon
	PageRender   = pageRender
)

func (p *Pages) Cache() revision.Cache[*document]                             { return p.cache }
func (p *Pages) Document(ctx context.Context, a Address) *document            { return p.document(ctx, a) }
func (p *Pages) Finish(key renderKey, f *pageRender)                          { p.finish(key, f) }
func (p *Pages) Join(a Address, r revision.Revision) (*pageRender, *document) { return p.join(a, r) }
func (p *Pages) Options() *Options                                            { return &p.options }
func (p *Pages) RenewCustomCSS(ctx context.Context)                           { p.custom.renew(ctx) }
func (p *Pages) SendText(w http.ResponseWriter, r *http.Request, t programText) {
	p.sendText(w, r, t)
}
func (p *Pages) SetAlarm(log *slog.Logger)                             { p.alarm.log = log }
func (p *Pages) TextAt(u *url.URL, v *View) (t programText, ours bool) { return p.textAt(u, v) }
func (p *Pages) View() *View                                           { return p.view() }

// Renders returns how many renders are in flight or rest, and how many rest.
func (p *Pages) Renders() (all, resting int) {
	p.renders.mutex.Lock()
	defer p.renders.mutex.Unlock()
	return len(p.renders.all), p.renders.resting
}

func (v *View) Answers(ctx context.Context, addresses []string) ([]Answer, error) {
	return v.answers(ctx, addresses)
}
func (v *View) Follow(path string) (a Address, renamed bool) { return v.follow(path) }
func (v *View) HeadOf(a Address) *Head                       { return v.headOf(a) }
func (v *View) Resolve(u *url.URL) (a Address, moved string) { return v.resolve(u) }
func (v *View) State(addresses []string, answers []Answer) ([]byte, error) {
	return state(v, addresses, answers)
}

// Input returns what the renderer gets for the page at an address with a state.
func (a Address) Input(state []byte) ([]byte, error) { return input(a, state) }

// Logged returns the key for the log.
func (a Address) Logged() string { return a.logged() }

// Revision returns the revision of a document.
func (d *document) Revision() revision.Revision { return d.revision }

// Weight returns the size of a document in bytes.
func (d *document) Weight() uint32 { return d.weight() }

// Done returns the revision of a render once it has ended.
func (f *pageRender) Done() revision.Revision {
	<-f.done
	return f.revision
}

// Slots returns the slots to draw in.
func (p *previewCache) Slots() chan struct{} { return p.slots }

// Get returns a card's image.
func (p *previewCache) Get(ctx context.Context, card preview.Card) (*content, error) {
	return p.get(ctx, card)
}

// SecurityAt returns security.txt as of a time.
func (v *View) SecurityAt(now time.Time) *content { return security(v, now) }
