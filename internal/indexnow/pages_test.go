package indexnow_test

import (
	"net/http"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The file of the key is served while there is a key, under no other name.
func TestIndexNowKey(t *testing.T) {
	h := pagestest.Open(t, nil, nil)
	h.AnswersWith(t, map[string]string{"/.txt": "404", "/a-key-of-ours.txt": "404"})
	h.ChangeSettings(func(s *site.Settings) { s.IndexNow.Key = "a-key-of-ours" })
	w := h.Get("/a-key-of-ours.txt")
	storetest.Same(t, "file", []any{w.Code, w.Body.String(), w.Header().Get("Content-Type")}, []any{http.StatusOK, "a-key-of-ours", "text/plain; charset=utf-8"})
	h.AnswersWith(t, map[string]string{"/a-key-of-ours": "404", "/.txt": "404", "/A-KEY-OF-OURS.txt": "404"})
	h.ChangeSettings(func(s *site.Settings) { s.IndexNow.Key = "" })
	h.AnswersWith(t, map[string]string{"/a-key-of-ours.txt": "404"})
}
