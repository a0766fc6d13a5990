package store_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/store"
)

const emailLease = 5 * time.Minute

// claim claims the email that is due first; its ID is 0 if there is none.
func claim(t *testing.T, s *store.Store) mail.Email {
	t.Helper()
	e, wait, err := s.NextEmail(t.Context(), mail.Claim{Lease: emailLease, TokenHash: "hash"})
	noError(t, err)
	same(t, "the wait", wait, time.Duration(0))
	return e
}

// queueIssue makes an issue with a subscriber and a waiting email for each number from 1.
func queueIssue(t *testing.T, s *store.Store, emails int) {
	t.Helper()
	exec(t, s, "INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items) VALUES (1, 'weekly', 'sending', 's', '', '[]')")
	for i := 1; i <= emails; i++ {
		exec(t, s, fmt.Sprintf("INSERT INTO newsletters (email, email_key, subscribed_at, confirmed_at, consent_at, consent) VALUES ('r%d@example.com', 'r%d@example.com', 1, 1, 1, '1')", i, i),
			fmt.Sprintf("INSERT INTO emails (recipient, recipient_key, subject, body, kind, data, next_at, created_at, issue, subscriber_id) VALUES ('r%d@example.com', 'r%d@example.com', '', '', 'issue', '{}', 1, 1, 1, %d)", i, i, i))
	}
}

// queueCode makes a waiting email that is of no issue.
func queueCode(t *testing.T, s *store.Store, to string) {
	t.Helper()
	exec(t, s, fmt.Sprintf("INSERT INTO emails (recipient, recipient_key, subject, body, kind, next_at, created_at) VALUES ('%s', '%s', '', '', 'code', 2, 2)", to, to))
}

// row is what the tests look at of an email.
type row struct {
	State, To, Key, Data string
	Tries                int
	IsDue, IsDone        bool
}

func emailRow(t *testing.T, s *store.Store, id int64) (r row) {
	t.Helper()
	noError(t, s.Writer().QueryRowContext(t.Context(), fmt.Sprintf("SELECT state, recipient, recipient_key, data, tries, next_at IS NOT NULL, done_at IS NOT NULL FROM emails WHERE id = %d", id)).
		Scan(&r.State, &r.To, &r.Key, &r.Data, &r.Tries, &r.IsDue, &r.IsDone))
	return r
}

func failuresOf(t *testing.T, s *store.Store, subscriber int64) (failures int) {
	t.Helper()
	noError(t, s.Writer().QueryRowContext(t.Context(), fmt.Sprintf("SELECT failures FROM newsletters WHERE id = %d", subscriber)).Scan(&failures))
	return failures
}

// Of several copies that claim at once, one gets each email.
func TestEmailClaimedOnce(t *testing.T) {
	eachTwice(t, func(t *testing.T, copies []*store.Store, _ *clock) {
		queueIssue(t, copies[0], 40)
		var mutex sync.Mutex
		times := map[string]int{}
		atOnce(t, 6, fault.Internal, func(i int) error {
			for range 40 {
				e, _, err := copies[i%2].NextEmail(t.Context(), mail.Claim{Lease: emailLease})
				if err != nil || e.ID == 0 {
					return err
				}
				mutex.Lock()
				times[e.To]++
				mutex.Unlock()
			}
			return nil
		})
		same(t, "claimed", len(times), 40)
		for to, count := range times {
			if count != 1 {
				t.Errorf("%s was claimed %d times", to, count)
			}
		}
	})
}

