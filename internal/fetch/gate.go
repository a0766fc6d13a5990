package fetch

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

var errNotPublic = errors.New("this is not the address of a public website")

// Admits reports whether an address looks like that of a public website. It asks nobody: an address that looks like one
// and leads elsewhere is refused when it is read.
func (r *Reader) Admits(address string) bool {
	u, err := url.Parse(address)
	return err == nil && r.gate(u) == nil
}

// gate refuses addresses that cannot be those of a public website, by their looks.
func (r *Reader) gate(u *url.URL) error {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	switch {
	case u.Scheme != "http" && u.Scheme != "https", u.User != nil, len(u.String()) > maxAddress:
		return errNotPublic
	case !r.knowsPort(u.Port()), !isPublicName(host), host == strings.ToLower(r.options.OwnHost):
		return errNotPublic
	}
	return nil
}

func (r *Reader) knowsPort(port string) bool {
	if port == "" {
		return true
	}
	number, err := strconv.ParseUint(port, 10, 16)
	return err == nil && slices.Contains(r.options.ports, uint16(number))
}

// isPublicName reports whether a host is a name as the public web has them: of two labels at least, and no number in any
// of the spellings that a resolver may take for an address (127.1, 0x7f000001, 017700000001).
func isPublicName(host string) bool {
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
