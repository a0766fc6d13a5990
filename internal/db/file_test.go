package db_test

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// While the open database's file is moved or replaced, writes are refused.
func TestDatabaseFileMoved(t *testing.T) {
	t.Parallel()
	for name, replace := range map[string]func(file string) error{
		"deleted":  func(string) error { return nil },
		"replaced": func(file string) error { return os.WriteFile(file, nil, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			o := db.Options{DataDir: t.TempDir(), Logger: slog.New(slog.NewTextHandler(&log, nil))}
			s := storetest.OpenAt(t, o)
			create(t, s, draft("Before"))
			file := filepath.Join(o.DataDir, "vitrine.db")
			noError(t, os.Rename(file, file+".away"), replace(file))

			for range 5 {
				err := errOf(s.CreateProduct(t.Context(), "tester", draft("Lost")))
				wantFault(t, err, fault.Unavailable)
				if f := fault.From(err); !strings.Contains(f.Message, "moved or replaced") || f.RetryAfter == 0 {
					t.Errorf("it is said: %q, again in %v", f.Message, f.RetryAfter)
				}
			}
			wantFault(t, s.AddVisits(t.Context(), []visits.Count{{Product: 1, Day: 1, Tally: visits.Tally{Views: 1}}}), fault.Unavailable)
			wantFault(t, s.Ping(t.Context()), fault.Unavailable)
			same(t, "times that it is logged", strings.Count(log.String(), "level=ERROR"), 1)
			openReaders(t, s)
			if info, err := os.Stat(file); name == "deleted" && err == nil || name == "replaced" && info.Size() > 0 {
				t.Error("a reader has made a database")
			}

			noError(t, os.Rename(file+".away", file), s.Ping(t.Context()))
			create(t, s, draft("After"))
			same(t, "products", siteOrder(readAll(t, s).Products), []string{"After", "Before"})
		})
	}
}

// openReaders has the pool open all its connections; whether each can is not looked at.
func openReaders(t *testing.T, s *store.Store) {
	t.Helper()
	for range s.Reader().Stats().MaxOpenConnections {
		if conn, err := s.Reader().Conn(t.Context()); err == nil {
			defer conn.Close()
			_ = conn.PingContext(t.Context())
		}
	}
}

// emptyDatabases leave a database in a folder that is missing or has nothing in it.
var emptyDatabases = map[string]func(t *testing.T, file string){
	"missing":     func(*testing.T, string) {},
	"zero length": func(t *testing.T, file string) { noError(t, os.WriteFile(file, nil, 0o600)) },
	"no tables": func(t *testing.T, file string) {
		s := storetest.OpenAt(t, db.Options{DataDir: filepath.Dir(file)})
		exec(t, s.Writer(), "DROP TABLE goose_db_version")
	},
}

func TestEmptyDatabaseBesideASite(t *testing.T) {
	t.Parallel()
	for name, leave := range emptyDatabases {
		for _, beside := range []string{"uploads/picture.jpg", "backups/vitrine-backup.zip", "vitrine.db-wal"} {
			if name == "no tables" && beside == "vitrine.db-wal" {
				continue // every database that is open has one
			}
			t.Run(name+" beside "+beside, func(t *testing.T) {
				t.Parallel()
				o := db.Options{DataDir: t.TempDir()}
				file, other := filepath.Join(o.DataDir, "vitrine.db"), filepath.Join(o.DataDir, beside)
				leave(t, file)
				noError(t, os.MkdirAll(filepath.Dir(other), 0o700), os.WriteFile(other, []byte("some"), 0o600))
				for _, o.Existing = range []bool{false, true} {
					there := filepath.Join(o.DataDir, strings.Split(beside, "/")[0])
					wantError(t, errOf(store.Open(t.Context(), o)), "restore a backup", there)
				}
				if _, err := os.Stat(file); name == "missing" && err == nil {
					t.Error("a database was made")
				}
				same(t, "what lay beside it", string(must(os.ReadFile(other))(t)), "some")
			})
		}
	}
	t.Run("empty folders are no site", func(t *testing.T) {
		t.Parallel()
		o := db.Options{DataDir: t.TempDir()}
		noError(t, os.Mkdir(filepath.Join(o.DataDir, "uploads"), 0o700), os.Mkdir(filepath.Join(o.DataDir, "backups"), 0o700))
		storetest.OpenAt(t, o)
	})
}

func TestTornDatabase(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]int64{"a part of a page": 1000, "a page": 4096, "many pages": 100 * 4096} {
		for _, logged := range []bool{false, true} {
			if logged {
				name += ", with a log"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				o := db.Options{DataDir: t.TempDir()}
				file := filepath.Join(o.DataDir, "vitrine.db")
				s := must(store.Open(t.Context(), o))(t)
				importAll(t, s, importRows(2_000))
				noError(t, s.Close())
				if logged { // as a kill leaves it
					leaveLog(t, o)
				}
				noError(t, os.Truncate(file, must(os.Stat(file))(t).Size()-cut))
				s, err := store.Open(t.Context(), o)
				if err == nil {
					noError(t, s.Close())
					if logged && cut <= 4096 {
						return // the log has that page
					}
				}
				wantError(t, err, "vitrine.db is damaged", "restore a backup")
			})
		}
	}
}

// leaveLog has the database's log hold a change that is not in its file.
func leaveLog(t *testing.T, o db.Options) {
	t.Helper()
	file := filepath.Join(o.DataDir, "vitrine.db")
	s := must(store.Open(t.Context(), o))(t)
	create(t, s, draft("In the log"))
	kept := map[string][]byte{}
	for _, name := range []string{file, file + "-wal"} {
		kept[name] = must(os.ReadFile(name))(t)
	}
	noError(t, s.Close())
	for name, content := range kept {
		noError(t, os.WriteFile(name, content, 0o600))
	}
}

func TestDatabaseFileModes(t *testing.T) {
	t.Parallel()
	files := []string{"vitrine.db", "vitrine.db-wal", "vitrine.db-shm", "vitrine.lock"}
	modes := func(dir string) map[string]fs.FileMode {
		found := map[string]fs.FileMode{}
		for _, name := range files {
			found[name] = must(os.Stat(filepath.Join(dir, name)))(t).Mode().Perm()
		}
		return found
	}
	want := map[string]fs.FileMode{}
	for _, name := range files {
		want[name] = 0o600
	}
	t.Run("a new folder is private", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(t.TempDir(), "data")
		storetest.OpenAt(t, db.Options{DataDir: dir})
		same(t, "mode", must(os.Stat(dir))(t).Mode().Perm(), fs.FileMode(0o700))
	})
	t.Run("new files in a folder that others may read are private", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		noError(t, os.Chmod(dir, 0o755))
		create(t, storetest.OpenAt(t, db.Options{DataDir: dir}), draft("One"))
		same(t, "modes", modes(dir), want)
	})
	t.Run("files of an earlier version are made private", func(t *testing.T) {
		t.Parallel()
		o := db.Options{DataDir: t.TempDir()}
		leaveLog(t, o)
		for _, name := range files {
			if name != "vitrine.db-shm" { // SQLite's last close has removed it
				noError(t, os.Chmod(filepath.Join(o.DataDir, name), 0o644))
			}
		}
		storetest.OpenAt(t, o)
		same(t, "modes", modes(o.DataDir), want)
	})
}
