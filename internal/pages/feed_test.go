package pages

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A feed announces no tool that came by a bulk import.
func TestFeedWithoutBulk(t *testing.T) {
	list := tools(60)
	for i := range list {
		list[i].InBulk = i > 2
	}
	h := open(t, list, plainOnly)
	storetest.Same(t, "entries", len(h.atom("/feed.xml").Entries), 3)
	storetest.Same(t, "entries of a search", len(h.atom("/feed.xml?search=tool").Entries), 3)
}

// A search has a feed of what it finds, the newest first, which its page names; such feeds are not cached.
func TestFeedOfSearch(t *testing.T) {
	list := tools(60)
	for i := range list {
		if i%2 == 0 {
			list[i].Name, list[i].Type = fmt.Sprint("Camera ", i), catalog.Premium
		}
	}
	h := open(t, list, nil)
	before := h.cache.EstimatedSize()
	feed := h.atom("/feed.xml?search=camera&sort=name&utm_source=x")
	storetest.Same(t, "title and tools", []any{feed.Title, len(feed.Entries), feed.Entries[0].Title, feed.Entries[29].Title},
		[]any{"“camera”: New tools – Vitrine", 30, "Camera 58", "Camera 0"})
	feed.leads(t, "https://tools.example/?search=camera", "self", "https://tools.example/feed.xml?search=camera")
	free := h.atom("/category/writing/feed.xml?search=camera&pricing=Free")
	free.leads(t, "https://tools.example/category/writing?search=camera&pricing=Free", "self",
		"https://tools.example/category/writing/feed.xml?search=camera&pricing=Free")
	storetest.Same(t, "its ID, another one, and the free ones", []any{feed.ID, free.ID != feed.ID, len(free.Entries)},
		[]any{feed.link("self"), true, 0})
	first := h.get("/feed.json?search=camera")
	storetest.Same(t, "the feed is valid JSON", json.Valid(first.Body.Bytes()), true)
	h.isKept(t, "/feed.json?search=camera", first)
	for i := range 500 {
		h.get(fmt.Sprintf("/feed.xml?search=made+up+%d", i))
	}
	storetest.Same(t, "cached feeds", h.cache.EstimatedSize(), before)
	storetest.Same(t, "without a search", h.atom("/feed.xml?pricing=Free").Title, "New tools – Vitrine")
	h.answersWith(t, map[string]string{
		"/category/WRITING/feed.xml?search=a%20b&x=y": "308 /category/writing/feed.xml?search=a%20b", "/feed.xml?search=%00": "404",
		"/feed.xml?search=" + strings.Repeat("x", 5_000): "200",
	})
	for target, want := range map[string]string{
		"/?search=camera&sort=name":       "https://tools.example/feed.xml?search=camera",
		"/category/writing?search=camera": "https://tools.example/category/writing/feed.xml?search=camera",
	} {
		storetest.Same(t, target, h.page(target).links["alternate"][0], want)
	}
	bad := h.atom("/feed.xml?search=" + url.QueryEscape("<img src=x>]]>&\""))
	storetest.Same(t, "the title of a hostile search", bad.Title, "“<img src=x>]]>&\"”: New tools – Vitrine")
}
