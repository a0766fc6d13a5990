package main

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/config"
)

// A site behind nginx behaves like the site itself.
func TestBehindNginx(t *testing.T) {
	t.Parallel()
	p := behindNginx(t, config.AI{})
	noError(t, errOf(imported(t, config.Import{Database: p.settings.Database}, twoTools)))
	for _, part := range []struct {
		says string
		try  func(*testing.T, *proxied)
	}{
		{"pages name the outer address", pagesNameTheOuterAddress},
		{"packed answers and their tags pass unchanged", packedAnswersPassUnchanged},
		{"requests are counted by visitor, whatever they say", requestsAreCountedByVisitor},
		{"tries to sign in are counted by visitor, whatever they say", triesAreCountedByVisitor},
		{"an administrator signs in from the site alone", administratorsSignIn},
		{"uploads pass up to the largest", uploadsPassUpToTheLargest},
		{"a closed site is said to be away, and opens again", closedSitesOpenAgain},
	} {
		t.Run(part.says, func(t *testing.T) { part.try(t, p) })
	}
}

// ask sends a request with these header lines, and gives the answer and all of its body.
func (c client) ask(method, path, text string, lines ...string) (*http.Response, string) {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), method, c.origin+path, strings.NewReader(text))
	noError(c.t, err)
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(lines); i += 2 {
		request.Header.Set(lines[i], lines[i+1])
	}
	response, err := c.http.Do(request)
	return response, body(c.t, response, err)
}

func (c client) signIn() {
	c.write("/api/auth/login", http.StatusOK, map[string]any{"username": adminEmail, "password": adminPassword})
}

func pagesNameTheOuterAddress(t *testing.T, p *proxied) {
	page, text := p.visitor(t, "203.0.113.1").ask("GET", "/privacy-policy", "")
	if page.StatusCode != http.StatusOK || page.ProtoMajor != 2 || !strings.Contains(text, outside+"/privacy-policy") || strings.Contains(text, "http://tools.example") {
		t.Errorf("%s %d: %.2000s", page.Proto, page.StatusCode, text)
	}
	if page.Header.Get("Strict-Transport-Security") == "" || page.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("the header is %v", page.Header)
	}
	same(t, "where one is led without TLS", led(t, "http://"+p.plain+"/products/first-tool?a=%2F"), outside+"/products/first-tool?a=%2F")
}

