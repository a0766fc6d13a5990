package exchange

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// record is the raw text of one row.
type record struct {
	line    int // line on which it starts, from 1
	text    string
	problem string // why the text is unusable; text is empty then
}

func (r record) blank() bool { return r.problem == "" && strings.TrimSpace(r.text) == "" }

// records splits a file into rows at line ends, except those inside a quoted CSV cell. It holds one row at a time.
type records struct {
	in         *bufio.Reader
	quotes     bool
	separators string // characters after which a cell starts
	line       int    // line on which the next record starts

	encoding string // of the file
}

const windows1252 = "Windows-1252"

// byteOrderMark is that of UTF-8. Programs that do not know it write a second one.
const byteOrderMark = "\xEF\xBB\xBF"

// newRecords starts reading, after the byte order marks if there are any. UTF-16 and a table in
// Windows-1252 become UTF-8. The line ends of old Macs become ours.
func newRecords(r io.Reader, format Format) (*records, error) {
	quotes := format == CSV
	in := bufio.NewReaderSize(r, maxLine)
	start, err := in.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the start of the file: %w", err)
	}
	isUTF16 := bytes.HasPrefix(start, []byte("\xFF\xFE")) || bytes.HasPrefix(start, []byte("\xFE\xFF"))
	order, marked := unicode.LittleEndian, unicode.ExpectBOM
	if start, _ := in.Peek(2); !isUTF16 && len(start) == 2 && (start[0] == 0) != (start[1] == 0) { // the first letter, of one byte
		isUTF16, marked = true, unicode.IgnoreBOM
		if start[0] == 0 {
			order = unicode.BigEndian
		}
	}
	if isUTF16 {
		utf16 := unicode.UTF16(order, marked).NewDecoder() // a mark decides the byte order
		in = bufio.NewReaderSize(utf16.Reader(in), maxLine)
	}
	for {
		if start, _ = in.Peek(len(byteOrderMark)); string(start) != byteOrderMark {
			break
		}
		_, _ = in.Discard(len(byteOrderMark)) // it has been peeked
	}
	found := &records{quotes: quotes, separators: separators, line: 1, encoding: "UTF-8"}
	if isUTF16 {
		found.encoding = "UTF-16"
	}
	if quotes && !isUTF16 {
		sample, _ := in.Peek(maxLine) // an error shows again when the file is read
		if isWindows1252(sample) {
			found.encoding = windows1252
			in = bufio.NewReaderSize(charmap.Windows1252.NewDecoder().Reader(in), maxLine)
		}
	}
	if format != WordPress { // XML has a rule for its line ends
		in = bufio.NewReaderSize(&lineEnds{in: in}, maxLine)
	}
	found.in = in
	return found, nil
}

// isWindows1252 reports whether a text that is not UTF-8 is what Excel saves as CSV: it has letters and signs of
// Windows-1252, and no character of UTF-8. A single odd byte in a text of UTF-8 does not make it one.
func isWindows1252(sample []byte) bool {
	found := false
	for utf8.FullRune(sample) { // the sample may end within a character
		r, size := utf8.DecodeRune(sample)
		if r >= utf8.RuneSelf && size > 1 {
			return false
		}
		if size == 1 && r == utf8.RuneError {
			if !strings.ContainsRune(textOf1252, charmap.Windows1252.DecodeByte(sample[0])) {
				return false
			}
			found = true
		}
		sample = sample[size:]
	}
	return found
}

// textOf1252 are the characters of Windows-1252 that texts have.
const textOf1252 = "€‚„…‰Š‹ŒŽ‘’“”•–—™š›œžŸ\u00a0¡£¥§©«®°±²³´·¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖ×ØÙÚÛÜßàáâãäåæçèéêëìíîïñòóôõöøùúûü"

// lineEnds is a reader that turns a carriage return that ends a line alone, as on old Macs, into a line feed.
type lineEnds struct {
	in      *bufio.Reader
	returns int // carriage returns that have been read, and not written
}

