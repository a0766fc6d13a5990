package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// putBy counts how often an old database was put by, and notes its step.
func putBy(o db.Options, times *int) db.Options {
	o.BeforeUpgrade = func(ctx context.Context, s *db.DB) error {
		*times++
		var step int64
		err := s.ReadOne(ctx, "read the step", &step, "SELECT MAX(version_id) FROM goose_db_version")
		if err == nil && step != 12 {
			err = fmt.Errorf("step %d is put by", step)
		}
		return err
	}
	return o
}

// renamed are the tables that have another name since step 12.
var renamed = map[string]string{"letters": "emails", "job_turns": "leases", "uses": "rate_limits"}

// added are the values of the columns that tables have got since step 12.
var added = map[string]string{
	"audit":    ` '\x00'`,                                     // it undoes nothing
	"emails":   ` "" "" "" "" "refused" <nil> <nil> "" <nil>`, // of one that is given up
	"products": ` '\x00'`,
}

// held returns a line for each row of all tables, by the names that they have now, and one for each id assigned last.
func held(t *testing.T, place db.Options, d *db.DB) (lines []string) {
	t.Helper()
	for line := range strings.Lines(storetest.Contents(t, place)) {
		name, row, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if renamed[name] != "" {
			name = renamed[name]
		}
		lines = append(lines, name+": "+row)
	}
	lastIDs := "SELECT name, seq FROM sqlite_sequence"
	if d.Postgres() {
		lastIDs = "SELECT sequencename, COALESCE(last_value, 0) FROM pg_sequences WHERE schemaname = current_schema() AND sequencename NOT LIKE 'goose%'"
	}
	noError(t, d.Read(t.Context(), "read the last ids", func(ctx context.Context, tx db.Tx) error {
		return tx.Each(ctx, func(rows *sql.Rows) error {
			var name string
			var id int64
			err := rows.Scan(&name, &id)
			name = strings.TrimSuffix(name, "_id_seq")
			if renamed[name] != "" {
				name = renamed[name]
			}
			if id > 0 && name != "goose_db_version" {
				lines = append(lines, fmt.Sprintf("%s, last id %d", name, id))
			}
			return err
		}, lastIDs)
	}))
	slices.Sort(lines)
	return lines
}

// A database of step 12 is upgraded, with all that was in it.
func TestUpgradeStep12(t *testing.T) {
	t.Parallel()
	for name, withRows := range map[string]bool{"odd rows": true, "nothing": false} {
		t.Run(name, func(t *testing.T) {
			storetest.EachDatabase(t, func(t *testing.T, place db.Options) {
				storetest.Step12(t, place, withRows)
				var before []string
				times := 0
				o := putBy(place, &times)
				first := o.BeforeUpgrade
				o.BeforeUpgrade = func(ctx context.Context, s *db.DB) error {
					before = held(t, place, s)
					return first(ctx, s)
				}
				s := storetest.OpenAt(t, o)
				for i, line := range before { // keys of websites are written as this program writes them
					before[i] = strings.ReplaceAll(line, `"hostile.example/?q`, `"hostile.example?q`)
					if name, _, isRow := strings.Cut(line, ": ["); isRow && added[name] != "" {
						before[i] = strings.TrimSuffix(before[i], "]") + added[name] + "]"
						if name == "products" && s.Postgres() {
							before[i] = strings.TrimSuffix(before[i], added[name]+"]") + " %!q(bool=false)]"
						}
					}
				}
				before = append(before, `mail_pace: ['\x01' '\x00']`)
				slices.Sort(before)
				same(t, "what the tables hold", held(t, place, s.DB), before)
				storetest.OpenAt(t, o)
				same(t, "times that it was put by", times, 1)
				same(t, "flaws", findings(t, s).Flaws, []string(nil))
				if withRows {
					same(t, "rows", len(before) > 25, true)
					same(t, "products", len(readAll(t, s).Products), 3)
					same(t, "the next id", create(t, s, draft("Next", "Writing")).ID, int64(6))
				}
			})
		})
	}
}

func TestUpgradeRefused(t *testing.T) {
	eachDatabase(t, map[string]func(t *testing.T, o db.Options){
		"leaves an old database as it is that cannot be backed up": func(t *testing.T, o db.Options) {
			storetest.Step12(t, o, true)
			before := storetest.Contents(t, o)
			for _, put := range []struct {
				by   func(context.Context, *db.DB) error
				want string
			}{
				{nil, "earlier version of this program (step 12 of "},
				{func(context.Context, *db.DB) error { return errors.New("the disk is full") }, "could not be backed up before, so nothing was changed: the disk is full"},
			} {
				o.BeforeUpgrade = put.by
				wantError(t, errOf(store.Open(t.Context(), o)), put.want)
			}
			same(t, "what is there", storetest.Contents(t, o), before)
		},
		"refuses a database of an earlier step than 12": func(t *testing.T, o db.Options) {
			storetest.Step12(t, o, true)
			storetest.Exec(t, o, "DELETE FROM goose_db_version WHERE version_id > 10")
			o.BeforeUpgrade = func(context.Context, *db.DB) error { t.Error("it was backed up"); return nil }
			for _, o.Existing = range []bool{false, true} {
				wantError(t, errOf(store.Open(t.Context(), o)), "that is too old (step 10; the oldest that can be upgraded is step 12)")
			}
		},
	})
}

// One process backs up and upgrades, and the others wait.
func TestUpgradeConcurrent(t *testing.T) {
	t.Parallel()
	place := db.Options{DatabaseURL: storetest.PostgresURL(t)}
	storetest.Step12(t, place, true)
	times := 0 // a race, should two of them do it
	failed := make(chan error)
	for range 4 {
		go func() {
			s, err := store.Open(t.Context(), putBy(place, &times))
			if err == nil {
				err = s.Close()
			}
			failed <- err
		}()
	}
	for range 4 {
		noError(t, <-failed)
	}
	same(t, "times that it was put by", times, 1)
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

// A database of step 12 has the schema of a new one after its upgrade.
func TestUpgradeSchema(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, fresh *store.Store) {
		old := db.Options{DataDir: t.TempDir(), BeforeUpgrade: func(context.Context, *db.DB) error { return nil }}
		if fresh.Postgres() {
			old.DatabaseURL = storetest.PostgresURL(t)
		}
		storetest.Step12(t, old, true)
		want := schema(t, fresh)
		same(t, "schema", schema(t, storetest.OpenAt(t, old)), want)
		if len(want) < 100 {
			t.Errorf("only %d lines describe it", len(want))
		}
	})
}
