//go:build unix

package drill

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/assisttest"
	"vitrine/internal/buckettest"
	"vitrine/internal/storetest"
)

// pair is two copies of a site on one database and one bucket, and their administrator at each.
type pair struct {
	t       *testing.T
	sites   []*site
	clients []*client
}

// openPair opens two copies that back the site up each ten seconds, into one folder, and draft texts.
func openPair(t *testing.T) (p *pair, backups string) {
	t.Helper()
	backups = t.TempDir()
	bucket := buckettest.Start(t)
	p = &pair{t: t, sites: copies(t, storetest.PostgresURL(t), 2, "--public-url", "http://tools.example", "--backup-every", "10s", "--backup-keep", "100", "--backup-dir", backups)}
	for _, s := range p.sites {
		s.env = []string{"VITRINE_S3_ENDPOINT=" + bucket.Endpoint.String(), "VITRINE_S3_BUCKET=" + bucket.Bucket,
			"VITRINE_S3_ACCESS_KEY=" + bucket.AccessKey, "VITRINE_S3_SECRET_KEY=" + bucket.SecretKey,
			"VITRINE_AI_BASE_URL=" + assisttest.New(t, assisttest.Says("A text.")).URL, "VITRINE_AI_API_KEY=k", "VITRINE_AI_MODEL=m"}
	}
	p.sites[0].fill(20)
	c := p.sites[0].administrator()
	for _, s := range p.sites {
		s.start()
		p.clients = append(p.clients, s.client(c.token))
	}
	return p, backups
}

// at asks one of the copies.
func (p *pair) at(n int, method, path string, body any) answer {
	p.t.Helper()
	got, err := p.clients[n%2].ask(p.t.Context(), method, path, body)
	if err != nil {
		p.t.Fatal(err)
	}
	return got
}

// both waits until both copies answer with the same, which has a text in it.
func (p *pair) both(path, text string) {
	p.t.Helper()
	eventually(p.t, "both copies answer "+path+" with "+text, func() bool {
		a, b := p.at(0, "GET", path, nil), p.at(1, "GET", path, nil)
		return a.status == http.StatusOK && bytes.Contains(a.body, []byte(text)) && bytes.Equal(a.body, b.body)
	})
}

// limited asks at both copies in turn, and wants so many to be taken and the next to be refused, at either.
func (p *pair) limited(most, taken int, ask func(n int) answer) {
	p.t.Helper()
	for n := range most {
		if got := ask(n); got.status != taken {
			p.t.Errorf("try %d: %d, %s", n+1, got.status, got.body)
		}
	}
	for n := range 2 {
		if got := ask(most + n); got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") == "" {
			p.t.Errorf("one more at copy %d: %d, %s", n, got.status, got.body)
		}
	}
}

// Two copies on one database and one bucket answer as one site.
func TestCopiesConsistent(t *testing.T) {
	beside(t)
	p, backups := openPair(t)
	began := time.Now()
	for name, agree := range map[string]func(*testing.T, *pair){
		"what was set": agreeOnSettings, "uploads": agreeOnUploads, "the order": agreeOnTheOrder, "visits": agreeOnVisits, "drafts": agreeOnDrafts, "submissions": agreeOnSubmissions,
	} {
		t.Run(name, func(t *testing.T) { agree(t, &pair{t, p.sites, p.clients}) })
	}
	t.Run("sessions and tries to sign in", func(t *testing.T) { agreeOnSessions(t, &pair{t, p.sites, p.clients}) })
	written := p.backedUp(backups, rounds(1, 5))
	for n := range rounds(0, 4) { // while one of them is stopped, in the middle of one or not
		p.sites[n%2].signal(syscall.SIGSTOP)
		written = p.backedUp(backups, written+2)
		p.sites[n%2].signal(syscall.SIGCONT)
	}
	if most := 1 + int(time.Since(began)/(10*time.Second)); written > most {
		t.Errorf("%d backups were written in %s, where one copy writes %d", written, time.Since(began), most)
	}
	figure(t, fmt.Sprintf("backups in %.0f s", time.Since(began).Seconds()), written, "one each 10 s")
}

