package search

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// ownTools is a small catalogue of invented tools: name, host, category, tags, description.
//
//go:embed testdata/own-tools.txt
var ownTools string

// ownSearches are judged searches over ownTools: kind, query, expected names.
//
//go:embed testdata/own-searches.txt
var ownSearches string

func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

func list(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ", ")
}

func ownRows() []catalogueRow {
	var rows []catalogueRow
	for _, line := range lines(ownTools) {
		f := strings.Split(line, "|")
		rows = append(rows, catalogueRow{ID: f[0], Name: f[0], Website: "https://" + f[1], Description: f[4],
			Categories: []string{f[2]}, Tags: list(f[3])})
	}
	return rows
}

func ownQueries() []judged {
	var queries []judged
	for _, line := range lines(ownSearches) {
		f := strings.Split(line, "|")
		q := judged{Kind: f[0], Query: f[1], Expected: list(f[2])}
		if len(q.Expected) > 0 {
			q.Target = q.Expected[0]
		}
		queries = append(queries, q)
	}
	return queries
}

func ownIndex() (*Index, []string) {
	docs, ids := documents(ownRows())
	return Build(docs), ids
}

// The relevance of our own searches is above the floors.
func TestOwnRelevanceFloors(t *testing.T) {
	ix, ids := ownIndex()
	checkFloors(t, figures(t, ix, ids, ownQueries()))
}

// inventedRows are rows of invented words, for measuring without the data folder.
func inventedRows(n int) []catalogueRow {
	rows := make([]catalogueRow, n)
	seed := uint64(1)
	word := func() string {
		seed = seed*6364136223846793005 + 1442695040888963407
		rare := seed >> 40 % 20_000
		if seed>>60 > 3 {
			rare %= 200
		}
		return syllables(rare)
	}
	for i := range rows {
		name := catalog.Fold(word() + word())
		rows[i] = catalogueRow{ID: name, Name: name + " " + word(), Website: "https://" + name + ".example",
			Categories: []string{word()}, Tags: []string{word(), word()}}
		for range 20 {
			rows[i].Description += word() + " "
		}
	}
	return rows
}

func syllables(n uint64) string {
	const consonants, vowels = "bdfgklmnprst", "aeiou"
	var b strings.Builder
	for n += 60; n > 0; n /= 60 {
		b.WriteByte(consonants[n%60/5])
		b.WriteByte(vowels[n%5])
	}
	return b.String()
}
