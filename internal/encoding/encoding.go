// Package encoding makes responses that are compressed once and served many times: for pages, files and the answers of the API.
//
// # To change
//
//   - what is sent of a response, with which header lines: content.go; which forms of it are cached: forms.go
//   - the offered encodings: encoding.go; the compression levels: packer.go; the ETags: tag.go
package encoding

import (
	"strconv"
	"strings"
)

// Encoding is a content coding that this package supports.
type Encoding uint8

// The supported encodings.
const (
	Identity Encoding = iota
	Gzip
	Brotli
	Zstd
	Count // the number of encodings
)

// String returns the name used in Accept-Encoding and Content-Encoding.
func (e Encoding) String() string { return [Count]string{"identity", "gzip", "br", "zstd"}[e] }

// Accepted negotiates the encoding from the Accept-Encoding lines (RFC 9110, section 12.5.3): the highest q wins, then
// favorite, then zstd, br, gzip. It returns Identity if the client accepts none of the others.
//
// Browsers send "gzip, deflate, br, zstd" with equal weights, so most visitors get favorite. The caller chooses it by
// how often it sends a body once compressed. Compared with zstd, br makes documents up to a tenth smaller in six to
// eight times the time, and files compressed with Best a tenth: use br for bodies compressed once and sent many times,
// zstd for answers that may be sent only once.
func Accepted(header []string, favorite Encoding) Encoding {
	var q [Count]float64
	var named [Count]bool
	star := 0.0 // the q of encodings that the header does not name
	for _, line := range header {
		for part := range strings.SplitSeq(line, ",") {
			name, parameter, _ := strings.Cut(part, ";")
			weight := quality(parameter)
			if name = strings.TrimSpace(name); name == "*" {
				star = weight
				continue
			}
			for e := range Count {
				if strings.EqualFold(name, e.String()) {
					q[e], named[e] = weight, true
				}
			}
		}
	}
	best := Identity
	for e := Gzip; e < Count; e++ {
		if !named[e] {
			q[e] = star
		}
		if q[e] > q[best] || q[e] > 0 && q[e] == q[best] && best != favorite {
			best = e
		}
	}
	return best
}

// quality returns the q of an encoding: 1 without a parameter, 0 if it cannot be parsed.
func quality(parameter string) float64 {
	parameter = strings.TrimSpace(parameter)
	if parameter == "" {
		return 1
	}
	text, found := strings.CutPrefix(strings.ToLower(parameter), "q=")
	if q, err := strconv.ParseFloat(text, 64); found && err == nil && q >= 0 && q <= 1 {
		return q
	}
	return 0
}
