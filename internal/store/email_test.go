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

func failuresOf(t *testing.T, s *store.Store, subscriber int) int {
	t.Helper()
	return valueOf[int](t, s, fmt.Sprint("SELECT failures FROM newsletters WHERE id = ", subscriber))
}

func TestEmails(t *testing.T) {
	eachWorld(t, worldTests{
		"have what their composer needs, and come before an issue where somebody waits for them": func(t *testing.T, s *store.Store, w *world) {
			queueIssue(t, s, 2)
			queueCode(t, s, "ann@example.com")
			first, second := claim(t, s), claim(t, s)
			same(t, "the first", first, mail.Email{ID: 3, To: "ann@example.com", Key: "ann@example.com", Tries: 1, Kind: "code", CreatedAt: time.UnixMicro(2).UTC(), LeaseEnd: w.now.Add(emailLease)})
			same(t, "the second", second, mail.Email{ID: 1, To: "r1@example.com", Key: "r1@example.com", Tries: 1, Kind: "issue", Data: "{}", CreatedAt: time.UnixMicro(1).UTC(), LeaseEnd: w.now.Add(emailLease), Issue: 1, SubscriberID: 1})
			for id, hash := range map[int]string{1: "hash", 2: "", 3: ""} {
				same(t, "the hash", valueOf[string](t, s, fmt.Sprint("SELECT token_hash FROM emails WHERE id = ", id)), hash)
			}
			same(t, "waiting", must(s.EmailsWaiting(t.Context()))(t), 3)
			noError(t, s.EndEmail(t.Context(), second, mail.Outcome{State: mail.Sent}))
			same(t, "waiting after one was sent", must(s.EmailsWaiting(t.Context()))(t), 2)
		},
		"of no issue are deleted when they have ended, however they ended": func(t *testing.T, s *store.Store, _ *world) {
			for _, state := range []mail.State{mail.Sent, mail.Skipped, mail.Unsure, mail.Refused} {
				queueCode(t, s, "ann@example.com")
				noError(t, s.EndEmail(t.Context(), claim(t, s), mail.Outcome{State: state}))
				same(t, "emails after "+string(state), count(t, s, "emails"), 0)
			}
		},
		"of a decision are tried again after a pause, and the submission says what became of them": func(t *testing.T, s *store.Store, w *world) {
			start := w.now
			// at fails the test if the email is not as wanted in this minute. Try 0 means that no email is due.
			at := func(minute, try int) mail.Email {
				t.Helper()
				w.now = start.Add(time.Duration(minute) * time.Minute)
				e := claim(t, s)
				same(t, fmt.Sprintf("in minute %d: the try", minute), e.Tries, try)
				return e
			}
			wantMail := func(want inbox.MailState) {
				t.Helper()
				found, _ := queueOf(t, s, inbox.Query{Status: inbox.Rejected})
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
		},
		"are claimed by one of several copies that claim at once": func(t *testing.T, s *store.Store, w *world) {
			copies := []*store.Store{s, w.another(t)}
			queueIssue(t, s, 40)
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
				same(t, "claims of "+to, count, 1)
			}
		},
		"keep the pace of all copies together, and a pause saves up none": func(t *testing.T, s *store.Store, w *world) {
			const pace = time.Hour
			copies := []*store.Store{s, w.another(t)}
			queueIssue(t, s, 8)
			next := func(s *store.Store) (mail.Email, time.Duration, error) {
				return s.NextEmail(t.Context(), mail.Claim{Lease: emailLease, Pace: pace})
			}
			var mutex sync.Mutex
			claimed := 0
			atOnce(t, 6, fault.Internal, func(i int) error {
				e, wait, err := next(copies[i%2])
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
				if e, wait, err := next(copies[i]); err != nil || e.ID != 0 != want || wait == 0 != want {
					t.Errorf("claim %d after a pause: %+v, wait %s, %v", i, e, wait, err)
				}
			}
			exec(t, copies[0], "UPDATE mail_pace SET next_at = 9000000000000000") // by a clock that was wrong
			if _, wait, err := next(copies[0]); err != nil || wait != pace {
				t.Errorf("the wait is %s, %v", wait, err)
			}
			exec(t, copies[0], "DELETE FROM mail_pace")
			if e, _, err := next(copies[1]); err != nil || e.ID == 0 {
				t.Errorf("nothing is sent without the row of the pace: %v", err)
			}
		},
		// Who claimed an email and died may have sent it.
		"that a process claimed which died are not sent again, as is said before it is stored": func(t *testing.T, s *store.Store, w *world) {
			copies := []*store.Store{s, w.another(t)}
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
					// Which others still see as claimed.
					same(t, "not stored yet", valueOf[int](t, copies[(i+1)%2], "SELECT count(*) FROM emails WHERE state = 'sending'"), 4)
				})
			}
			w.now = w.now.Add(emailLease - time.Second)
			noError(t, end(0))
			same(t, "said before the lease ends", said, map[string]int{})
			w.now = w.now.Add(time.Second)
			same(t, "nobody claims it", claim(t, s).ID, int64(0))
			atOnce(t, 4, fault.Internal, end)
			same(t, "said", said, map[string]int{"ann@example.com": 1, "bob@example.com": 1, "r1@example.com": 1, "r2@example.com": 1})
			for _, id := range []int64{3, 4} {
				same(t, "of the issue", emailRow(t, s, id), row{State: "unsure", Data: "{}", Tries: 1, IsDone: true})
			}
			found, _ := queueOf(t, s, inbox.Query{Status: inbox.Rejected})
			same(t, "the submission says", found[0].Mail, inbox.MailFailed)
			same(t, "emails", count(t, s, "emails"), 3)
			w.now = w.now.AddDate(1, 0, 0)
			same(t, "a year later", claim(t, s).ID, int64(0))
		},
		// Which would let a third process send them too.
		"that are claimed again do not end by an outcome that comes late": func(t *testing.T, s *store.Store, w *world) {
			queueIssue(t, s, 1)
			waits := mail.Outcome{State: mail.Waiting, Uncounted: true}
			first := claim(t, s)
			noError(t, s.EndEmail(t.Context(), first, waits))
			w.now = w.now.Add(time.Second)
			second := claim(t, s)
			same(t, "the second try", second.Tries, first.Tries)
			noError(t, s.EndEmail(t.Context(), first, waits))
			noError(t, s.EndEmail(t.Context(), first, mail.Outcome{State: mail.Refused, Permanent: true}))
			same(t, "the second claim", emailRow(t, s, 1).State, "sending")
			same(t, "failures", failuresOf(t, s, 1), 0)
			noError(t, s.EndEmail(t.Context(), second, mail.Outcome{State: mail.Sent}))
			same(t, "at the end", emailRow(t, s, 1).State, "sent")
		},
	})
}
