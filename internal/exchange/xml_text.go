package exchange

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// WordPress writes what people pasted into XML that forbids it: control characters, and bytes that are not UTF-8. A
// parser refuses the whole file for one of them. So xmlText replaces each control character with a noncharacter of
// Unicode, from firstStandIn on, and each bad byte with badByte; fromXMLText turns them back, where they cost one row at most.
const (
	firstStandIn = '\uFDD0'
	badByte      = firstStandIn + '\t' // a tab needs no stand-in
)

const problemXMLEncoding = "the entry has bytes that are not UTF-8; correct it in WordPress and export again"

// xmlText is a reader of XML without the characters that XML forbids.
type xmlText struct {
	in      *bufio.Reader
	pending []byte // of a character that did not fit
}

// maxPreamble bounds what may come before the XML: empty lines, and the notices of PHP.
const maxPreamble = 64 << 10

// newXMLText starts at the beginning of the XML. Of what comes before, only the line ends stay, so that lines are counted.
func newXMLText(in *bufio.Reader) *xmlText {
	start, _ := in.Peek(maxPreamble) // an error shows again when the file is read
	x := &xmlText{in: in}
	if at := xmlStart.FindIndex(start); at != nil {
		x.pending = bytes.Repeat([]byte("\n"), bytes.Count(start[:at[0]], []byte("\n")))
		_, _ = in.Discard(at[0]) // it has been peeked
	}
	return x
}

var xmlStart = regexp.MustCompile(`<\?xml\s|<rss[\s>]`)

// controlReference is a reference to a character that may be a control character, without its ampersand.
var controlReference = regexp.MustCompile(`^#(?:0*([0-9]{1,2})|[xX]0*([0-9a-fA-F]{1,2}));`)

func (x *xmlText) Read(to []byte) (int, error) {
	n := 0
	for {
		took := copy(to[n:], x.pending)
		n += took
		if x.pending = x.pending[took:]; len(x.pending) > 0 || n == len(to) {
			return n, nil
		}
		if n > 0 && x.in.Buffered() == 0 {
			return n, nil
		}
		r, size, err := x.in.ReadRune()
		if err != nil {
			if n > 0 && errors.Is(err, io.EOF) {
				return n, nil
			}
			return n, err
		}
		switch {
		case r == utf8.RuneError && size == 1, r >= firstStandIn && r < firstStandIn+32:
			r = badByte
		case r < ' ' && r != '\t' && r != '\n' && r != '\r':
			r += firstStandIn
		case r == '&':
			r = x.reference()
		}
		x.pending = utf8.AppendRune(x.pending[:0], r)
	}
}

// reference returns the stand-in for a control character that is written as a reference, or the ampersand.
func (x *xmlText) reference() rune {
	text, _ := x.in.Peek(12)
	at := controlReference.FindSubmatch(text)
	if at == nil {
		return '&'
	}
	digits, base := string(at[1]), 10
	if digits == "" {
		digits, base = string(at[2]), 16
	}
	code, err := strconv.ParseUint(digits, base, 8)
	if err != nil || code >= ' ' || code == '\t' || code == '\n' || code == '\r' {
		return '&'
	}
	_, _ = x.in.Discard(len(at[0])) // it has been peeked
	return firstStandIn + rune(code)
}

// fromXMLText returns a text with its control characters, and reports whether it had bytes that are not UTF-8.
func fromXMLText(text string) (string, bool) {
	bad := strings.ContainsRune(text, badByte)
	return strings.Map(func(r rune) rune {
		if r >= firstStandIn && r < firstStandIn+32 {
			return r - firstStandIn
		}
		return r
	}, text), bad
}
