package backup

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// Restored describes a finished restore.
type Restored struct {
	Manifest     Manifest
	OldData      string // where the old data is; empty if there was none
	OldCustomCSS string // where the old custom.css is; empty if there was none, or it stays
}

// notRestored are the tables whose rows a restore leaves out. Sessions, keys and codes may have been ended, revoked or used since
// the backup, and must not work again: everybody signs in anew.
var notRestored = []string{"sessions", "tokens", "email_changes", "sign_ups", "invitations"}

// Restore replaces all data of a site with an archive's, but notRestored. It changes nothing before it has verified the archive, written
// and compared the rows in a new database, and stored every upload. Then it swaps the tables, all or none, and at last
// custom.css in the data folder. Uploads are named by their content's hash, so those that exist stay.
func Restore(ctx context.Context, archive *Archive, o db.Options, files media.Files, progress Progress) (Restored, error) {
	if err := archive.Verify(ctx, progress); err != nil {
		return Restored{}, fmt.Errorf("check %s: %w", archive.Name, err)
	}
	tables, err := archive.tables(ctx)
	if err != nil {
		return Restored{}, err
	}
	oldData, err := db.Replace(ctx, o, archive.Manifest.Step, func(ctx context.Context, d *db.DB) error {
		if err := archive.fillTables(ctx, d, tables, progress); err != nil {
			return err
		}
		if err := compare(ctx, d, tables, progress); err != nil {
			return err
		}
		if err := endWhatRan(ctx, d); err != nil {
			return err
		}
		return archive.putUploads(ctx, files, progress)
	})
	done := Restored{Manifest: archive.Manifest, OldData: oldData}
	if err != nil {
		return done, err
	}
	if done.OldCustomCSS, err = archive.putCustomCSS(o.DataDir); err != nil {
		err = fmt.Errorf("the data is restored, but custom.css is not (solve this and restore again): %w", err)
	}
	return done, err
}

// tables returns the tables of the archive's schema step, with the archive's counts and hashes. It fails if the archive
// has other tables or columns.
func (a *Archive) tables(ctx context.Context) ([]Table, error) {
	tables, err := schema(ctx, a.Manifest.Step, false)
	if err != nil {
		return nil, err
	}
	if len(a.Manifest.Tables) != len(tables) {
		return nil, fmt.Errorf("%w: it has %d tables and not %d", errNotABackup, len(a.Manifest.Tables), len(tables))
	}
	for i := range tables {
		table := &tables[i]
		at := slices.IndexFunc(a.Manifest.Tables, func(t Table) bool { return t.Name == table.Name })
		if at < 0 || !slices.Equal(a.Manifest.Tables[at].Columns, table.Columns) {
			return nil, fmt.Errorf("%w: it has no table %q as it was made in step %d", errNotABackup, table.Name, a.Manifest.Step)
		}
		archived := a.Manifest.Tables[at]
		table.Rows, table.LastID, table.Hash = archived.Rows, archived.LastID, archived.Hash
	}
	return tables, nil
}

// fillTables writes the rows of all tables in one transaction.
func (a *Archive) fillTables(ctx context.Context, to *db.DB, tables []Table, progress Progress) error {
	return to.WriteUnlocked(ctx, "restore the tables", func(ctx context.Context, tx db.Tx) error {
		if err := tx.NoTimeout(ctx); err != nil {
			return err
		}
		if err := clearTables(ctx, tx, tables); err != nil {
			return err
		}
		done, all := 0, countRows(tables)
		for _, table := range tables {
			rows, isLeftOut := batch{Tx: tx, table: table}, slices.Contains(notRestored, table.Name)
			err := a.each(table, func(values []any) error {
				if done++; done%1000 == 0 || done == all {
					progress.report("Restoring rows", done, all)
				}
				if isLeftOut {
					return nil
				}
				return rows.add(ctx, values)
			})
			if err == nil {
				err = rows.flush(ctx)
			}
			if err == nil {
				err = setLastID(ctx, tx, table)
			}
			if err != nil {
				return fmt.Errorf("restore the table %s: %w", table.Name, err)
			}
		}
		return nil
	})
}

// compare reads the restored tables as a backup does, and compares their hashes with the archive's. Those of notRestored are empty.
func compare(ctx context.Context, restored *db.DB, archived []Table, progress Progress) error {
	return readAll(ctx, restored, func(ctx context.Context, s snapshot) error {
		for i, table := range s.tables {
			sum, rows := newHashWriter(io.Discard), newRowWriter()
			if err := s.each(ctx, table, func(values []any) error { return rows.write(sum, values) }); err != nil {
				return err
			}
			isRight := sum.sum() == archived[i].Hash
			if slices.Contains(notRestored, table.Name) {
				isRight = table.Rows == 0
			}
			if !isRight || table.LastID != archived[i].LastID {
				return fmt.Errorf("the table %s was not restored as it was: nothing was changed", table.Name)
			}
			progress.report("Comparing tables", i+1, len(s.tables))
		}
		return nil
	})
}

// endWhatRan ends what went on when the backup was made. It stops the issues of the newsletter that wait or are being sent:
// their emails may have been sent since, and none may be sent twice. And it forgets the codes with which users set a new password.
func endWhatRan(ctx context.Context, d *db.DB) error {
	return d.WriteUnlocked(ctx, "end what ran when the backup was made", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		for _, query := range []string{
			"UPDATE newsletter_issues SET status = 'stopped' WHERE status IN ('scheduled', 'sending', 'paused')",
			"DELETE FROM emails WHERE issue IS NOT NULL AND state IN ('waiting', 'paused')",
			"UPDATE users SET verification_code = '', verification_expiry = NULL WHERE verification_code <> ''",
		} {
			if err := tx.Exec(ctx, query); err != nil {
				return err
			}
		}
		return nil
	})
}

// putUploads stores the uploads. Put keeps one that exists with this content, and replaces a damaged one.
func (a *Archive) putUploads(ctx context.Context, files media.Files, progress Progress) error {
	for i, upload := range a.Manifest.Uploads {
		data, err := a.readMember(upload.member(), maxUpload)
		if err == nil {
			err = files.Put(ctx, upload.Name, data)
		}
		if err != nil {
			return fmt.Errorf("restore the upload %q: %w", upload.Name, err)
		}
		progress.report("Restoring uploads", i+1, len(a.Manifest.Uploads))
	}
	return nil
}
