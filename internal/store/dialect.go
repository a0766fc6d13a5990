package store

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

// placeholders is one bracketed list of that many placeholders: (?, ?, ?).
func placeholders(columns int) string {
	return "(?" + strings.Repeat(", ?", columns-1) + ")"
}

// rowsOf is the placeholders of an INSERT of that many rows.
func rowsOf(rows, columns int) string {
	row := placeholders(columns)
	return row + strings.Repeat(", "+row, rows-1)
}

// pairsOf is that many pairs of numbers as rows of VALUES. The cast makes them numbers for PostgreSQL.
func pairsOf(rows int) string {
	const pair = "(CAST(? AS BIGINT), CAST(? AS BIGINT))"
	return pair + strings.Repeat(", "+pair, rows-1)
}