// backedUp waits until there are so many clocked backups, and gives how many there are.
func (p *pair) backedUp(folder string, n int) (count int) {
	p.t.Helper()
	eventually(p.t, fmt.Sprintf("%d backups are written", n), func() bool {
		found, err := filepath.Glob(filepath.Join(folder, "vitrine-backup-*.zip"))
		count = len(found)
		return err == nil && count >= n
	})
	return count
}

func agreeOnSettings(t *testing.T, p *pair) {
	for n := range rounds(2, 20) {
		text := fmt.Sprintf("Kept by copy %d, as number %d.", n%2, n)
		p.both("/privacy-policy", "") // so that both keep the page
		p.at(n, "POST", "/api/legal-pages", map[string]any{"type": "privacy-policy", "title": "Privacy", "content": text})
		p.both("/privacy-policy", text)
		p.both("/api/legal-pages/privacy-policy", text)
	}
	p.at(0, "POST", "/api/social-media", map[string]any{"platform": "GitHub", "url": "https://social.example/", "isActive": true, "displayOrder": 1})
	p.both("/api/social-media", "https://social.example/")
	p.at(1, "POST", "/api/logo-settings", map[string]any{"type": "main", "name": "main", "fileName": "main.png", "fileData": smallImage(t), "mimeType": "image/png", "fileSize": 1, "isActive": true})
	p.both("/logos/main", "PNG")
	p.both("/", "/logos/main")
}

func agreeOnUploads(t *testing.T, p *pair) {
	var kept struct{ URL string }
	got := p.at(0, "POST", "/api/upload", map[string]any{"image": smallImage(t), "originalName": "a.png"})
	if err := json.Unmarshal(got.body, &kept); err != nil || got.status != http.StatusOK {
		t.Fatalf("upload: %d, %s", got.status, got.body)
	}
	p.both(kept.URL, "")
}

