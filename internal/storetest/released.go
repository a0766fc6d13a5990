package storetest

import (
	"embed"
	"testing"

	"vitrine/internal/db"
)

// released has the tables of step 12, the oldest that can be upgraded, and unusual rows for them, as SQL.
//
//go:embed step-12
var released embed.FS

// Released fills an empty database with the tables of step 12, with or without unusual rows.
func Released(t testing.TB, o db.Options, withRows bool) {
	t.Helper()
	texts := []string{"step-12/sqlite.sql"}
	if o.DatabaseURL != "" {
		texts[0] = "step-12/postgres.sql"
	}
	if withRows {
		texts = append(texts, "step-12/rows.sql")
	}
	for _, name := range texts {
		text, err := released.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		Exec(t, o, string(text))
	}
}
