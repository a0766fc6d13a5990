package logos

import (
	"context"
	"database/sql"
	"errors"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// logoBatch is how many tools a write about logos reads and writes at a time.
const logoBatch = 250

// withoutLogo is the condition for products that have no logo; some imports have the text null.
const withoutLogo = "p.deleted_at IS NULL AND p.logo IN ('', 'null')"

// StartLogos starts a search for the logos of tools that have none, or goes on with one that is paused. It adds each tool
// for which nothing was found so far, or whose website has changed since. With acceptOwn, what is found at the tools' own hosts is
// accepted when the search ends.
func (s *Queries) StartLogos(ctx context.Context, by string, acceptOwn bool) error {
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "start to look for logos", Long: true, Unversioned: true}, func(ctx context.Context, w *db.WriteTx) error {
		for last := int64(0); ; {
			tools, err := db.Collect(ctx, w, db.Columns[Tool], "SELECT p.id, p.website FROM products p LEFT JOIN logo_proposals l ON l.product_id = p.id "+
				"WHERE p.id > ? AND "+withoutLogo+" AND (l.state IS NULL OR l.state = 'none' OR l.website <> p.website) ORDER BY p.id LIMIT ?", last, logoBatch)
			if err != nil {
				return err
			}
			if len(tools) == 0 {
				break
			}
			last = tools[len(tools)-1].ID
			if err := addPendingLogos(ctx, w, tools); err != nil {
				return err
			}
		}
		return w.Exec(ctx, insertRun+" ON CONFLICT (id) DO UPDATE SET "+db.SetExcluded("status, started_by, started_at, ended_at, accept_own"), 1, string(Running), w.By, w.At.UnixMicro(), 0, acceptOwn)
	})
}

const insertRun = "INSERT INTO logo_runs (id, status, started_by, started_at, ended_at, accept_own) VALUES (?, ?, ?, ?, ?, ?)"

// StartLogo looks for the logo of one tool if it has none and its website was not looked at yet. A search that is running does it;
// one that is paused stays so.
func (s *Queries) StartLogo(ctx context.Context, by string, id int64) error {
	return s.WriteUnversioned(ctx, by, "start to look for a logo", func(ctx context.Context, w *db.WriteTx) error {
		tools, err := db.Collect(ctx, w, db.Columns[Tool], "SELECT p.id, p.website FROM products p LEFT JOIN logo_proposals l ON l.product_id = p.id "+
			"WHERE p.id = ? AND "+withoutLogo+" AND (l.state IS NULL OR l.website <> p.website)", id)
		if err != nil || len(tools) == 0 {
			return err
		}
		if err := addPendingLogos(ctx, w, tools); err != nil {
			return err
		}
		return w.Exec(ctx, insertRun+" ON CONFLICT (id) DO UPDATE SET "+db.SetExcluded("status, started_by, started_at, ended_at, accept_own")+" WHERE logo_runs.status = ?",
			1, string(Running), w.By, w.At.UnixMicro(), 0, false, string(Idle))
	})
}

// addPendingLogos adds tools whose websites are to be looked at. A website without a host has no logo.
func addPendingLogos(ctx context.Context, w *db.WriteTx, tools []Tool) error {
	const columns = "product_id, state, host, is_root, website, image, logo_color, source, reason, updated_at"
	var args []any
	for _, t := range tools {
		state, host, reason := Pending, HostOf(t.Website), ""
		if host == "" {
			state, reason = NotFound, NoHost
		}
		args = append(args, t.ID, string(state), host, IsRoot(t.Website), t.Website, "", "", "", reason, w.At.UnixMicro())
	}
	return w.Exec(ctx, "INSERT INTO logo_proposals ("+columns+") VALUES "+db.Rows(len(tools), len(args)/len(tools))+
		" ON CONFLICT (product_id) DO UPDATE SET "+db.SetExcluded(columns), args...)
}

