package store_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// Who claimed an email and died may have sent it, so nobody sends it again. It is said who that is, before it is stored.
func TestEmailExpired(t *testing.T) {
	eachTwice(t, func(t *testing.T, copies []*store.Store, c *clock) {
		s := copies[0]
		reject(t, s, submit(t, s, sent("One")), anEmail)
		queueCode(t, s, "bob@example.com")
		queueIssue(t, s, 2)
		for range 4 {
			claim(t, s)
		}
		said := map[string]int{}
		var mutex sync.Mutex
		end := func(i int) error {
			return copies[i%2].EndExpiredEmails(t.Context(), func(e mail.Email) {
				mutex.Lock()
				defer mutex.Unlock()
				said[e.To]++
				same(t, "not stored yet", sending(t, copies[(i+1)%2]), 4)
			})
		}
		c.now = c.now.Add(emailLease - time.Second)
		noError(t, end(0))
		same(t, "said before the lease ends", said, map[string]int{})
		c.now = c.now.Add(time.Second)
		same(t, "nobody claims it", claim(t, s).ID, int64(0))
		atOnce(t, 4, fault.Internal, end)
		same(t, "said", said, map[string]int{"ann@example.com": 1, "bob@example.com": 1, "r1@example.com": 1, "r2@example.com": 1})
		for _, id := range []int64{3, 4} {
			same(t, "of the issue", emailRow(t, s, id), row{State: "unsure", Data: "{}", Tries: 1, IsDone: true})
		}
		found, _ := queueOf(t, s, inbox.Rejected)
		same(t, "the submission says", found[0].Mail, inbox.MailFailed)
		same(t, "emails", count(t, s, "emails"), 3)
		c.now = c.now.AddDate(1, 0, 0)
		same(t, "a year later", claim(t, s).ID, int64(0))
	})
}

// sending counts the emails that others see as claimed.
func sending(t *testing.T, s *store.Store) (count int) {
	t.Helper()
	noError(t, s.Reader().QueryRowContext(context.WithoutCancel(t.Context()), "SELECT count(*) FROM emails WHERE state = 'sending'").Scan(&count))
	return count
}

// An outcome that comes late does not end another claim of the same email, which would let a third process send it too.
func TestEmailLateOutcome(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		queueIssue(t, s, 1)
		waits := mail.Outcome{State: mail.Waiting, Uncounted: true}
		first := claim(t, s)
		noError(t, s.EndEmail(t.Context(), first, waits))
		c.now = c.now.Add(time.Second)
		second := claim(t, s)
		same(t, "the second try", second.Tries, first.Tries)
		noError(t, s.EndEmail(t.Context(), first, waits))
		noError(t, s.EndEmail(t.Context(), first, mail.Outcome{State: mail.Refused, Permanent: true}))
		same(t, "the second claim", emailRow(t, s, 1).State, "sending")
		same(t, "failures", failuresOf(t, s, 1), 0)
		noError(t, s.EndEmail(t.Context(), second, mail.Outcome{State: mail.Sent}))
		same(t, "at the end", emailRow(t, s, 1).State, "sent")
	})
}
