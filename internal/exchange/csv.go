package exchange

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// header is the meaning of each column: of a CSV file, or of one record with named values.
type header struct {
	cells   []string // as the file has them
	comma   rune     // separates the cells of a CSV file
	names   []string // in canonical form
	fields  []string // the field that the column is read into, in canonical form; empty if it is ignored
	columns []column // nil for an ignored column
	origin  origin
}

// column reads a cell into a row.
type column func(r *rawRow, cell string) error

// columns are the known columns, by canonical name: one for each of catalog.ProductFields, and
// those for keys, price, date and state.
var columns = func() map[string]column {
	known := map[string]column{
		"id":      readID,
		"slug":    func(r *rawRow, cell string) error { r.Slug = strings.TrimSpace(cell); return nil },
		"pricing": func(r *rawRow, cell string) error { r.Pricing = cell; return nil },

		"affiliateurl":       func(r *rawRow, cell string) error { r.AffiliateURL = cell; return nil },
		"affiliatenetwork":   func(r *rawRow, cell string) error { r.AffiliateNetwork = cell; return nil },
		"affiliateprogramme": func(r *rawRow, cell string) error { r.AffiliateProgramme = cell; return nil },
	}
	known["createdat"] = readCreated
	maps.Copy(known, stateColumns)
	for i, name := range catalog.FieldNames() {
		bit := catalog.FieldsNamed(name)
		known[strings.ToLower(name)] = func(r *rawRow, cell string) error {
			if r.present |= bit; name == "displayOrder" && isNothing(cell) {
				r.present &^= bit // it has no place
			}
			return readCell(reflect.ValueOf(&r.ProductFields).Elem().Field(i), name, cell)
		}
	}
	for _, name := range ownOnly {
		name = strings.ToLower(name)
		ownColumns[name] = known[name]
		if delete(known, name); stateColumns[name] != nil {
			known[name] = stateColumns[name]
		}
	}
	return known
}()

// ownOnly are the fields of products that only our own export has: in other files, columns of these names say what the row is in the program
// that it comes from. ownColumns reads them, by canonical name.
var (
	ownOnly    = []string{"status", "publishAt"}
	ownColumns = map[string]column{}
)

// readCell parses a cell into a field.
func readCell(field reflect.Value, name, cell string) (err error) {
	switch to := field.Addr().Interface().(type) {
	case *[]string:
		if *to = list(cell); name == "images" && !isJSONList(cell) {
			*to = strings.Fields(cell)
		}
	case *bool:
		*to, err = parseBool(cell)
	case *int:
		*to, err = whole(cell)
	default:
		switch name {
		case "logoColor":
			cell = strings.TrimSpace(cell)
		case "dealFrom", "dealTo":
			cell = dealTime(cell, name == "dealTo")
		}
		field.SetString(cell)
	}
	return err
}

// required are the columns that every file must have.
var required = []string{"name", "website", "categories"}

// readHeader reads the first row that is not blank and not Excel's sep=. Any problem with it is an error of the whole file.
func readHeader(in *records, m mapping) (header, error) {
	rec, titles := record{}, 0
	for rec.blank() || IsSeparatorLine(rec.text) || isEmptyRow(rec.text) || titles < maxTitles && isTitle(rec.text) {
		if isTitle(rec.text) {
			titles++
		}
		var err error
		if rec, err = in.next(); errors.Is(err, io.EOF) {
			return header{}, fault.New(fault.Invalid, "This file is empty. The first row must name the columns.")
		} else if err != nil {
			return header{}, fmt.Errorf("read the header: %w", err)
		}
	}
	comma := SeparatorOf(rec.text, func(name string) bool { return fieldOf(canonical(name)) != "" || m[canonical(name)] != "" })
	in.separators = string(comma)
	cells, problem := splitCSV(rec.text, comma)
	if problem == "" {
		problem = rec.problem
	}
	if problem != "" {
		return header{}, fault.New(fault.Invalid, "The first row, which names the columns, cannot be read: "+problem+".")
	}
	h := newHeader(cells, m)
	h.comma = comma
	for i, name := range h.names {
		if columns[name] != nil && stateColumns[name] == nil && slices.Contains(h.names[:i], name) {
			return h, fault.New(fault.Invalid, fmt.Sprintf("The first row names the column %q twice.", name))
		}
	}
	return h, h.complete()
}

