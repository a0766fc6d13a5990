// Package fetch reads public websites and guards against server-side request forgery (SSRF).
//
// The gate (gate.go) checks a URL before each request and at each redirect. The dialer checks the IP address at connect
// time, so an earlier DNS answer cannot bypass it.
//
// # To change
//
//   - the allowed URLs: gate.go; the extracted fields: page.go, icon.go; single requests, without redirects: get.go;
//     many websites, each by its robots.txt and one request at a time: hosts.go; go test ./internal/fetch ./internal/logos
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
	"strings"
	"time"

	"code.dny.dev/ssrf"
	"golang.org/x/net/html/charset"
)

// Limits of one fetch, from the project's decisions page and its security design.
const (
	timeout      = 5 * time.Second // from the first DNS lookup to the last byte
	maxBody      = 1 << 20         // bytes; a longer page is cut off
	maxHeader    = 64 << 10        // bytes
	maxRedirects = 3
	maxAtOnce    = 4
	maxAddress   = 2_048 // bytes
)

// userAgent is all that a website learns about its reader, unless Options.Contact adds an address.
const userAgent = "Mozilla/5.0 (compatible; Vitrine)"

// Token is what robots.txt calls this reader by.
const Token = "Vitrine"

// Options configure a reader.
type Options struct {
	OwnHost string         // of this site, which the reader refuses to fetch; may be empty
	Allow   []netip.Prefix // networks to allow although they are not public; usually none
	Contact string         // address that the user agent names, for the owners of websites; may be empty

	Ports    []uint16      // tests only; default: 80 and 443
	Resolver *net.Resolver // tests only; default: the system's

	timeout time.Duration // tests only; default: the constant timeout
}

// Reader reads pages of public websites. It is safe for concurrent use.
type Reader struct {
	options Options
	client  *http.Client
	single  *http.Client // follows no redirects
	agent   string
	slots   chan struct{} // semaphore for maxAtOnce fetches
}

// New returns a reader.
func New(o Options) *Reader {
	if o.Ports == nil {
		o.Ports = []uint16{80, 443}
	}
	if o.timeout == 0 {
		o.timeout = timeout
	}
	r := &Reader{options: o, agent: userAgent, slots: make(chan struct{}, maxAtOnce)}
	if o.Contact != "" {
		r.agent = strings.Replace(userAgent, Token, Token+"; +"+o.Contact, 1)
	}
	dialer := &net.Dialer{Control: guardian(o).Safe, Resolver: o.Resolver}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	r.client = &http.Client{
		CheckRedirect: r.redirect,
		Transport: &http.Transport{
			Proxy: nil, DialContext: dialer.DialContext, Protocols: protocols,
			DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxHeader,
		},
	}
	r.single = &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport:     r.client.Transport,
	}
	return r
}

// guardian refuses, at connect time, every address that IANA's registries do not list as public, and 168.63.129.16:
// Azure's own service, public only by its number.
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
		ssrf.WithPorts(o.Ports...), ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...),
		ssrf.WithDeniedV4Prefixes(netip.PrefixFrom(netip.AddrFrom4([4]byte{168, 63, 129, 16}), 32)),
	)
}

// redirect follows at most maxRedirects redirects, each of which must pass the gate.
func (r *Reader) redirect(next *http.Request, before []*http.Request) error {
	if len(before) > maxRedirects {
		return errors.New("too many redirects")
	}
	next.Header.Del("Referer") // net/http adds it
	return r.gate(next.URL)
}

// Page fetches and parses the page at a URL. Its error is for the log only: users must always see the same message, or
// it would reveal what exists in the operator's network.
func (r *Reader) Page(ctx context.Context, address string) (Page, error) {
	u, err := url.Parse(address)
	if err != nil {
		return Page{}, fmt.Errorf("read a website's address: %w", err)
	}
	if err := r.gate(u); err != nil {
		return Page{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, r.options.timeout)
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
	answer, err := r.ask(ctx, r.client, u, AcceptPage)
	if err != nil {
		return Page{}, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return Page{}, fmt.Errorf("a website answers with status %d", answer.StatusCode)
	}
	return parse(io.LimitReader(answer.Body, maxBody), answer.Header.Get("Content-Type"), answer.Request.URL)
}

// ask sends a request. An answer with an encoding that was not asked for is an error.
func (r *Reader) ask(ctx context.Context, client *http.Client, u *url.URL, accept string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("ask for a website: %w", err)
	}
	request.Header = http.Header{"User-Agent": {r.agent}, "Accept": {accept}, "Accept-Encoding": {"identity"}}
	answer, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("ask for a website: %w", err)
	}
	if encoding := answer.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return nil, errors.Join(fmt.Errorf("a website sends %q, which was not asked for", encoding), answer.Body.Close())
	}
	return answer, nil
}

// parse parses a page of this content type.
func parse(body io.Reader, contentType string, at *url.URL) (Page, error) {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "text/html" && kind != "application/xhtml+xml" && kind != "text/plain" {
		return Page{}, fmt.Errorf("a website sends %q, which is no text", kind)
	}
	text, err := charset.NewReader(body, contentType)
	if err != nil {
		return Page{}, fmt.Errorf("read a website's characters: %w", err)
	}
	return pageOf(text, kind == "text/plain", at)
}
