package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"

	"vitrine/internal/db"
	"vitrine/internal/media"
)

// Restored says what was restored.
type Restored struct {
	Manifest Manifest
	OldData  string // where the old data lies; empty where there was none
}

// Restore replaces all of a site's data with an archive's. Nothing that is there changes before the archive has been
// found whole, its rows have been written beside what is there and read again, and every upload is in its place; then
// the tables are swapped, all or none. Uploads are called by their content's hash: those that are there stay.
func Restore(ctx context.Context, path string, o db.Options, files media.Files, progress Progress) (done Restored, err error) {
	archive, err := Open(path)
	if err != nil {
		return Restored{}, err
	}
	defer archive.Close()
	if err := archive.Verify(ctx, progress); err != nil {
		return Restored{}, fmt.Errorf("check %s: %w", path, err)
	}
	beside, err := db.Restore(ctx, o, archive.Manifest.Step)
	if err != nil {
		return Restored{}, err
	}
	defer func() { err = errors.Join(err, beside.Close()) }()
	if err := archive.fill(ctx, beside, progress); err != nil {
		return Restored{}, err
	}
	if err := archive.compare(ctx, beside, progress); err != nil {
		return Restored{}, err
	}
	if err := archive.putUploads(ctx, files, progress); err != nil {
		return Restored{}, err
	}
	oldData, err := beside.Commit(ctx)
	return Restored{archive.Manifest, oldData}, err
}

// fill writes the tables. They have to be those of their step: the names in a file are believed by nobody.
func (a *Archive) fill(ctx context.Context, beside *db.Restoring, progress Progress) error {
	if len(a.Manifest.Tables) != len(beside.Tables) {
		return fmt.Errorf("%w: it has %d tables and not %d", errNoBackup, len(a.Manifest.Tables), len(beside.Tables))
	}
	done, all := 0, a.Manifest.rows()
	for i, known := range beside.Tables {
		table := a.Manifest.Tables[i]
		if table.Name != known.Name || !slices.Equal(table.Columns, known.Columns) {
			return fmt.Errorf("%w: its table %q is not %q as it was made in step %d", errNoBackup, table.Name, known.Name, a.Manifest.Step)
		}
		known.LastID = table.LastID
		err := beside.Fill(ctx, known, counted(a.rows(table), func() {
			if done++; done%1000 == 0 || done == all {
				progress.report("Restoring rows", done, all)
			}
		}))
		if err != nil {
			return err
		}
	}
	return nil
}

func (m Manifest) rows() (all int) {
	for _, table := range m.Tables {
		all += int(table.Rows)
	}
	return all
}

// counted calls count for every row.
func counted(rows iter.Seq2[[]any, error], count func()) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for values, err := range rows {
			if !yield(values, err) {
				return
			}
			count()
		}
	}
}

// compare reads back what was written, as a backup would, and holds it against the archive's hashes.
func (a *Archive) compare(ctx context.Context, beside *db.Restoring, progress Progress) error {
	return beside.Dump(ctx, func(m *db.Moment) error {
		for i, table := range m.Tables {
			want, sum, rows := a.Manifest.Tables[i], newSummer(io.Discard), newRowWriter()
			for values, err := range m.Rows(ctx, table) {
				if err == nil {
					err = rows.write(sum, values)
				}
				if err != nil {
					return err
				}
			}
			if sum.sum() != want.Hash || sum.count != want.Rows || table.LastID != want.LastID {
				return fmt.Errorf("the table %s was not restored as it was: nothing was changed", table.Name)
			}
			progress.report("Comparing tables", i+1, len(m.Tables))
		}
		return nil
	})
}

// putUploads puts each upload that is not there whole, and reads it again.
func (a *Archive) putUploads(ctx context.Context, files media.Files, progress Progress) error {
	for i, upload := range a.Manifest.Uploads {
		if err := a.putUpload(ctx, files, upload); err != nil {
			return fmt.Errorf("restore the upload %q: %w", upload.Name, err)
		}
		progress.report("Restoring uploads", i+1, len(a.Manifest.Uploads))
	}
	return nil
}

func (a *Archive) putUpload(ctx context.Context, files media.Files, upload Upload) error {
	there, err := sumOf(ctx, files, upload.Name)
	if err != nil || there == upload.Hash {
		return err
	}
	data, err := a.whole(upload.member(), maxUpload)
	if err != nil {
		return err
	}
	if there != "" { // a damaged one, which a file of the same length would not replace
		if err := files.Remove(ctx, upload.Name); err != nil {
			return err
		}
	}
	if err := files.Put(ctx, upload.Name, data); err != nil {
		return err
	}
	if there, err = sumOf(ctx, files, upload.Name); err == nil && there != upload.Hash {
		err = errors.New("it is not what was put there")
	}
	return err
}

// sumOf is the hash of an upload's content, or another word where that is damaged; empty where there is none.
func sumOf(ctx context.Context, files media.Files, name string) (string, error) {
	file, err := files.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if errors.Is(err, media.ErrDamaged) {
		return "damaged", nil
	}
	if err != nil {
		return "", err
	}
	s := newSummer(io.Discard)
	_, err = io.Copy(s, io.LimitReader(file, maxUpload+1))
	return s.sum(), errors.Join(err, file.Close())
}
