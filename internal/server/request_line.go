package server

import (
	"bytes"
	"sync/atomic"
)

// requestLine repairs the path in a request line. If a path has a percent sign without two hex digits, net/http closes
// the connection without calling a handler; visitors should get the site's 404 page instead.
type requestLine struct {
	due atomic.Bool // the next bytes start a request
}

// unreadableByte never occurs in UTF-8, so the repaired path stays invalid.
const unreadableByte = 0xFF

// repair rewrites the next bytes of the connection in place. It leaves a request line that arrives in several reads alone,
// unless the first read was one byte: net/http reads that far ahead while it finishes the previous request.
func (l *requestLine) repair(part []byte) {
	if len(part) == 0 || !l.due.Swap(false) || bytes.IndexByte(part, '%') < 0 ||
		!bytes.HasPrefix(part, []byte("GET /")) && !bytes.HasPrefix(part, []byte("ET /")) {
		return
	}
	end := bytes.IndexAny(part, "?\n")
	for at := range end - 2 {
		if part[at] == '%' && !(isHex(part[at+1]) && isHex(part[at+2])) {
			part[at] = unreadableByte
		}
	}
}

func isHex(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f'
}
