package drill

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/storetest"
)

// Two copies on one database and one bucket answer as one site. Limits, visits and scheduled jobs of several copies have
// tests of their own: account.TestLoginLimitAcrossCopies, assist.TestDraftLimitAcrossCopies, store.TestSubmissionLimit,
// store.TestVisitsOfTwoCopies, jobs.TestLeaseManyCopies and those beside it.
func TestCopiesConsistent(t *testing.T) {
	parallel(t)
	b := newBucket(t)
	sites := copies(t, 2, storetest.PostgresURL(t), "--public-url", "http://tools.example")
	for _, s := range sites {
		s.env = b.settings()
	}
	sites[0].fill(20)
	token := sites[0].administrator()
	p := &pair{}
	for n, s := range sites {
		s.start()
		p[n] = s.client(token)
	}
	t.Run("settings", p.agreeOnSettings)
	t.Run("products", p.agreeOnProducts)
	t.Run("sessions", p.agreeOnSessions)
}

// pair is the administrator at each of two copies.
type pair [2]*client

// at sends a request to one of the copies, which has to answer with this status; 200 stands for any success.
func (p *pair) at(t *testing.T, n int, method, path string, body any, want int) response {
	t.Helper()
	got, err := p[n%2].do(t.Context(), method, path, body)
	if success := got.status/100 == 2; err != nil || got.status != want && !(success && want == http.StatusOK) {
		t.Errorf("copy %d: %s %s: %d, %v; want %d: %.300s", n%2, method, path, got.status, err, want, got.body)
	}
	return got
}

// agree waits until both copies give the same answer, with this text in it.
func (p *pair) agree(t *testing.T, path, text string) {
	t.Helper()
	eventually(t, "both copies answer "+path+" with "+text, func() bool {
		one, failed := p[0].do(t.Context(), "GET", path, nil)
		other, err := p[1].do(t.Context(), "GET", path, nil)
		return failed == nil && err == nil && one.status == http.StatusOK && bytes.Contains(one.body, []byte(text)) && bytes.Equal(one.body, other.body)
	})
}

func (p *pair) agreeOnSettings(t *testing.T) {
	for n := range choose(2, 20) {
		text := fmt.Sprintf("Saved at copy %d, as number %d.", n%2, n)
		p.agree(t, "/privacy-policy", "") // so that both cache the page
		p.at(t, n, "POST", "/api/legal-pages", map[string]any{"type": "privacy-policy", "title": "Privacy", "content": text}, http.StatusOK)
		p.agree(t, "/privacy-policy", text)
		p.agree(t, "/api/legal-pages/privacy-policy", text)
	}
	p.at(t, 0, "POST", "/api/social-media", map[string]any{"platform": "GitHub", "url": "https://social.example/", "isActive": true, "displayOrder": 1}, http.StatusCreated)
	p.agree(t, "/api/social-media", "https://social.example/")
	p.at(t, 1, "POST", "/api/logo-settings", map[string]any{"type": "main", "name": "main", "fileName": "main.png", "fileData": newUpload()["image"],
		"mimeType": "image/png", "fileSize": 1, "isActive": true}, http.StatusCreated)
	p.agree(t, "/logos/main", "PNG")
	p.agree(t, "/", "/logos/main")
}

func (p *pair) agreeOnProducts(t *testing.T) {
	var image struct{ URL string }
	if err := json.Unmarshal(p.at(t, 0, "POST", "/api/upload", newUpload(), http.StatusOK).body, &image); err != nil {
		t.Fatal(err)
	}
	p.agree(t, image.URL, "")
	var made catalog.Product
	if err := json.Unmarshal(p.at(t, 0, "POST", "/api/products", input(newProduct("made at one copy")), http.StatusCreated).body, &made); err != nil {
		t.Fatal(err)
	}
	page := "/products/" + made.Slug
	p.agree(t, page, made.Name)
	made.Description = "Changed at the other copy, and so is its preview."
	p.at(t, 1, "PUT", fmt.Sprint("/api/products/", made.ID), input(made), http.StatusOK)
	p.agree(t, page, made.Description)
	p.agree(t, "/api/products?search=changed+other+copy", made.Description)
	preview := regexp.MustCompile(`og:image" content="[^"]*(/preview[^"]*)"`).FindSubmatch(p.at(t, 0, "GET", page, nil, http.StatusOK).body)
	if len(preview) != 2 {
		t.Fatal("the page names no preview image")
	}
	p.agree(t, string(preview[1]), "")
	p.at(t, 0, "PUT", fmt.Sprint("/api/products/", made.ID), input(made), http.StatusConflict) // its version is the one before
}

func (p *pair) agreeOnSessions(t *testing.T) {
	const changed = "another long enough password"
	signIn := func(n int) *pair {
		jar, _ := cookiejar.New(nil) // which never fails; both copies are at one host, and so get the cookie
		browser := &http.Client{Jar: jar}
		b := &pair{{p[0].origin, "", browser}, {p[1].origin, "", browser}}
		b.at(t, n, "POST", "/api/auth/login", map[string]any{"username": adminEmail, "password": adminPassword}, http.StatusOK)
		return b
	}
	for n := range choose(2, 20) {
		b := signIn(n)
		b.at(t, n, "GET", "/api/auth/me", nil, http.StatusOK)
		b.at(t, n+1, "GET", "/api/auth/me", nil, http.StatusOK)
		home, _ := url.Parse(p[0].origin) // which the site listens on
		cookies := b[0].http.Jar.Cookies(home)
		b.at(t, n, "POST", "/api/auth/logout", map[string]any{}, http.StatusOK)
		b[0].http.Jar.SetCookies(home, cookies) // as somebody who copied them
		b.at(t, n+1, "GET", "/api/auth/me", nil, http.StatusUnauthorized)
	}
	one, other := signIn(0), signIn(1)
	one.at(t, 0, "POST", "/api/auth/password", map[string]any{"currentPassword": adminPassword, "newPassword": changed}, http.StatusOK)
	other.at(t, 1, "GET", "/api/auth/me", nil, http.StatusUnauthorized)
	one.at(t, 1, "GET", "/api/auth/me", nil, http.StatusOK)
	p.at(t, 1, "GET", "/api/auth/me", nil, http.StatusUnauthorized) // a token from before the change
}