func agreeOnTheOrder(t *testing.T, p *pair) {
	name := "one copy's and the other's"
	made, err := p.clients[0].create(t.Context(), tool(name))
	if err != nil {
		t.Fatal(err)
	}
	page := "/products/" + made.Slug
	p.both(page, name)
	img := regexp.MustCompile(`og:image" content="[^"]*(/preview[^"]*)"`)
	before := img.FindSubmatch(p.at(1, "GET", page, nil).body)
	made.Description = "Changed at the other copy, and so is its preview."
	if made, err = p.clients[1].update(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	p.both(page, made.Description)
	p.both("/api/products?search=changed+other+copy", made.Description)
	after := img.FindSubmatch(p.at(0, "GET", page, nil).body)
	if len(before) != 2 || len(after) != 2 {
		t.Fatalf("the page names the previews %q, %q", before, after)
	}
	p.both(string(after[1]), "")
	made.Description = "Changed again, by who has not seen it." // with the version before
	made.Version--
	if _, err := p.clients[0].update(t.Context(), made); err == nil || !strings.Contains(err.Error(), "409") {
		t.Errorf("a change of an old version: %v", err)
	}
}

func agreeOnVisits(t *testing.T, p *pair) {
	for n := range 5 {
		p.at(n, "POST", "/api/visits", map[string]any{"product": 1, "kind": "visit"})
	}
	p.both("/api/products/1/visits", `"visits":2`) // of one address each copy counts one
	p.both("/api/admin/visits", `"visits":2`)
	first := p.clients[0].products(t)[1]
	for n := range 2 { // which is read each ten seconds
		eventually(t, "the visited one is the most popular", func() bool {
			return strings.HasPrefix(string(p.at(n, "GET", "/api/products?sort=popular&limit=1", nil).body), fmt.Sprintf(`[{"id":%d,`, first.ID))
		})
	}
}

func agreeOnDrafts(_ *testing.T, p *pair) {
	p.limited(10, http.StatusOK, func(n int) answer {
		return p.at(n, "POST", "/api/ai/generate-usecases", map[string]any{"productName": "Tool"})
	})
}

func agreeOnSubmissions(_ *testing.T, p *pair) {
	p.limited(10, http.StatusCreated, func(n int) answer {
		website := fmt.Sprintf("https://sent-%d.example/", n)
		return p.at(n, "POST", "/api/submissions", map[string]any{
			"productName": "Sent", "website": website, "description": "d", "category": "Writing", "type": "Free", "work": workFor(website)})
	})
}

// workFor is the proof of work that a submission comes with.
func workFor(website string) string {
	for n := 0; ; n++ {
		nonce := strconv.Itoa(n)
		if sum := sha256.Sum256([]byte("vitrine submission\n" + website + "\n" + nonce)); sum[0] == 0 && sum[1] == 0 {
			return nonce
		}
	}
}

func agreeOnSessions(t *testing.T, p *pair) {
	const another = "another long enough password"
	me := func(b *http.Client, n int, want int) {
		t.Helper()
		if got := p.browse(b, n, "GET", "/api/auth/me", nil); got != want {
			t.Errorf("who has signed in is answered with %d at copy %d, want %d", got, n, want)
		}
	}
	signIn := func(n int, password string) (*http.Client, int) {
		b := browser(t)
		return b, p.browse(b, n, "POST", "/api/auth/login", map[string]any{"username": adminEmail, "password": password})
	}
	for n := range rounds(2, 20) {
		b, _ := signIn(n, adminPassword)
		me(b, n, http.StatusOK)
		me(b, n+1, http.StatusOK)
		stolen := browser(t) // with the cookie that the answer takes away
		stolen.Jar.SetCookies(p.home(), b.Jar.Cookies(p.home()))
		me(stolen, n+1, http.StatusOK)
		if got := p.browse(b, n, "POST", "/api/auth/logout", map[string]any{}); got >= http.StatusBadRequest {
			t.Errorf("signing out: %d", got)
		}
		me(stolen, n+1, http.StatusUnauthorized)
	}
	one, _ := signIn(0, adminPassword)
	other, _ := signIn(1, adminPassword)
	if got := p.browse(one, 0, "POST", "/api/auth/password", map[string]any{"currentPassword": adminPassword, "newPassword": another}); got != http.StatusOK {
		t.Errorf("another password: %d", got)
	}
	me(other, 1, http.StatusUnauthorized)
	me(one, 1, http.StatusOK)
	if got := p.at(1, "GET", "/api/auth/me", nil); got.status != http.StatusUnauthorized {
		t.Errorf("a token of the password before: %d", got.status)
	}
	for n := range 11 {
		want := http.StatusUnauthorized
		if n == 10 {
			want = http.StatusTooManyRequests
		}
		if _, got := signIn(n, "wrong"); got != want {
			t.Errorf("wrong try %d: %d", n+1, got)
		}
	}
	for n := range 2 {
		if _, got := signIn(n, another); got != http.StatusTooManyRequests {
			t.Errorf("the right password after ten wrong ones, at copy %d: %d", n, got)
		}
	}
}

// browser is a client with cookies, which both copies get: they are at one host.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, Timeout: time.Minute}
}

// home is the address of both copies, as cookies know it.
func (p *pair) home() *url.URL {
	host, _, _ := strings.Cut(p.sites[0].address, ":")
	return &url.URL{Scheme: "http", Host: host, Path: "/"}
}

// browse is the status of what a browser asks a copy.
func (p *pair) browse(b *http.Client, n int, method, path string, body any) int {
	p.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.clients[n%2].origin+path, bytes.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := b.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

// smallImage is an image as a data URL.
func smallImage(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 200, 60))); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}
