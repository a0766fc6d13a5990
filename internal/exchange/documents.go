package exchange

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// documentStart recognizes an array of objects, and a page of records as PocketBase answers it.
var documentStart = regexp.MustCompile(`^\s*(\[|\{\s*"(items|page|perPage|totalItems|totalPages)"\s*:)`)

// isDocument reports whether JSON is one value over all lines instead of one a line.
func isDocument(in *bufio.Reader) bool {
	start, _ := in.Peek(512) // an error shows again when the file is read
	return documentStart.Match(start)
}

// documents reads JSON values that contain many records each.
type documents struct {
	*json.Decoder
	in    *positions
	g     *collector
	total int // the most records that a page says there are
}

// readDocuments reads arrays and pages of records until the end of the file.
func readDocuments(r io.Reader, g *collector) (Result, error) {
	in := &positions{in: r, left: 2 * maxLine}
	d := &documents{Decoder: json.NewDecoder(in), in: in, g: g}
	for {
		err := d.document()
		switch {
		case err == io.EOF && d.total > g.read:
			return Result{}, fault.New(fault.Invalid, fmt.Sprintf("This file has %d of %d records. Please request the other pages too, and put them into the same file.", g.read, d.total))
		case err == io.EOF:
			return g.result, nil
		case err != nil:
			return Result{}, d.explain(err)
		}
	}
}

// explain returns a sentence for JSON that cannot be read, and any other error with its line.
func (d *documents) explain(err error) error {
	line := d.in.line(d.InputOffset())
	var broken *json.SyntaxError
	if errors.As(err, &broken) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errNoRecords) {
		return fault.New(fault.Invalid, fmt.Sprintf("This file is not an array of JSON objects or pages of records: broken JSON on line %d, or after it.", line))
	}
	if errors.Is(err, errTooLong) {
		return fault.New(fault.TooLarge, fmt.Sprintf("A record on line %d, or after it, is longer than 1 MiB.", line))
	}
	if f := (*fault.Fault)(nil); errors.As(err, &f) {
		return err
	}
	return fmt.Errorf("read JSON after line %d: %w", line, err)
}

var errNoRecords = errors.New("no records")

// document reads one array or page. The error is io.EOF at the end of the file.
func (d *documents) document() error {
	start, err := d.Token()
	if err != nil {
		return err
	}
	if start == json.Delim('[') {
		return unexpectedEnd(d.records())
	}
	if start != json.Delim('{') {
		return errNoRecords
	}
	return unexpectedEnd(d.page())
}

// unexpectedEnd returns the error of a value that the file ends in.
func unexpectedEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// page reads the members of a page: its records under items, and how many records there are in all.
func (d *documents) page() error {
	found := false
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		switch key {
		case "items":
			if start, err := d.Token(); err != nil || start != json.Delim('[') {
				return errors.Join(errNoRecords, err)
			}
			found = true
			err = d.records()
		case "totalItems":
			total := 0
			err = d.Decode(&total)
			d.total = max(d.total, total)
		default:
			err = d.Decode(&json.RawMessage{})
		}
		if err != nil {
			return err
		}
	}
	if !found {
		return errNoRecords
	}
	_, err := d.Token() // the closing brace
	return err
}

// records reads the rest of an array.
func (d *documents) records() error {
	for d.More() {
		d.in.left = 2 * maxLine
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			return err
		}
		if err := d.g.countRow(); err != nil {
			return err
		}
		line := d.in.line(d.InputOffset() - int64(len(text)))
		if len(text) > maxLine {
			d.g.refuse(line, "", problemTooLong)
			continue
		}
		raw, reasons := decodeRecord(text)
		d.g.addRow(line, raw, reasons)
	}
	_, err := d.Token() // the closing bracket
	return err
}

// decodeRecord parses an object with values under our names or those of other programs.
func decodeRecord(text json.RawMessage) (rawRow, []string) {
	if !utf8.Valid(text) {
		return rawRow{}, []string{problemEncoding}
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil || values == nil {
		return rawRow{}, []string{"the record is not a JSON object"}
	}
	// The related records are beside the record's own values, which have only their ids.
	var related map[string]json.RawMessage
	if expand, ok := values["expand"]; ok && json.Unmarshal(expand, &related) == nil {
		for name, value := range related {
			values[name] = value
		}
	}
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names) // the order of a JSON object means nothing
	cells := make([]string, len(names))
	for i, name := range names {
		cells[i] = cellOf(values[name])
	}
	return newHeader(names).row(cells)
}

// cellOf returns a JSON value as a CSV file would have it; of related records it returns the names.
func cellOf(value json.RawMessage) string {
	var text string
	var items []json.RawMessage
	switch {
	case string(value) == "null":
		return ""
	case json.Unmarshal(value, &text) == nil:
		return text
	case json.Unmarshal(value, &items) == nil:
		names := make([]string, len(items))
		for i, item := range items {
			names[i] = cellOf(item)
		}
		return jsonList(names)
	case strings.HasPrefix(string(value), "{"):
		return nameOf(value)
	}
	return string(value)
}

// nameOf returns the name of a related record, or "".
func nameOf(record json.RawMessage) string {
	var named struct{ Name, Title, Label string }
	if json.Unmarshal(record, &named) != nil {
		return ""
	}
	for _, name := range []string{named.Name, named.Title} {
		if name != "" {
			return name
		}
	}
	return named.Label
}

var errTooLong = errors.New("longer than its bound")

// positions is a reader that knows on which line an offset is, and fails when more than left bytes are read.
type positions struct {
	in     io.Reader
	left   int
	read   int64
	ends   []int64 // offsets of the line ends after the last offset asked for
	passed int     // line ends before those
}

func (p *positions) Read(to []byte) (int, error) {
	if p.left <= 0 {
		return 0, errTooLong
	}
	n, err := p.in.Read(to[:min(len(to), p.left)])
	for i, b := range to[:n] {
		if b == '\n' {
			p.ends = append(p.ends, p.read+int64(i))
		}
	}
	p.read += int64(n)
	p.left -= n
	return n, err
}

// line returns the line of an offset, from 1. Offsets must not decrease.
func (p *positions) line(offset int64) int {
	before := 0
	for before < len(p.ends) && p.ends[before] < offset {
		before++
	}
	p.ends = p.ends[before:]
	p.passed += before
	return p.passed + 1
}
