package assist

import (
	"bytes"
	"errors"
	"io"
)

// errTooLong is what an answer is that does not end.
var errTooLong = errors.New("the answer is too long")

// boundedBody is the body of an answer up to a length. It remembers how it ended.
type boundedBody struct {
	io.ReadCloser
	left int
	tail []byte
}

// tailLength is how many of the last bytes are remembered: [DONE] and what may stand around it.
const tailLength = 64

// Read reads on, and fails when there is more than may be.
func (b *boundedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	b.tail = append(b.tail, into[max(0, n-tailLength):n]...)
	b.tail = b.tail[max(0, len(b.tail)-tailLength):]
	if b.left -= n; b.left < 0 {
		return n, errTooLong
	}
	return n, err
}

// saidDone reports whether the last that came is the mark for the end of a stream.
func (b *boundedBody) saidDone() bool { return bytes.Contains(b.tail, []byte("[DONE]")) }
