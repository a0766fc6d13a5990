package backup_test

import (
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The last scheduled backup is known whichever copy of the program made it.
func TestLastBackup(t *testing.T) {
	leases := &jobs.Queries{DB: storetest.Open(t).DB}
	scheduled := backup.API{Jobs: leases, Every: time.Hour}
	began, ended := time.UnixMicro(1_790_000_000_000_000).UTC(), time.UnixMicro(1_790_000_060_000_000).UTC()
	expect := func(api backup.API, want backup.LastBackup) {
		t.Helper()
		if got := must(api.Last(t.Context()))(t); got.Status != want.Status || !got.EndedAt.Equal(want.EndedAt) {
			t.Errorf("the last backup is %+v, not %+v", got, want)
		}
	}
	becomes := func(lease jobs.Lease) {
		t.Helper()
		noError(t, leases.ChangeLease(t.Context(), backup.Job, func(l *jobs.Lease, _ time.Time) bool { *l = lease; return true }))
	}
	expect(scheduled, backup.LastBackup{Status: "pending"})
	expect(backup.API{Jobs: leases}, backup.LastBackup{Status: "off"})
	becomes(jobs.Lease{Run: "a", Began: began, Until: ended})
	expect(scheduled, backup.LastBackup{Status: "running"})
	becomes(jobs.Lease{Run: "a", Began: began, Ended: ended, Failed: true})
	expect(scheduled, backup.LastBackup{Status: "failed", EndedAt: ended})
	becomes(jobs.Lease{Run: "b", Began: began, Ended: ended})
	expect(scheduled, backup.LastBackup{Status: "done", EndedAt: ended})
	expect(backup.API{Jobs: leases}, backup.LastBackup{Status: "done", EndedAt: ended}) // by hand
}
