package db

import (
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
