package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/backup"
	"vitrine/internal/buckettest"
	"vitrine/internal/config"
	"vitrine/internal/db"
	"vitrine/internal/demo"
	"vitrine/internal/media"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
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
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), self, append(words, "--data", place.Data)...)
	command.Env = append(os.Environ(), asVitrine+"=yes", "VITRINE_DATABASE_URL="+place.DatabaseURL.Reveal())
	return command
}

// eachSite runs a test on each database, filled with the demonstration catalogue.
func eachSite(t *testing.T, f func(t *testing.T, place config.Database)) {
	t.Helper()
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		if o.DataDir == "" {
			o.DataDir = t.TempDir()
		}
		db, err := store.Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		files, err := openFiles(t.Context(), o.DataDir, config.S3{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := demo.Fill(t.Context(), db, media.NewLibrary(files, db)); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(files.Close(), db.Close()); err != nil {
			t.Fatal(err)
		}
		f(t, config.Database{Data: o.DataDir, DatabaseURL: config.Secret(o.DatabaseURL)})
	})
}

func options(place config.Database) store.Options {
	return store.Options{DataDir: place.Data, DatabaseURL: place.DatabaseURL.Reveal()}
}

// The commands restore a backup to an empty place.
func TestBackupRestore(t *testing.T) {
	eachSite(t, func(t *testing.T, place config.Database) {
		var output bytes.Buffer
		to := filepath.Join(t.TempDir(), "site.zip")
		if err := backUp(t.Context(), config.Backup{Database: place, To: to}, &output); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(output.String(), to+": ") || !strings.Contains(output.String(), ", verified.") {
			t.Errorf("it says %q", output.String())
		}
		there := config.Database{Data: t.TempDir()}
		output.Reset()
		if err := restore(t.Context(), config.Restore{Database: there, File: to}, &output); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(output.String(), "Restored as of ") || strings.Contains(output.String(), "The previous data is in") {
			t.Errorf("it says %q", output.String())
		}
		output.Reset()
		if err := check(t.Context(), config.Check{Database: there}, &output); err != nil {
			t.Errorf("%v\n%s", err, output.String())
		}
		output.Reset()
		if err := restore(t.Context(), config.Restore{Database: place, File: to}, &output); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(output.String(), "The previous data is in ") {
			t.Errorf("it says %q", output.String())
		}
	})
}

// A backup that lacks some uploads is written, and the command ends with an error.
func TestBackupMissingUploads(t *testing.T) {
	eachSite(t, func(t *testing.T, place config.Database) {
		if err := os.RemoveAll(uploadsIn(place.Data)); err != nil {
			t.Fatal(err)
		}
		var output bytes.Buffer
		err := backUp(t.Context(), config.Backup{Database: place}, &output)
		if err == nil || !strings.Contains(err.Error(), "is complete except for ") || !strings.Contains(err.Error(), ".jpg, …") {
			t.Errorf("it says %v", err)
		}
		if !strings.Contains(output.String(), filepath.Join(place.Data, "backups", "vitrine-backup-")) || !strings.Contains(output.String(), " 0 uploads") {
			t.Errorf("it says %q", output.String())
		}
	})
}

// A restore that is killed at any moment leaves the old data or the new.
func TestBackupRestoreKilled(t *testing.T) {
	eachSite(t, func(t *testing.T, place config.Database) {
		archive := filepath.Join(t.TempDir(), "site.zip")
		if err := backUp(t.Context(), config.Backup{Database: place, To: archive}, &bytes.Buffer{}); err != nil {
			t.Fatal(err)
		}
		before := storetest.Contents(t, options(place))
		began := time.Now()
		if output, err := program(t, place, "restore", archive).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		usual := time.Since(began)
		for i := range 6 {
			storetest.Exec(t, options(place), fmt.Sprintf("INSERT INTO legal_pages (type, title, content, updated_at) VALUES ('t%d', '', '', 1)", i))
			changed := storetest.Contents(t, options(place))
			command := program(t, place, "restore", archive)
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
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
	last, err := db.LastStep()
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("made by a later version of this program (step 999, known here: %d)", last)
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		if o.DataDir == "" {
			o.DataDir = t.TempDir()
		}
		place := config.Database{Data: o.DataDir, DatabaseURL: config.Secret(o.DatabaseURL)}
		if err := storetest.OpenAt(t, o).Close(); err != nil {
			t.Fatal(err)
		}
		storetest.Exec(t, o, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)")
		_, importing := imported(t, config.Import{Database: place}, twoTools)
		for name, err := range map[string]error{
			"serve":  serve(t.Context(), config.Serve{Database: place, Addr: buckettest.FreeAddress(t), SiteName: "Test"}),
			"import": importing,
			"check":  check(t.Context(), config.Check{Database: place}, &bytes.Buffer{}),
			"backup": backUp(t.Context(), config.Backup{Database: place}, &bytes.Buffer{}),
			"admin":  terminal{strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}}.admin(t.Context(), "list", config.Admin{List: config.AdminList{Database: place}}),
		} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s says %v", name, err)
			}
		}
	})
}

// A site is backed up by the clock, and before its tables are upgraded.
func TestBackupScheduleAndUpgrade(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		storetest.Step12(t, o, true)
		place := config.Database{Data: o.DataDir, DatabaseURL: config.Secret(o.DatabaseURL)}
		if place.Data == "" {
			place.Data = t.TempDir()
		}
		address, folder := buckettest.FreeAddress(t), filepath.Join(t.TempDir(), "kept")
		settings := config.Serve{Database: place, Addr: address, SiteName: "Test"}
		settings.BackupDir, settings.BackupKeep = folder, 2
		if _, err := imported(t, config.Import{Database: place}, twoTools); err == nil || !strings.Contains(err.Error(), "start the site once") {
			t.Errorf("an import into tables of step 12: %v", err)
		}
		if err := os.WriteFile(folder, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := serve(t.Context(), settings); err == nil || !strings.Contains(err.Error(), "could not be backed up before, so nothing was changed") {
			t.Errorf("without a place for the backup the site says %v", err)
		}
		if err := os.Remove(folder); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- serve(ctx, settings) }()
		eventually(t, "the site is ready", func() bool { return status("http://"+address+"/readyz") == 200 })
		stop()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) != 1 || !strings.HasPrefix(entries[0].Name(), "vitrine-before-upgrade-") {
			t.Fatalf("%v, %v", entries, err)
		}
		archive, err := backup.Open(filepath.Join(folder, entries[0].Name()))
		if err != nil {
			t.Fatal(err)
		}
		defer archive.Close()
		if archive.Manifest.Step != 12 {
			t.Errorf("what was backed up is of step %d", archive.Manifest.Step)
		}
	})
}

// The backup job exists only where an interval is set, and writes a backup.
func TestBackupWork(t *testing.T) {
	db, folder := storetest.Open(t), t.TempDir()
	files, err := openFiles(t.Context(), t.TempDir(), config.S3{})
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	settings := config.Serve{}
	settings.BackupDir, settings.BackupKeep = folder, 2
	if work := backupWork(settings, backups(settings.Data, settings.BackupFolder, db.DB, files)); len(work) != 0 {
		t.Errorf("without a time there is work: %v", work)
	}
	settings.BackupEvery = time.Hour
	work := backupWork(settings, backups(settings.Data, settings.BackupFolder, db.DB, files))
	if output, err := work[0].Do(t.Context()); err != nil || !strings.HasPrefix(output, "written to "+folder) || work[0].Every != time.Hour {
		t.Errorf("got %q, %v, each %s", output, err, work[0].Every)
	}
}
