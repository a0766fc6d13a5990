package app_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

func init() {
	needScope(account.ScopeReadAll, "/api/admin/jobs", "/api/admin/backups", "/api/admin/backups/{backup}/file")
	featureSuccesses = append(featureSuccesses, [][3]string{
		{"POST /api/admin/jobs/{job}/run", "/api/admin/jobs/tidy/run", ""},
		{"GET /api/admin/jobs", "", ""},
		{"GET /api/admin/backups", "", ""},
	}...)
	for _, call := range []string{"POST /api/admin/backups/{backup}/verify", "POST /api/admin/backups/{backup}/link", "GET /api/admin/backups/{backup}/file"} {
		triedElsewhere[call] = true
	}
	onPostgres["what jobs did"] = postgresPart{call: runJobs}
	onPostgres["what backups there are"] = postgresPart{call: useBackups}
}

// job is one that fails each second time.
func (s *openSite) job() jobs.Job {
	fails := false
	return jobs.Job{Name: "tidy", Title: "Tidy up", Every: time.Hour, Limit: time.Minute, Do: func(context.Context) (string, error) {
		if fails = !fails; fails {
			return "everything tidied", nil
		}
		return "", errors.New("open /var/lib/site/secret.db: permission denied")
	}}
}

// stateOf waits until a job has ended, and returns its status.
func (s *openSite) stateOf(t *testing.T, job string) (found jobs.Status) {
	t.Helper()
	testwait.Until(t, "the job has ended", func() bool {
		for _, status := range read[[]jobs.Status](t, s.ask(administrator, "GET", "/api/admin/jobs", ""), http.StatusOK) {
			if status.Name == job {
				found = status
			}
		}
		return found.State == "done" || found.State == "failed"
	})
	return found
}

func TestJobs(t *testing.T) {
	t.Parallel()
	runJobs(t, siteWith(t, siteOptions{}))
}

// A job runs by hand, and says what it did or why it failed, without a path of the disk.
func runJobs(t *testing.T, s *openSite) {
	s.expect(t, administrator, "GET", "/api/admin/jobs", "", 200, `[{"name":"tidy","title":"Tidy up","everySeconds":3600,"state":"never","result":""},{"name":"verify-backup","everySeconds":0}]`)
	s.ask(administrator, "POST", "/api/admin/jobs/tidy/run", "").has(t, http.StatusNoContent)
	done := s.stateOf(t, "tidy")
	if next := done.NextAt.Sub(done.EndedAt); done.State != "done" || done.Result != "everything tidied" || next < 59*time.Minute || next > time.Hour {
		t.Errorf("it is %+v", done)
	}
	s.ask(administrator, "POST", "/api/admin/jobs/tidy/run", "").has(t, http.StatusNoContent)
	testwait.Until(t, "it has failed", func() bool { return s.stateOf(t, "tidy").State == "failed" })
	storetest.Same(t, "why", s.stateOf(t, "tidy").Result, "open secret.db: permission denied")
	s.ask(administrator, "POST", "/api/admin/jobs/nothing/run", "").failed(t, http.StatusNotFound, "There is no such job.")
}

func TestBackups(t *testing.T) {
	t.Parallel()
	useBackups(t, siteWith(t, siteOptions{}))
}

// Backups are listed, verified and downloaded.
func useBackups(t *testing.T, s *openSite) {
	s.expect(t, administrator, "GET", "/api/admin/backups", "", 200, `[]`)
	written, err := s.backups.Write(t.Context(), backup.Asked)
	storetest.NoError(t, err)
	list := read[[]backup.Stored](t, s.ask(administrator, "GET", "/api/admin/backups", ""), http.StatusOK)
	if len(list) != 1 || list[0].Size != written.Size || list[0].Kind != backup.Asked || list[0].IsEncrypted || strings.Contains(list[0].Name, "/") {
		t.Fatalf("they are %+v", list)
	}
	address := "/api/admin/backups/" + list[0].Name

	t.Run("are verified", func(t *testing.T) {
		s.ask(administrator, "POST", address+"/verify", "").has(t, http.StatusNoContent)
		storetest.Same(t, "the result", s.stateOf(t, "verify-backup").Result, list[0].Name+" is whole")
		for _, name := range []string{"vitrine-backup-20200102-030405.000.zip", "vitrine.db"} {
			s.ask(administrator, "POST", "/api/admin/backups/"+name+"/verify", "").failed(t, http.StatusNotFound, "There is no such backup.")
		}
	})
	t.Run("are downloaded by a link of the session", func(t *testing.T) {
		link := read[backup.Link](t, s.ask(administrator, "POST", address+"/link", ""), http.StatusOK).URL
		got := s.ask(administrator, "GET", link, "")
		got.has(t, http.StatusOK)
		if int64(len(got.body)) != written.Size || !strings.HasPrefix(got.body, "PK") || got.header.Get("Content-Disposition") != `attachment; filename="`+list[0].Name+`"` || got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%d bytes of %d, %v", len(got.body), written.Size, got.header)
		}
		s.ask(machine, "GET", link, "").failed(t, http.StatusNotFound, "This link has ended.")
		s.ask(machine, "POST", address+"/link", "").failed(t, http.StatusForbidden)
		s.ask(administrator, "GET", address+"/file", "").failed(t, http.StatusNotFound, "This link has ended.")
		s.ask(administrator, "GET", strings.Replace(link, "until=1", "until=9", 1), "").failed(t, http.StatusNotFound, "This link has ended.")
	})
}
