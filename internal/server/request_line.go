package server

import (
	"bytes"
	"sync/atomic"
)

// requestLine mends the path in the first line of a request for a page. net/http closes the connection of a request whose
// path has a percent sign that begins no byte, without asking a handler; visitors are to get the site's page that says that
// there is nothing.
type requestLine struct {
	due atomic.Bool // the next bytes begin a request
}

// unreadableByte is a byte that no UTF-8 text has: the path stays one that cannot be read.
const unreadableByte = 0xFF

// mend looks at the next bytes of the connection, and changes them in place. A line that comes in several parts stays,
// but for its first byte alone: net/http reads so far ahead while it still ends the request before.
func (l *requestLine) mend(part []byte) {
	if len(part) == 0 || !l.due.Swap(false) || !bytes.HasPrefix(part, []byte("GET /")) && !bytes.HasPrefix(part, []byte("ET /")) {
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
