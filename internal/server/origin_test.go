package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestCheckOrigin(t *testing.T) {
	for _, try := range []struct {
		publicURL, host, origin string
		allowed                 bool
	}{
		{"https://tools.example", "tools.example", "https://tools.example", true},
		{"https://tools.example", "127.0.0.1:8080", "https://tools.example", true}, // a proxy that passes its own name for the host
		{"https://tools.example/", "tools.example", "https://tools.example", true},
		{"https://tools.example", "tools.example", "http://tools.example", false},
		{"https://tools.example", "tools.example", "https://tools.example:8443", false},
		{"https://tools.example", "tools.example:8443", "https://tools.example:8443", true},
		{"https://tools.example", "tools.example", "https://user@tools.example", false},
		{"https://tools.example", "tools.example", "https://user:pass@tools.example", false},
		{"https://tools.example", "tools.example", "https://tools.example/", false},
		{"https://tools.example", "tools.example", "null", false},
		{"https://tools.example", "www.tools.example", "https://www.tools.example", true}, // another name of the site
		{"https://tools.example", "www.tools.example", "http://www.tools.example", false},
		{"https://tools.example", "www.tools.example", "https://evil.example", false},
		{"https://tools.example", "127.0.0.1:8080", "http://127.0.0.1:8080", true}, // past the proxy, which alone speaks https
		{"https://tools.example", "[::1]:8080", "http://[::1]:8080", true},
		{"https://tools.example", "localhost:8080", "http://localhost:8080", true},
		{"https://tools.example", "127.0.0.1:8080", "http://127.0.0.1:9090", false},
		{"https://tools.example", "127.0.0.1:8080", "http://user@127.0.0.1:8080", false},
		{"http://localhost:8080", "192.168.1.5:8080", "http://192.168.1.5:8080", true},
		{"http://localhost:8080", "tools.local:8080", "http://tools.local:8080", true},
		{"http://localhost:8080", "localhost:8080", "https://localhost:8080", false},
		{"http://localhost:8080", "192.168.1.5:8080", "https://192.168.1.5:8080", false},
		{"http://localhost:8080", "192.168.1.5:8080", "http://192.168.1.5", false},
		{"http://localhost:8080", "localhost:8080", "http://localhost", false},
		{"http://localhost:8080", "localhost:8080", "", true}, // no browser
	} {
		s := started(func(o *Options) { o.PublicURL = try.publicURL })
		want := map[bool]int{true: http.StatusOK, false: http.StatusForbidden}[try.allowed]
		for site, want := range map[string]int{"": want, "same-origin": http.StatusOK} {
			r := httptest.NewRequest("POST", "/api/products", nil)
			r.Host, r.RemoteAddr = try.host, stranger
			for name, value := range map[string]string{"Origin": try.origin, "Sec-Fetch-Site": site} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			storetest.Same(t, fmt.Sprintf("%s, Host %s, Origin %q, Sec-Fetch-Site %q", try.publicURL, try.host, try.origin, site), w.Code, want)
		}
	}
}
