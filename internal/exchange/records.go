package exchange

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

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
}

// newRecords starts reading, after a byte order mark if there is one. UTF-16, which needs one, becomes UTF-8.
func newRecords(r io.Reader, quotes bool) (*records, error) {
	in := bufio.NewReaderSize(r, maxLine)
	start, err := in.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the start of the file: %w", err)
	}
	switch {
	case bytes.HasPrefix(start, []byte("\xEF\xBB\xBF")):
		if _, err := in.Discard(3); err != nil {
			return nil, fmt.Errorf("skip the byte order mark: %w", err)
		}
	case bytes.HasPrefix(start, []byte("\xFF\xFE")), bytes.HasPrefix(start, []byte("\xFE\xFF")):
		utf16 := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder() // the mark decides the byte order
		in = bufio.NewReaderSize(utf16.Reader(in), maxLine)
	}
	return &records{in: in, quotes: quotes, separators: separators, line: 1}, nil
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
			return r.take(data[:end])
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

func (r *records) take(data []byte) (record, error) {
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
	rec, err := r.take(data[:bytes.IndexByte(data, '\n')+1])
	return record{line: rec.line, problem: problemUnclosed}, err
}

// last returns the record at the end of the file.
func (r *records) last(data []byte, open bool) (record, error) {
	rec, err := r.take(data)
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
