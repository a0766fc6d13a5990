package exchange

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Bounds of what is said of a file's columns.
const (
	maxColumns = 300
	maxSamples = 3 // values of a column
	sampleRows = 100
)

// mapping has the fields that somebody has chosen for columns, both in canonical form; empty for a column that is left out.
type mapping map[string]string

// Fields returns the fields that a column may be read into, in the spelling of our own export.
func Fields() []string {
	fields := slices.DeleteFunc(catalog.FieldNames(), func(name string) bool { return slices.Contains(ownOnly, name) })
	return append(fields, "pricing", "status", "createdAt", "publishedAt", "slug", "id", "affiliateUrl", "affiliateNetwork", "affiliateProgramme")
}

// newMapping returns a mapping of columns. An unknown field, or one that two columns are read into, is an Invalid fault.
func newMapping(chosen map[string]string) (mapping, error) {
	if chosen == nil {
		return nil, nil
	}
	m := mapping{}
	for name, field := range chosen {
		if field != "" && !slices.Contains(Fields(), field) {
			return nil, fault.New(fault.Invalid, fmt.Sprintf("There is no field %q to read a column into.", shorten(field)))
		}
		field = canonical(field)
		if field != "" && m.has(field) && stateColumns[field] == nil {
			return nil, fault.New(fault.Invalid, fmt.Sprintf("Two columns are chosen for the field %s. Please leave one of them out.", spelled(field)))
		}
		m[canonical(name)] = field
	}
	return m, nil
}

// has reports whether a column is mapped to a field.
func (m mapping) has(field string) bool {
	for _, mapped := range m {
		if mapped == field {
			return true
		}
	}
	return false
}

// note adds the columns of a record to those of the file, with its values as samples.
func (g *collector) note(h header, cells []string) {
	if g.mapping == nil || g.read > sampleRows {
		return
	}
	for i, name := range h.cells {
		if name != apiMark {
			g.noteColumn(name, h.fields[i], cells[i])
		}
	}
}

// noteColumn adds a column to those of the file, with a value as a sample.
func (g *collector) noteColumn(name, field, value string) {
	if g.mapping == nil {
		return
	}
	at, isKnown := g.columnAt[name]
	if !isKnown {
		if at = len(g.result.Columns); at == maxColumns {
			return
		}
		g.columnAt[name] = at
		g.result.Columns = append(g.result.Columns, Column{Name: name, Field: spelled(field)})
	}
	column := &g.result.Columns[at]
	if text := shorten(strings.Join(strings.Fields(value), " ")); text != "" && len(column.Samples) < maxSamples && !slices.Contains(column.Samples, text) {
		column.Samples = append(column.Samples, text)
	}
}

// decodeCSV parses a row of a CSV file.
func (g *collector) decodeCSV(h header, text string) (rawRow, []string) {
	return h.decode(text, g.note)
}

// sampleRest takes samples of a file whose header names too few columns.
func (g *collector) sampleRest(in *records, h header) {
	for range maxSamples {
		rec, err := in.next()
		if err != nil || h.cells == nil {
			return
		}
		if !rec.blank() {
			h.decode(rec.text, g.note)
		}
	}
}
