package exchange

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// recordKeys are under what APIs put a list of records: PocketBase, Strapi, Directus, Payload, Airtable, and most others.
var recordKeys = []string{"items", "data", "docs", "records", "results", "rows", "entries", "tools", "products", "listings", "posts", "list", "objects", "nodes", "result", "value", "values", "hits",
	"edges", "content", "member", "members", "hydra:member", "_embedded", "documents", "response", "payload", "body", "elements", "apps", "software", "resources", "companies", "itemListElement", "collection", "output"}

// recordParts are the objects in which a record may have its values, the outer ones first: of GraphQL, Elasticsearch, schema.org, Strapi,
// Airtable, Webflow, Contentful. PocketBase has the related records beside a record's own values, which have only their ids.
var recordParts = []string{"node", "_source", "item", "attributes", "fields", "fieldData", "sys", "expand"}

// valueKeys are the keys of an object that stands for a value: a related record, a choice, HTML, a date of MongoDB.
var valueKeys = []string{"name", "title", "label", "rendered", "value", "plain_text", "$date", "$numberLong"}

// pageKeys are what APIs say of such a list beside it.
var pageKeys = []string{"page", "perPage", "totalItems", "totalPages", "totalDocs", "total", "count", "next", "previous", "limit", "offset", "skip", "pageSize",
	"pagingCounter", "hasNextPage", "hasPrevPage", "meta", "pagination", "links", "object", "success", "errors", "extensions", "has_more", "next_cursor"}

// documentStart recognizes an array of objects, and an object that has a list of records.
var documentStart = regexp.MustCompile(`^\s*(\[|\{\s*"(` + strings.Join(slices.Concat(recordKeys, pageKeys), "|") + `)"\s*:)`)

// isDocument reports whether JSON is one value over all lines, or a page of records, instead of a record a line.
func isDocument(in *bufio.Reader) bool {
	start, _ := in.Peek(maxLine) // an error shows again when the file is read
	first, rest, isLine := bytes.Cut(bytes.TrimSpace(start), []byte("\n"))
	var values map[string]json.RawMessage
	switch {
	case documentStart.Match(start):
		return true
	case !bytes.HasPrefix(first, []byte("{")):
		return false
	case json.Unmarshal(first, &values) == nil:
		return !isRecord(values) && slices.ContainsFunc(slices.Collect(maps.Values(values)), func(v json.RawMessage) bool { return v[0] == '[' || v[0] == '{' })
	}
	return len(start) == maxLine || isLine && !bytes.HasPrefix(bytes.TrimSpace(rest), []byte("{"))
}

// isRecord reports whether an object is a tool: it has a name and a website.
func isRecord(values map[string]json.RawMessage) bool {
	has := map[string]bool{}
	for name := range values {
		has[fieldOf(canonical(name))] = true
	}
	return has["name"] && has["website"]
}

// documents reads JSON values that contain many records each.
type documents struct {
	*json.Decoder
	in    *positions
	g     *collector
	total int  // the most records that a page says there are
	isAPI bool // the records are in an answer of an API, and have its ids
}

