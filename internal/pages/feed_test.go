package pages

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

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
	if len(feed.Entries) != 30 || feed.Entries[0].Title != "Camera 58" || feed.Entries[29].Title != "Camera 0" || feed.Title != "“camera”: New tools – Vitrine" {
		t.Errorf("%d entries in %q, the first is %+v", len(feed.Entries), feed.Title, feed.Entries[0])
	}
	if feed.link("self") != "https://tools.example/feed.xml?search=camera" || feed.link("alternate") != "https://tools.example/?search=camera" || feed.ID != feed.link("self") {
		t.Errorf("it is %s with %v", feed.ID, feed.Links)
	}
	free := h.atom("/category/writing/feed.xml?search=camera&pricing=Free")
	if len(free.Entries) != 0 || free.ID == feed.ID || free.link("self") != "https://tools.example/category/writing/feed.xml?search=camera&pricing=Free" {
		t.Errorf("the free ones: %+v", free)
	}
	first := h.get("/feed.json?search=camera")
	if tag := first.Header().Get("Etag"); tag == "" || h.get("/feed.json?search=camera", "If-None-Match", tag).Code != http.StatusNotModified || !json.Valid(first.Body.Bytes()) {
		t.Errorf("as JSON: %v", first.Header())
	}
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
