package search

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// mistype makes some random edits in a name, letters and digits only, seldom in its first letter.
func mistype(random *rand.Rand, name string, edits int) string {
	runes := []rune(strings.ToLower(name))
	for range edits {
		at := random.IntN(len(runes))
		if at == 0 {
			at = random.IntN(len(runes))
		}
		runes = edited(runes, at, rune('a'+random.IntN(26)), random.IntN(4))
	}
	return string(runes)
}

// searchesFor are searches of each mechanical kind for some of the rows, the same ones each time.
func searchesFor(rows []catalogueRow, every int) []judged {
	random := rand.New(rand.NewPCG(1, 2))
	var queries []judged
	for i := 0; i < len(rows); i += every {
		row := rows[i]
		letters := utf8.RuneCountInString(joinedName(row.Name))
		add := func(kind, query string) {
			queries = append(queries, judged{query, kind, row.ID, []string{row.ID}})
		}
		add("exact", strings.ToUpper(row.Name))
		if letters >= 5 {
			add("variant", joinedName(row.Name))
			add("typo1", mistype(random, row.Name, 1))
		}
		if letters >= 10 {
			add("typo2", mistype(random, row.Name, 2))
		}
		if parts := humps(row.Name); len(parts) > 1 && strings.Join(parts, "") == row.Name {
			add("variant", strings.Join(parts, " "))
		}
	}
	return queries
}

// Each name is found, whatever is done to it.
func TestNameVariants(t *testing.T) {
	for _, rows := range [][]catalogueRow{ownRows(), realRows(t)} {
		if len(rows) > 0 {
			docs, ids := documents(rows)
			checkFloors(t, figures(t, Build(docs), ids, searchesFor(rows, 1+len(rows)/2_000)))
		}
	}
}
