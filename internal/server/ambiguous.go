package server

import (
	"bytes"
	"sync/atomic"
)

// lengthScanner finds a request that has both Content-Length and Transfer-Encoding in the bytes of a connection. A proxy
// may end such a request by the one and we by the other, and so take a part of its body for another request. net/http
// drops the first where it sees the second, so handlers cannot see it.
//
// It knows nothing of bodies: it looks for the two names at line starts with no empty line between, which every header
// section that has both shows. A body of JSON cannot, as it has no bare line breaks in its strings.
type lengthScanner struct {
	line          []byte // the beginning of the current line, as far as it matters
	length, coded bool   // seen since the last empty line
	ambiguous     atomic.Bool
}

// lineStart is how much of a line matters: the longer of the two names and its colon, in bytes.
const lineStart = len("transfer-encoding:")

// Write looks at the next bytes of the connection. It never fails.
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
