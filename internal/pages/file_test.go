package pages

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// isFile checks what every file for programs has: its type, a tag that survives a restart, 304 for who has it, no body
// for HEAD, and no other methods. It returns the answer to GET.
func isFile(t *testing.T, products []catalog.Product, change func(*Options), target, mediaType string) *httptest.ResponseRecorder {
	t.Helper()
	h := open(t, products, change)
	w := h.get(target)
	tag := w.Header().Get("Etag")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != mediaType || tag == "" || w.Header().Get("Cache-Control") == "" {
		t.Fatalf("%s: %d, %v", target, w.Code, w.Header())
	}
	storetest.Same(t, target+" after a restart", open(t, products, change).get(target).Header().Get("Etag"), tag)
	if again := h.get(target, "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("%s again: %d", target, again.Code)
	}
	head := h.ask(http.MethodHead, target)
	if head.Code != http.StatusOK || head.Body.Len() != 0 || head.Header().Get("Content-Length") != fmt.Sprint(w.Body.Len()) {
		t.Errorf("%s looked at: %d, %v", target, head.Code, head.Header())
	}
	post := h.ask(http.MethodPost, target)
	storetest.Same(t, "POST "+target, fmt.Sprint(post.Code, " ", post.Header().Get("Allow")), "405 GET, HEAD")
	return w
}
