package fetch_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"code.dny.dev/ssrf"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/fetchtest"
)

func parseURL(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// A single request reads any answer within its bound, follows no redirect, and names the site that asks.
func TestGet(t *testing.T) {
	at := fetchtest.At(t, "127.0.0.2:0", func(w http.ResponseWriter, r *http.Request) {
		if agent := r.UserAgent(); agent != "Mozilla/5.0 (compatible; Vitrine; +https://tools.example)" || r.Header.Get("Accept") != "image/*" {
			t.Errorf("asked with the headers %v", r.Header)
		}
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, "/there", http.StatusFound)
		case "/busy":
			w.Header().Set("Retry-After", "120")
			w.WriteHeader(http.StatusTooManyRequests)
		case "/encoded":
			w.Header().Set("Content-Encoding", "gzip")
		default:
			sends("image/png", strings.Repeat("x", 100))(w, r)
		}
	})
	found := &fetchtest.Names{Hosts: map[string][]string{"public.example": {"127.0.0.2"}, "private.example": {"127.0.0.1"}}}
	r := fetch.For(fetch.Options{Allow: allowed, Contact: "https://tools.example"}, found.Resolver(t), timeout, at.Port)
	get := func(path string, most int64) (fetch.Response, error) {
		return r.Get(t.Context(), parseURL(t, address(at, "public.example")+path), "image/*", most)
	}
	for _, most := range []int64{99, 100} {
		if got, err := get("i.png", most); err != nil || got.Type != "image/png" || int64(len(got.Body)) != most || got.Truncated != (most < 100) {
			t.Errorf("at most %d bytes: %d, %v, %v", most, len(got.Body), got.Truncated, err)
		}
	}
	if got, err := get("moved", 9); err != nil || got.Location == nil || got.Location.Path != "/there" || at.Hits.Load() != 3 {
		t.Errorf("a redirect: %+v, %v after %d requests", got, err, at.Hits.Load())
	}
	if got, err := get("busy", 9); err != nil || got.Status != http.StatusTooManyRequests || got.RetryAfter != 2*time.Minute {
		t.Errorf("a busy website: %+v, %v", got, err)
	}
	if _, err := get("encoded", 9); err == nil {
		t.Error("an encoding that was not asked for is taken")
	}
	before := at.Hits.Load()
	for _, refused := range []string{"file:///etc/passwd", "http://127.0.0.2/", fmt.Sprintf("http://public.example:%d/", at.Port-1)} {
		if _, err := r.Get(t.Context(), parseURL(t, refused), "*/*", 9); err == nil {
			t.Errorf("%s is asked", refused)
		}
	}
	if _, err := r.Get(t.Context(), parseURL(t, address(at, "private.example")), "*/*", 9); !errors.Is(err, ssrf.ErrProhibitedIP) {
		t.Errorf("a private address: %v", err)
	}
	if at.Hits.Load() != before {
		t.Error("a refused address was asked")
	}
}
