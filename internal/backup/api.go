package backup

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/jobs"
)

// Job is the name of the job that writes the scheduled backups.
const Job = "backup"

// API is the calls about backups.
type API struct {
	Jobs  *jobs.Queries
	Every time.Duration // 0: no backups are scheduled
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "backup",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/backup", httpapi.Settings.Records(), httpapi.Fetch(a.lastBackup),
				httpapi.Answers[LastBackup]("lastBackup", "Get how the last scheduled backup ended, and when")),
		},
	}
}

// LastBackup is the last run of the scheduled backups, by any copy of the program.
type LastBackup struct {
	Status  string    `json:"status" enum:"off,pending,running,failed,done" doc:"off: no backups are scheduled; pending: the first one is due soon"`
	EndedAt time.Time `json:"endedAt" doc:"0001-01-01T00:00:00Z unless it failed or is done"`
}

func (a API) lastBackup(c *httpapi.Call) (any, error) { return a.Last(c.Ctx()) }

// Last returns how the last scheduled backup ended.
func (a API) Last(ctx context.Context) (LastBackup, error) {
	if a.Every == 0 {
		return LastBackup{Status: "off"}, nil
	}
	last, err := a.Jobs.Lease(ctx, Job)
	switch {
	case err != nil:
		return LastBackup{}, err
	case last.Began.IsZero():
		return LastBackup{Status: "pending"}, nil
	case last.Ended.IsZero():
		return LastBackup{Status: "running"}, nil
	case last.Failed:
		return LastBackup{"failed", last.Ended}, nil
	}
	return LastBackup{"done", last.Ended}, nil
}

// overdueAfter is how old the last scheduled backup may be.
const overdueAfter = 48 * time.Hour

// Overdue returns 1 if the last scheduled backup failed or is too old, else 0.
func (a API) Overdue(ctx context.Context) (int, error) {
	last, err := a.Last(ctx)
	if err == nil && (last.Status == "failed" || last.Status == "done" && time.Since(last.EndedAt) > max(overdueAfter, 2*a.Every)) {
		return 1, nil
	}
	return 0, err
}
