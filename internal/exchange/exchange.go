// Package exchange reads catalogue files, JSON, CSV or a WordPress export, into rows that the store can import, and
// writes them.
//
// A file is read row by row. A problem with a row is reported with its line, and never stops the other rows.
//
// # To change
//
//   - the fields of a file are those of catalog.ProductFields; how they are written: csv.go, jsonl.go, write.go;
//     what separates the cells: separator.go; what a spreadsheet would run: formula.go; go test ./internal/exchange, and
//     -run Export in cmd/vitrine
//   - what other programs export: the names and forms of their columns in alias.go, JSON arrays and PocketBase in
//     documents.go, WordPress in wordpress.go, HTML to text in markup.go; a sample of each in testdata and
//     docs/coming-from.md; -run ComingFrom
//   - the old URLs in a table, a sitemap and a WordPress export: old_urls.go; -run OldURLs
package exchange

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Format is the format of a catalogue file.
type Format string

// The formats that Read accepts, in UTF-8 with or without a byte order mark, or in UTF-16 with one.
const (
	JSONLines Format = "jsonl" // one JSON object per line
	CSV       Format = "csv"   // a header row, cells separated by commas, semicolons or tabs
	WordPress Format = "wxr"   // the XML that WordPress exports
)

// FormatOf returns the format for a file's name: .jsonl, .ndjson and .json are JSON lines, .csv, .tsv and .txt are CSV,
// .xml is WordPress.
func FormatOf(name string) (Format, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".jsonl", ".ndjson", ".json":
		return JSONLines, nil
	case ".csv", ".tsv", ".txt":
		return CSV, nil
	case ".xml":
		return WordPress, nil
	}
	return "", fault.New(fault.Invalid, "Please give a file that ends in .csv, .tsv, .txt (a table with tabs), .json, .jsonl (one JSON object a line) or .xml (a WordPress export). Save a spreadsheet as CSV first.")
}

// longestFileName is the most bytes of a file's name in the history, as many as file systems allow.
const longestFileName = 255

// FileName returns a file's name without its folder; empty for standard input, or for a name that cannot be shown.
func FileName(path string) string {
	name := filepath.Base(path)
	if path == "" || path == "-" || len(name) > longestFileName || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return ""
	}
	return name
}

// Result is the parsed content of a file. Rows and Bad are in the order of the file.
type Result struct {
	Encoding  string              // UTF-8, UTF-16 or Windows-1252
	Separator rune                // between the cells of a CSV file; 0 in others
	Rows      []catalog.ImportRow // each passed catalog.Draft.Check, and no two match the same product
	Bad       []BadRow
	Filled
	Hidden  map[string]int // rows that are not public where they come from, by reason: left out
	Columns []Column       // of a CSV file, in its order; of others the first maxColumns keys, if Options.Mapping is set
}

// Price is a text and the type that it was read as.
type Price struct {
	Text string
	As   catalog.Type
}

// Column says what a column of the file was read as.
type Column struct {
	Name    string   // as the file has it
	Field   string   // as our own export names it; empty if the column was ignored
	Samples []string // of its first values that are not empty, shortened
}

// Filled counts the interpretations, repairs and omissions in the good rows.
type Filled struct {
	Prices       map[Price]int  // how often each text that is not the name of a type was read as which type
	ControlChars int            // rows with control characters, which were removed
	Attachments  int            // rows with images that the export only names
	NotListings  int            // items of a WordPress export that are no listing
	OddStates    map[string]int // words for the state of a row that are not known; the rows are public
}

// Defaults counts the new products of an import that got something that their row lacks. A product that is there already
// keeps what it has.
type Defaults struct {
	NoPrice       int // they got the type Unknown
	NoSection     int // they got catalog.RecommendedProducts
	NoDescription int // they got catalog.NoDescription
	NoLogo        int
	OddDates      map[string]int // dates that cannot be read, or are in the future; the products got that of the import
}

