package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

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
	d := &diagnosis{settings: config.Serve{Database: settings.Database, Backups: config.Backups{BackupFolder: settings.BackupFolder}}}
	if err := d.openDatabase(ctx); err != nil {
		return err
	}
	defer d.close()
	var other *db.StepError
	switch {
	case errors.As(d.failed, &other):
		return writeFindings(out, []finding{refusedStep(other)})
	case d.failed != nil:
		return d.failed
	case d.opened == nil:
		return writeFindings(out, []finding{noDatabase})
	}
	return d.writeUpgrade(ctx, out)
}

// writeUpgrade prints what the change of the schema needs.
func (d *diagnosis) writeUpgrade(ctx context.Context, out io.Writer) error {
	findings, next := []finding{stepOf(d.change)}, "There is nothing to upgrade."
	if !d.missing && !d.isCurrent() {
		next = "The upgrade can go ahead: start the site with this program."
		findings = append(findings, fine("steps", "%s", strings.Join(d.change.Steps, ", ")), d.backupBeforeUpgrade())
		findings = append(findings, d.upgradeSpace(ctx)...)
	}
	if err := writeFindings(out, findings); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, next)
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

// backupBeforeUpgrade describes the newest backup. A site without a backup has no problem, as the site makes one before it changes the tables.
func (d *diagnosis) backupBeforeUpgrade() finding {
	folder, err := backups(d.settings.Data, d.settings.BackupFolder, nil, nil)
	if err != nil {
		return wrong("backup", err, "Correct that setting.")
	}
	newest, err := folder.Newest()
	const before = "the site makes one before it changes the tables"
	switch {
	case err != nil:
		return wrong("backup", err, "Make a new one: vitrine backup. Delete the damaged file.")
	case newest.Path == "":
		return fine("backup", "%s has no backup; %s", folder.Path, before)
	}
	return fine("backup", "the newest is %s, made %s; %s", newest.Path, humanize.Time(newest.Made), before)
}

// upgradeSpace compares the free space with what an upgrade may need: a backup of tables and uploads and, with SQLite, the
// log and new copies of all tables.
func (d *diagnosis) upgradeSpace(ctx context.Context) []finding {
	if d.opened.Postgres() {
		onServer := fine("space", "PostgreSQL may need %s more on its own disk, which can't be seen from here", humanize.Bytes(uint64(2*d.change.Size)))
		return append([]finding{onServer}, d.spaceBeside(ctx, 0)...)
	}
	return d.spaceBeside(ctx, 2*d.change.Size)
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
			f = wrong("space", errors.New(r.String()), "Free some space, or move the backups to another disk with --backup-dir.")
		}
		findings = append(findings, f)
	}
	return findings
}
