package pages

import (
	"fmt"
	"time"
)

// securityPath is the URL of the file that says where to report security problems (RFC 9116).
const securityPath = "/.well-known/security.txt"

// security returns that file as of a time, or nil if there is no contact. It expires a year after that day, and is the
// same all day.
func (p *Pages) security(now time.Time) *content {
	if p.options.SecurityContact == "" {
		return nil
	}
	expires := now.UTC().Truncate(24*time.Hour).AddDate(1, 0, 0)
	return p.file("text/plain; charset=utf-8", fmt.Appendf(nil, "Contact: %s\nExpires: %s\nCanonical: %s%s\nPreferred-Languages: en\n",
		p.options.SecurityContact, expires.Format(time.RFC3339), p.origin, securityPath))
}
