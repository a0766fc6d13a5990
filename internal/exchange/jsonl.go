package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

const problemEncoding = `the row is not in UTF-8; save the file in UTF-8 (in Excel as "CSV UTF-8")`

// jsonRow is the type of a row in JSON: rowKeys, and a pointer for each of catalog.ProductFields but ownOnly, nil if the row
// does not have the field.
var jsonRow = func() reflect.Type {
	fields := reflect.VisibleFields(reflect.TypeFor[rowKeys]())
	for _, field := range reflect.VisibleFields(reflect.TypeFor[catalog.ProductFields]()) {
		if slices.Contains(ownOnly, field.Tag.Get("json")) {
			continue
		}
		fields = append(fields, reflect.StructField{Name: field.Name, Type: reflect.PointerTo(field.Type), Tag: field.Tag})
	}
	return reflect.StructOf(fields)
}()

// decodeJSON parses a row that is one JSON object. With a mapping, one that is not of our own export may have any names.
func (g *collector) decodeJSON(text string) (rawRow, []string) {
	if g.mapping != nil {
		var values map[string]json.RawMessage
		trimmed := strings.TrimSuffix(strings.TrimRight(text, " \t\r\n"), ",")
		if json.Unmarshal([]byte(trimmed), &values) == nil && values["logoColor"] == nil {
			return g.decodeRecord([]byte(trimmed), false)
		}
	}
	return decodeJSON(text)
}

// decodeJSON parses a row with our own names. It ignores unknown keys.
func decodeJSON(text string) (rawRow, []string) {
	if !utf8.ValidString(text) {
		return rawRow{}, []string{problemEncoding}
	}
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return rawRow{}, []string{"the line is not a JSON object"}
	}
	into := reflect.New(jsonRow)
	text = strings.TrimSuffix(strings.TrimRight(text, " \t\r\n"), ",") // of an array without its brackets
	err := json.Unmarshal([]byte(text), into.Interface())
	row := rawRowOf(into.Elem())
	var wrongType *json.UnmarshalTypeError
	var broken *json.SyntaxError
	switch {
	case errors.As(err, &wrongType):
		return row, []string{fmt.Sprintf("%s: cannot be a JSON %s", wrongType.Field, wrongType.Value)}
	case errors.As(err, &broken):
		return row, []string{fmt.Sprintf("broken JSON near byte %d of the line", broken.Offset)}
	case err != nil:
		return row, []string{err.Error()}
	}
	return row, row.readOthers(text)
}

// readOthers reads what a row has besides the fields of a product: when it was made, and whether it is public. The texts
// of another program become plain text.
func (r *rawRow) readOthers(text string) (reasons []string) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &values); err != nil {
		return []string{err.Error()}
	}
	_, own := values["logoColor"]
	for _, name := range slices.Sorted(maps.Keys(values)) { // the order of a JSON object means nothing
		if read := ownColumns[canonical(name)]; own && read != nil {
			if err := read(r, cellOf(values[name])); err != nil {
				reasons = append(reasons, name+": "+err.Error())
			}
			continue
		}
		field := fieldOf(canonical(name))
		if read := columns[field]; stateColumns[field] != nil || field == "createdat" {
			if err := read(r, cellOf(values[name])); err != nil {
				reasons = append(reasons, name+": "+err.Error())
			}
		}
	}
	if !own {
		r.clean(origin{})
	}
	return reasons
}

// rawRowOf copies a value of type jsonRow.
func rawRowOf(from reflect.Value) rawRow {
	var row rawRow
	keys, fields := reflect.ValueOf(&row.rowKeys).Elem(), reflect.ValueOf(&row.ProductFields).Elem()
	for i := range keys.NumField() {
		keys.Field(i).Set(from.Field(i))
	}
	for i := range fields.NumField() {
		if value := from.FieldByName(fields.Type().Field(i).Name); value.IsValid() && !value.IsNil() {
			fields.Field(i).Set(value.Elem())
			row.present |= 1 << i
		}
	}
	return row
}

// rowID is an id in a file: our own export writes numbers, other catalogues use words.
type rowID struct {
	number int64
	text   string
}

// UnmarshalJSON accepts a number above 0, a string or null.
func (id *rowID) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte(`"`)) {
		return json.Unmarshal(data, &id.text)
	}
	var number *int64
	if err := json.Unmarshal(data, &number); err != nil || (number != nil && *number < 1) {
		return errors.New("id: must be a whole number above 0, or a word")
	}
	if number != nil {
		id.number = *number
	}
	return nil
}