func packedAnswersPassUnchanged(t *testing.T, p *proxied) {
	through := p.visitor(t, "203.0.113.1")
	direct := client{t, "http://" + p.settings.Addr, &http.Client{Transport: &http.Transport{DisableCompression: true}}}
	for _, path := range []string{"/privacy-policy", "/api/legal-pages/privacy-policy", "/no-such-page"} {
		for accepted, want := range map[string]string{"zstd": "zstd", "br": "br", "gzip": "gzip", "gzip;q=0.5, identity": ""} {
			ask := func(c client, lines ...string) (*http.Response, string) {
				return c.ask("GET", path, "", append([]string{"Accept-Encoding", accepted}, lines...)...)
			}
			var wanted, got, again *http.Response
			var body, same string
			eventually(t, path+" is the same before and after all these requests: a page changes when it is rendered and when it is packed", func() bool {
				wanted, body = ask(direct)
				got, same = ask(through)
				again, _ = ask(through, "If-None-Match", got.Header.Get("Etag"))
				after, last := ask(direct)
				return last == body && after.Header.Get("Etag") == wanted.Header.Get("Etag")
			})
			for _, header := range []http.Header{wanted.Header, got.Header} {
				for _, own := range []string{"X-Request-Id", "Date", "Server"} {
					header.Del(own)
				}
			}
			if got.StatusCode != wanted.StatusCode || same != body || got.Header.Get("Content-Encoding") != want ||
				!maps.EqualFunc(got.Header, wanted.Header, func(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") }) {
				t.Errorf("%s as %s was %d, %d bytes, %v\nand is %d, %d bytes, %v", path, accepted, wanted.StatusCode, len(body), wanted.Header, got.StatusCode, len(same), got.Header)
			}
			if tag := got.Header.Get("Etag"); tag != "" && (again.StatusCode != http.StatusNotModified || again.Header.Get("Etag") != tag) {
				t.Errorf("%s as %s is not known again by %s: %d", path, accepted, tag, again.StatusCode)
			}
		}
	}
}

func requestsAreCountedByVisitor(t *testing.T, p *proxied) {
	many := p.visitor(t, "203.0.113.2")
	var refused atomic.Bool
	var senders sync.WaitGroup
	for range 32 { // at once: one after the other, a busy machine may be no faster than the limit
		senders.Go(func() {
			for i := 0; i < 1000 && !refused.Load(); i++ { // far more than the limit lets pass meanwhile
				answer, _ := many.ask("GET", "/api/site", "", "X-Forwarded-For", "198.51.100."+string(rune('0'+i%10)), "X-Real-IP", "198.51.100.1")
				if answer.StatusCode == http.StatusTooManyRequests {
					refused.Store(true)
				}
			}
		})
	}
	senders.Wait()
	if !refused.Load() {
		t.Error("32,000 requests of one visitor were all answered")
	}
	if other, _ := p.visitor(t, "203.0.113.3").ask("GET", "/api/site", "", "X-Forwarded-For", "203.0.113.2"); other.StatusCode != http.StatusOK {
		t.Errorf("another visitor gets %d", other.StatusCode)
	}
}

func triesAreCountedByVisitor(t *testing.T, p *proxied) {
	const wrong = `{"username":"nobody@example.com","password":"a wrong long password"}`
	guesser := p.visitor(t, "203.0.113.4")
	for try := range 11 {
		want := http.StatusUnauthorized
		if try == 10 {
			want = http.StatusTooManyRequests
		}
		if answer, text := guesser.ask("POST", "/api/auth/login", wrong, "X-Forwarded-For", "198.51.100."+string(rune('0'+try%10))); answer.StatusCode != want {
			t.Errorf("try %d: %d %s", try, answer.StatusCode, text)
		}
	}
	p.visitor(t, "203.0.113.5").signIn()
}

func administratorsSignIn(t *testing.T, p *proxied) {
	c := p.visitor(t, "203.0.113.6")
	const right = `{"username":"` + adminEmail + `","password":"` + adminPassword + `"}`
	if answer, text := c.ask("POST", "/api/auth/login", right, "Origin", "https://evil.example"); answer.StatusCode != http.StatusForbidden {
		t.Errorf("from another site: %d %s", answer.StatusCode, text)
	}
	answer, text := c.ask("POST", "/api/auth/login", right, "Origin", outside)
	cookie := answer.Header.Get("Set-Cookie")
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(cookie, "__Host-") || !strings.Contains(cookie, "; Secure") || !strings.Contains(cookie, "; HttpOnly") {
		t.Errorf("%d %s, %s", answer.StatusCode, text, cookie)
	}
	c.read("/api/auth/me")
	c.read("/api/admin/products")
	if history := c.read("/api/audit"); !strings.Contains(history, "203.0.113.6") || strings.Contains(history, "127.0.0.1") {
		t.Errorf("the history says %.1000s", history)
	}
}

func uploadsPassUpToTheLargest(t *testing.T, p *proxied) {
	c := p.visitor(t, "203.0.113.7")
	c.signIn()
	const largest = 10 << 20
	img, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(smallPNG(t), "data:image/png;base64,"))
	noError(t, err)
	img = append(img, make([]byte, largest-len(img))...) // what follows an image's end is not looked at
	head := `{"image":"data:image/png;base64,` + base64.StdEncoding.EncodeToString(img) + `"`
	var added struct{ URL string }
	if text := c.write("/api/upload", http.StatusOK, json.RawMessage(head+"}")); json.Unmarshal([]byte(text), &added) != nil || !strings.HasPrefix(added.URL, "/uploads/") {
		t.Fatalf("got %s", text)
	}
	if shown, text := c.ask("GET", added.URL, ""); shown.StatusCode != http.StatusOK || shown.Header.Get("Content-Type") != "image/jpeg" || !strings.Contains(shown.Header.Get("Cache-Control"), "immutable") || len(text) == 0 {
		t.Errorf("the image: %d %v", shown.StatusCode, shown.Header)
	}
	for length, says := range map[int]string{14<<20 + 1: "Please upload an image smaller than 10MB", 40 << 20: "This request is too large."} {
		answer, text := c.ask("POST", "/api/upload", head+strings.Repeat(" ", length-len(head)-1)+"}")
		var refusal struct{ Error, Message, Code string }
		if err := json.Unmarshal([]byte(text), &refusal); err != nil || answer.StatusCode != http.StatusRequestEntityTooLarge || answer.Header.Get("Content-Type") != "application/json" ||
			refusal.Code != "too_large" || refusal.Error != says || refusal.Message != says {
			t.Errorf("%d bytes: %d %v %s, %v", length, answer.StatusCode, answer.Header, text, err)
		}
	}
}

func closedSitesOpenAgain(t *testing.T, p *proxied) {
	c := p.visitor(t, "203.0.113.9")
	c.signIn()
	p.shut()
	for _, try := range [][2]string{{"GET", "/"}, {"GET", "/api/auth/me"}, {"POST", "/api/auth/logout"}} {
		answer, text := c.ask(try[0], try[1], "")
		if answer.StatusCode != http.StatusBadGateway || text != "The site does not answer. Please try again in a moment.\n" || answer.Header.Get("Retry-After") != "5" || answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v %s", try, answer.StatusCode, answer.Header, text)
		}
	}
	p.shut = open(t, p.settings)
	for range 20 {
		c.read("/api/auth/me")
	}
}
