package db_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"io"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// storeRelease is used when a version is released: go test ./internal/db -run TestReleased -release 1.2.0. It needs pg_dump in PATH.
var storeRelease = flag.String("release", "", "store databases of today under this version, for the tests of all later ones")

const releasedFolder = "testdata/released"

// The databases of each released version open with this one, hold the same, and get the schema of a new one; so does one of
// step 26 from before its steps were made one.
func TestReleased(t *testing.T) {
	t.Parallel()
	if *storeRelease != "" {
		storeDatabases(t, filepath.Join(releasedFolder, *storeRelease))
	}
	versions := must(os.ReadDir(releasedFolder))(t)
	if len(versions) == 0 {
		t.Error("there is none")
	}
	for _, version := range versions {
		t.Run(version.Name(), func(t *testing.T) {
			t.Parallel()
			storetest.EachDatabase(t, func(t *testing.T, o db.Options) {
				if folder := filepath.Join(releasedFolder, version.Name()); o.DatabaseURL == "" {
					noError(t, os.WriteFile(filepath.Join(o.DataDir, "vitrine.db"), unpacked(t, filepath.Join(folder, "sqlite.db.gz")), 0o600))
				} else {
					storetest.Exec(t, o, string(unpacked(t, filepath.Join(folder, "postgres.sql.gz"))))
				}
				before := storetest.Contents(t, o)
				o.BeforeUpgrade = func(context.Context, *db.DB) error { return nil }
				s := storetest.OpenAt(t, o)
				same(t, "flaws", findings(t, s).Flaws, []string(nil))
				if len(readAll(t, s).Products) == 0 {
					t.Error("it holds no products")
				}
				same(t, "what the tables hold", withoutLater(storetest.Contents(t, o), before), before)
				fresh := db.Options{DataDir: t.TempDir()}
				if s.Postgres() {
					fresh.DatabaseURL = storetest.PostgresURL(t)
				}
				want := schema(t, storetest.OpenAt(t, fresh))
				same(t, "schema", schema(t, s), want)
				if len(want) < 100 {
					t.Errorf("only %d lines describe it", len(want))
				}
			})
		})
	}
}

// withoutLater returns the contents of a database without the tables and columns that came after others, which the contents
// before do not have. A later column stands behind those of before.
func withoutLater(contents, before string) string {
	was := strings.Split(before, "\n")
	rows := slices.DeleteFunc(strings.Split(contents, "\n"), func(row string) bool {
		table, _, _ := strings.Cut(row, ": ")
		return !strings.HasPrefix(before, table+": ") && !strings.Contains(before, "\n"+table+": ")
	})
	for i := range min(len(rows), len(was)) {
		if strings.HasPrefix(rows[i], strings.TrimSuffix(was[i], "]")+" ") {
			rows[i] = was[i]
		}
	}
	return strings.Join(rows, "\n")
}

// storeDatabases makes a folder with a database of today for each engine, with rows in every table.
func storeDatabases(t *testing.T, folder string) {
	t.Helper()
	noError(t, os.MkdirAll(folder, 0o755))
	sqlite := db.Options{DataDir: t.TempDir()}
	storetest.Filled(t, sqlite)
	copied := filepath.Join(t.TempDir(), "copy.db")
	storetest.Exec(t, sqlite, "VACUUM INTO '"+copied+"'")
	file := must(os.ReadFile(copied))(t)
	pack(t, filepath.Join(folder, "sqlite.db.gz"), file)

	postgres := db.Options{DatabaseURL: storetest.PostgresURL(t)}
	storetest.Filled(t, postgres)
	dump := must(osexec.CommandContext(t.Context(), "pg_dump", "--no-owner", "--no-privileges", "--inserts", postgres.DatabaseURL).Output())(t)
	var statements bytes.Buffer
	for line := range bytes.Lines(dump) {
		if !bytes.HasPrefix(line, []byte(`\`)) { // a command of psql
			statements.Write(line)
		}
	}
	pack(t, filepath.Join(folder, "postgres.sql.gz"), statements.Bytes())
}

func pack(t *testing.T, path string, data []byte) {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	noError(t, errOf(w.Write(data)))
	noError(t, w.Close())
	noError(t, os.WriteFile(path, packed.Bytes(), 0o644))
}

func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	file := must(os.Open(path))(t)
	defer file.Close()
	r := must(gzip.NewReader(file))(t)
	return must(io.ReadAll(r))(t)
}