// A claimed email has what its composer needs. Those that somebody waits for come before an issue.
func TestEmailOrder(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		queueIssue(t, s, 2)
		queueCode(t, s, "ann@example.com")
		first, second := claim(t, s), claim(t, s)
		same(t, "the first", first, mail.Email{ID: 3, To: "ann@example.com", Key: "ann@example.com", Tries: 1, Kind: "code", CreatedAt: time.UnixMicro(2).UTC(), LeaseEnd: c.now.Add(emailLease)})
		same(t, "the second", second, mail.Email{ID: 1, To: "r1@example.com", Key: "r1@example.com", Tries: 1, Kind: "issue", Data: "{}", CreatedAt: time.UnixMicro(1).UTC(), LeaseEnd: c.now.Add(emailLease), Issue: 1, SubscriberID: 1})
		var hashes []string
		for _, id := range []int64{1, 2, 3} {
			var hash string
			noError(t, s.Writer().QueryRowContext(t.Context(), fmt.Sprintf("SELECT token_hash FROM emails WHERE id = %d", id)).Scan(&hash))
			hashes = append(hashes, hash)
		}
		same(t, "the hashes", hashes, []string{"hash", "", ""})
		waiting, err := s.EmailsWaiting(t.Context())
		noError(t, err)
		same(t, "waiting", waiting, 3)
		noError(t, s.EndEmail(t.Context(), second, mail.Outcome{State: mail.Sent}))
		waiting, err = s.EmailsWaiting(t.Context())
		noError(t, err)
		same(t, "waiting after one was sent", waiting, 2)
	})
}

// All copies together keep the pace, and a pause saves up no emails.
func TestEmailPace(t *testing.T) {
	eachTwice(t, func(t *testing.T, copies []*store.Store, _ *clock) {
		const pace = time.Hour
		queueIssue(t, copies[0], 8)
		next := func(s *store.Store) (mail.Email, time.Duration) {
			t.Helper()
			e, wait, err := s.NextEmail(t.Context(), mail.Claim{Lease: emailLease, Pace: pace})
			noError(t, err)
			return e, wait
		}
		var mutex sync.Mutex
		claimed := 0
		atOnce(t, 6, fault.Internal, func(i int) error {
			e, wait, err := copies[i%2].NextEmail(t.Context(), mail.Claim{Lease: emailLease, Pace: pace})
			mutex.Lock()
			defer mutex.Unlock()
			if e.ID != 0 {
				claimed++
			} else if wait <= pace-time.Minute || wait > pace {
				t.Errorf("the wait is %s", wait)
			}
			return err
		})
		same(t, "claimed at once", claimed, 1)
		exec(t, copies[0], "UPDATE mail_pace SET next_at = 0") // long ago
		for i, want := range []bool{true, false} {
			if e, wait := next(copies[i]); e.ID != 0 != want || wait == 0 != want {
				t.Errorf("claim %d after a pause: %+v, wait %s", i, e, wait)
			}
		}
		exec(t, copies[0], "UPDATE mail_pace SET next_at = 9000000000000000") // by a clock that was wrong
		if _, wait := next(copies[0]); wait != pace {
			t.Errorf("the wait is %s", wait)
		}
		exec(t, copies[0], "DELETE FROM mail_pace")
		if e, _ := next(copies[1]); e.ID == 0 {
			t.Error("nothing is sent without the row of the pace")
		}
	})
}

// An email of an issue ends without its recipient, and is never claimed again.
func TestEmailOutcomes(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		queueIssue(t, s, 6)
		exec(t, s, "UPDATE newsletters SET failures = 2")
		for i, test := range []struct {
			outcome  mail.Outcome
			data     string
			failures int
		}{
			{mail.Outcome{State: mail.Sent}, "{}", 0},
			{mail.Outcome{State: mail.Skipped}, "{}", 2},
			{mail.Outcome{State: mail.Unsure}, "{}", 2},
			{mail.Outcome{State: mail.Refused, Answer: "450 later"}, "450 later", 2},
			{mail.Outcome{State: mail.Refused, Permanent: true, Answer: "550 unknown"}, "550 unknown", 3},
		} {
			e := claim(t, s)
			noError(t, s.EndEmail(t.Context(), e, test.outcome))
			noError(t, s.EndEmail(t.Context(), e, test.outcome)) // the first answer of the database was lost
			same(t, string(test.outcome.State), emailRow(t, s, e.ID), row{State: string(test.outcome.State), Data: test.data, Tries: 1, IsDone: true})
			same(t, fmt.Sprint("failures after ", test.outcome), failuresOf(t, s, int64(i+1)), test.failures)
		}
		last := claim(t, s)
		same(t, "the last", last.To, "r6@example.com")
		exec(t, s, "DELETE FROM newsletters WHERE id = 6") // while it is sent
		noError(t, s.EndEmail(t.Context(), last, mail.Outcome{State: mail.Refused, Permanent: true, Answer: "550"}))
		same(t, "of a subscriber who is gone", emailRow(t, s, 6).State, "refused")
		c.now = c.now.AddDate(1, 0, 0)
		same(t, "a year later", claim(t, s).ID, int64(0))
	})
}

