package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"code.dny.dev/ssrf"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/fetchtest"
)

func address(at *website, host string) string { return fmt.Sprintf("http://%s:%d/", host, at.Port) }

// A public page is read. The request has no headers that identify the reader.
func TestReadPublicPage(t *testing.T) {
	var request *http.Request
	at := fetchtest.At(t, "127.0.0.2:0", func(w http.ResponseWriter, r *http.Request) {
		request = r
		sends("text/html; charset=utf-8", "<title>Lumen</title><p>It lights.")(w, r)
	})
	page, err := reader(t, at, nil).Page(t.Context(), address(at, "public.example"))
	if err != nil || page.Title != "Lumen" || page.Text != "It lights." {
		t.Fatalf("got %+v, %v", page, err)
	}
	for name := range request.Header {
		if name != "User-Agent" && name != "Accept" && name != "Accept-Encoding" && name != "Connection" {
			t.Errorf("the request has the header %s", name)
		}
	}
	if request.Method != "GET" || request.UserAgent() != "Mozilla/5.0 (compatible; Vitrine)" || request.Header.Get("Accept-Encoding") != "identity" || request.ProtoMajor != 1 {
		t.Errorf("got request %+v", request)
	}
}

// Connecting to any non-public address is refused.
func TestPrivateAddressRefused(t *testing.T) {
	canary := fetchtest.At(t, "127.0.0.1:0", sends("text/html", "secret"))
	private := map[string][]string{}
	for i, ip := range []string{
		"127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "10.0.0.5", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "169.254.170.2", "100.64.0.1",
		"192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.7", "168.63.129.16", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
		"::1", "::", "::ffff:127.0.0.1", "::ffff:10.0.0.5", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:5", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1",
		"2002:7f00:1::", "2002:a00:5::", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
	} {
		private[fmt.Sprintf("private-%d.example", i)] = []string{ip}
	}
	r := reader(t, canary, private)
	for name, addresses := range private {
		_, err := r.Page(t.Context(), address(canary, name))
		if !errors.Is(err, ssrf.ErrProhibitedIP) {
			t.Errorf("%s: %v", addresses[0], err)
		}
	}
	if canary.Hits.Load() > 0 {
		t.Error("the private server received a request")
	}
}

// A name is refused once it resolves to a private address, even if it was public before.
func TestDNSRebinding(t *testing.T) {
	canary := fetchtest.At(t, "127.0.0.1:0", sends("text/html", "secret"))
	at := fetchtest.At(t, fmt.Sprintf("127.0.0.2:%d", canary.Port), func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/again", http.StatusFound)
	})
	_, err := reader(t, at, map[string][]string{"rebinds.example": {"127.0.0.2", "127.0.0.1"}}).Page(t.Context(), address(at, "rebinds.example"))
	if !errors.Is(err, ssrf.ErrProhibitedIP) || at.Hits.Load() != 1 || canary.Hits.Load() != 0 {
		t.Errorf("%d public and %d private hits: %v", at.Hits.Load(), canary.Hits.Load(), err)
	}
}

// A redirect to a URL that is not allowed is not followed.
func TestRedirectTarget(t *testing.T) {
	canary := fetchtest.At(t, "127.0.0.1:0", sends("text/html", "secret"))
	for _, target := range []string{
		"http://127.0.0.1:%d/", "http://[::1]:%d/", "http://localhost:%d/", "http://2130706433:%d/", "http://0x7f.1:%d/", "http://inside.example:%d/", "//inside.example:%d/", "http://x@public.example:%d/",
		"file:///etc/passwd?%d", "ftp://public.example:%d/", "http://public.example:22/?%d", "http://metadata.google.internal/?%d",
	} {
		at := fetchtest.At(t, fmt.Sprintf("127.0.0.2:%d", canary.Port), func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", fmt.Sprintf(target, canary.Port))
			w.WriteHeader(http.StatusTemporaryRedirect)
		})
		if _, err := reader(t, at, map[string][]string{"inside.example": {"127.0.0.1"}}).Page(t.Context(), address(at, "public.example")); err == nil || at.Hits.Load() != 1 {
			t.Errorf("%s: %d hits, %v", target, at.Hits.Load(), err)
		}
		at.Close()
	}
	if canary.Hits.Load() > 0 {
		t.Error("the private server received a request")
	}
}

