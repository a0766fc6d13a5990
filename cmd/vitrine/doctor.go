package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// doctorWait bounds each check; they run at the same time.
const doctorWait = 15 * time.Second

// doctor checks the settings and what the site needs around it. It prints a line for each check and a cure for each
// problem. A problem is an error, hence an exit code. It changes nothing but one object in each bucket, which it removes.
func doctor(ctx context.Context, settings config.Serve, environ []string, out io.Writer) error {
	d := &diagnosis{settings: settings, environ: environ}
	if err := d.openDatabase(ctx); err != nil {
		return err
	}
	defer d.close()
	checks := []func(context.Context) []finding{
		d.variables, d.rights, d.style, d.database, d.clock, d.mail, d.uploads, d.publicURL,
		func(ctx context.Context) []finding { return checkModel(ctx, d.settings) },
		d.backups, d.backupBucket, d.encryption, d.space,
	}
	found := make([][]finding, len(checks))
	var running sync.WaitGroup
	for i, check := range checks {
		running.Go(func() {
			ctx, stop := context.WithTimeout(ctx, doctorWait)
			defer stop()
			found[i] = check(ctx)
		})
	}
	running.Wait()
	if err := writeFindings(out, slices.Concat(found...)); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "No problems found.")
	return err
}

// diagnosis is one run of doctor.
type diagnosis struct {
	settings config.Serve
	environ  []string // NAME=value

	opened  *db.Inspection // nil: the database is missing, or can't be opened
	change  db.Upgrade
	missing bool  // there is no database yet
	failed  error // of opening it, or of reading its step
}

// openDatabase opens the database to look at it. Only the end of ctx is an error.
func (d *diagnosis) openDatabase(ctx context.Context) error {
	opening, stop := context.WithTimeout(ctx, doctorWait)
	defer stop()
	d.opened, d.failed = db.Inspect(opening, db.Options{DataDir: d.settings.Data, DatabaseURL: d.settings.DatabaseURL.Reveal()})
	if d.failed == nil {
		d.change, d.failed = d.opened.Upgrade(opening)
		d.missing = d.failed == nil && d.change.From == 0
	} else if errors.Is(d.failed, fs.ErrNotExist) {
		d.missing, d.failed = true, nil
	}
	return ctx.Err()
}

func (d *diagnosis) close() {
	if d.opened != nil {
		_ = d.opened.Close() // nothing was written
	}
}

// isCurrent reports whether the database has the tables of this version of the program.
func (d *diagnosis) isCurrent() bool {
	return d.opened != nil && d.failed == nil && d.change.From == d.change.To
}

// store returns the queries on the database, which must be current.
func (d *diagnosis) store() *store.Store { return &store.Store{DB: d.opened.DB} }

// variables looks for misspelled settings. The settings themselves are validated before any command runs.
func (d *diagnosis) variables(context.Context) []finding {
	const about = "settings"
	unknown, err := config.UnknownVariables(d.environ)
	if err != nil {
		return []finding{wrong(about, err, "This is a bug in Vitrine. Please report it.")}
	}
	if len(unknown) > 0 {
		return []finding{wrong(about, fmt.Errorf("the environment has %s, but there is no such setting", strings.Join(unknown, ", ")), "Correct the name, or remove it: vitrine serve --help lists all settings.")}
	}
	return []finding{fine(about, "valid")}
}

// database checks that the database can be opened, its version, and whether commits survive a power cut.
func (d *diagnosis) database(ctx context.Context) []finding {
	const about = "database"
	var other *db.StepError
	switch {
	case errors.As(d.failed, &other):
		return []finding{refusedStep(other)}
	case d.failed != nil && d.settings.DatabaseURL != "":
		return []finding{wrong(about, d.failed, "Check host, port, user, password and name in --database-url, that PostgreSQL runs, and that it lets this machine in (pg_hba.conf).")}
	case d.failed != nil:
		return []finding{wrong(about, d.failed, "Run vitrine doctor as the user that runs the site. If the file is damaged, restore a backup: vitrine restore FILE.")}
	case d.opened == nil:
		return []finding{noDatabase}
	}
	step := stepOf(d.change)
	if !d.missing && !d.isCurrent() {
		step.text += "; the next start upgrades it, and vitrine upgrade --check says what that changes"
	}
	durability, err := d.opened.Durability(ctx)
	switch {
	case err != nil:
		return []finding{step, wrong("durability", err, "Run vitrine doctor again; if this stays, look at the log of the database.")}
	case durability.Off != "" && d.opened.Postgres():
		return []finding{step, wrong("durability", fmt.Errorf("%s may lose confirmed changes in a power cut: off are %s", durability.Server, durability.Off),
			"Turn them on in postgresql.conf, or with ALTER SYSTEM, and reload PostgreSQL.")}
	case durability.Off != "":
		return []finding{step, wrong("durability", fmt.Errorf("%s may lose confirmed changes in a power cut: %s", durability.Server, durability.Off),
			"Start the site once, which sets this. If it stays, the file system of the data folder can't do it: use a local disk.")}
	}
	return []finding{step, fine("durability", "%s syncs each commit to disk", durability.Server)}
}

// clockTolerance is how far the clock may be behind the last change in the database.
const clockTolerance = time.Minute

// clock compares this machine's clock with PostgreSQL's, and with the last change in the database.
func (d *diagnosis) clock(ctx context.Context) []finding {
	const about, cure = "clock", "Turn on time synchronization on this machine and on PostgreSQL's, for example: timedatectl set-ntp true"
	now := time.Now().UTC()
	if d.missing || d.failed != nil {
		return []finding{fine(about, "%s; there is nothing to compare it with", now.Format(time.RFC3339))}
	}
	skew, err := d.opened.Skew(ctx)
	var changed int64
	if err == nil {
		err = d.opened.ReadOne(ctx, "read the time of the last change", &changed, "SELECT COALESCE((SELECT at FROM audit ORDER BY id DESC LIMIT 1), 0)")
	}
	switch {
	case err != nil:
		return []finding{wrong(about, err, "Run vitrine doctor again.")}
	case skew.Abs() > db.MaxSkew:
		return []finding{wrong(about, fmt.Errorf("it differs from PostgreSQL's by %s", skew.Abs().Round(time.Second)), cure)}
	case db.TimeOf(changed).After(now.Add(clockTolerance)):
		return []finding{wrong(about, fmt.Errorf("it says %s, and the last change in the database is of %s", now.Format(time.RFC3339), db.TimeOf(changed).Format(time.RFC3339)), cure)}
	case d.opened.Postgres():
		return []finding{fine(about, "%s, as PostgreSQL's", now.Format(time.RFC3339))}
	}
	return []finding{fine(about, "%s, later than the last change", now.Format(time.RFC3339))}
}
