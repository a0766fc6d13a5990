package db_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A restore that was killed while files were moved is finished by the next process that opens the database.
func TestRestoreInterrupted(t *testing.T) {
	t.Parallel()
	files := []string{"vitrine.db-wal", "vitrine.db-shm", "vitrine.db"}
	for moved := range len(files) + 1 {
		there, made := db.Options{DataDir: t.TempDir()}, db.Options{DataDir: t.TempDir()}
		for o, name := range map[*db.Options]string{&there: "Old", &made: "New"} {
			s := must(store.Open(t.Context(), *o))(t)
			create(t, s, draft(name))
			noError(t, s.Close())
		}
		for _, name := range files[:2] { // as a process that was killed leaves them
			noError(t, os.WriteFile(filepath.Join(there.DataDir, name), nil, 0o600))
		}
		restored, oldData := filepath.Join(there.DataDir, "vitrine.restored"), filepath.Join(there.DataDir, "before-restore-20260102-030405.678")
		at := time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)
		noError(t, os.Rename(filepath.Join(made.DataDir, "vitrine.db"), restored), os.Chtimes(restored, at, at), os.Mkdir(oldData, 0o700))
		for _, name := range files[:moved] {
			noError(t, os.Rename(filepath.Join(there.DataDir, name), filepath.Join(oldData, name)))
		}
		for _, o := range []db.Options{{DataDir: there.DataDir, Existing: true}, there} {
			same(t, "product", readAll(t, storetest.OpenAt(t, o)).Products[0].Name, "New")
		}
		for _, name := range files {
			if _, err := os.Stat(filepath.Join(oldData, name)); err != nil {
				t.Errorf("%d moved: %v", moved, err)
			}
		}
		same(t, "old product", readAll(t, storetest.OpenAt(t, db.Options{DataDir: oldData})).Products[0].Name, "Old")
	}
}
