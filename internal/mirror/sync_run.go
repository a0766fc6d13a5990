package mirror

import (
	"context"
	"encoding/json"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// maxRuns is how many runs of the sync the store keeps: the newest.
const maxRuns = 100

// BeginRun records that a sync has begun. The caller holds the lock of the sync, so any run without an end was interrupted:
// BeginRun ends it with BrokenOff.
func (s *Queries) BeginRun(ctx context.Context, run Run) (Run, error) {
	err := s.WriteUnversioned(ctx, run.By, "note that a sync has begun", func(ctx context.Context, w *db.WriteTx) error {
		run.StartedAt = w.At
		if err := w.Exec(ctx, "UPDATE sync_runs SET ended_at = ?, failure = ? WHERE ended_at IS NULL", w.At.UnixMicro(), BrokenOff); err != nil {
			return err
		}
		err := w.Row(ctx, "INSERT INTO sync_runs (started_by, cause, started_at) VALUES "+db.Placeholders(3)+" RETURNING id",
			run.By, string(run.Cause), w.At.UnixMicro()).Scan(&run.ID)
		if err != nil {
			return err
		}
		return w.Exec(ctx, "DELETE FROM sync_runs WHERE id <= ?", run.ID-maxRuns)
	})
	return run, err
}

// EndRun records how a sync ended. It adds an audit entry only for a failure: a sync audits its own changes.
func (s *Queries) EndRun(ctx context.Context, run Run) (Run, error) {
	err := s.WriteUnversioned(ctx, run.By, "note how a sync has ended", func(ctx context.Context, w *db.WriteTx) error {
		counts, err := json.Marshal(run.Counts)
		if err != nil {
			return err
		}
		run.EndedAt = w.At
		err = w.Exec(ctx, "UPDATE sync_runs SET ended_at = ?, failure = ?, counts = ? WHERE id = ?", w.At.UnixMicro(), run.Failure, string(counts), run.ID)
		if err != nil || run.Failure == "" {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "sync", Object: "sync_runs", ObjectID: run.ID, After: run})
	})
	return run, err
}

// Runs returns at most that many runs of the sync, newest first.
func (s *Queries) Runs(ctx context.Context, most int) ([]Run, error) {
	return runs.Select(ctx, db.Reading(s.DB, "read the runs of the sync"), "ORDER BY id DESC LIMIT ?", most)
}

var runs = db.TableOf[Run]("sync_runs")

// deliveryRetention is how long the store remembers a webhook delivery. The check of its time refuses one that is older
// than Tolerance.
const deliveryRetention = time.Hour

// TakeDelivery stores the id of a webhook delivery, and reports whether it is new.
func (s *Queries) TakeDelivery(ctx context.Context, id string) (isNew bool, err error) {
	err = s.WriteUnversioned(ctx, "webhook", "take a delivery of the webhook", func(ctx context.Context, w *db.WriteTx) error {
		if err := w.Exec(ctx, "DELETE FROM webhook_deliveries WHERE at < ?", w.At.Add(-deliveryRetention).UnixMicro()); err != nil {
			return err
		}
		added, err := db.Collect(ctx, w, db.Column[string], "INSERT INTO webhook_deliveries (id, at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING RETURNING id",
			id, w.At.UnixMicro())
		if isNew = len(added) > 0; err != nil || !isNew {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "webhook", Object: "sync_runs", Key: id})
	})
	return isNew, err
}

// SyncPending reports whether a webhook delivery arrived after the last successful sync began.
func (s *Queries) SyncPending(ctx context.Context) (pending bool, err error) {
	err = s.Read(ctx, "see whether a sync is pending", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT COALESCE((SELECT MAX(at) FROM webhook_deliveries), 0) > "+
			"COALESCE((SELECT MAX(started_at) FROM sync_runs WHERE ended_at IS NOT NULL AND failure = ''), 0)").Scan(&pending)
	})
	return pending, err
}

// Queries read and write the content of a site, and the runs of a sync.
type Queries struct {
	*db.DB
	Kinds records.Kinds // what the content is made of
}