// maxTitles is how many rows with a title may be above the header.
const maxTitles = 3

// isTitle reports whether a row has a single cell with something in it, as the title that reports put above their columns.
func isTitle(text string) bool {
	rest := strings.TrimRight(strings.TrimSpace(text), separators)
	return rest != "" && strings.TrimSpace(text) != rest && !strings.ContainsAny(rest, separators) && fieldOf(canonical(rest)) == ""
}

// newHeader returns the meaning of columns with these names: what the mapping says, or else what their names say. Of several that mean the
// same field, the one with our own name is read, or else the first.
func newHeader(cells []string, m mapping) header {
	h := header{cells: cells, names: make([]string, len(cells)), fields: make([]string, len(cells)), columns: make([]column, len(cells))}
	for i, cell := range cells {
		h.names[i] = canonical(cell)
	}
	h.origin = originOf(h.names)
	for i, name := range h.names {
		if field, isMapped := m[name]; isMapped {
			if h.columns[i] = columns[field]; h.columns[i] != nil {
				h.fields[i] = field
			}
			continue
		}
		if h.origin.own && ownColumns[name] != nil {
			h.fields[i], h.columns[i] = name, ownColumns[name]
			continue
		}
		field := fieldOf(name)
		if field == "" { // "Website (required)"
			field = fieldOf(canonical(inBrackets.ReplaceAllString(cells[i], "")))
		}
		if field == "" || (field == "id" && h.origin.foreign()) || (field == "type" && h.origin.shop) ||
			(stateColumns[field] == nil && m.has(field)) ||
			(field != name && stateColumns[field] == nil && (slices.Contains(h.names, field) || slices.Contains(h.fields, field))) {
			continue
		}
		h.fields[i], h.columns[i] = field, columns[field]
	}
	if link := slices.Index(h.fields, "affiliateurl"); link >= 0 && !m.has("affiliateurl") && !slices.Contains(h.fields, "website") {
		h.fields[link], h.columns[link] = "website", columns["website"] // it is the only address that the file has
	}
	return h
}

// inBrackets is what a form's export adds to the name of a column.
var inBrackets = regexp.MustCompile(`\([^()]*\)|\[[^\[\]]*\]`)

func (h header) complete() error {
	var missing []string
	for _, name := range required {
		if !slices.Contains(h.fields, name) {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, fmt.Sprintf("The first row must name the columns, separated by commas, semicolons or tabs. Missing: %s.",
		strings.Join(missing, ", ")))
}

// described returns what each column was read as.
func (h header) described() []Column {
	described := make([]Column, len(h.cells))
	for i, cell := range h.cells {
		described[i] = Column{Name: cell, Field: spelled(h.fields[i])}
	}
	return described
}

// spelled returns the name of a field as our own export writes it.
func spelled(field string) string {
	for _, name := range append(catalog.FieldNames(), "createdAt", "publishedAt", "affiliateUrl", "affiliateNetwork", "affiliateProgramme") {
		if strings.EqualFold(name, field) {
			return name
		}
	}
	return field
}

// canonical returns the name of a column without case, accents, spaces, signs and what nobody sees.
func canonical(cell string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || unicode.IsControl(r) { // controls: UTF-16 without its mark
			return r
		}
		return -1
	}, catalog.Fold(strings.TrimSpace(cell)))
}

