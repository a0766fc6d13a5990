package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// nextStep is what the next version does to the tables, with a row that shows that it was done.
const nextStep = "CREATE TABLE next_step (id BIGINT); INSERT INTO next_step VALUES (1);"

const nextRow = `next_step: ['\x01']`

// withStep gives the next version one more step.
func withStep(t *testing.T, o db.Options, statements string) db.Options {
	t.Helper()
	return must(db.WithStep(o, statements))(t)
}

// countBackups counts how often a database of this version is backed up before its upgrade.
func countBackups(o db.Options, times *int) db.Options {
	o.BeforeUpgrade = func(ctx context.Context, d *db.DB) error {
		*times++
		var step int64
		err := d.ReadOne(ctx, "read the step", &step, "SELECT MAX(version_id) FROM goose_db_version")
		if last, lastErr := db.LastStep(); lastErr != nil || err == nil && step != last {
			err = fmt.Errorf("step %d was backed up: %w", step, errors.Join(lastErr))
		}
		return err
	}
	return o
}

// sortedWith adds a line to the contents of tables.
func sortedWith(contents, line string) string {
	lines := append(strings.Split(contents, "\n"), line)
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestUpgrade(t *testing.T) {
	eachDatabase(t, map[string]func(t *testing.T, o db.Options){
		"backs a database up once and holds all that was in it": func(t *testing.T, o db.Options) {
			noError(t, storetest.Filled(t, o).Close())
			before, times := storetest.Contents(t, o), 0
			next := countBackups(withStep(t, o, nextStep), &times)
			for range 2 {
				noError(t, storetest.OpenAt(t, next).Close())
			}
			same(t, "what the tables hold", storetest.Contents(t, o), sortedWith(before, nextRow))
			same(t, "backups", times, 1)
			wantError(t, errOf(store.Open(t.Context(), o)), "made by a later version of this program")
		},
		"upgrades nothing where only an existing database is to be opened": func(t *testing.T, o db.Options) {
			noError(t, storetest.Filled(t, o).Close())
			next := withStep(t, o, nextStep)
			next.Existing = true
			wantError(t, errOf(store.Open(t.Context(), next)), "start the site once to bring it up to date")
		},
		"leaves a database as it is that cannot be backed up, or whose step fails": func(t *testing.T, o db.Options) {
			noError(t, storetest.Filled(t, o).Close())
			before := storetest.Contents(t, o)
			backsUp := func(context.Context, *db.DB) error { return nil }
			for _, test := range []struct {
				statements string
				backUp     func(context.Context, *db.DB) error
				want       string
			}{
				{nextStep, nil, "earlier version of this program (step "},
				{nextStep, func(context.Context, *db.DB) error { return errors.New("the disk is full") }, "could not be backed up before, so nothing was changed: the disk is full"},
				{nextStep + nextStep, backsUp, "bring the tables up to date"},
			} {
				next := withStep(t, o, test.statements)
				next.BeforeUpgrade = test.backUp
				wantError(t, errOf(store.Open(t.Context(), next)), test.want)
				same(t, "what is there", storetest.Contents(t, o), before)
			}
			storetest.OpenAt(t, o)
		},
		"upgrades what is restored from this version": func(t *testing.T, o db.Options) {
			last := must(db.LastStep())(t)
			oldData := must(db.Replace(t.Context(), withStep(t, o, nextStep), last, func(ctx context.Context, d *db.DB) error {
				return d.WriteUnlocked(ctx, "fill", func(ctx context.Context, tx db.Tx) error {
					return tx.Exec(ctx, "INSERT INTO site_settings VALUES ('name', 'value', 1)")
				})
			}))(t)
			same(t, "old data", oldData, "")
			storetest.WantText(t, storetest.Contents(t, o), nextRow, `site_settings: ["name" "value"`)
		},
		"refuses a database that is too old": func(t *testing.T, o db.Options) {
			noError(t, storetest.Filled(t, o).Close())
			storetest.Exec(t, o, "DELETE FROM goose_db_version WHERE version_id > 10")
			storetest.Exec(t, o, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (10, TRUE)")
			o.BeforeUpgrade = func(context.Context, *db.DB) error { t.Error("it was backed up"); return nil }
			for _, o.Existing = range []bool{false, true} {
				wantError(t, errOf(store.Open(t.Context(), o)), fmt.Sprintf("that is too old (step 10; the oldest that can be upgraded is step %d)", db.FirstStep))
			}
		},
	})
}

// One process backs up and upgrades, and the others wait.
func TestUpgradeConcurrent(t *testing.T) {
	t.Parallel()
	place := db.Options{DatabaseURL: storetest.PostgresURL(t)}
	noError(t, storetest.Filled(t, place).Close())
	times := 0 // a race, should two of them do it
	next := countBackups(withStep(t, place, nextStep), &times)
	failed := make(chan error)
	for range 4 {
		go func() {
			s, err := store.Open(t.Context(), next)
			if err == nil {
				err = s.Close()
			}
			failed <- err
		}()
	}
	for range 4 {
		noError(t, <-failed)
	}
	same(t, "backups", times, 1)
}

// schema describes the tables, indexes and constraints of a database, for either engine.
func schema(t *testing.T, s *store.Store) (lines []string) {
	t.Helper()
	query := `SELECT m.name || ' ' || c.cid || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || COALESCE(c.dflt_value, '-') || ' ' || c.pk
			FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT IN ('sqlite_sequence', 'goose_db_version')
		UNION ALL SELECT m.name || ' refers to ' || k."table" || k."from" || k."on_delete" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table'
		UNION ALL SELECT name || sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
		UNION ALL SELECT name || (sql LIKE '%AUTOINCREMENT%') || (sql LIKE '%WITHOUT ROWID%') || (sql LIKE '%CHECK%') FROM sqlite_master WHERE type = 'table' ORDER BY 1`
	if s.Postgres() {
		query = `SELECT concat_ws(' ', table_name, ordinal_position, column_name, data_type, collation_name, column_default, is_nullable, is_identity)
				FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'goose_db_version'
			UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()
			UNION ALL SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema()
			UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
			UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`
	}
	noError(t, s.Read(t.Context(), "describe the tables", func(ctx context.Context, tx db.Tx) (err error) {
		lines, err = db.Collect(ctx, tx, db.Column[string], query)
		return err
	}))
	return lines
}
