package server

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// originCheck refuses what other sites have a browser send. Where the browser says nothing of that itself
// (Sec-Fetch-Site: old ones, and all of them on a plain address of http), net/http compares the hosts of Origin and Host
// alone: here scheme and port count too.
type originCheck struct {
	http.CrossOriginProtection
	public, scheme string
}

// newOriginCheck makes the check; publicURL is where visitors reach the site.
func newOriginCheck(publicURL string) (*originCheck, error) {
	public := strings.TrimRight(publicURL, "/")
	scheme, _, _ := strings.Cut(public, "://")
	c := &originCheck{public: public, scheme: scheme}
	return c, c.AddTrustedOrigin(public)
}

var errOtherOrigin = errors.New("the request has no Sec-Fetch-Site, and its Origin is not that of its Host")

// Check gives the reason to refuse a request, or nil. The site may have other names than its public one: they have the
// same scheme.
func (c *originCheck) Check(r *http.Request) error {
	if err := c.CrossOriginProtection.Check(r); err != nil {
		return err
	}
	origin := r.Header.Get("Origin")
	if origin == "" || r.Header.Get("Sec-Fetch-Site") != "" || r.Method == http.MethodOptions {
		return nil
	}
	if origin == c.public || origin == c.scheme+"://"+r.Host || isAddress(r.Host) && origin == "http://"+r.Host {
		return nil
	}
	return errOtherOrigin
}

// isAddress reports whether a host is an IP address or this machine: who comes by one comes past the proxy, and so by
// http, whatever the scheme of the public URL.
func isAddress(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil || host == "localhost"
}
