package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Table reads and writes rows of a table as values of T. The fields of T with a tag db are its columns, in their order:
//
//	ID      int64     `db:"id,serial"`     // 0 in a new row, which the database numbers
//	Type    string    `db:"type,key"`      // no two rows have the same
//	EndedAt time.Time `db:"ended_at,null"` // NULL for the zero time
//	Topics  []int64   `db:"topics,json"`   // written as JSON
//
// Times are stored in microseconds since 1970.
type Table[T any] struct {
	Name    string
	Columns string // all of them, with commas between
	Key     string // the column that tells rows apart: the one with key, else the one with serial
	Serial  bool   // it has a column whose numbers the database makes
}

// TableOf returns the table with a name.
func TableOf[T any](name string) *Table[T] {
	t := &Table[T]{Name: name}
	var names []string
	for _, c := range columnsOf(reflect.TypeFor[T]()) {
		names = append(names, c.name)
		t.Serial = t.Serial || c.option == "serial"
		if c.option == "key" || c.option == "serial" && t.Key == "" {
			t.Key = c.name
		}
	}
	t.Columns = strings.Join(names, ", ")
	return t
}

// Select returns the rows that the rest of the query names; the list is never nil.
func (t *Table[T]) Select(ctx context.Context, tx querier, rest string, args ...any) ([]T, error) {
	return Collect(ctx, tx, Columns[T], "SELECT "+t.Columns+" FROM "+t.Name+" "+rest, args...)
}

// First returns the first row that the rest of the query names; nil if it names no row.
func (t *Table[T]) First(ctx context.Context, tx querier, rest string, args ...any) (*T, error) {
	found, err := t.Select(ctx, tx, rest, args...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// One is First for a row that should exist: without it, it is NotFound with the message missing.
func (t *Table[T]) One(ctx context.Context, tx querier, missing, rest string, args ...any) (T, error) {
	found, err := t.Select(ctx, tx, rest, args...)
	if err != nil {
		var none T
		return none, err
	}
	return Only(found, missing)
}

// Insert adds a row, and sets its number if it has none.
func (t *Table[T]) Insert(ctx context.Context, w *WriteTx, row *T) error {
	return t.insert(ctx, w, row, "")
}

// Upsert is Insert, or replaces the row that has the same key.
func (t *Table[T]) Upsert(ctx context.Context, w *WriteTx, row *T) error {
	var others []string
	for _, c := range columnsOf(reflect.TypeFor[T]()) {
		if c.option != "key" && c.option != "serial" {
			others = append(others, c.name)
		}
	}
	return t.insert(ctx, w, row, " ON CONFLICT ("+t.Key+") DO UPDATE SET "+SetExcluded(strings.Join(others, ", ")))
}

func (t *Table[T]) insert(ctx context.Context, w *WriteTx, row *T, onConflict string) error {
	var names []string
	var values, number []any
	returning := ""
	fields := reflect.ValueOf(row).Elem()
	for _, c := range columnsOf(reflect.TypeFor[T]()) {
		if c.option == "serial" && fields.FieldByIndex(c.index).IsZero() {
			returning, number = " RETURNING "+c.name, append(number, c.of(fields))
			continue
		}
		names, values = append(names, c.name), append(values, c.value(fields))
	}
	query := "INSERT INTO " + t.Name + " (" + strings.Join(names, ", ") + ") VALUES " + Placeholders(len(names)) + onConflict + returning
	if returning == "" {
		return w.Exec(ctx, query, values...)
	}
	return w.Row(ctx, query, values...).Scan(number...)
}

// Delete deletes the rows that a condition names, and returns the first as it was. Without such a row it is NotFound with the message missing.
func (t *Table[T]) Delete(ctx context.Context, w *WriteTx, missing, where string, args ...any) (T, error) {
	gone, err := Collect(ctx, w, Columns[T], "DELETE FROM "+t.Name+" WHERE "+where+" RETURNING "+t.Columns, args...)
	if err != nil {
		var none T
		return none, err
	}
	return Only(gone, missing)
}

// Update replaces the columns of the row that has the same key.
func (t *Table[T]) Update(ctx context.Context, w *WriteTx, row *T) error {
	var set []string
	var values []any
	var key any
	fields := reflect.ValueOf(row).Elem()
	for _, c := range columnsOf(reflect.TypeFor[T]()) {
		if c.name == t.Key {
			key = c.value(fields)
		} else if c.option != "serial" {
			set, values = append(set, c.name+" = ?"), append(values, c.value(fields))
		}
	}
	return w.Exec(ctx, "UPDATE "+t.Name+" SET "+strings.Join(set, ", ")+" WHERE "+t.Key+" = ?", append(values, key)...)
}

// Columns scans a row whose columns are the fields of T with a tag db, in their order, for Collect.
func Columns[T any](rows *sql.Rows) (row T, err error) {
	fields := reflect.ValueOf(&row).Elem()
	var into []any
	for _, c := range columnsOf(fields.Type()) {
		into = append(into, c.of(fields))
	}
	err = rows.Scan(into...)
	return row, err
}

// column is a field of a struct with a tag db.
type column struct {
	name, option string
	index        []int
}

// columns has the columns of each type of struct that was asked for.
var columns sync.Map

func columnsOf(row reflect.Type) []column {
	if known, is := columns.Load(row); is {
		return known.([]column)
	}
	var found []column
	for _, field := range reflect.VisibleFields(row) {
		if tag, is := field.Tag.Lookup("db"); is {
			name, option, _ := strings.Cut(tag, ",")
			found = append(found, column{name, option, field.Index})
		}
	}
	columns.Store(row, found)
	return found
}

// value returns the column's field of a row as an argument of a query.
func (c column) value(row reflect.Value) any {
	field := c.of(row)
	if _, is := field.(driver.Valuer); is {
		return field
	}
	return reflect.ValueOf(field).Elem().Interface()
}

// of returns a pointer to the column's field of a row, into which rows are scanned.
func (c column) of(row reflect.Value) any {
	field := row.FieldByIndex(c.index).Addr().Interface()
	at, isTime := field.(*time.Time)
	switch {
	case isTime && c.option == "null":
		return (*optionalTime)(at)
	case isTime:
		return (*Microseconds)(at)
	case c.option == "json":
		return jsonValue{field}
	}
	return field
}

// optionalTime is Microseconds that are NULL for the zero time.
type optionalTime time.Time

// Scan implements sql.Scanner.
func (o *optionalTime) Scan(value any) error {
	if *o = (optionalTime{}); value == nil {
		return nil
	}
	return (*Microseconds)(o).Scan(value)
}

// Value implements driver.Valuer.
func (o *optionalTime) Value() (driver.Value, error) {
	if time.Time(*o).IsZero() {
		return nil, nil
	}
	return time.Time(*o).UnixMicro(), nil
}

// jsonValue is a field, by its pointer, that its column stores as JSON.
type jsonValue struct{ field any }

// Scan implements sql.Scanner.
func (j jsonValue) Scan(value any) error {
	text, err := TextOf(value)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), j.field)
}

