package fetch_test

import (
	"net/http"
	"net/netip"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/fetchtest"
)

// timeout is the readers' timeout. It is long because no test should reach it.
const timeout = 30 * time.Second

type website = fetchtest.Website

// allowed is the network that these tests treat as public.
var allowed = []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}

func sends(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body)) // the reader may have disconnected
	}
}

// reader returns a reader that resolves public.example to the website, and the other hosts as given.
func reader(t *testing.T, at *website, hosts map[string][]string) *fetch.Reader {
	t.Helper()
	all := map[string][]string{"public.example": {"127.0.0.2"}}
	for name, addresses := range hosts {
		all[name] = addresses
	}
	return fetch.For(fetch.Options{Allow: allowed}, (&fetchtest.Names{Hosts: all}).Resolver(t), timeout, at.Port)
}
