package inbox_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The configured form is confined to a document of its own.
func TestFormSandbox(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(1), func(o *pagestest.Options) {
		o.FormURL, o.FormScript = `https://forms.example/f?a="><script>alert(1)</script>`, "https://scripts.example/embed.js"
	})
	w := h.Get(inbox.EmbedPath)
	policy := map[string]string{}
	for directive := range strings.SplitSeq(w.Header().Get("Content-Security-Policy"), ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), " ")
		policy[name] = value
	}
	body := w.Body.String()
	_, own, _ := strings.Cut(body, "<script>")
	own, _, _ = strings.Cut(own, "</script>")
	sum := sha256.Sum256([]byte(own))
	for name, want := range map[string]string{
		"sandbox":         "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox", // above all not allow-same-origin
		"default-src":     "'none'",
		"script-src":      "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "' https://forms.example https://scripts.example",
		"frame-src":       "https://forms.example https://scripts.example",
		"connect-src":     "https://forms.example https://scripts.example",
		"form-action":     "https://forms.example https://scripts.example",
		"base-uri":        "'none'",
		"frame-ancestors": "'self'",
	} {
		storetest.Same(t, name, policy[name], want)
	}
	pagestest.Sent(t, "the document", w, http.StatusOK, "X-Frame-Options", "SAMEORIGIN", "X-Robots-Tag", "noindex", "Referrer-Policy", "no-referrer")
	pagestest.HasParts(t, "the document", body, `src="https://forms.example/f?a=%22%3e%3cscript%3ealert%281%29%3c/script%3e"`,
		`src="https://scripts.example/embed.js"`)
	pagestest.Lacks(t, "the document", body, "<script>alert")
}

// The policy of a form without a script names its host once.
func TestFormWithoutScript(t *testing.T) {
	h := pagestest.Open(t, pagestest.Tools(1), func(o *pagestest.Options) { o.FormURL = "https://forms.example:8443/f" })
	w := h.Get(inbox.EmbedPath)
	pagestest.HasParts(t, "the policy", w.Header().Get("Content-Security-Policy"), "; frame-src https://forms.example:8443; ")
	pagestest.Lacks(t, "the document", w.Body.String(), `id="vendor"`)
}
