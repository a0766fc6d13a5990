package db

import (
	"slices"
	"strconv"
	"strings"
)

// dialect has all differences between the engines once they are open.
type dialect struct {
	name         string // folder of the migrations
	postgres     bool   // placeholders are numbered: $1, $2, …
	long         string // statement that raises the timeouts of a long transaction
	longLockWait string // statement that lets a transaction wait longer for earlier ones
	analyze      string // statement that updates the planner's statistics
	notify       string // statement that notifies other processes of a new version; empty: they poll

	onQuery func(query string, args []any) // runs before each query, in tests of query plans; else nil
}

// rebind replaces each placeholder ? with the engine's own form. Queries contain no other question marks.
func (d *dialect) rebind(query string) string {
	if !d.postgres {
		return query
	}
	var b strings.Builder
	b.Grow(len(query) + 16)
	for number := 1; ; number++ {
		before, after, found := strings.Cut(query, "?")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(number))
		query = after
	}
}

// Placeholders returns a bracketed list of placeholders: (?, ?, ?).
func Placeholders(columns int) string {
	return "(?" + strings.Repeat(", ?", columns-1) + ")"
}

// Rows returns the placeholders of an INSERT of several rows.
func Rows(rows, columns int) string {
	row := Placeholders(columns)
	return row + strings.Repeat(", "+row, rows-1)
}

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