func (l *lineEnds) Read(to []byte) (int, error) {
	n := 0
	for n < len(to) {
		if n > 0 && l.in.Buffered() == 0 {
			break
		}
		b, err := l.in.ReadByte()
		switch {
		case err == nil && b == '\r':
			l.returns++
			continue
		case err == nil && b == '\n' && l.returns > 0:
			l.returns = 0 // a text that was converted twice has several before the line feed
			if to[n] = '\r'; n+1 == len(to) {
				return n + 1, l.in.UnreadByte()
			}
			to[n+1] = '\n'
			n += 2
			continue
		}
		if l.returns > 0 { // the byte comes after the line ends
			l.returns--
			to[n] = '\n'
			n++
			if err == nil {
				_ = l.in.UnreadByte() // it has just been read
			}
			continue
		}
		if err != nil {
			if n > 0 && errors.Is(err, io.EOF) {
				return n, nil
			}
			return n, err
		}
		to[n] = b
		n++
	}
	return n, nil
}

// next returns the next record, including blank ones. The error is io.EOF after the last one, or the reader's own.
func (r *records) next() (record, error) {
	// Peek as little as possible: read more into the buffer only when a record needs it.
	for size := max(r.in.Buffered(), 1); ; size = min(2*size, maxLine) {
		data, err := r.in.Peek(size)
		if err != nil && !errors.Is(err, io.EOF) {
			return record{}, err
		}
		if len(data) == 0 {
			return record{}, io.EOF
		}
		end, open := recordEnd(data, r.quotes, r.separators)
		switch full := err != nil || size == maxLine; {
		case end > 0:
			return r.readRecord(data[:end])
		case !full:
		case open && bytes.IndexByte(data, '\n') >= 0:
			return r.unclosed(data)
		case err != nil:
			return r.last(data, open)
		default:
			return r.skipLong()
		}
	}
}

func (r *records) readRecord(data []byte) (record, error) {
	rec := record{line: r.line, text: string(data)}
	r.line += bytes.Count(data, []byte("\n"))
	_, err := r.in.Discard(len(data))
	return rec, err
}

const (
	problemUnclosed = "a quote that opens on this line is never closed"
	problemTooLong  = "the row is longer than 1 MiB"
)

// unclosed refuses only the first line, not everything after the open quote.
func (r *records) unclosed(data []byte) (record, error) {
	rec, err := r.readRecord(data[:bytes.IndexByte(data, '\n')+1])
	return record{line: rec.line, problem: problemUnclosed}, err
}

// last returns the record at the end of the file.
func (r *records) last(data []byte, open bool) (record, error) {
	rec, err := r.readRecord(data)
	if open {
		rec = record{line: rec.line, problem: problemUnclosed}
	}
	return rec, err
}

func (r *records) skipLong() (record, error) {
	rec := record{line: r.line, problem: problemTooLong}
	for {
		switch _, err := r.in.ReadSlice('\n'); {
		case err == nil:
			r.line++
			return rec, nil
		case errors.Is(err, io.EOF):
			return rec, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return rec, err
		}
	}
}

// recordEnd returns the offset behind the first record's line end, or 0 if the data ends first. Open reports whether
// the data ends inside a quoted cell. A quote opens a cell only at the cell's start; the CSV reader reports one
// anywhere else.
func recordEnd(data []byte, quotes bool, separators string) (end int, open bool) {
	if !quotes {
		return bytes.IndexByte(data, '\n') + 1, false
	}
	atStart := true
	for i, b := range data {
		switch {
		case b == '"' && (open || atStart):
			open = !open // an escaped quote, "", closes and reopens
			atStart = !open
		case open:
		case b == '\n':
			return i + 1, false
		default:
			atStart = strings.IndexByte(separators, b) >= 0
		}
	}
	return 0, open
}