// PauseLogos pauses the search for logos. Without one that is running it returns a Conflict.
func (s *Queries) PauseLogos(ctx context.Context, by string) error {
	return s.WriteUnversioned(ctx, by, "pause the search for logos", func(ctx context.Context, w *db.WriteTx) error {
		return changeLogoRun(ctx, w, Running, Paused, "There is no search for logos to pause.")
	})
}

// ResumeLogos goes on with a search for logos that is paused. Without one it returns a Conflict.
func (s *Queries) ResumeLogos(ctx context.Context, by string) error {
	return s.WriteUnversioned(ctx, by, "resume the search for logos", func(ctx context.Context, w *db.WriteTx) error {
		return changeLogoRun(ctx, w, Paused, Running, "There is no paused search for logos.")
	})
}

func changeLogoRun(ctx context.Context, w *db.WriteTx, from, to Status, otherwise string) error {
	changed, err := db.Collect(ctx, w, db.Column[int64], "UPDATE logo_runs SET status = ? WHERE status = ? RETURNING id", string(to), string(from))
	if err == nil && len(changed) == 0 {
		return fault.New(fault.Conflict, otherwise)
	}
	return err
}

// FinishLogos ends the search for logos unless a tool is pending.
func (s *Queries) FinishLogos(ctx context.Context) error {
	return s.WriteUnversioned(ctx, "", "end the search for logos", func(ctx context.Context, w *db.WriteTx) error {
		pending, err := db.Collect(ctx, w, db.Column[int64], "SELECT product_id FROM logo_proposals WHERE state = 'pending' ORDER BY product_id LIMIT 1")
		if err != nil || len(pending) > 0 {
			return err
		}
		return w.Exec(ctx, "UPDATE logo_runs SET status = ?, ended_at = ? WHERE status = ?", string(Idle), w.At.UnixMicro(), string(Running))
	})
}

// LogoSearchActive reports whether a search for logos is running.
func (s *Queries) LogoSearchActive(ctx context.Context) (active bool, err error) {
	err = s.ReadOne(ctx, "see whether logos are looked for", &active, "SELECT EXISTS (SELECT 1 FROM logo_runs WHERE status = 'running')")
	return active, err
}

// LogoRun returns the latest search for logos, and counts the tools that have none by what is known of them.
func (s *Queries) LogoRun(ctx context.Context) (Run, error) {
	run, err := s.latestRun(ctx)
	if err != nil {
		return run, err
	}
	counts := map[State]*int{Pending: &run.Pending, Proposed: &run.Proposed, NotFound: &run.None, Dismissed: &run.Dismissed}
	err = s.Read(ctx, "count the tools without a logo", func(ctx context.Context, tx db.Tx) error {
		return tx.Each(ctx, func(rows *sql.Rows) error {
			var state State
			var count int
			err := rows.Scan(&state, &count)
			run.Missing += count
			if counted := counts[state]; counted != nil {
				*counted = count
			}
			return err
		}, "SELECT COALESCE(l.state, ''), COUNT(*) FROM products p LEFT JOIN logo_proposals l ON l.product_id = p.id WHERE "+withoutLogo+" GROUP BY l.state")
	})
	return run, err
}

// latestRun returns the latest search for logos, without counts.
func (s *Queries) latestRun(ctx context.Context) (run Run, err error) {
	run.Status = Idle
	err = s.Read(ctx, "read the search for logos", func(ctx context.Context, tx db.Tx) error {
		var started, ended int64
		err := tx.Row(ctx, "SELECT status, started_by, started_at, ended_at, accept_own FROM logo_runs WHERE id = 1").Scan(&run.Status, &run.StartedBy, &started, &ended, &run.AcceptOwn)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		run.StartedAt, run.EndedAt = db.InstantOf(started), db.InstantOf(ended)
		return err
	})
	return run, err
}

// Queries read and write the search for logos.
type Queries struct{ *db.DB }
