package storetest

import (
	"embed"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// step12 has the tables of schema step 12, the oldest that can be upgraded, and unusual rows for them, as SQL.
//
//go:embed step-12
var step12 embed.FS

// Step12 fills an empty database with the tables of schema step 12, with or without unusual rows.
func Step12(t testing.TB, o db.Options, withRows bool) {
	t.Helper()
	texts := []string{"step-12/sqlite.sql"}
	if o.DatabaseURL != "" {
		texts[0] = "step-12/postgres.sql"
	}
	if withRows {
		texts = append(texts, "step-12/rows.sql")
	}
	for _, name := range texts {
		text, err := step12.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		Exec(t, o, string(text))
	}
}
