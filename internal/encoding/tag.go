package encoding

import "strings"

// Tag returns the strong ETag of the named resource in this encoding; each encoding needs its own (RFC 9110, section
// 8.8.3.3). The name consists of letters, digits and dots.
func (e Encoding) Tag(name string) string {
	if e == Identity {
		return `"` + name + `"`
	}
	return `"` + name + "-" + e.String() + `"`
}

// Known reports whether If-None-Match lists the tag or "*". It compares weakly (RFC 9110, section 13.1.2).
func Known(header []string, tag string) bool {
	for _, list := range header {
		for candidate := range strings.SplitSeq(list, ",") {
			candidate = strings.TrimSpace(candidate)
			if candidate == "*" || strings.TrimPrefix(candidate, "W/") == tag {
				return true
			}
		}
	}
	return false
}
