package drill

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// digest is an issue of the newsletter that is sent while the program is killed and the mail server fails.
type digest struct {
	t                             *testing.T
	sites                         []*site
	server                        *mailServer
	confirmed, unconfirmed, kills int
	away                          time.Duration // of the mail server
	rate                          int           // emails a second
	began                         time.Time
}

// Every confirmed subscriber gets an issue at most once. Who does not get it is named in the log. Nobody else gets it.
func TestDigest(t *testing.T) {
	parallel(t)
	onEachKind(t, func(t *testing.T, database newDatabase, number int) {
		d := &digest{t: t, server: newMailServer(t), confirmed: choose(300, 10_000), unconfirmed: choose(60, 2_000), kills: choose(3, 10),
			away: choose(2*time.Second, time.Minute), rate: choose(300, 100)}
		d.sites = copies(t, number, database(t), "--smtp-url", "smtp://"+d.server.address, "--mail-from", "tools@example.com", "--mail-rate", fmt.Sprint(d.rate))
		d.send()
		d.disturb()
		d.finish()
		d.verify()
	})
}

// send starts the copies, with subscribers, and sends an issue.
func (d *digest) send() {
	first := d.sites[0]
	first.fill(newContent(d.t, "new", 20, 0))
	for confirmedAt, count := range map[string]int{"1": d.confirmed, "NULL": d.unconfirmed} {
		storetest.Exec(d.t, first.options(), fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "+
			"INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, consent_at, consent) SELECT email, email, at, %s, at, '1' FROM "+
			"(SELECT 'reader-' || i || '-%s@example.com' AS email, %d AS at FROM n) AS made", count, confirmedAt, confirmedAt, time.Now().UnixMicro()))
	}
	token := first.administrator()
	for _, s := range d.sites {
		s.start()
	}
	d.began = time.Now()
	issue := map[string]any{"subject": "New tools", "intro": "Hello.", "items": []map[string]any{{"section": "new", "productId": 1}, {"section": "new", "productId": 2}}}
	noError(d.t, first.client(token).call("POST", "/api/admin/newsletter/drafts/weekly/send", issue, http.StatusCreated, nil))
}

// disturb kills the copies in turn, and lets the mail server fail once, each after a part of the emails. For half of its time
// the server refuses everything, then nobody can connect.
func (d *digest) disturb() {
	for n := range d.kills {
		part := (n + 1) * d.confirmed / (d.kills + 1)
		d.await(fmt.Sprintf("%d emails are taken", part), func() bool { return d.server.count() >= part })
		if n == d.kills/2 {
			d.server.hangUp(false)
			time.Sleep(d.away / 2)
			d.server.hangUp(true)
			time.Sleep(d.away / 2)
			d.server.listen()
		}
		time.Sleep(rand.N(50 * time.Millisecond))
		s := d.sites[n%len(d.sites)]
		s.kill()
		s.launch()
		s.awaitReady(http.StatusOK)
	}
}

// await is eventually for what takes longer in the long form.
func (d *digest) await(what string, ok func() bool) {
	d.t.Helper()
	for deadline := time.Now().Add(choose(time.Minute, 10*time.Minute)); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			d.t.Fatalf("not in time: %s; the mail server has taken %d", what, d.server.count())
		}
	}
}

func (d *digest) emails(where string) int {
	return queryInt(d.t, d.sites[0], "SELECT count(*) FROM emails WHERE issue = 1 AND "+where)
}

// finish waits until nothing waits, and until what was claimed by a killed program is given up: in the short form it ends
// those leases.
func (d *digest) finish() {
	d.await("no email waits", func() bool { return d.emails("state = 'waiting'") == 0 })
	took := time.Since(d.began)
	figure(d.t, "sent within", took, "–")
	figure(d.t, "emails a second, without the time that the mail server failed", int(float64(d.server.count())/(took-d.away).Seconds()), fmt.Sprint("≤ ", d.rate))
	for _, s := range d.sites {
		s.stop() // and so finishes what it has in flight
	}
	if !*full {
		storetest.Exec(d.t, d.sites[0].options(), "UPDATE emails SET next_at = 1 WHERE state = 'sending'")
	}
	d.sites[0].start()
	d.await("what was claimed is given up", func() bool { return d.emails("state IN ('waiting', 'sending')") == 0 })
	d.sites[0].stop()
}

// verify compares what the mail server has taken with the subscribers, the log and the counts.
func (d *digest) verify() {
	twice, missing, lost := 0, 0, 0
	named := d.named()
	for i := range d.confirmed {
		email := fmt.Sprintf("reader-%d-1@example.com", i+1)
		count := d.server.taken[email]
		delete(d.server.taken, email)
		switch {
		case count > 1:
			twice++
		case count == 0 && named[email]:
			lost++
		case count == 0:
			missing++
		}
	}
	figure(d.t, "may have been sent, says the log", len(named), "–")
	figure(d.t, "of these not sent", lost, "–")
	mustBeZero(d.t, "got it twice", twice)
	mustBeZero(d.t, "got it not, and the log does not say so", missing)
	mustBeZero(d.t, "got it without having confirmed", len(d.server.taken))
	for state, want := range map[string]int{"sent": d.confirmed - len(named), "unsure": len(named)} {
		storetest.Same(d.t, "emails that are "+state, d.emails("state = '"+state+"'"), want)
	}
	d.sites[0].check()
}

// named are the addresses of the subscribers whose emails the logs name by their numbers.
func (d *digest) named() map[string]bool {
	ids := []string{"0"}
	for _, s := range d.sites {
		file, err := os.Open(s.log)
		noError(d.t, err)
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			var line struct {
				Msg   string
				Email int64
			}
			if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "an email may have been sent; it will not be sent again" {
				ids = append(ids, fmt.Sprint(line.Email))
			}
		}
	}
	found := map[string]bool{}
	for _, email := range storetest.Column(d.t, d.sites[0].options(), "SELECT n.email FROM emails e JOIN newsletters n ON n.id = e.subscriber_id WHERE e.id IN ("+strings.Join(ids, ", ")+")") {
		found[email] = true
	}
	return found
}
