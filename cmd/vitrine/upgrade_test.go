package main

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// folderState returns the names and hashes of all files in a folder.
func folderState(t *testing.T, dir string) (files []string) {
	t.Helper()
	noError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files = append(files, fmt.Sprintf("%s %x", path, sha256.Sum256(text)))
		return err
	}))
	return files
}

// An upgrade is described, with its backup and the space that it needs, and nothing is changed.
func TestUpgradeCheck(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, place config.Database) {
		noError(t, storetest.Filled(t, options(place)).Close())
		before, content := folderState(t, place.Data), storetest.Contents(t, options(place))
		d := &diagnosis{settings: config.Serve{Database: place}}
		noError(t, d.openDatabase(t.Context()))
		last := d.change.To
		d.change.To, d.change.Steps = 99, []string{"98 prices", "99 plans"}
		var described strings.Builder
		noError(t, d.writeUpgrade(t.Context(), &described))
		d.close()
		output := described.String()
		wantText(t, output, fmt.Sprintf("OK       database: it is at step %d, and this program at step 99\n", last), "OK       steps: 98 prices, 99 plans\n",
			"OK       backup: "+filepath.Join(place.Data, "backups")+" has no backup; the site makes one before it changes the tables\n",
			" free at "+place.Data+", of which ", " may be needed\nThe upgrade can go ahead: start the site with this program.\n")
		if strings.Contains(output, "on its own disk") != (place.DatabaseURL != "") {
			t.Errorf("about PostgreSQL's disk:\n%s", output)
		}
		same(t, "the folder", folderState(t, place.Data), before)
		same(t, "the database", storetest.Contents(t, options(place)), content)
		open(t, config.Serve{Database: place, Addr: buckettest.FreeAddress(t)})
		output, err := said(t, checkUpgrade, config.Upgrade{Database: place})
		noError(t, err)
		same(t, "the output beside the site", output, fmt.Sprintf("OK       database: up to date, at step %d\nThere is nothing to upgrade.\n", last))
	})
}

// The newest backup is named with its age; a damaged one is a problem.
func TestUpgradeBackup(t *testing.T) {
	t.Parallel()
	d := &diagnosis{settings: config.Serve{Database: newPlace(t), Backups: config.Backups{BackupFolder: config.BackupFolder{BackupDir: t.TempDir()}}}}
	written := madeBackup(t, d.settings.Database, d.settings.BackupFolder, 75*time.Hour)
	if f := d.backupBeforeUpgrade(); f.level == problem || !strings.HasPrefix(f.text, "the newest is "+written.Path+", made 3 days ago; ") {
		t.Errorf("got %+v", f)
	}
	noError(t, os.WriteFile(written.Path, []byte("half"), 0o600))
	if f := d.backupBeforeUpgrade(); f.level != problem || !strings.Contains(f.text, "damaged") {
		t.Errorf("got %+v", f)
	}
}

// A downgrade is refused in a sentence, and so is a database that is too old. A missing one is made by the first start.
func TestUpgradeRefused(t *testing.T) {
	t.Parallel()
	last, err := db.LastStep()
	noError(t, err)
	eachPlace(t, func(t *testing.T, place config.Database) {
		for step, want := range map[int64]string{
			999: fmt.Sprintf("PROBLEM  database: the database was made by a later version of this program (step 999, known here: %d)\n         Use the version of the program that made it, or a later one.", last),
			3:   fmt.Sprintf("PROBLEM  database: the database was made by a version of this program that is too old (step 3; the oldest that can be upgraded is step %d)\n         Start the site once", db.FirstStep),
		} {
			noError(t, storetest.OpenAt(t, options(place)).Close())
			setStep := func(step int64) {
				storetest.Exec(t, options(place), "DELETE FROM goose_db_version")
				storetest.Exec(t, options(place), fmt.Sprintf("INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, TRUE)", step))
			}
			setStep(step)
			output, err := said(t, checkUpgrade, config.Upgrade{Database: place})
			wantError(t, err, "1 problem found")
			wantText(t, output, want)
			setStep(last)
		}
	})
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	output, err := said(t, checkUpgrade, config.Upgrade{Database: config.Database{Data: nowhere}})
	noError(t, err)
	same(t, "the output", output, "OK       database: it does not exist yet; the first start makes it\n")
	wantMissing(t, nowhere)
}

// Too little space is a problem. Folders on one disk share it.
func TestUpgradeSpace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, test := range []struct {
		bytes   int64
		problem bool
	}{{1, false}, {math.MaxInt64 / 4, true}} {
		found := spaceFindings([]need{{filepath.Join(dir, "new", "backups"), test.bytes}, {dir, test.bytes}})
		if len(found) != 1 || (found[0].level == problem) != test.problem || !strings.Contains(found[0].text, " free at "+dir+", of which ") {
			t.Errorf("%d bytes: %+v", test.bytes, found)
		}
	}
	file := filepath.Join(dir, "file")
	noError(t, os.WriteFile(file, nil, 0o600))
	if found := spaceFindings([]need{{filepath.Join(file, "backups"), 1}}); len(found) != 1 || found[0].level != problem {
		t.Errorf("below a file: %+v", found)
	}
}

// The upgrade itself is no command.
func TestUpgradeNeedsCheck(t *testing.T) {
	t.Parallel()
	command := program(t, config.Database{Data: t.TempDir()}, "upgrade")
	output, err := command.CombinedOutput()
	wantError(t, err, "exit status")
	wantText(t, string(output), "--check")
}