// At most three redirects are followed, without Cookie and Referer headers.
func TestRedirectLimit(t *testing.T) {
	for hops, ok := range map[int]bool{3: true, 4: false} {
		count := 0
		at := fetchtest.At(t, "127.0.0.2:0", func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Referer") != "" || r.Header.Get("Cookie") != "" {
				t.Errorf("the request has the headers %v", r.Header)
			}
			if count++; count <= hops {
				http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
				http.Redirect(w, r, fmt.Sprintf("/%d", count), http.StatusFound)
				return
			}
			sends("text/html", "<title>Target</title>")(w, r)
		})
		page, err := reader(t, at, nil).Page(t.Context(), address(at, "public.example"))
		if (err == nil) != ok || ok && (page.Title != "Target" || !strings.HasSuffix(page.Address, "/3")) {
			t.Errorf("%d redirects: %+v, %v", hops, page, err)
		}
	}
}

// Only text with status 200 and without Content-Encoding is read.
func TestContentType(t *testing.T) {
	for contentType, ok := range map[string]bool{
		"text/html": true, "text/html; charset=utf-8": true, "application/xhtml+xml": true, "text/plain": true,
		"application/json": false, "image/png": false, "application/octet-stream": false, "": false, "text/htmlx": false,
	} {
		at := fetchtest.At(t, "127.0.0.2:0", func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Content-Type"] = []string{contentType}
			_, _ = w.Write([]byte("text"))
		})
		if page, err := reader(t, at, nil).Page(t.Context(), address(at, "public.example")); (err == nil) != ok || ok && page.Text != "text" {
			t.Errorf("%q: %+v, %v", contentType, page, err)
		}
	}
	for name, handler := range map[string]http.HandlerFunc{
		"an error status":    func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) },
		"a content encoding": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Encoding", "gzip") },
	} {
		at := fetchtest.At(t, "127.0.0.2:0", handler)
		if _, err := reader(t, at, nil).Page(t.Context(), address(at, "public.example")); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

// A long page is truncated, and a page that does not end in time is an error.
func TestLongAndSlowPage(t *testing.T) {
	sent := 0
	at := fetchtest.At(t, "127.0.0.2:0", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for chunk := []byte("<title>Long</title>" + strings.Repeat("word ", 10_000)); ; sent += len(chunk) {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	page, err := reader(t, at, nil).Page(t.Context(), address(at, "public.example"))
	if length := len([]rune(page.Title + page.Text)); err != nil || page.Title != "Long" || length > 8_000 || length < 7_000 {
		t.Errorf("%q and %d characters, %v", page.Title, length, err)
	}
	slow := fetchtest.At(t, "127.0.0.2:0", func(w http.ResponseWriter, r *http.Request) {
		sends("text/html", "<p>one")(w, r)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	impatient := fetch.For(fetch.Options{Allow: allowed}, (&fetchtest.Names{Hosts: map[string][]string{"public.example": {"127.0.0.2"}}}).Resolver(t), 200*time.Millisecond, slow.Port)
	if _, err := impatient.Page(t.Context(), address(slow, "public.example")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a page that does not end: %v", err)
	}
}

// At most four pages are read at once; a fifth waits.
func TestConcurrencyLimit(t *testing.T) {
	arrived, next := make(chan struct{}, 10), make(chan struct{})
	at := fetchtest.At(t, "127.0.0.2:0", func(w http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-next
		sends("text/plain", "text")(w, r)
	})
	r := reader(t, at, nil)
	ended := make(chan error, 5)
	for range 5 {
		go func() {
			_, err := r.Page(context.WithoutCancel(t.Context()), address(at, "public.example"))
			ended <- err
		}()
	}
	for range 4 {
		<-arrived
	}
	if at.Hits.Load() != 4 {
		t.Errorf("%d requests at once, want 4", at.Hits.Load())
	}
	for range 5 {
		next <- struct{}{}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// Admits accepts only URLs that look public.
func TestGate(t *testing.T) {
	r := fetch.New(fetch.Options{OwnHost: "directory.example"})
	for address, ok := range map[string]bool{
		"https://lumen.example/": true, "http://lumen.example:80/a?b=c#d": true, "https://lumen.example:443": true, "https://bücher.example/ä": true, "https://a.b.c.example.": true, "HTTPS://LUMEN.EXAMPLE": true,
		"http://lumen.example:8080/": false, "http://lumen.example:22/": false, "https://directory.example/": false, "https://Directory.Example./": false,
		"http://localhost/": false, "http://x.localhost/": false, "http://router/": false, "http://printer.local/": false, "http://metadata.google.internal/": false, "http://x.home.arpa/": false,
		"http://127.0.0.1/": false, "http://10.0.0.5/": false, "http://[::1]/": false, "http://[::ffff:10.0.0.5]/": false, "http://[fe80::1%25eth0]/": false, "http://93.184.216.34/": false,
		"http://2130706433/": false, "http://0x7f000001/": false, "http://017700000001/": false, "http://127.1/": false, "http://0x7f.0.0.1/": false, "http://127.0.0.1./": false, "http://1.2.3.4.5/": false,
		"ftp://lumen.example/": false, "file:///etc/passwd": false, "gopher://lumen.example/": false, "dict://lumen.example/": false, "data:text/html,x": false, "unix:///x": false, "jar:http://lumen.example!/": false,
		"http+unix://x.example/": false, "javascript:alert(1)": false, "//lumen.example/": false, "lumen.example": false, "": false, "http://": false, "http:///x": false, "http://..example/": false, "http://.example/": false,
		"https://user:pass@lumen.example/": false, "https://lumen.example/" + strings.Repeat("x", 2_048): false, "http://lumen.example:/": true, "http://lumen.example:99999/": false,
	} {
		if got := r.Admits(address); got != ok {
			t.Errorf("%.60s: %v", address, got)
		}
	}
}

// The proxy of the environment is not used.
func TestEnvironmentProxy(t *testing.T) {
	proxy := fetchtest.At(t, "127.0.0.1:0", sends("text/html", "<title>Proxy</title>"))
	t.Setenv("HTTP_PROXY", address(proxy, "127.0.0.1"))
	at := fetchtest.At(t, "127.0.0.2:0", sends("text/html", "<title>Lumen</title>"))
	if page, err := reader(t, at, nil).Page(t.Context(), address(at, "public.example")); err != nil || page.Title != "Lumen" || proxy.Hits.Load() > 0 {
		t.Errorf("got %+v, %v", page, err)
	}
}

// Allowing one private network does not allow another.
func TestAllowedNetwork(t *testing.T) {
	canary := fetchtest.At(t, "127.0.0.3:0", sends("text/html", "secret"))
	r := reader(t, canary, map[string][]string{"near.example": {"127.0.0.3"}, "six.example": {"::1"}})
	for _, host := range []string{"near.example", "six.example"} {
		if _, err := r.Page(t.Context(), address(canary, host)); !errors.Is(err, ssrf.ErrProhibitedIP) {
			t.Errorf("%s: %v", host, err)
		}
	}
	six := fetch.For(fetch.Options{Allow: []netip.Prefix{netip.MustParsePrefix("::1/128")}}, (&fetchtest.Names{Hosts: map[string][]string{"near.example": {"127.0.0.3"}}}).Resolver(t), timeout, canary.Port)
	if _, err := six.Page(t.Context(), address(canary, "near.example")); !errors.Is(err, ssrf.ErrProhibitedIP) || canary.Hits.Load() > 0 {
		t.Errorf("got %v", err)
	}
}