// Add counts the product that a row makes.
func (d *Defaults) Add(row catalog.ImportRow) {
	if row.Draft.Type == catalog.Unknown {
		d.NoPrice++
	}
	if !row.Sets.Has("section") {
		d.NoSection++
	}
	if row.Draft.Description == catalog.NoDescription {
		d.NoDescription++
	}
	if row.Draft.Logo == "" {
		d.NoLogo++
	}
	if row.OddDate == "" {
		return
	}
	if d.OddDates == nil {
		d.OddDates = map[string]int{}
	}
	countText(d.OddDates, row.OddDate, 1)
}

// BadRow is a row that cannot be imported, and the reasons.
type BadRow struct {
	Line    int    // line in the file on which the row starts, from 1
	Name    string // empty if it could not be read
	Reasons []string
}

// maxLine is the longest row in bytes. A product within catalog's limits needs far less.
const maxLine = 1 << 20

// maxTexts bounds how many texts of one kind are counted separately.
const maxTexts = 1_000

// countText counts a text, unless there are too many others.
func countText[T comparable](texts map[T]int, text T, times int) {
	if _, known := texts[text]; known || len(texts) < maxTexts {
		texts[text] += times
	}
}

// Read reads a catalogue file. It holds only the rows in memory, never the file. An error means that the whole file is
// unreadable: a missing column, another encoding, broken XML, more than catalog.MaxProducts rows, a failing reader.
// Everything else is a BadRow. Rows that are not public in the program that they come from are left out and counted.
// JSON may also be an array of objects, or pages of records as the APIs of databases answer them.
//
// Rows that would be one product, as match says, are bad, all but the first.
func Read(r io.Reader, format Format, match catalog.Match) (Result, error) {
	return ReadMapped(r, Options{Format: format, Match: match})
}

// Options say how a file is read.
type Options struct {
	Format Format
	Match  catalog.Match
	// Mapping has the fields (Fields) that somebody has chosen for columns, by the columns' names; empty for a column that is left out. Other
	// columns are read as they are proposed. Without a mapping, nil, JSON lines have our own names.
	Mapping map[string]string
}

// ReadMapped is Read for a file whose columns somebody may have mapped by hand. With an error, the result has what is known of the file by
// then: its columns.
func ReadMapped(r io.Reader, o Options) (Result, error) { return readAt(r, o, time.Now()) }

// readAt is ReadMapped at a time: later dates are in the future.
func readAt(r io.Reader, o Options, now time.Time) (Result, error) {
	format := o.Format
	in, err := newRecords(r, format)
	if err != nil {
		return Result{}, err
	}
	g := newCollector(now, o.Match)
	g.result.Encoding = in.encoding
	if g.mapping, err = newMapping(o.Mapping); err != nil {
		return Result{}, err
	}
	switch {
	case format == WordPress:
		err = readWordPress(in.in, g)
	case format == JSONLines && isDocument(in.in):
		err = readDocuments(in.in, g)
	default:
		err = g.readRecords(in, format)
	}
	if err != nil {
		return g.result, err
	}
	g.finish()
	return g.result, nil
}

// readRecords reads a file that has a row on each line.
func (g *collector) readRecords(in *records, format Format) error {
	decode := g.decodeJSON
	if format == CSV {
		header, err := readHeader(in, g.mapping)
		g.result.Columns, g.result.Separator = header.described(), header.comma
		for i, name := range slices.Backward(header.cells) {
			g.columnAt[name] = i
		}
		if err != nil {
			g.sampleRest(in, header)
			return err
		}
		decode = func(text string) (rawRow, []string) { return g.decodeCSV(header, text) }
	}
	for {
		rec, err := in.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read row on line %d: %w", in.line, err)
		}
		if rec.blank() || format == CSV && isEmptyRow(rec.text) {
			continue
		}
		if err := g.countRow(); err != nil {
			return err
		}
		g.add(rec, decode)
	}
}

// isEmptyRow reports whether all cells of a row are empty: spreadsheets leave such rows behind. An unreadable row is none.
func isEmptyRow(text string) bool {
	return text != "" && strings.Trim(text, separators+"\" \r\n\u00a0\u200b\ufeff") == ""
}

