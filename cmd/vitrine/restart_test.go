package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/cookiejar"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
)

const adminEmail, adminPassword = "keeper@example.com", "a long enough password"

// open opens the site, and gives what closes it in order.
func open(t *testing.T, settings config.Serve) (shut func()) {
	t.Helper()
	settings.SiteName = "Test"
	if settings.AdminEmail == "" {
		settings.AdminEmail, settings.AdminPassword = adminEmail, adminPassword
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, settings) }()
	shut = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the site ended with %v", err)
		}
	})
	t.Cleanup(shut)
	eventually(t, "the site is ready", func() bool { return status("http://"+settings.Addr+"/readyz") == http.StatusOK })
	return shut
}

// whileOpen opens the site, has it used, and closes it in order. It is used by a client of its address.
func whileOpen(t *testing.T, place config.Database, jar http.CookieJar, use func(c client)) {
	t.Helper()
	address := buckettest.FreeAddress(t)
	defer open(t, config.Serve{Database: place, Addr: address, PublicURL: "http://tools.example"})()
	use(client{t, "http://" + address, &http.Client{Jar: jar}})
}

// client asks an open site.
type client struct {
	t      *testing.T
	origin string
	http   *http.Client
}

// read is what the site answers at an address.
func (c client) read(path string) string {
	c.t.Helper()
	response, err := c.http.Get(c.origin + path)
	return c.body("GET "+path, http.StatusOK, response, err)
}

// write sends JSON to an address, and gives the answer.
func (c client) write(path string, want int, body any) string {
	c.t.Helper()
	text, err := json.Marshal(body)
	noError(c.t, err)
	response, err := c.http.Post(c.origin+path, "application/json", bytes.NewReader(text))
	return c.body("POST "+path, want, response, err)
}

func (c client) body(call string, want int, response *http.Response, err error) string {
	c.t.Helper()
	text := body(c.t, response, err)
	if response.StatusCode != want {
		c.t.Fatalf("%s gave %d: %s", call, response.StatusCode, text)
	}
	return text
}

// smallPNG is an image as a data URL.
func smallPNG(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	noError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 200, 60))))
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

// workFor is the proof of work that a submission comes with.
func workFor(website string) string {
	for nonce := 0; ; nonce++ {
		text := strconv.Itoa(nonce)
		if sum := sha256.Sum256([]byte("vitrine submission\n" + website + "\n" + text)); sum[0] == 0 && sum[1] == 0 {
			return text
		}
	}
}

// settle has everything set that the site's settings are, and a tool sent in; it gives the status link of that.
func settle(c client) string {
	img := smallPNG(c.t)
	for i, platform := range []string{"GitHub", "Medium"} {
		c.write("/api/social-media", http.StatusCreated, map[string]any{
			"platform": platform, "url": "https://social.example/" + platform, "isActive": i == 0, "displayOrder": 2 - i})
	}
	for _, kind := range []string{"main", "favicon"} {
		c.write("/api/logo-settings", http.StatusCreated, map[string]any{
			"type": kind, "name": kind, "fileName": kind + ".png", "fileData": img, "mimeType": "image/png", "fileSize": 1, "isActive": true})
	}
	c.write("/api/legal-pages", http.StatusCreated, map[string]any{"type": "privacy-policy", "title": "Kept *private*", "content": "## One\n\nKept through the night."})
	website := "https://sent.example/"
	var sent struct{ Status string }
	noError(c.t, json.Unmarshal([]byte(c.write("/api/submissions", http.StatusCreated, map[string]any{
		"productName": "Sent", "website": website, "description": "d", "category": "Writing", "type": "Free", "email": "ann@example.com", "work": workFor(website),
	})), &sent))
	return strings.Replace(sent.Status, "/submit/status/", "/api/submission-status/", 1)
}

// What was set is still there after a restart.
func TestSettingsAfterRestart(t *testing.T) {
	t.Parallel()
	place := newPlace(t)
	jar, err := cookiejar.New(nil)
	noError(t, err)
	addresses := []string{"/api/social-media", "/api/logo-settings", "/api/legal-pages", "/api/legal-pages/privacy-policy", "/api/submissions", "/api/auth/me"}
	before := map[string]string{}
	whileOpen(t, place, jar, func(c client) {
		c.write("/api/auth/login", http.StatusOK, map[string]any{"username": adminEmail, "password": adminPassword})
		addresses = append(addresses, settle(c))
		for _, address := range addresses {
			before[address] = c.read(address)
		}
	})
	whileOpen(t, place, jar, func(c client) {
		for _, address := range addresses {
			if got := c.read(address); got != before[address] && address != "/api/auth/me" {
				t.Errorf("%s was\n%s\nand is\n%s", address, before[address], got)
			}
		}
		wantText(t, c.read("/privacy-policy"), "<title>Kept *private* – Test</title>", "Kept through the night.")
	})
	wantText(t, fmt.Sprint(before), `"GitHub"`, `"Medium"`, `"favicon"`, "Kept through", `"Sent"`, "ann@example.com")
}
