// Package fetch reads the web without being led into the operator's own network.
//
// An address passes the gate (gate.go) before it is asked and again at each redirect; where it leads is decided when the
// connection is made, by the address that is really dialled: what a name resolved to before counts for nothing.
//
// # To change
//
//   - which addresses may be read: gate.go; what is taken from a page: page.go; go test ./internal/fetch
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"code.dny.dev/ssrf"
	"golang.org/x/net/html/charset"
)

// Bounds of a reading, from the project's decisions page and its security design.
const (
	patience     = 5 * time.Second // from the first name that is looked up to the last byte
	maxBody      = 1 << 20         // bytes that are read; of a longer page, its beginning
	maxHeader    = 64 << 10        // bytes
	maxRedirects = 3
	maxAtOnce    = 4
	maxAddress   = 2_048 // bytes
)

// userAgent is all that a website learns of who reads it.
const userAgent = "Mozilla/5.0 (compatible; Vitrine)"

// Options are what a reader is made of.
type Options struct {
	OwnHost string         // of this site, which is not read; may be empty
	Allow   []netip.Prefix // networks that may be read although they are not public; mostly none

	ports    []uint16      // of tests; otherwise 80 and 443
	resolver *net.Resolver // of tests; otherwise the system's
	patience time.Duration // of tests; zero means patience
}

// Reader reads pages of public websites. Any number of callers may use it at once.
type Reader struct {
	options Options
	client  *http.Client
	slots   chan struct{} // full while as many pages are read as may be
}

// New makes a reader.
func New(o Options) *Reader {
	if o.ports == nil {
		o.ports = []uint16{80, 443}
	}
	if o.patience == 0 {
		o.patience = patience
	}
	r := &Reader{options: o, slots: make(chan struct{}, maxAtOnce)}
	dialer := &net.Dialer{Control: guardian(o).Safe, Resolver: o.resolver}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	r.client = &http.Client{
		CheckRedirect: r.redirect,
		Transport: &http.Transport{
			Proxy: nil, DialContext: dialer.DialContext, Protocols: protocols,
			DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxHeader,
		},
	}
	return r
}

// guardian refuses, at the moment of dialling, every address that is not public, by the registries of IANA; and one that
// is public by its number only: Azure's own, 168.63.129.16.
func guardian(o Options) *ssrf.Guardian {
	var v4, v6 []netip.Prefix
	for _, prefix := range o.Allow {
		if prefix.Addr().Is4() {
			v4 = append(v4, prefix)
		} else {
			v6 = append(v6, prefix)
		}
	}
	return ssrf.New(
		ssrf.WithPorts(o.ports...), ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...),
		ssrf.WithDeniedV4Prefixes(netip.PrefixFrom(netip.AddrFrom4([4]byte{168, 63, 129, 16}), 32)),
	)
}

// redirect lets a website send a reader on, a few times, to where it might have been sent in the first place.
func (r *Reader) redirect(next *http.Request, before []*http.Request) error {
	if len(before) > maxRedirects {
		return errors.New("too many redirects")
	}
	next.Header.Del("Referer") // which net/http has added
	return r.gate(next.URL)
}

// Page reads the page at an address. The error says why there is none, for the log: to the one who asked it must always
// sound the same, or it tells what there is in the operator's network.
func (r *Reader) Page(ctx context.Context, address string) (Page, error) {
	u, err := url.Parse(address)
	if err != nil {
		return Page{}, fmt.Errorf("read a website's address: %w", err)
	}
	if err := r.gate(u); err != nil {
		return Page{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, r.options.patience)
	defer cancel()
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return Page{}, fmt.Errorf("wait to read a website: %w", ctx.Err())
	}
	return r.read(ctx, u)
}

func (r *Reader) read(ctx context.Context, u *url.URL) (Page, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return Page{}, fmt.Errorf("ask for a website: %w", err)
	}
	request.Header = http.Header{"User-Agent": {userAgent}, "Accept": {"text/html, text/plain;q=0.5"}, "Accept-Encoding": {"identity"}}
	answer, err := r.client.Do(request)
	if err != nil {
		return Page{}, fmt.Errorf("ask for a website: %w", err)
	}
	defer answer.Body.Close()
	kind, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	switch encoding := answer.Header.Get("Content-Encoding"); {
	case answer.StatusCode != http.StatusOK:
		return Page{}, fmt.Errorf("a website answers with status %d", answer.StatusCode)
	case err != nil || kind != "text/html" && kind != "application/xhtml+xml" && kind != "text/plain":
		return Page{}, fmt.Errorf("a website sends %q, which is no text", kind)
	case encoding != "" && encoding != "identity":
		return Page{}, fmt.Errorf("a website sends %q, which was not asked for", encoding)
	}
	text, err := charset.NewReader(io.LimitReader(answer.Body, maxBody), answer.Header.Get("Content-Type"))
	if err != nil {
		return Page{}, fmt.Errorf("read a website's characters: %w", err)
	}
	return pageOf(text, kind == "text/plain", answer.Request.URL)
}