// decode parses a row under this header, and calls note with its cells.
func (h header) decode(text string, note func(h header, cells []string)) (rawRow, []string) {
	var row rawRow
	cells, problem := splitCSV(text, h.comma)
	if problem != "" {
		return row, []string{problem}
	}
	for len(cells) > len(h.columns) && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1] // separators at the end of a row
	}
	if len(cells) != len(h.columns) {
		return row, []string{fmt.Sprintf("the row has %d cells, the header %d", len(cells), len(h.columns))}
	}
	for i, cell := range cells {
		cells[i] = UnquoteFormula(cell)
	}
	note(h, cells)
	return h.row(cells)
}

// row reads one cell for each column.
func (h header) row(cells []string) (rawRow, []string) {
	var row rawRow
	var reasons []string
	for i, take := range h.columns {
		if take == nil {
			continue
		}
		cell, attachments := h.origin.cellFor(h.fields[i], cells[i])
		row.attachments = row.attachments || attachments
		if err := take(&row, cell); err != nil {
			reasons = append(reasons, h.names[i]+": "+err.Error())
		}
	}
	if !h.origin.own {
		row.clean(h.origin)
	}
	if reason := h.origin.unnamed(row.Categories); reason != "" {
		reasons = append(reasons, reason)
	}
	return row, reasons
}

// splitCSV splits one row into its cells, or returns the problem.
func splitCSV(text string, comma rune) (cells []string, problem string) {
	if !utf8.ValidString(text) {
		return nil, problemEncoding
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord = comma, -1
	cells, err := reader.Read()
	switch {
	case err == nil, errors.Is(err, io.EOF):
		return cells, ""
	case errors.Is(err, csv.ErrBareQuote):
		return nil, `a quote stands inside a cell that is not quoted; write it as "" and quote the cell`
	default:
		return nil, `text stands behind a closing quote; write a quote inside a cell as ""`
	}
}

// readID reads a number as our own id and anything else as text.
func readID(r *rawRow, cell string) error {
	cell = strings.TrimSpace(cell)
	number, err := strconv.ParseInt(cell, 10, 64)
	if err != nil || number < 1 {
		r.ID.text = cell
		return nil
	}
	r.ID.number = number
	return nil
}

func isJSONList(cell string) bool { return strings.HasPrefix(strings.TrimSpace(cell), "[") }

// list reads a JSON array of strings, or splits a cell at semicolons, or at commas if it has no semicolon.
func list(cell string) []string {
	var array []string
	if isJSONList(cell) && json.Unmarshal([]byte(cell), &array) == nil {
		return array
	}
	separator := ","
	if strings.Contains(cell, ";") {
		separator = ";"
	}
	var items []string
	for _, item := range strings.Split(cell, separator) {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// trueWords and falseWords, folded: Airtable writes checked, WooCommerce 1, 0 and -1, Excel the words of its language.
var (
	trueWords = wordSet("true yes y t on 1 1.0 x ✓ ✔ ✔️ ✅ ☑ ☑️ checked wahr ja j vrai oui verdadero si vero verdadeiro sim s waar " +
		"tak prawda ano evet igen kylla да так ναι はい 是 有 예 네 ⭐ ★ 👍 ○ ◯ featured =true() true()")
	falseWords = wordSet("false no n f off 0 0.0 -1 ✗ ✘ ✕ ❌ ☐ unchecked falsch nein faux non falso nao onwaar nee " +
		"nie ne falsz hayir nem ei нет ні οχι いいえ 否 無 아니요 아니오 👎 × never =false() false()")
)

func parseBool(cell string) (bool, error) {
	switch word := strings.TrimRight(catalog.Fold(strings.TrimSpace(cell)), "!."); {
	case trueWords[word]:
		return true, nil
	case falseWords[word], isNothing(word), strings.HasPrefix(word, "not ") && trueWords[word[len("not "):]]:
		return false, nil
	}
	return false, errors.New("please write true or false")
}

func whole(cell string) (int, error) {
	if cell = strings.TrimSpace(cell); isNothing(cell) {
		return 0, nil
	}
	number, err := strconv.Atoi(strings.TrimSuffix(cell, ".0"))
	if err != nil {
		return 0, errors.New("please write a whole number")
	}
	return number, nil
}