// Value implements driver.Valuer. A list that is nil is an empty one.
func (j jsonValue) Value() (driver.Value, error) {
	if list := reflect.ValueOf(j.field).Elem(); list.Kind() == reflect.Slice && list.Len() == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(j.field)
	return string(text), err
}

// Only returns the first element found, or NotFound with the message missing.
func Only[T any](found []T, missing string) (T, error) {
	if len(found) == 0 {
		var none T
		return none, fault.New(fault.NotFound, missing)
	}
	return found[0], nil
}

// JSONList is a list that its column stores as JSON. After Scan it is never nil.
type JSONList []string

// Scan implements sql.Scanner.
func (l *JSONList) Scan(value any) error {
	text, err := TextOf(value)
	*l = JSONList{}
	if err != nil || text == "[]" {
		return err
	}
	return json.Unmarshal([]byte(text), l)
}

// Value implements driver.Valuer.
func (l *JSONList) Value() (driver.Value, error) {
	if len(*l) == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(*l)
	return string(text), err
}

// Microseconds is a time that its column stores as microseconds since 1970.
type Microseconds time.Time

// Scan implements sql.Scanner.
func (m *Microseconds) Scan(value any) error {
	number, ok := value.(int64)
	*m = Microseconds(TimeOf(number))
	if !ok {
		return fmt.Errorf("a time is stored as %T", value)
	}
	return nil
}

// Value implements driver.Valuer.
func (m *Microseconds) Value() (driver.Value, error) { return time.Time(*m).UnixMicro(), nil }

// TextOf converts a text column's value: drivers return a string or bytes.
func TextOf(value any) (string, error) {
	switch text := value.(type) {
	case string:
		return text, nil
	case []byte:
		return string(text), nil
	}
	return "", fmt.Errorf("a text is stored as %T", value)
}

// MicrosOf returns a time in microseconds since 1970, as columns store it; 0 for the zero time.
func MicrosOf(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMicro()
}

// InstantOf reverses MicrosOf.
func InstantOf(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return TimeOf(micros)
}
