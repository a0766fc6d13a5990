package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/db"
)

// inspectWait bounds a look at a database.
const inspectWait = 20 * time.Second

// checkUpgrade prints what this version of the program would change in the database, and whether it can. What stands in
// the way is an error, hence an exit code. It changes nothing.
func checkUpgrade(ctx context.Context, settings config.Upgrade, out io.Writer) error {
	ctx, stop := context.WithTimeout(ctx, inspectWait)
	defer stop()
	d, err := db.Inspect(ctx, db.Options{DataDir: settings.Data, DatabaseURL: settings.DatabaseURL.Reveal()})
	if errors.Is(err, fs.ErrNotExist) {
		return writeFindings(out, []finding{noDatabase})
	}
	if err != nil {
		return err
	}
	defer d.Close()
	change, err := d.Upgrade(ctx)
	var other *db.StepError
	if errors.As(err, &other) {
		return writeFindings(out, []finding{refusedStep(other)})
	}
	if err != nil {
		return err
	}
	return writeUpgrade(ctx, settings, d, change, out)
}

// writeUpgrade prints what a change of the schema needs.
func writeUpgrade(ctx context.Context, settings config.Upgrade, d *db.DB, change db.Upgrade, out io.Writer) error {
	findings := []finding{stepOf(change)}
	if change.From > 0 && len(change.Steps) > 0 {
		findings = append(findings, fine("steps", "%s", strings.Join(change.Steps, ", ")), backupFinding(settings))
		space, err := upgradeSpace(ctx, settings, d, change)
		if err != nil {
			return err
		}
		findings = append(findings, space...)
	}
	if err := writeFindings(out, findings); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, nextStep(change))
	return err
}

var noDatabase = fine("database", "it does not exist yet; the first start makes it")

// stepOf says how far a database is from this version of the program.
func stepOf(change db.Upgrade) finding {
	switch {
	case change.From == 0:
		return fine("database", "it is empty; the first start makes its tables")
	case len(change.Steps) == 0:
		return fine("database", "up to date, at step %d", change.To)
	}
	return fine("database", "it is at step %d, and this program at step %d", change.From, change.To)
}

// refusedStep says what to do about a database that this version of the program can't open.
func refusedStep(other *db.StepError) finding {
	cure := "Start the site once with an earlier version of the program that knows this step, then with this one."
	if other.Step > other.Known {
		cure = "Use the version of the program that made it, or a later one. To go back to this version, restore the backup vitrine-before-upgrade-… with it."
	}
	return wrong("database", other, cure)
}

func nextStep(change db.Upgrade) string {
	if change.From == 0 || len(change.Steps) == 0 {
		return "There is nothing to upgrade."
	}
	return "The upgrade can go ahead: start the site with this program."
}

// backupFinding describes the newest backup. A site without a backup has no problem, as the site makes one before it changes the tables.
func backupFinding(settings config.Upgrade) finding {
	folder, err := backups(settings.Data, settings.BackupFolder, nil, nil)
	if err != nil {
		return wrong("backup", err, "Correct that setting.")
	}
	newest, err := folder.Newest()
	const before = "the site makes one before it changes the tables"
	switch {
	case err != nil:
		return wrong("backup", err, "Make a new one: vitrine backup. Delete the damaged file.")
	case newest.Path == "":
		return fine("backup", "%s has no backup; %s", settings.Folder(settings.Data), before)
	}
	return fine("backup", "the newest is %s, made %s; %s", newest.Path, humanize.Time(newest.Made), before)
}

// upgradeSpace compares the free space with what an upgrade may need: a backup of tables and uploads and, with SQLite, the
// log and new copies of all tables.
func upgradeSpace(ctx context.Context, settings config.Upgrade, d *db.DB, change db.Upgrade) ([]finding, error) {
	uploads, err := backup.Uploads(ctx, d)
	if err != nil {
		return nil, err
	}
	folder := settings.Folder(settings.Data)
	needs := []need{{folder, change.Size + uploads}}
	var findings []finding
	if d.Postgres() {
		findings = append(findings, fine("space", "PostgreSQL may need %s more on its own disk, which can't be seen from here", humanize.Bytes(uint64(2*change.Size))))
	} else {
		needs = append(needs, need{settings.Data, 2 * change.Size})
	}
	return append(findings, spaceFindings(needs)...), nil
}

// spaceFindings compares the free space with what is needed, and says if these folders can't be written.
func spaceFindings(needs []need) (findings []finding) {
	for _, one := range needs {
		dir, err := existing(one.dir)
		if err == nil {
			err = mayWrite(dir)
		}
		if err != nil {
			findings = append(findings, wrong("space", fmt.Errorf("%s can't be written: %w", one.dir, err), "Give the folder to the user that runs the site."))
		}
	}
	if len(findings) > 0 {
		return findings
	}
	found, err := disksOf(needs...)
	if errors.Is(err, errors.ErrUnsupported) {
		return []finding{fine("space", "it can't be read on this system")}
	}
	if err != nil {
		return []finding{wrong("space", err, "Check that the folder's disk is there.")}
	}
	for _, r := range found {
		f := fine("space", "%s", r)
		if !r.isEnough() {
			f.cure = "Free some space, or move the backups to another disk with --backup-dir."
		}
		findings = append(findings, f)
	}
	return findings
}
