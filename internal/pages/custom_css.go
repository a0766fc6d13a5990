package pages

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
	"time"

	"github.com/vitrine-directory/vitrine/internal/encoding"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// customCSSPath is the URL path of the administrator's own style sheet.
const customCSSPath = "/custom.css"

// customCSSInterval is the time between two looks at whether the file has changed.
const customCSSInterval = 2 * time.Second

// customCSS is the administrator's own style sheet; nil before a file is found.
type customCSS struct {
	number int64 // grows with each change
	hash   string
	*content
}

// url returns the URL of the style sheet, which changes with it; empty without one.
func (c *customCSS) url() string {
	if c == nil || c.content == nil {
		return ""
	}
	return customCSSPath + "?v=" + c.hash
}

// version identifies the style sheet in the revision of documents.
func (c *customCSS) version() int64 {
	if c == nil {
		return 0
	}
	return c.number
}

// fileStatus tells versions of a file apart.
type fileStatus struct {
	size    int64
	changed time.Time
}

// renewCustomCSS reads the style sheet if its file has changed since the last time. If that fails, the one before stays.
func (p *Pages) renewCustomCSS(ctx context.Context) {
	var now fileStatus
	if info, err := os.Stat(p.options.CustomCSS); err == nil {
		now = fileStatus{info.Size(), info.ModTime()}
	}
	if now == p.customRead {
		return
	}
	p.customRead = now // before it is read: the next call detects a change in between
	text, err := theme.ReadCustomCSS(p.options.CustomCSS)
	if err != nil {
		p.options.Logger.ErrorContext(ctx, "the site's own style sheet is not used", "error", err)
		return
	}
	old := p.custom.Load()
	next := &customCSS{number: old.version() + 1}
	if len(text) > 0 {
		sum := sha256.Sum256(text)
		next.hash = hex.EncodeToString(sum[:8])
		next.content = newContent(p.packer, encoding.Default, http.StatusOK, text,
			header("Content-Type", "text/css; charset=utf-8"),
			header("Cache-Control", "public, max-age=31536000, immutable"),
		)
	}
	if old.url() != next.url() {
		p.custom.Store(next)
	}
}

// FollowCustomCSS reads the style sheet again after each change of its file, until ctx ends.
func (p *Pages) FollowCustomCSS(ctx context.Context) {
	ticker := time.NewTicker(customCSSInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			p.renewCustomCSS(ctx)
		}
	}
}

// serveCustomCSS answers with the style sheet. Only the URL with its own hash may be cached: an old page may have another.
func (p *Pages) serveCustomCSS(w http.ResponseWriter, r *http.Request) {
	current := p.custom.Load()
	if current.url() == "" {
		p.serveFile(w, r, nil)
		return
	}
	if r.URL.RequestURI() != current.url() {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, current.url(), http.StatusFound)
		return
	}
	current.Serve(w, r)
}
