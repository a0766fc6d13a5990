package media

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// orphanBatch is how many files one transaction removes while other writers wait, and orphanTime its time limit.
const (
	orphanBatch = 20
	orphanTime  = 2 * time.Second
)

// RemoveOrphans deletes the rows of images that were uploaded before a time and have no reference, and returns how many.
// References come from products (in the trash too), from the states in the audit that can be restored, from logos that are
// proposed for tools without one, from legal pages, collections, verdicts, and from the newsletter. It calls remove for each
// file in the transaction that deletes the row, while no product can be written, so that
// no referenced file is removed. remove has at most orphanTime per batch; its error rolls the batch back.
func (s *Queries) RemoveOrphans(ctx context.Context, by string, before time.Time, remove func(ctx context.Context, fileName string) error) (int, error) {
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

// orphans reads the rows without a reference, and the catalogue's version of that reading.
func (s *Queries) orphans(ctx context.Context, before time.Time) (orphans []Image, version int64, err error) {
	err = s.Read(ctx, "look for orphaned images", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		old, err := uploads.Select(ctx, tx, "WHERE uploaded_at < ? ORDER BY id", before.UnixMicro())
		if err != nil || len(old) == 0 {
			return err
		}
		if err := tx.Row(ctx, "SELECT version FROM catalog_version WHERE id = 1").Scan(&version); err != nil {
			return err
		}
		named, err := s.Named(ctx, tx, -1)
		for _, image := range old {
			if !named[image.FileName] {
				orphans = append(orphans, image)
			}
		}
		return err
	})
	return orphans, version, err
}

// removeOrphans removes the images of a batch that were not referenced or uploaded again after orphans found them.
func (s *Queries) removeOrphans(ctx context.Context, by string, batch []Image, since int64, before time.Time,
	remove func(ctx context.Context, fileName string) error) (removed int, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "remove orphaned images"}, func(ctx context.Context, w *db.WriteTx) error {
		named, err := s.Named(ctx, w.Tx, since)
		if err != nil {
			return err
		}
		removing, stop := context.WithTimeout(ctx, orphanTime)
		defer stop()
		for _, image := range batch {
			if named[image.FileName] {
				continue
			}
			gone, err := db.Collect(ctx, w, db.Columns[Image], "DELETE FROM images WHERE id = ? AND uploaded_at < ? RETURNING "+uploads.Columns,
				image.ID, before.UnixMicro())
			if err != nil {
				return err
			}
			if len(gone) == 0 {
				continue
			}
			if err := w.Audit(ctx, db.Entry{Action: "delete", Object: "images", ObjectID: image.ID, Before: image}); err != nil {
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
