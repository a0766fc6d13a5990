package drill

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// notified is a site whose owner is emailed about what needs them.
type notified struct {
	t      *testing.T
	sites  []*site
	server *mailServer
	token  string
}

// The owner gets one email about each thing that needs them, through a real mail server that is away once, however often the site is killed
// and restarted: what needs attention, a new submission, and a job that fails.
func TestNotify(t *testing.T) {
	parallel(t)
	onEachKind(t, func(t *testing.T, database newDatabase, number int) {
		n := &notified{t: t, server: newMailServer(t)}
		n.sites = copies(t, number, database(t), "--smtp-url", "smtp://"+n.server.address, "--mail-from", "tools@example.com")
		first := n.sites[0]
		first.do(`{"name": "Quill", "website": "https://quill.example", "description": "Writes letters.", "categories": ["Writing"], "pricing": "free"}`,
			"import", "--format", "jsonl", "-") // without a logo
		backups := filepath.Join(first.dir, "backups")
		noError(t, os.RemoveAll(backups), os.WriteFile(backups, nil, 0o600)) // so that no backup can be made
		n.token = first.administrator()
		for _, s := range n.sites {
			s.start()
		}
		n.look()
		n.gets(1, "What needs attention")

		n.submit("Pen")
		n.look()
		n.gets(2, "New submission")

		n.restart((*site).kill)
		n.submit("Ink") // the last such email was a moment ago
		n.look()
		n.gets(2, "New submission")

		n.server.hangUp(true)
		n.run("backup", "failed")
		n.look()
		n.restart(func(s *site) { s.stop() }) // one that is killed while it tries to send an email doesn't send it twice, nor perhaps once
		n.server.listen()
		n.gets(3, "A job failed")
		n.restart((*site).kill)
		n.run("backup", "failed")
		n.look()
		n.gets(3, "A job failed")
		for _, s := range n.sites {
			s.stop()
		}
		if others := len(n.server.taken); others != 1 || n.server.taken[adminEmail] != 3 {
			t.Errorf("the mail server has taken %v", n.server.taken)
		}
		first.check()
	})
}

// look has each copy look for what there is to say.
func (n *notified) look() {
	n.t.Helper()
	for range n.sites {
		n.run("digest", "done")
	}
}

// run runs a job at each copy, one after the other, and waits for its end.
func (n *notified) run(job, end string) {
	n.t.Helper()
	for _, s := range n.sites {
		c := s.client(n.token)
		before := n.job(c, job)
		eventually(n.t, job+" begins", func() bool {
			got, err := c.do("POST", "/api/admin/jobs/"+job+"/run", nil)
			return err == nil && got.status == http.StatusNoContent
		})
		eventually(n.t, job+" has ended", func() bool {
			now := n.job(c, job)
			return now.State == end && now.StartedAt.After(before.StartedAt)
		})
	}
}

// jobState is a job as the API has it.
type jobState struct {
	Name, State string
	StartedAt   time.Time
}

func (n *notified) job(c *client, name string) jobState {
	n.t.Helper()
	var list []jobState
	noError(n.t, c.call("GET", "/api/admin/jobs", nil, http.StatusOK, &list))
	for _, job := range list {
		if job.Name == name {
			return job
		}
	}
	n.t.Fatalf("there is no job %s", name)
	return jobState{}
}

// submit submits a tool as a visitor's browser does.
func (n *notified) submit(name string) {
	n.t.Helper()
	website, work := "https://"+strings.ToLower(name)+".example/", 0
	for ; work < 1<<24; work++ {
		if sum := sha256.Sum256(fmt.Append(nil, "vitrine submission\n", website, "\n", work)); sum[0] == 0 && sum[1] == 0 {
			break
		}
	}
	noError(n.t, n.sites[0].client("").call("POST", "/api/submissions", map[string]string{"productName": name, "website": website, "work": fmt.Sprint(work),
		"description": "Writes letters in a sentence of some length.", "category": "Writing", "type": "Free"}, http.StatusCreated, nil))
}

// restart ends all copies and starts them again.
func (n *notified) restart(end func(*site)) {
	n.t.Helper()
	for _, s := range n.sites {
		end(s)
	}
	for _, s := range n.sites {
		s.start()
	}
}

// gets waits until the mail server has taken as many emails, and none is left. The last one is about this.
func (n *notified) gets(count int, subject string) {
	n.t.Helper()
	eventually(n.t, fmt.Sprintf("%d emails are taken", count), func() bool {
		return n.server.count() >= count && queryInt(n.t, n.sites[0], "SELECT count(*) FROM emails") == 0
	})
	storetest.Same(n.t, "emails that the server has taken", n.server.count(), count)
	storetest.Same(n.t, "the last one", strings.HasPrefix(n.server.subject, subject), true)
}