// collector turns records into rows and refuses a second row for the same product.
type collector struct {
	result   Result
	now      time.Time
	match    catalog.Match
	mapping  mapping
	columnAt map[string]int // positions in result.Columns
	read     int            // rows so far, good or bad
	ids      map[int64]int  // line of the row with that id
	slugs    map[string]int
	websites map[string][]firstRow
	names    map[string]firstRow // for catalog.MatchName

	checked   bool // some row has a box checked that says that it is public
	unchecked []uncheckedRow
}

// uncheckedRow is a row in which such a box is empty, until the end shows whether the file has such boxes.
type uncheckedRow struct {
	line    int
	raw     rawRow
	reasons []string
}

func newCollector(now time.Time, match catalog.Match) *collector {
	return &collector{
		result: Result{Hidden: map[string]int{},
			Filled: Filled{Prices: map[Price]int{}, OddStates: map[string]int{}}},
		now:      now,
		match:    match,
		columnAt: map[string]int{},
		ids:      map[int64]int{},
		slugs:    map[string]int{},
		websites: map[string][]firstRow{},
		names:    map[string]firstRow{},
	}
}

func (g *collector) add(rec record, decode func(text string) (rawRow, []string)) {
	if rec.problem != "" {
		g.refuse(rec.line, "", rec.problem)
		return
	}
	raw, reasons := decode(rec.text)
	g.addRow(rec.line, raw, reasons)
}

// countRow counts a row, and refuses the file if it has too many.
func (g *collector) countRow() error {
	if g.read++; g.read > catalog.MaxProducts {
		return fault.New(fault.TooLarge, fmt.Sprintf("This file has more than %d rows. Please split it.", catalog.MaxProducts))
	}
	return nil
}

// addRow counts a row that is not public where it comes from, and checks any other, unless there are reasons to refuse
// it already.
func (g *collector) addRow(line int, raw rawRow, reasons []string) {
	raw.schedule(g.now)
	g.checked = g.checked || raw.checked
	switch {
	case raw.hidden != "":
		countText(g.result.Hidden, raw.hidden, 1)
	case raw.unchecked:
		g.unchecked = append(g.unchecked, uncheckedRow{line, raw, reasons})
	default:
		g.addPublic(line, raw, reasons)
	}
}

// finish decides about the rows in which a box is not checked: in a file without any check the column says nothing.
func (g *collector) finish() {
	if g.checked && len(g.unchecked) > 0 {
		g.result.Hidden["not published"] += len(g.unchecked)
		return
	}
	if len(g.unchecked) == 0 {
		return
	}
	for _, row := range g.unchecked {
		g.addPublic(row.line, row.raw, row.reasons)
	}
	slices.SortStableFunc(g.result.Rows, func(a, b catalog.ImportRow) int { return a.Line - b.Line })
	slices.SortStableFunc(g.result.Bad, func(a, b BadRow) int { return a.Line - b.Line })
}

func (g *collector) addPublic(line int, raw rawRow, reasons []string) {
	if len(reasons) > 0 {
		g.refuse(line, raw.Name, reasons...)
		return
	}
	row, filled, reasons := raw.row(line, g.now)
	reasons = append(reasons, g.repeated(row)...)
	if len(reasons) > 0 {
		g.refuse(line, raw.Name, reasons...)
		return
	}
	g.remember(row)
	g.result.Rows = append(g.result.Rows, row)
	g.count(filled)
}

func (g *collector) refuse(line int, name string, reasons ...string) {
	g.result.Bad = append(g.result.Bad, BadRow{Line: line, Name: shorten(name), Reasons: reasons})
}

// count adds the counts of one row.
func (g *collector) count(row Filled) {
	all := &g.result.Filled
	all.ControlChars += row.ControlChars
	all.Attachments += row.Attachments
	for price, times := range row.Prices {
		countText(all.Prices, price, times)
	}
	for word, times := range row.OddStates {
		countText(all.OddStates, word, times)
	}
}

// shorten truncates a name of any length for a message.
func shorten(name string) string {
	const most = 80
	if runes := []rune(strings.TrimSpace(name)); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return strings.TrimSpace(name)
}
