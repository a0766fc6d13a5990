package encoding

import "strings"

// Tag is the ETag of what has this name, in this encoding: a strong one, so each encoding has its own (RFC 9110,
// section 8.8.3.3). The name is letters, digits and dots.
func (e Encoding) Tag(name string) string {
	if e == Identity {
		return `"` + name + `"`
	}
	return `"` + name + "-" + e.String() + `"`
}

// Known reports whether the lines of If-None-Match name the tag, or any (RFC 9110, section 13.1.2). A weak tag will do.
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
