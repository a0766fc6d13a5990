package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine/internal/db"
	"vitrine/internal/media"
)

// orphanBatch is how many files are removed while other writers wait, and orphanTime how long they wait for that at most.
const (
	orphanBatch = 20
	orphanTime  = 2 * time.Second
)

// RemoveOrphans deletes the rows of images that were uploaded before a time and that nothing names, and returns how many.
// A product names them, in the trash or not, each state of it that the audit can bring back, and a legal page. remove is
// called for each file within the transaction that deletes its row, while no product can be written: a file is never
// removed from under a name. It has little time; what it returns as an error undoes its batch.
func (s *Store) RemoveOrphans(ctx context.Context, by string, before time.Time, remove func(ctx context.Context, fileName string) error) (int, error) {
	orphans, version, err := s.orphans(ctx, before)
	removed := 0
	for err == nil && len(orphans) > 0 {
		batch := orphans[:min(orphanBatch, len(orphans))]
		orphans = orphans[len(batch):]
		var count int
		count, err = s.removeOrphans(ctx, by, batch, version, before, remove)
		removed += count
	}
	return removed, err
}

// orphans reads the rows that nothing names, and the version that was so in.
func (s *Store) orphans(ctx context.Context, before time.Time) (orphans []media.Image, version int64, err error) {
	err = s.read(ctx, "look for orphaned images", func(ctx context.Context, tx transaction) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		old, err := db.Collect(ctx, tx, scanImage, "SELECT "+imageColumns+" FROM images WHERE uploaded_at < ? ORDER BY id", before.UnixMicro())
		if err != nil || len(old) == 0 {
			return err
		}
		if err := tx.Row(ctx, "SELECT version FROM catalog_version WHERE id = 1").Scan(&version); err != nil {
			return err
		}
		named, err := tx.namedUploads(ctx, -1)
		for _, image := range old {
			if !named[image.FileName] {
				orphans = append(orphans, image)
			}
		}
		return err
	})
	return orphans, version, err
}

// removeOrphans removes those of a batch that have not been named or uploaded again since they were found.
func (s *Store) removeOrphans(ctx context.Context, by string, batch []media.Image, since int64, before time.Time,
	remove func(ctx context.Context, fileName string) error) (removed int, err error) {
	err = s.write(ctx, db.WriteOptions{By: by, Doing: "remove orphaned images"}, func(ctx context.Context, w *writeTx) error {
		named, err := w.namedUploads(ctx, since)
		if err != nil {
			return err
		}
		removing, stop := context.WithTimeout(ctx, orphanTime)
		defer stop()
		for _, image := range batch {
			if named[image.FileName] {
				continue
			}
			gone, err := db.Collect(ctx, w, scanImage, "DELETE FROM images WHERE id = ? AND uploaded_at < ? RETURNING "+imageColumns,
				image.ID, before.UnixMicro())
			if err != nil {
				return err
			}
			if len(gone) == 0 {
				continue
			}
			if err := w.audit(ctx, entry{Action: "delete", Object: "images", ObjectID: image.ID, Before: image}); err != nil {
				return err
			}
			if err := remove(removing, image.FileName); err != nil {
				return err
			}
			removed++
		}
		if removed == 0 {
			return db.ErrNoChange
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return removed, nil
}

// namedUploads are the file names of uploads that have been named since a version. The states of products that are gone
// for good do not count: nobody can bring them back.
func (tx transaction) namedUploads(ctx context.Context, since int64) (map[string]bool, error) {
	named := map[string]bool{}
	note := func(rows *sql.Rows) error {
		var first, second sql.RawBytes
		if err := rows.Scan(&first, &second); err != nil {
			return err
		}
		for _, text := range [][]byte{first, second} {
			for _, name := range media.NamesIn(string(text)) {
				named[name] = true
			}
		}
		return nil
	}
	const like = "'%" + media.Path + "%'"
	for query, args := range map[string][]any{
		"SELECT logo, images FROM products WHERE changed_in > ? AND (logo LIKE " + like + " OR images LIKE " + like + ")": {since},
		"SELECT before, after FROM audit WHERE object = 'products' AND version > ? AND (before LIKE " + like + " OR after LIKE " + like +
			") AND object_id IN (SELECT CAST(id AS TEXT) FROM products)": {since},
		"SELECT content, title FROM legal_pages WHERE content LIKE " + like: nil,
	} {
		if err := tx.Each(ctx, note, query, args...); err != nil {
			return nil, err
		}
	}
	return named, nil
}
