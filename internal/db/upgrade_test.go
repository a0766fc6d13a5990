package db_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/db"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// putBy counts how often an old database was put by, and notes its step.
func putBy(o db.Options, times *int) db.Options {
	o.BeforeUpgrade = func(ctx context.Context, s *db.DB) error {
		*times++
		return s.Dump(ctx, func(m *db.Moment) error {
			if m.Step != 1 {
				return fmt.Errorf("step %d is put by", m.Step)
			}
			return nil
		})
	}
	return o
}

// held is what the tables of a step hold, in their columns of that step, a line for each row.
func held(t *testing.T, s *store.Store, tables []db.Table) (lines []string) {
	t.Helper()
	err := s.Dump(t.Context(), func(m *db.Moment) error {
		for _, table := range tables {
			for _, now := range m.Tables {
				if now.Name == table.Name {
					lines = append(lines, fmt.Sprintf("%s, last id %d", now.Name, now.LastID))
					for values, err := range m.Rows(t.Context(), table) {
						if err != nil {
							return err
						}
						lines = append(lines, fmt.Sprintf("%s %q", now.Name, values))
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// A database of the first step is upgraded, with all that was in it.
func TestUpgradeFirstStep(t *testing.T) {
	t.Parallel()
	for name, withRows := range map[string]bool{"odd rows": true, "nothing": false} {
		t.Run(name, func(t *testing.T) {
			storetest.EachDatabase(t, func(t *testing.T, place db.Options) {
				storetest.Released(t, place, withRows)
				var tables []db.Table
				var before []string
				times := 0
				o := putBy(place, &times)
				first := o.BeforeUpgrade
				o.BeforeUpgrade = func(ctx context.Context, s *db.DB) error {
					if err := s.Dump(ctx, func(m *db.Moment) error { tables = m.Tables; return nil }); err != nil {
						return err
					}
					before = held(t, s, tables)
					return first(ctx, s)
				}
				s := storetest.OpenAt(t, o)
				for i, line := range before { // keys of websites are written as this program writes them
					before[i] = strings.ReplaceAll(line, `"hostile.example/?q`, `"hostile.example?q`)
				}
				same(t, "what the tables hold", held(t, s, tables), before)
				storetest.OpenAt(t, o)
				same(t, "times that it was put by", times, 1)
				same(t, "flaws", findings(t, s).Flaws, []string(nil))
				if withRows {
					same(t, "rows", len(before) > 25, true)
					shot := readAll(t, s)
					same(t, "products", len(shot.Products), 3)
					same(t, "the next id", create(t, s, draft("Next", "Writing")).ID, int64(6))
				}
			})
		})
	}
}

// An old database that cannot be backed up stays as it is.
func TestUpgradeWithoutBackup(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, place db.Options) {
		storetest.Released(t, place, true)
		before := storetest.Contents(t, place)
		for _, put := range []struct {
			by   func(context.Context, *db.DB) error
			want string
		}{
			{nil, "earlier version of this program (step 1 of "},
			{func(context.Context, *db.DB) error { return errors.New("the disk is full") }, "could not be backed up before, so nothing was changed: the disk is full"},
		} {
			o := place
			o.BeforeUpgrade = put.by
			if s, err := store.Open(t.Context(), o); err == nil || !strings.Contains(err.Error(), put.want) {
				t.Errorf("want %q, got %v, %v", put.want, s, err)
			}
		}
		same(t, "what is there", storetest.Contents(t, place), before)
	})
}

// One process backs up and upgrades, and the others wait.
func TestUpgradeConcurrent(t *testing.T) {
	t.Parallel()
	place := db.Options{DatabaseURL: storetest.PostgresURL(t)}
	storetest.Released(t, place, true)
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
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	same(t, "times that it was put by", times, 1)
}
