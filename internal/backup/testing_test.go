package backup_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

var (
	noError   = storetest.NoError
	wantError = storetest.WantError
	errOf     = storetest.ErrorOf
)

// must gives the result of a call that has to succeed.
func must[T any](result T, err error) func(t storetest.Tester) T { return storetest.Must(result, err) }

// inParallel runs each test beside others.
func inParallel(t *testing.T, tests map[string]func(t *testing.T)) {
	t.Helper()
	storetest.InParallel(t, tests, func(t *testing.T, test func(t *testing.T)) { test(t) })
}

// eachDatabase runs each test with a place on each engine, beside others. It has no tables.
func eachDatabase(t *testing.T, tests map[string]func(t *testing.T, there db.Options)) {
	t.Helper()
	storetest.InParallel(t, tests, storetest.EachDatabase)
}

// place is an empty place for a database of an engine.
func place(t *testing.T, engine string) db.Options {
	t.Helper()
	o := db.Options{DataDir: t.TempDir()}
	if engine == "postgres" {
		o.DatabaseURL = storetest.PostgresURL(t)
	}
	return o
}

func disk(t *testing.T) *media.Disk {
	t.Helper()
	files := must(media.OpenDisk(t.TempDir()))(t)
	t.Cleanup(func() { files.Close() })
	return files
}

// upload puts a file under the name that its content has, and a row for it.
func upload(t *testing.T, o db.Options, files media.Files, content string) string {
	t.Helper()
	sum := sha256.Sum256([]byte(content))
	name := hex.EncodeToString(sum[:]) + ".jpg"
	noError(t, files.Put(t.Context(), name, []byte(content)))
	storetest.Exec(t, o, fmt.Sprintf("INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at) VALUES ('%s', 'a.jpg', '', 'image/jpeg', %d, 1)", name, len(content)))
	return name
}

// written writes a backup of a site into a new folder.
func written(t *testing.T, s *store.Store, files media.Files) backup.Written {
	t.Helper()
	return write(t, backup.Folder{Site: backup.Site{DB: s.DB, Files: files, Program: "test"}, Path: t.TempDir()}, backup.Asked)
}

func restored(t *testing.T, path string, o db.Options, files media.Files) backup.Restored {
	t.Helper()
	return must(tryRestore(t, path, o, files))(t)
}

func tryRestore(t *testing.T, path string, o db.Options, files media.Files) (backup.Restored, error) {
	t.Helper()
	archive, err := backup.Open(path, backup.Keys{})
	if err != nil {
		return backup.Restored{}, err
	}
	defer archive.Close()
	return backup.Restore(t.Context(), archive, o, files, nil)
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(backup.Table{})); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// names are those in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	found := []string{}
	for _, entry := range must(os.ReadDir(folder))(t) {
		found = append(found, filepath.Base(entry.Name()))
	}
	return found
}
