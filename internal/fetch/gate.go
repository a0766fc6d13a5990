package fetch

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"
)

var errNotPublic = errors.New("this is not the URL of a public website")

// Admits reports whether a URL looks like that of a public website. It makes no network request; Page still refuses a
// URL that resolves to a private address.
func (r *Reader) Admits(address string) bool {
	u, err := url.Parse(address)
	return err == nil && r.gate(u) == nil
}

// HostOf returns the host of a URL; empty if it has none.
func HostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// DomainOf returns the registrable domain of a URL, in lower case; its host if it has none.
func DomainOf(u *url.URL) string {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// gate refuses URLs that, by their syntax alone, cannot belong to a public website.
func (r *Reader) gate(u *url.URL) error {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	switch {
	case u.Scheme != "http" && u.Scheme != "https", u.User != nil, len(u.String()) > maxAddress:
		return errNotPublic
	case !r.knowsPort(u.Port()), !IsPublicName(host), host == strings.ToLower(r.options.OwnHost):
		return errNotPublic
	}
	return nil
}

func (r *Reader) knowsPort(port string) bool {
	if port == "" {
		return true
	}
	number, err := strconv.ParseUint(port, 10, 16)
	return err == nil && slices.Contains(r.options.Ports, uint16(number))
}

// IsPublicName reports whether a host is a public domain name: at least two labels, and not a number in any spelling
// that a resolver may take for an IP address (127.1, 0x7f000001, 017700000001).
func IsPublicName(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil || strings.ContainsAny(host, ":%") {
		return false
	}
	labels := strings.Split(host, ".")
	last := labels[len(labels)-1]
	if len(labels) < 2 || slices.Contains(labels, "") || last[0] >= '0' && last[0] <= '9' {
		return false
	}
	return !slices.Contains([]string{"local", "localhost", "internal", "localdomain", "lan", "home", "corp", "arpa", "onion", "test", "invalid"}, last)
}
