package server

import (
	"bytes"
	"sync/atomic"
)

// lengthScanner finds requests with both Content-Length and Transfer-Encoding in the bytes of a connection. A proxy may
// delimit such a request by one and we by the other, and so mistake a part of its body for another request (request
// smuggling). net/http drops Content-Length if it sees Transfer-Encoding, so handlers cannot detect it.
//
// It does not parse bodies: it looks for both names at line starts without an empty line between them, as in every
// header section that has both. A JSON body cannot match, as its strings have no raw line breaks.
type lengthScanner struct {
	line          []byte // up to lineStart bytes of the current line
	length, coded bool   // seen since the last empty line
	ambiguous     atomic.Bool
}

// lineStart is the length of the longer name and its colon, in bytes; the rest of a line is irrelevant.
const lineStart = len("transfer-encoding:")

// Write scans the next bytes of the connection. It never fails.
func (s *lengthScanner) Write(part []byte) (int, error) {
	for rest := part; len(rest) > 0; {
		line, after, ended := bytes.Cut(rest, []byte{'\n'})
		s.line = append(s.line, line[:min(len(line), lineStart-len(s.line))]...)
		if ended {
			s.endLine()
		}
		rest = after
	}
	return len(part), nil
}

func (s *lengthScanner) endLine() {
	name, _, isField := bytes.Cut(s.line, []byte{':'})
	switch {
	case len(bytes.TrimRight(s.line, "\r")) == 0:
		s.length, s.coded = false, false
	case isField && bytes.EqualFold(name, []byte("content-length")):
		s.length = true
	case isField && bytes.EqualFold(name, []byte("transfer-encoding")):
		s.coded = true
	}
	if s.length && s.coded {
		s.ambiguous.Store(true)
	}
	s.line = s.line[:0]
}
