package db_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// A closed database can be replaced although a process that is being started has inherited the lock's file.
func TestLockInherited(t *testing.T) {
	o := db.Options{DataDir: t.TempDir()}
	s := must(store.Open(t.Context(), o))(t)
	inherited := duplicate(t, filepath.Join(o.DataDir, "vitrine.lock"))
	defer syscall.Close(inherited) //nolint:errcheck // nothing was written to it
	noError(t, s.Close())
	noError(t, errOf(db.Replace(t.Context(), o, db.FirstStep, func(context.Context, *db.DB) error { return nil })))
}

// duplicate duplicates this process's open file of that name, as each process has it between its start and its program.
func duplicate(t *testing.T, path string) int {
	t.Helper()
	want := must(os.Stat(path))(t)
	files := must(os.ReadDir("/proc/self/fd"))(t)
	for _, file := range files {
		if open, err := os.Stat("/proc/self/fd/" + file.Name()); err == nil && os.SameFile(open, want) {
			number := must(strconv.Atoi(file.Name()))(t)
			return must(syscall.Dup(number))(t)
		}
	}
	t.Fatalf("%s is not open", path)
	return 0
}