// Another email is deleted when it has ended, however it ended.
func TestEmailForgotten(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		for _, state := range []mail.State{mail.Sent, mail.Skipped, mail.Unsure, mail.Refused} {
			queueCode(t, s, "ann@example.com")
			noError(t, s.EndEmail(t.Context(), claim(t, s), mail.Outcome{State: state}))
			same(t, "emails after "+string(state), count(t, s, "emails"), 0)
		}
	})
}

// The email of a decision is tried again after its pause. The submission says what became of it.
func TestEmailOfSubmission(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		start := c.now
		// at fails the test if the email is not as wanted in this minute. Try 0 means that no email is due.
		at := func(minute, try int) mail.Email {
			t.Helper()
			c.now = start.Add(time.Duration(minute) * time.Minute)
			e := claim(t, s)
			same(t, fmt.Sprintf("in minute %d: the try", minute), e.Tries, try)
			return e
		}
		wantMail := func(want inbox.MailState) {
			t.Helper()
			found, _ := queueOf(t, s, inbox.Rejected)
			same(t, "the submission says", found[0].Mail, want)
		}
		reject(t, s, submit(t, s, sent("One")), anEmail)
		noError(t, s.EndEmail(t.Context(), at(0, 1), mail.Outcome{State: mail.Waiting, Pause: 30 * time.Minute}))
		at(29, 0)
		noError(t, s.EndEmail(t.Context(), at(30, 2), mail.Outcome{State: mail.Waiting, Uncounted: true}))
		wantMail(inbox.MailWaiting)
		noError(t, s.EndEmail(t.Context(), at(31, 2), mail.Outcome{State: mail.Refused}))
		wantMail(inbox.MailFailed)
		same(t, "the email", emailRow(t, s, 1), row{State: "refused", To: "ann@example.com", Key: "ann@example.com", Tries: 2, IsDone: true})
		at(9999, 0)
		reject(t, s, submit(t, s, sent("Two")), anEmail)
		noError(t, s.EndEmail(t.Context(), at(9999, 1), mail.Outcome{State: mail.Sent}))
		wantMail(inbox.MailSent)
		same(t, "emails", count(t, s, "emails"), 1)
	})
}

// An email that comes back from an attempt follows its issue.
func TestEmailOfPausedIssue(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		queueIssue(t, s, 3)
		waits := mail.Outcome{State: mail.Waiting, Uncounted: true}
		back := claim(t, s)
		noError(t, s.EndEmail(t.Context(), back, waits))
		same(t, "while it is sent", emailRow(t, s, 1), row{State: "waiting", To: "r1@example.com", Key: "r1@example.com", Data: "{}", IsDue: true})
		paused := claim(t, s)
		exec(t, s, "UPDATE newsletter_issues SET status = 'paused'")
		noError(t, s.EndEmail(t.Context(), paused, waits))
		same(t, "while it is paused", emailRow(t, s, paused.ID).State, "paused")
		stopped := claim(t, s)
		exec(t, s, "UPDATE newsletter_issues SET status = 'stopped'")
		noError(t, s.EndEmail(t.Context(), stopped, waits))
		same(t, "after it was stopped", count(t, s, "emails"), 2)
		same(t, "what is paused is not claimed", claim(t, s).To, "r1@example.com")
		same(t, "then", claim(t, s).ID, int64(0))
	})
}
