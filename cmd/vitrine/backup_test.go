package main

import (
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/demo"
	"github.com/vitrine-directory/vitrine/internal/digest"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// asVitrine has a test process be the program itself, for tests that kill it.
const asVitrine = "TEST_AS_VITRINE"

func TestMain(m *testing.M) {
	if os.Getenv(asVitrine) != "" {
		main()
		return
	}
	m.Run()
}

// program is the program as a process of its own.
func program(t *testing.T, place config.Database, words ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	noError(t, err)
	command := exec.CommandContext(t.Context(), self, append(words, "--data", place.Data)...)
	command.Env = append(os.Environ(), asVitrine+"=yes", "VITRINE_DATABASE_URL="+place.DatabaseURL.Reveal())
	return command
}

// eachSite runs a test on each database, filled with the demonstration catalogue.
func eachSite(t *testing.T, f func(t *testing.T, place config.Database)) {
	t.Helper()
	eachPlace(t, func(t *testing.T, place config.Database) {
		db, err := store.Open(t.Context(), options(place))
		noError(t, err)
		noError(t, err, errOf(demo.Fill(t.Context(), db, media.NewLibrary(filesOf(t, place), &db.Images))), db.Close())
		f(t, place)
	})
}

// madeBackup is a backup that was made so long ago.
func madeBackup(t *testing.T, place config.Database, to config.BackupFolder, ago time.Duration) backup.Written {
	t.Helper()
	folder, err := backups(place.Data, to, storetest.OpenAt(t, options(place)).DB, filesOf(t, place))
	noError(t, err)
	folder.Now = func() time.Time { return time.Now().Add(-ago) }
	written, err := folder.Write(t.Context(), backup.Asked)
	noError(t, err)
	return written
}

// The commands restore a backup to an empty place.
func TestBackupRestore(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, place config.Database) {
		to, there := filepath.Join(t.TempDir(), "site.zip"), config.Database{Data: t.TempDir()}
		style := theme.CustomCSSPath(place.Data)
		noError(t, os.WriteFile(style, []byte(".card{}"), 0o600))
		written, err := said(t, backUp, config.Backup{Database: place, To: to})
		noError(t, err)
		if !strings.HasPrefix(written, to+": ") || !strings.Contains(written, " uploads, custom.css, ") || !strings.Contains(written, ", verified.") {
			t.Errorf("it says %q", written)
		}
		restored, err := said(t, restore, config.Restore{Database: there, File: to})
		noError(t, err)
		if !strings.HasPrefix(restored, "Restored as of ") || strings.Contains(restored, "The previous ") || !strings.Contains(restored, "Everyone has to sign in again") {
			t.Errorf("it says %q", restored)
		}
		noError(t, check(t.Context(), config.Check{Database: there}, io.Discard))
		text, err := os.ReadFile(theme.CustomCSSPath(there.Data))
		noError(t, err)
		same(t, "the restored style sheet", string(text), ".card{}")
		noError(t, os.WriteFile(style, []byte(".hero{}"), 0o600))
		again, err := said(t, restore, config.Restore{Database: place, File: to})
		noError(t, err)
		wantText(t, again, "The previous data is in ", "The previous custom.css is in "+filepath.Join(place.Data, "custom-before-restore-"))
	})
}

// A backup that lacks some uploads is written, and the command ends with an error.
func TestBackupMissingUploads(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, place config.Database) {
		noError(t, os.RemoveAll(uploadsIn(place.Data)))
		output, err := said(t, backUp, config.Backup{Database: place})
		wantError(t, err, "is complete except for ", ".jpg, …")
		wantText(t, output, filepath.Join(place.Data, "backups", "vitrine-backup-"), " 0 uploads")
	})
}

// A restore that is killed at any moment leaves the old data or the new.
func TestBackupRestoreKilled(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, place config.Database) {
		archive := filepath.Join(t.TempDir(), "site.zip")
		noError(t, backUp(t.Context(), config.Backup{Database: place, To: archive}, io.Discard))
		began := time.Now()
		if output, err := program(t, place, "restore", archive).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		usual := time.Since(began)
		before := storetest.Contents(t, options(place))
		for i := range 6 {
			storetest.Exec(t, options(place), fmt.Sprintf("INSERT INTO legal_pages (type, title, content, updated_at) VALUES ('t%d', '', '', 1)", i))
			changed := storetest.Contents(t, options(place))
			command := program(t, place, "restore", archive)
			noError(t, command.Start())
			time.Sleep(rand.N(usual))
			_ = command.Process.Kill() // it may be done already
			_ = command.Wait()
			eventually(t, "the database can be opened", func() bool {
				db, err := store.Open(t.Context(), options(place))
				return err == nil && db.Close() == nil
			})
			if now := storetest.Contents(t, options(place)); now != before && now != changed {
				t.Errorf("after kill %d the data is neither the old nor the new", i)
			}
		}
	})
}

