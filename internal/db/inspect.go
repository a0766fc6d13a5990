package db

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"
)

// noSiteError means that there is no database. It is fs.ErrNotExist.
type noSiteError struct{ dir string }

func (e *noSiteError) Error() string {
	return fmt.Sprintf("there is no site at %s: name its folder with --data, or its database with --database-url", e.dir)
}

func (*noSiteError) Is(target error) bool { return target == fs.ErrNotExist }

// Inspect opens an existing database of any version of the program, to look at it: it creates and upgrades nothing, and
// only Upgrade, Durability and what reads may be called. A missing database file is fs.ErrNotExist.
func Inspect(ctx context.Context, o Options) (*Inspection, error) {
	o.Existing, o.inspect = true, true
	d, err := Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return &Inspection{d}, nil
}

// Inspection is a database that is only looked at.
type Inspection struct{ *DB }

// Upgrade is what this version of the program would change in the schema of a database.
type Upgrade struct {
	From, To int64    // steps; From is 0 for a database without tables
	Steps    []string // that are missing, each as "27 prices"
	Size     int64    // of the database with its log, bytes
}

// Upgrade returns what would change. It returns a *StepError for a database of a later version of the program, or of one
// too old to be upgraded.
func (d *Inspection) Upgrade(ctx context.Context) (u Upgrade, err error) {
	provider, err := provider(d.DB, d.reader)
	if err != nil {
		return u, err
	}
	if u.From, u.To, err = steps(ctx, d.DB, provider); err != nil {
		return u, err
	}
	for _, source := range provider.ListSources() {
		if source.Version > u.From {
			_, name, _ := strings.Cut(strings.TrimSuffix(path.Base(source.Path), ".sql"), "_")
			u.Steps = append(u.Steps, fmt.Sprint(source.Version, " ", name))
		}
	}
	u.Size, err = d.size(ctx)
	return u, err
}

// size returns the bytes of the database: of SQLite's file, or of the tables and indexes in PostgreSQL's schema.
func (d *Inspection) size(ctx context.Context) (size int64, err error) {
	query := "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	if d.dialect.postgres {
		query = "SELECT CAST(COALESCE(sum(pg_total_relation_size(oid)), 0) AS BIGINT) FROM pg_class WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace)"
	}
	err = d.ReadOne(ctx, "read the size of the database", &size, query)
	return size, err
}

// Durability says which database it is, and whether a commit survives a power cut.
type Durability struct {
	Server string // name and version
	Off    string // the settings with which a power cut loses commits, separated by commas; empty: none
}

// Durability reads the settings that decide on what a power cut loses.
func (d *Inspection) Durability(ctx context.Context) (found Durability, err error) {
	if d.dialect.postgres {
		if err := d.ReadOne(ctx, "read the version of PostgreSQL", &found.Server, "SELECT 'PostgreSQL ' || current_setting('server_version')"); err != nil {
			return found, err
		}
		found.Off, err = lossySettings(ctx, d.DB)
		return found, err
	}
	var journal string
	var synchronous int
	for query, into := range map[string]any{"SELECT 'SQLite ' || sqlite_version()": &found.Server, "PRAGMA journal_mode": &journal, "PRAGMA synchronous": &synchronous} {
		if err := d.writer.QueryRowContext(ctx, query).Scan(into); err != nil {
			return found, Explain("read the settings of SQLite", err)
		}
	}
	var off []string
	if journal != "wal" {
		off = append(off, "journal_mode="+journal)
	}
	if synchronous < fullSync {
		off = append(off, "synchronous="+strconv.Itoa(synchronous))
	}
	found.Off = strings.Join(off, ", ")
	return found, nil
}

// fullSync is SQLite's value of synchronous=FULL.
const fullSync = 2

// PostgresClock is the query for the time of PostgreSQL's clock, in microseconds since 1970.
const PostgresClock = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)"

// Skew returns how far this machine's clock is ahead of PostgreSQL's; 0 with SQLite, which uses this machine's.
func (d *Inspection) Skew(ctx context.Context) (time.Duration, error) {
	if !d.dialect.postgres {
		return 0, nil
	}
	var micros int64
	err := d.ReadOne(ctx, "read PostgreSQL's clock", &micros, PostgresClock)
	return d.Now().Sub(TimeOf(micros)), err
}
