package storetest

import (
	"embed"
	"testing"
	"vitrine/internal/db"
)

// released are the tables of the first step and odd rows in them, as texts.
//
//go:embed step-1
var released embed.FS

// Released makes an empty database one of the first step, with odd rows or with none.
func Released(t testing.TB, o db.Options, withRows bool) {
	t.Helper()
	texts := []string{"step-1/sqlite.sql"}
	if o.DatabaseURL != "" {
		texts[0] = "step-1/postgres.sql"
	}
	if withRows {
		texts = append(texts, "step-1/rows.sql")
	}
	for _, name := range texts {
		text, err := released.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		Exec(t, o, string(text))
	}
}
