package server

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// originCheck rejects cross-origin requests. If the browser sends no Sec-Fetch-Site (old browsers, and all of them over
// plain http), net/http compares only the hosts of Origin and Host; originCheck compares scheme and port too.
type originCheck struct {
	http.CrossOriginProtection
	public, scheme string
}

// newOriginCheck returns a check for the site at publicURL.
func newOriginCheck(publicURL string) (*originCheck, error) {
	public := strings.TrimRight(publicURL, "/")
	scheme, _, _ := strings.Cut(public, "://")
	c := &originCheck{public: public, scheme: scheme}
	return c, c.AddTrustedOrigin(public)
}

var errOtherOrigin = errors.New("the request has no Sec-Fetch-Site, and its Origin is not that of its Host")

var errOtherHost = errors.New("the Origin is not that of the public URL")

// Check returns the reason to reject a request, or nil. It accepts other host names of the site than the public one,
// with the same scheme.
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

// checkOwn returns the reason to reject a request that a browser sends from elsewhere than the public URL, or nil. Unlike
// Check it accepts no other host name, which an attacker may have made to resolve to this machine (DNS rebinding).
func (c *originCheck) checkOwn(r *http.Request) error {
	origin := r.Header.Get("Origin")
	if origin == "" || origin == c.public || isAddress(r.Host) && origin == "http://"+r.Host {
		return nil
	}
	return errOtherHost
}

// isAddress reports whether a host is an IP address or localhost. Requests to one bypass the proxy, and so use http
// whatever the scheme of the public URL.
func isAddress(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil || host == "localhost"
}
