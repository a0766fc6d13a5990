package db

import (
	"strconv"
	"strings"
)

// dialect is all that differs between the engines once they are open.
type dialect struct {
	name     string // folder of the migrations
	postgres bool   // placeholders are numbered: $1, $2, …
	long     string // statement that gives a long transaction its time
	patient  string // statement that has a transaction wait for those before it
	analyze  string // statement that counts the rows anew, so that queries are planned for as many as there are
	notify   string // statement that notifies other processes of a new version; empty: they poll

	onQuery func(query string, args []any) // called before each query, by the test of query plans; else nil
}

// rebind writes a query's placeholders, each a ?, as the engine wants them. Queries hold no other question marks.
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

// Placeholders is one bracketed list of that many placeholders: (?, ?, ?).
func Placeholders(columns int) string {
	return "(?" + strings.Repeat(", ?", columns-1) + ")"
}

// Rows is the placeholders of an INSERT of that many rows.
func Rows(rows, columns int) string {
	row := Placeholders(columns)
	return row + strings.Repeat(", "+row, rows-1)
}
