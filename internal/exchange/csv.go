package exchange

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// header is the first row of a CSV file: which column holds what.
type header struct {
	names   []string // as canonical writes them
	columns []column // nil for a column that we do not know
}

// column takes a cell over into the row's fields.
type column func(f *fields, cell string) error

// columns are the columns that we know, by name without case, blanks, hyphens and underscores.
func columns() map[string]column {
	return map[string]column{
		"id":             readID,
		"slug":           func(f *fields, cell string) error { f.Slug = strings.TrimSpace(cell); return nil },
		"name":           func(f *fields, cell string) error { f.Name = cell; return nil },
		"website":        func(f *fields, cell string) error { f.Website = cell; return nil },
		"description":    func(f *fields, cell string) error { f.Description = cell; return nil },
		"categories":     func(f *fields, cell string) error { f.Categories = list(cell); return nil },
		"pricing":        func(f *fields, cell string) error { f.Pricing = cell; return nil },
		"type":           func(f *fields, cell string) error { f.Type = cell; return nil },
		"section":        func(f *fields, cell string) error { f.Section = cell; return nil },
		"usecases":       func(f *fields, cell string) error { f.UseCases = &cell; return nil },
		"tags":           func(f *fields, cell string) error { l := list(cell); f.Tags = &l; return nil },
		"logo":           func(f *fields, cell string) error { f.Logo = &cell; return nil },
		"logocolor":      func(f *fields, cell string) error { f.LogoColor = strings.TrimSpace(cell); return nil },
		"images":         func(f *fields, cell string) error { l := strings.Fields(cell); f.Images = &l; return nil },
		"videourl":       func(f *fields, cell string) error { f.VideoURL = &cell; return nil },
		"promotext":      func(f *fields, cell string) error { f.PromoText = &cell; return nil },
		"isfeatured":     func(f *fields, cell string) (err error) { f.IsFeatured, err = truth(cell); return err },
		"haslandingpage": func(f *fields, cell string) (err error) { f.HasLandingPage, err = truth(cell); return err },
		"hasdeal":        func(f *fields, cell string) (err error) { f.HasDeal, err = truth(cell); return err },
		"displayorder":   func(f *fields, cell string) (err error) { f.DisplayOrder, err = whole(cell); return err },
	}
}

// required are the columns without which no row of the file could be imported.
var required = []string{"name", "website", "categories"}

// readHeader reads the first row that is not blank. Everything that is wrong with it is one error.
func readHeader(in *records) (header, error) {
	rec := record{}
	for rec.blank() {
		var err error
		if rec, err = in.next(); errors.Is(err, io.EOF) {
			return header{}, fault.New(fault.Invalid, "This file is empty. The first row must name the columns.")
		} else if err != nil {
			return header{}, fmt.Errorf("read the header: %w", err)
		}
	}
	cells, problem := splitCSV(rec.text)
	if problem == "" {
		problem = rec.problem
	}
	if problem != "" {
		return header{}, fault.New(fault.Invalid, "The first row, which names the columns, cannot be read: "+problem+".")
	}
	known := columns()
	var h header
	for _, cell := range cells {
		name := canonical(cell)
		if known[name] != nil && slices.Contains(h.names, name) {
			return header{}, fault.New(fault.Invalid, fmt.Sprintf("The first row names the column %q twice.", name))
		}
		h.names = append(h.names, name)
		h.columns = append(h.columns, known[name])
	}
	return h, h.complete()
}

func (h header) complete() error {
	var missing []string
	for _, name := range required {
		if !slices.Contains(h.names, name) {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, fmt.Sprintf("The first row must name the columns, separated by commas. Missing: %s.",
		strings.Join(missing, ", ")))
}

func canonical(cell string) string {
	return strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(strings.TrimSpace(cell)))
}

// decode reads a row under this header.
func (h header) decode(text string) (fields, []string) {
	var f fields
	cells, problem := splitCSV(text)
	if problem != "" {
		return f, []string{problem}
	}
	if len(cells) != len(h.columns) {
		return f, []string{fmt.Sprintf("the row has %d cells, the header %d", len(cells), len(h.columns))}
	}
	var reasons []string
	for i, take := range h.columns {
		if take == nil {
			continue
		}
		if err := take(&f, unquoteFormula(cells[i])); err != nil {
			reasons = append(reasons, h.names[i]+": "+err.Error())
		}
	}
	return f, reasons
}

// splitCSV cuts one row into its cells, or says why that cannot be done.
func splitCSV(text string) (cells []string, problem string) {
	if !utf8.ValidString(text) {
		return nil, problemEncoding
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.FieldsPerRecord = -1
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

// readID takes a number for our own id and anything else for a word.
func readID(f *fields, cell string) error {
	cell = strings.TrimSpace(cell)
	number, err := strconv.ParseInt(cell, 10, 64)
	if err != nil || number < 1 {
		f.ID.text = cell
		return nil
	}
	f.ID.number = number
	return nil
}

// list cuts a cell at semicolons, or at commas where it has none.
func list(cell string) []string {
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

func truth(cell string) (*bool, error) {
	yes := false
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "true", "yes", "1":
		yes = true
	case "false", "no", "0", "":
	default:
		return nil, errors.New("please write true or false")
	}
	return &yes, nil
}

func whole(cell string) (*int, error) {
	if cell = strings.TrimSpace(cell); cell == "" {
		return new(int), nil
	}
	number, err := strconv.Atoi(cell)
	if err != nil {
		return nil, errors.New("please write a whole number")
	}
	return &number, nil
}