// Every command refuses a database of a later version, and names both versions.
func TestLaterDatabaseRefused(t *testing.T) {
	t.Parallel()
	last, err := db.LastStep()
	noError(t, err)
	want := fmt.Sprintf("made by a later version of this program (step 999, known here: %d)", last)
	eachPlace(t, func(t *testing.T, place config.Database) {
		noError(t, storetest.OpenAt(t, options(place)).Close())
		storetest.Exec(t, options(place), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)")
		_, importing := imported(t, config.Import{Database: place}, twoTools)
		for name, err := range map[string]error{
			"serve":  serve(t.Context(), config.Serve{Database: place, Addr: buckettest.FreeAddress(t), SiteName: "Test"}),
			"import": importing,
			"check":  check(t.Context(), config.Check{Database: place}, io.Discard),
			"backup": backUp(t.Context(), config.Backup{Database: place}, io.Discard),
			"admin":  terminal{strings.NewReader(""), io.Discard, io.Discard}.admin(t.Context(), "list", config.Admin{List: config.AdminList{Database: place}}),
		} {
			t.Run(name, func(t *testing.T) { wantError(t, err, want) })
		}
	})
}

// A database whose tables are to be upgraded is backed up with the site's settings.
func TestBackupBeforeUpgrade(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, place config.Database) {
		opened := storetest.Filled(t, options(place))
		folder := filepath.Join(t.TempDir(), "kept")
		settings := config.Serve{Database: place}
		settings.BackupDir, settings.BackupKeep = folder, 2
		files, err := media.OpenDisk(t.TempDir())
		noError(t, err)
		before := beforeUpgrade(settings, files, slog.New(slog.DiscardHandler))
		noError(t, os.WriteFile(folder, nil, 0o600))
		noError(t, os.WriteFile(theme.CustomCSSPath(place.Data), []byte(".card{}"), 0o600))
		wantError(t, before(t.Context(), opened.DB), "not a directory")
		noError(t, os.Remove(folder))
		noError(t, before(t.Context(), opened.DB))
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) != 1 || !strings.HasPrefix(entries[0].Name(), "vitrine-before-upgrade-") {
			t.Fatalf("%v, %v", entries, err)
		}
		archive, err := backup.Open(filepath.Join(folder, entries[0].Name()), backup.Keys{})
		noError(t, err)
		defer archive.Close()
		same(t, "style sheet", string(archive.Manifest.CustomCSS), ".card{}")
	})
}

// The backup job writes a backup to the folder, and says to what.
func TestBackupWork(t *testing.T) {
	t.Parallel()
	place := newPlace(t)
	own, err := backups(place.Data, config.BackupFolder{BackupKeep: 2}, storetest.OpenAt(t, options(place)).DB, filesOf(t, place))
	noError(t, err)
	write, places, err := scheduled(config.Serve{}, own)
	noError(t, err)
	work := backupWork(time.Hour, write)
	if output, err := work.Do(t.Context()); err != nil || !strings.HasPrefix(output, "written to "+own.Path) || work.Every != time.Hour {
		t.Errorf("got %q, %v, each %s", output, err, work.Every)
	}
	list, err := places.List(t.Context())
	noError(t, err)
	same(t, "backups", len(list), 1)
	output, err := places.Verification().Do(t.Context())
	noError(t, err)
	same(t, "the verification", output, list[0].Name+" is whole")
}

// Each job of the clock has a title for administrators, and a timeout.
func TestWorkTitles(t *testing.T) {
	t.Parallel()
	kits := &feature.Kits{DB: new(db.DB), Kinds: store.Kinds()}
	kits.Settings.Newsletter, kits.Settings.SMTPURL = "on", "smtp://127.0.0.1:1"
	opened, err := features.Open(kits)
	noError(t, err)
	names := map[string]bool{}
	for _, job := range append(work(new(store.Store), nil, nil, nil, opened), backupWork(0, nil), backup.NewPlaces().Verification(), new(digest.Digest).Job()) {
		if job.Title == "" || job.Limit == 0 || names[job.Name] {
			t.Errorf("the job %+v needs a title, a timeout and a name of its own", job)
		}
		names[job.Name] = true
	}
	if len(names) < 15 {
		t.Errorf("there are only %d jobs", len(names))
	}
}
