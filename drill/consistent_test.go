package drill

import (
	"bytes"
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
	var p pair
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

// at sends a request to one of the copies, requires this status and decodes the response into value, unless that is nil.
func (p pair) at(t *testing.T, n int, method, path string, body any, want int, value any) {
	t.Helper()
	if err := p[n%2].call(t.Context(), method, path, body, want, value); err != nil {
		t.Errorf("copy %d: %v", n%2, err)
	}
}

// agree waits until both copies give the same response, with this text in it, and returns it.
func (p pair) agree(t *testing.T, path, text string) (body []byte) {
	t.Helper()
	eventually(t, "both copies answer "+path+" with "+text, func() bool {
		one, failed := p[0].do(t.Context(), "GET", path, nil)
		other, err := p[1].do(t.Context(), "GET", path, nil)
		body = one.body
		return failed == nil && err == nil && one.status == http.StatusOK && bytes.Contains(body, []byte(text)) && bytes.Equal(body, other.body)
	})
	return body
}

func (p pair) agreeOnSettings(t *testing.T) {
	for n := range choose(2, 20) {
		text := fmt.Sprintf("Saved at copy %d, as number %d.", n%2, n)
		p.agree(t, "/privacy-policy", "") // so that both cache the page
		p.at(t, n, "POST", "/api/legal-pages", map[string]any{"type": "privacy-policy", "title": "Privacy", "content": text}, http.StatusOK, nil)
		p.agree(t, "/privacy-policy", text)
		p.agree(t, "/api/legal-pages/privacy-policy", text)
	}
	p.at(t, 0, "POST", "/api/social-media", map[string]any{"platform": "GitHub", "url": "https://social.example/", "isActive": true, "displayOrder": 1}, http.StatusCreated, nil)
	p.agree(t, "/api/social-media", "https://social.example/")
	p.at(t, 1, "POST", "/api/logo-settings", map[string]any{"type": "main", "name": "main", "fileName": "main.png", "fileData": newUpload()["image"],
		"mimeType": "image/png", "fileSize": 1, "isActive": true}, http.StatusCreated, nil)
	p.agree(t, "/logos/main", "PNG")
	p.agree(t, "/", "/logos/main")
}

func (p pair) agreeOnProducts(t *testing.T) {
	var image struct{ URL string }
	p.at(t, 0, "POST", "/api/upload", newUpload(), http.StatusOK, &image)
	p.agree(t, image.URL, "")
	var made catalog.Product
	p.at(t, 0, "POST", "/api/products", input(newProduct("made at one copy")), http.StatusCreated, &made)
	page := "/products/" + made.Slug
	p.agree(t, page, made.Name)
	made.Description = "Changed at the other copy, and so is its preview."
	p.at(t, 1, "PUT", fmt.Sprint("/api/products/", made.ID), input(made), http.StatusOK, nil)
	changed := p.agree(t, page, made.Description)
	p.agree(t, "/api/products?search=changed+other+copy", made.Description)
	preview := regexp.MustCompile(`og:image" content="[^"]*(/preview[^"]*)"`).FindSubmatch(changed)
	if len(preview) != 2 {
		t.Fatal("the page names no preview image")
	}
	p.agree(t, string(preview[1]), "")
	p.at(t, 0, "PUT", fmt.Sprint("/api/products/", made.ID), input(made), http.StatusConflict, nil) // its version is the one before
}

func (p pair) agreeOnSessions(t *testing.T) {
	const changed = "another long enough password"
	signIn := func(n int) pair {
		jar, _ := cookiejar.New(nil) // which never fails; both copies are at one host, and so get the cookie
		browser := &http.Client{Jar: jar}
		b := pair{{p[0].origin, "", browser}, {p[1].origin, "", browser}}
		b.at(t, n, "POST", "/api/auth/login", map[string]any{"username": adminEmail, "password": adminPassword}, http.StatusOK, nil)
		return b
	}
	for n := range choose(2, 20) {
		b := signIn(n)
		b.at(t, n, "GET", "/api/auth/me", nil, http.StatusOK, nil)
		b.at(t, n+1, "GET", "/api/auth/me", nil, http.StatusOK, nil)
		home, _ := url.Parse(p[0].origin) // which the site listens on
		cookies := b[0].http.Jar.Cookies(home)
		b.at(t, n, "POST", "/api/auth/logout", map[string]any{}, http.StatusOK, nil)
		b[0].http.Jar.SetCookies(home, cookies) // as somebody who copied them
		b.at(t, n+1, "GET", "/api/auth/me", nil, http.StatusUnauthorized, nil)
	}
	one, other := signIn(0), signIn(1)
	one.at(t, 0, "POST", "/api/auth/password", map[string]any{"currentPassword": adminPassword, "newPassword": changed}, http.StatusOK, nil)
	other.at(t, 1, "GET", "/api/auth/me", nil, http.StatusUnauthorized, nil)
	one.at(t, 1, "GET", "/api/auth/me", nil, http.StatusOK, nil)
	p.at(t, 1, "GET", "/api/auth/me", nil, http.StatusUnauthorized, nil) // a token from before the change
}