// readDocuments reads arrays and pages of records until the end of the file.
func readDocuments(r io.Reader, g *collector) error {
	in := &positions{in: r, left: 2 * maxLine}
	d := &documents{Decoder: json.NewDecoder(in), in: in, g: g}
	for {
		err := d.document()
		switch {
		case err == io.EOF && d.total > g.read:
			return fault.New(fault.Invalid, fmt.Sprintf("This file has %d of %d records. Please request the other pages too, and put them into the same file.", g.read, d.total))
		case err == io.EOF:
			return nil
		case err != nil:
			return d.explain(err)
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
	d.isAPI = true
	found, err := d.page(maxNesting)
	if err == nil && !found {
		err = errNoRecords
	}
	return unexpectedEnd(err)
}

// unexpectedEnd returns the error of a value that the file ends in.
func unexpectedEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// maxNesting bounds how deep a list of records, and the name of a related record, may be inside objects.
const maxNesting = 4

// member is a value of an object that is read as a page, and may be a record.
type member struct {
	line int
	text json.RawMessage
}

// page reads the members of an object: its records, or the object that has them, and how many records there are in all. An
// object of records by their ids is a list too, and one that is itself a record is one. It reports whether there are any.
func (d *documents) page(depth int) (found bool, err error) {
	members := map[string]member{}
	var names []string
	for d.More() {
		d.in.left = 2 * maxLine
		key, err := d.Token()
		if err != nil {
			return found, err
		}
		name, _ := key.(string)
		one := member{line: d.in.line(d.InputOffset())}
		switch {
		case !found && slices.Contains(recordKeys, name):
			found, one.text, err = d.list(depth)
		case name == "totalItems", name == "totalDocs", name == "total", name == "count", name == "meta", name == "pagination":
			err = d.readTotal()
		default:
			err = d.Decode(&one.text)
		}
		if err != nil {
			return found, err
		}
		if !found && one.text != nil {
			members[name], names = one, append(names, name)
		}
	}
	if _, err := d.Token(); found || err != nil { // the closing brace
		return found, err
	}
	return d.members(members, names)
}

// members reads the records that the members of an object are, or that it is itself.
func (d *documents) members(members map[string]member, names []string) (found bool, err error) {
	values, line := map[string]json.RawMessage{}, 0
	areRecords := len(names) > 0
	for _, name := range names {
		var inner map[string]json.RawMessage
		areRecords = areRecords && json.Unmarshal(members[name].text, &inner) == nil && isRecord(inner)
		values[name] = members[name].text
		line = cmp.Or(line, members[name].line)
	}
	switch {
	case areRecords:
		for _, name := range names {
			if err := d.add(members[name].line, members[name].text, true); err != nil {
				return true, err
			}
		}
		return true, nil
	case isRecord(values):
		text, err := json.Marshal(values)
		if err != nil {
			return false, err
		}
		return true, d.add(line, text, false)
	}
	return false, nil
}

// list reads a list of records, or an object that has one; anything else it returns.
func (d *documents) list(depth int) (found bool, other json.RawMessage, err error) {
	switch start, err := d.Token(); {
	case err != nil:
		return false, nil, err
	case start == json.Delim('['):
		return true, nil, d.records()
	case start == json.Delim('{') && depth > 0:
		found, err = d.page(depth - 1)
		return found, nil, err
	case start == json.Delim('{'):
		return false, nil, errNoRecords
	default:
		other, err = json.Marshal(start)
		return false, other, err
	}
}

// readTotal reads how many records there are: a number, or an object that has it, as Strapi, Directus and Laravel write.
func (d *documents) readTotal() error {
	var text json.RawMessage
	if err := d.Decode(&text); err != nil {
		return err
	}
	var total int
	var meta struct {
		Total       int
		FilterCount int `json:"filter_count"`
		Pagination  struct{ Total int }
	}
	if json.Unmarshal(text, &total) != nil && json.Unmarshal(text, &meta) == nil {
		total = max(meta.Total, meta.FilterCount, meta.Pagination.Total)
	}
	d.total = max(d.total, total)
	return nil
}

// records reads the rest of an array.
func (d *documents) records() error {
	for d.More() {
		d.in.left = 2 * maxLine
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			return err
		}
		if err := d.add(d.in.line(d.InputOffset()-int64(len(text))), text, d.isAPI); err != nil {
			return err
		}
	}
	_, err := d.Token() // the closing bracket
	return err
}

// add adds a record.
func (d *documents) add(line int, text json.RawMessage, isAPI bool) error {
	if err := d.g.countRow(); err != nil {
		return err
	}
	if len(text) > maxLine {
		d.g.refuse(line, "", problemTooLong)
		return nil
	}
	raw, reasons := d.g.decodeRecord(text, isAPI)
	d.g.addRow(line, raw, reasons)
	return nil
}

// decodeRecord parses an object with values under our names or those of other programs. The id of an API's record is not ours.
func (g *collector) decodeRecord(text json.RawMessage, isAPI bool) (rawRow, []string) {
	if !utf8.Valid(text) {
		return rawRow{}, []string{problemEncoding}
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil || values == nil {
		return rawRow{}, []string{"the record is not a JSON object"}
	}
	for _, key := range recordParts {
		var inner map[string]json.RawMessage
		if value, ok := values[key]; ok && json.Unmarshal(value, &inner) == nil {
			isAPI = isAPI || key != "expand"
			maps.Copy(values, inner)
		}
	}
	if id := cellOf(values["_id"]); strings.HasPrefix(id, "drafts.") { // Sanity
		values["draft"] = json.RawMessage("true")
	}
	names := slices.Sorted(maps.Keys(values)) // the order of a JSON object means nothing
	cells := make([]string, len(names), len(names)+1)
	for i, name := range names {
		cells[i] = cellOf(values[name])
	}
	if isAPI {
		names, cells = append(names, apiMark), append(cells, "")
	}
	h := newHeader(names, g.mapping)
	g.note(h, cells)
	return h.row(cells)
}

// cellOf returns a JSON value as a CSV file would have it; of related records it returns the names.
func cellOf(value json.RawMessage) string {
	var text string
	var items []json.RawMessage
	switch {
	case len(value) == 0, string(value) == "null":
		return ""
	case json.Unmarshal(value, &text) == nil:
		return text
	case json.Unmarshal(value, &items) == nil:
		return namesOf(items)
	case strings.HasPrefix(string(value), "{"):
		var related struct{ Data []json.RawMessage }
		if json.Unmarshal(value, &related) == nil && related.Data != nil {
			return namesOf(related.Data)
		}
		return nameOf(value, maxNesting)
	}
	return string(value)
}

func namesOf(items []json.RawMessage) string {
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = cellOf(item)
	}
	return jsonList(names)
}

// nameOf returns the name of a related record, or "": its own, or that of the record in it, as Directus and Strapi
// write relations.
func nameOf(record json.RawMessage, depth int) string {
	var inner map[string]json.RawMessage
	if depth == 0 || json.Unmarshal(record, &inner) != nil {
		return ""
	}
	for _, key := range valueKeys {
		value, name := inner[key], ""
		switch {
		case len(value) == 0, value[0] == '[':
		case value[0] == '{':
			name = nameOf(value, depth-1)
		default:
			name = cellOf(value)
		}
		if name != "" {
			return name
		}
	}
	for _, key := range slices.Sorted(maps.Keys(inner)) {
		if strings.HasPrefix(string(inner[key]), "{") {
			if name := nameOf(inner[key], depth-1); name != "" {
				return name
			}
		}
	}
	return ""
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
