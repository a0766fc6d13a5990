package db

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// SetExcluded turns "a, b" into "a = excluded.a, b = excluded.b".
func SetExcluded(columns string) string {
	list := strings.Split(columns, ", ")
	for i, column := range list {
		list[i] = column + " = excluded." + column
	}
	return strings.Join(list, ", ")
}

// Args converts a list to query arguments.
func Args[T any](list []T) []any {
	args := make([]any, len(list))
	for i, one := range list {
		args[i] = one
	}
	return args
}

// Contains is the condition that a column contains a text, which Containing makes an argument.
func Contains(column string) string { return column + ` LIKE ? ESCAPE '\'` }

// Containing makes a text the argument of Contains.
func Containing(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text) + "%"
}

// Only returns the first element found, or NotFound with the message missing.
func Only[T any](found []T, missing string) (T, error) {
	if len(found) == 0 {
		var none T
		return none, fault.New(fault.NotFound, missing)
	}
	return found[0], nil
}

// BatchSize is how many rows one statement reads or writes: more save little time, and SQLite takes at most 32,766 values in
// a statement.
const BatchSize = 250

// InBatches calls f with BatchSize items at a time.
func InBatches[T any](list []T, f func([]T) error) error {
	for batch := range slices.Chunk(list, BatchSize) {
		if err := f(batch); err != nil {
			return err
		}
	}
	return nil
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

// TimeOrZero returns the time of a column that may be NULL; the zero time for NULL.
func TimeOrZero(at sql.NullInt64) time.Time {
	if !at.Valid {
		return time.Time{}
	}
	return TimeOf(at.Int64)
}
