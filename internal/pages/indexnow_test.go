package pages

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The file of the key is served while there is a key, under no other name.
func TestIndexNowKey(t *testing.T) {
	h := open(t, nil, nil)
	h.answersWith(t, map[string]string{"/.txt": "404", "/a-key-of-ours.txt": "404"})
	h.changeSettings(func(s *site.Settings) { s.IndexNow.Key = "a-key-of-ours" })
	w := h.get("/a-key-of-ours.txt")
	storetest.Same(t, "file", []any{w.Code, w.Body.String(), w.Header().Get("Content-Type")}, []any{http.StatusOK, "a-key-of-ours", "text/plain; charset=utf-8"})
	h.answersWith(t, map[string]string{"/a-key-of-ours": "404", "/.txt": "404", "/A-KEY-OF-OURS.txt": "404"})
	h.changeSettings(func(s *site.Settings) { s.IndexNow.Key = "" })
	h.answersWith(t, map[string]string{"/a-key-of-ours.txt": "404"})
}

// What has changed are indexable pages alone, and of a list its first page.
func TestChangedSince(t *testing.T) {
	h := open(t, unequalTools(), nil)
	h.changeSettings(func(s *site.Settings) { s.Values = site.DefaultValues() })
	_, before := h.ChangedSince(time.Time{})
	changed := slices.Clone(h.store.products)
	at := before.Add(time.Minute)
	for i := range changed {
		if p := &changed[i]; p.Slug == "tool-7" || p.Slug == "bad-61" {
			p.UpdatedAt = at
		}
	}
	h.move(changed...)
	paths, newest := h.ChangedSince(before)
	storetest.Same(t, "newest", newest, at)
	for path, want := range map[string]bool{"/": true, "/products/tool-7": true, "/category/writing": true, "/alternatives/tool-7": true,
		"/products/tool-8": false, "/products/bad-61": false, "/category/writing/page/2": false, "/legal": false} {
		if slices.Contains(paths, path) != want {
			t.Errorf("%s has changed: %t, want %t; all are %v", path, !want, want, paths)
		}
	}
	if paths, _ := h.ChangedSince(at); len(paths) > 0 {
		t.Errorf("afterwards %v have changed", paths)
	}
}

// A deleted tool's page is among them, unless a tool has its slug again.
func TestChangedSinceDeleted(t *testing.T) {
	list := tools(12)
	list[2].Slug = "ガイド"
	h := open(t, list, nil)
	_, before := h.ChangedSince(time.Time{})
	at := time.Now()
	h.bin(at, 3, 5)
	paths, newest := h.ChangedSince(before)
	storetest.Same(t, "newest", newest, at)
	for _, path := range []string{"/products/%E3%82%AC%E3%82%A4%E3%83%89", "/products/tool-5"} {
		storetest.Same(t, path, slices.Contains(paths, path), true)
		h.answersWith(t, map[string]string{path: "410"})
	}
	if paths, _ := h.ChangedSince(at); len(paths) > 0 {
		t.Errorf("afterwards %v have changed", paths)
	}
	other := tools(5)[4]
	other.ID = 90
	h.move(append(slices.Clone(h.store.products), other)...)
	paths, _ = h.ChangedSince(before)
	storetest.Same(t, "a slug that another tool has", slices.Contains(paths, "/products/tool-5"), false)
}
