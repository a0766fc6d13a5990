package store_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/inbox"
	"vitrine/internal/mail"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// sent is a submission of that name, as the inbox hands it on.
func sent(name string) inbox.Submission {
	draft := inbox.Draft{ProductName: name, Website: "https://example.com/" + catalog.Slug(name), Description: "About " + name, UseCases: "u", Category: "Writing",
		Type: catalog.Free, Logo: "https://example.com/l.png", VideoURL: "https://youtu.be/x", Email: "ann@example.com", Notes: "hello"}
	return inbox.Submission{Draft: draft, Status: inbox.Pending, Secret: "secret of " + name}
}

func submit(t *testing.T, s *store.Store, one inbox.Submission) inbox.Submission {
	t.Helper()
	kept, err := s.AddSubmission(t.Context(), "192.0.2.1", 100, one)
	if err != nil {
		t.Fatalf("submit %q: %v", one.ProductName, err)
	}
	return kept
}

func noEmail(inbox.Submission) *mail.Email { return nil }

func anEmail(s inbox.Submission) *mail.Email {
	return &mail.Email{To: s.Email, Subject: "About " + s.ProductName, Text: string(s.Status) + " " + s.Reason + " " + s.ProductSlug}
}

func queueOf(t *testing.T, s *store.Store, status inbox.Status) ([]inbox.Submission, inbox.Counts) {
	t.Helper()
	found, counts, err := s.Submissions(t.Context(), inbox.Query{Status: status, Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	return found, counts
}

// A submission is stored whole, and seen by nobody else.
func TestSubmissionRoundTrip(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		s.AfterCommit(func(context.Context) { t.Error("the hook was called") })
		first, second := submit(t, s, sent("First")), submit(t, s, sent("Second"))
		found, counts := queueOf(t, s, inbox.Pending)
		same(t, "the queue", found, []inbox.Submission{second, first})
		same(t, "the counts", counts, inbox.Counts{Pending: 2})
		older, _, err := s.Submissions(t.Context(), inbox.Query{Status: inbox.Pending, Before: second.ID, Limit: 10})
		same(t, "the next page", older, []inbox.Submission{first})
		byLink, err2 := s.SubmissionBySecret(t.Context(), "secret of First")
		same(t, "by its link", byLink, first)
		if err != nil || err2 != nil {
			t.Error(err, err2)
		}
		_, err = s.SubmissionBySecret(t.Context(), "secret of Third")
		wantFault(t, err, fault.NotFound)
		shot := readAll(t, s)
		same(t, "the catalogue's version", shot.Version, int64(0))
		same(t, "products and categories", len(shot.Products)+len(shot.Categories), 0)
		same(t, "the audit", len(auditLines(t, s)), 0)
	})
}

// A website is known however its address is spelled.
func TestSubmissionKnownWebsite(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := draft("Listed")
		d.Website = "https://www.listed.example/?utm_source=x"
		listed := create(t, s, d)
		waiting := sent("Waiting")
		waiting.Website = "http://waiting.example/app/?id=1"
		submit(t, s, waiting)
		for website, want := range map[string]inbox.Whereabouts{
			"http://LISTED.example":                                    {ProductID: listed.ID},
			"https://listed.example/?ref=a&fbclid=b#top":               {ProductID: listed.ID},
			"https://www.waiting.example/app?utm_campaign=1&id=1":      {Waiting: true},
			"https://waiting.example/app?id=2":                         {},
			"https://waiting.example/":                                 {},
			"https://nowhere.example/" + strings.Repeat("%C3%A9", 300): {},
		} {
			where, err := s.Whereabouts(t.Context(), website)
			if err != nil {
				t.Fatal(err)
			}
			same(t, website, where, want)
			again := sent("Again")
			again.Website = website
			_, err = s.AddSubmission(t.Context(), "192.0.2.2", 100, again)
			if known := want != (inbox.Whereabouts{}); known != fault.Is(err, fault.Conflict) {
				t.Errorf("%s: %v", website, err)
			}
			if err == nil { // make room for the next
				found, _ := queueOf(t, s, inbox.Pending)
				if err := s.DeleteSubmission(t.Context(), "tester", found[0].ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := s.DeleteProduct(t.Context(), "tester", listed.ID); err != nil {
			t.Fatal(err)
		}
		if where, err := s.Whereabouts(t.Context(), d.Website); err != nil || where != (inbox.Whereabouts{}) {
			t.Errorf("a deleted product's address is %+v, %v", where, err)
		}
	})
}

// A very long address is stored and found.
func TestSubmissionLongWebsite(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := draft("Long")
		d.Website = "https://long.example/" + strings.Repeat("é", 1000)
		p := create(t, s, d)
		if where, err := s.Whereabouts(t.Context(), d.Website); err != nil || where.ProductID != p.ID {
			t.Errorf("%+v, %v", where, err)
		}
		one := sent("Other")
		one.Website = "https://other.example/" + strings.Repeat("é", 1000)
		submit(t, s, one)
	})
}

// One sender can have only so many submissions stored in an hour, at other copies of the program too.
func TestSubmissionLimit(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 50, 0, 0, time.UTC)
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		var hour atomic.Int64
		o.Now = func() time.Time { return now.Add(time.Duration(hour.Load()) * time.Hour) }
		copies := []*store.Store{storetest.OpenAt(t, o), storetest.OpenAt(t, o)}
		var all sync.WaitGroup
		var kept, refused atomic.Int64
		for i := range 24 {
			all.Go(func() {
				_, err := copies[i%2].AddSubmission(t.Context(), "192.0.2.1", 10, sent(fmt.Sprint("Tool ", i)))
				switch f := fault.From(err); {
				case err == nil:
					kept.Add(1)
				case f.Kind == fault.TooMany && f.RetryAfter == time.Hour:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if kept.Load() != 10 || refused.Load() != 14 {
			t.Errorf("%d were kept, %d refused", kept.Load(), refused.Load())
		}
		if _, err := copies[0].AddSubmission(t.Context(), "192.0.2.2", 10, sent("Another's")); err != nil {
			t.Errorf("another sender: %v", err)
		}
		hour.Add(1)
		if _, err := copies[1].AddSubmission(t.Context(), "192.0.2.1", 10, sent("Later")); err != nil {
			t.Errorf("an hour later: %v", err)
		}
	})
}

// Of those who send one address at once, one is stored.
func TestSubmissionSameWebsite(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		copies := []*store.Store{storetest.OpenAt(t, o), storetest.OpenAt(t, o)}
		var all sync.WaitGroup
		var kept atomic.Int64
		for i := range 8 {
			all.Go(func() {
				one := sent("Same")
				one.Secret = fmt.Sprint(i)
				_, err := copies[i%2].AddSubmission(t.Context(), fmt.Sprint("sender ", i), 10, one)
				if err == nil {
					kept.Add(1)
				} else if !fault.Is(err, fault.Conflict) || fault.From(err).Code != "already_waiting" {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if kept.Load() != 1 {
			t.Errorf("%d were kept", kept.Load())
		}
	})
}

// An approval and its product are made together or not at all.
func TestSubmissionApproval(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one := submit(t, s, sent("One"))
		bad := draft("Bad")
		bad.Slug = "taken"
		create(t, s, bad)
		lines := len(auditLines(t, s))
		_, err := s.ApproveSubmission(t.Context(), "editor", one.ID, bad, anEmail) // its slug is taken
		wantFault(t, err, fault.Conflict)
		found, _ := queueOf(t, s, inbox.Pending)
		same(t, "after a product that could not be made", found, []inbox.Submission{one})
		same(t, "the audit", len(auditLines(t, s)), lines)

		p, err := s.ApproveSubmission(t.Context(), "editor", one.ID, draft("One", "Writing"), anEmail)
		if err != nil {
			t.Fatal(err)
		}
		found, counts := queueOf(t, s, inbox.Approved)
		if len(found) != 1 || found[0].ProductSlug != p.Slug || found[0].DecidedBy != "editor" || found[0].DecidedAt.IsZero() || found[0].Mail != inbox.MailWaiting {
			t.Errorf("approved: %+v", found)
		}
		same(t, "the counts", counts, inbox.Counts{Approved: 1})
		same(t, "the catalogue", len(readAll(t, s).Products), 2)
		_, err = s.ApproveSubmission(t.Context(), "other", one.ID, draft("Two"), anEmail)
		wantFault(t, err, fault.Conflict)
		_, err = s.RejectSubmission(t.Context(), "other", one.ID, "late", anEmail)
		wantFault(t, err, fault.Conflict)
		_, err = s.ApproveSubmission(t.Context(), "other", 99, draft("Two"), anEmail)
		wantFault(t, err, fault.NotFound)

		if err := s.DeleteProduct(t.Context(), "editor", p.ID); err != nil {
			t.Fatal(err)
		}
		if found, _ := queueOf(t, s, inbox.Approved); found[0].ProductSlug != "" {
			t.Errorf("its product is gone, and it leads to %q", found[0].ProductSlug)
		}
	})
}

// A rejection has its reason, and can become an approval.
func TestSubmissionRejection(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one := submit(t, s, sent("One"))
		got, err := s.RejectSubmission(t.Context(), "editor", one.ID, "Not an AI tool.", anEmail)
		if err != nil || got.Status != inbox.Rejected || got.Reason != "Not an AI tool." || got.Mail != inbox.MailWaiting || got.DecidedBy != "editor" {
			t.Fatalf("%+v, %v", got, err)
		}
		_, err = s.RejectSubmission(t.Context(), "editor", one.ID, "again", anEmail)
		wantFault(t, err, fault.Conflict)
		again := sent("Once more")
		again.Website = one.Website
		submit(t, s, again) // the address waits no more
		if _, err := s.ApproveSubmission(t.Context(), "editor", one.ID, draft("One"), anEmail); err != nil {
			t.Fatal(err)
		}
		e, found, err := s.NextEmail(t.Context(), time.Minute)
		if err != nil || !found || !strings.HasPrefix(e.Text, "approved") {
			t.Errorf("the email is %+v, %v, %v", e, found, err)
		}
		if _, more, _ := s.NextEmail(t.Context(), time.Minute); more {
			t.Error("the email of the first decision is still there")
		}
		var said []string
		for _, line := range auditLines(t, s) {
			if line.Object == "product_submissions" {
				said = append(said, line.Actor+" "+line.Action+" "+*line.After)
				if strings.Contains(*line.After+*line.Before, "ann@example.com") || strings.Contains(*line.After+*line.Before, "hello") {
					t.Errorf("the audit keeps what is the sender's own: %+v", line)
				}
			}
		}
		if len(said) != 2 || !strings.Contains(said[0], `editor reject`) || !strings.Contains(said[0], `"reason":"Not an AI tool."`) || !strings.Contains(said[1], `"status":"approved","productId":1`) {
			t.Errorf("the audit says %q", said)
		}
	})
}

// Of those who decide at once, one does.
func TestSubmissionDecidedOnce(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		copies := []*store.Store{storetest.OpenAt(t, o), storetest.OpenAt(t, o)}
		one := submit(t, copies[0], sent("One"))
		var all sync.WaitGroup
		var decided atomic.Int64
		for i := range 6 {
			all.Go(func() {
				if _, err := copies[i%2].RejectSubmission(t.Context(), "editor", one.ID, fmt.Sprint(i), noEmail); err == nil {
					decided.Add(1)
				} else if !fault.Is(err, fault.Conflict) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if decided.Load() != 1 {
			t.Errorf("%d decided", decided.Load())
		}
	})
}

// The email of a deleted submission is deleted too.
func TestSubmissionDelete(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one := submit(t, s, sent("One"))
		if _, err := s.RejectSubmission(t.Context(), "editor", one.ID, "no", anEmail); err != nil {
			t.Fatal(err)
		}
		if err := s.DeleteSubmission(t.Context(), "editor", one.ID); err != nil {
			t.Fatal(err)
		}
		if _, found, err := s.NextEmail(t.Context(), time.Minute); found || err != nil {
			t.Errorf("there is an email still: %v", err)
		}
		wantFault(t, s.DeleteSubmission(t.Context(), "editor", one.ID), fault.NotFound)
	})
}

// Submissions that were decided long ago are deleted.
func TestSubmissionRetention(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		var days atomic.Int64
		start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		o.Now = func() time.Time { return start.AddDate(0, 0, int(days.Load())) }
		s := storetest.OpenAt(t, o)
		old, waiting := submit(t, s, sent("Old")), submit(t, s, sent("Waiting"))
		if _, err := s.RejectSubmission(t.Context(), "editor", old.ID, "no", noEmail); err != nil {
			t.Fatal(err)
		}
		days.Store(10)
		later := submit(t, s, sent("Later"))
		if _, err := s.RejectSubmission(t.Context(), "editor", later.ID, "no", noEmail); err != nil {
			t.Fatal(err)
		}
		removed, err := s.ForgetSubmissions(t.Context(), "clock", start.AddDate(0, 0, 5))
		if err != nil || removed != 1 {
			t.Errorf("%d removed, %v", removed, err)
		}
		_, counts := queueOf(t, s, inbox.Pending)
		same(t, "what is left", counts, inbox.Counts{Pending: 1, Rejected: 1})
		_ = waiting
	})
}

// An email is leased by one copy of the program, and deleted when it is sent.
func TestEmailLease(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		var minutes atomic.Int64
		start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		o.Now = func() time.Time { return start.Add(time.Duration(minutes.Load()) * time.Minute) }
		copies := []*store.Store{storetest.OpenAt(t, o), storetest.OpenAt(t, o)}
		s := copies[0]
		one := submit(t, s, sent("One"))
		if _, err := s.RejectSubmission(t.Context(), "editor", one.ID, "no", anEmail); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var taken atomic.Int64
		for i := range 6 {
			all.Go(func() {
				if e, found, err := copies[i%2].NextEmail(t.Context(), 5*time.Minute); err != nil {
					t.Error(err)
				} else if found && e.To == "ann@example.com" && e.Tries == 1 {
					taken.Add(1)
				}
			})
		}
		all.Wait()
		if taken.Load() != 1 {
			t.Fatalf("%d took the email", taken.Load())
		}
		minutes.Store(5) // the copy that took it has died
		e, found, err := s.NextEmail(t.Context(), 5*time.Minute)
		if err != nil || !found || e.Tries != 2 {
			t.Fatalf("after the lease: %+v %v %v", e, found, err)
		}
		if err := s.EmailFailed(t.Context(), e.ID, 30*time.Minute); err != nil {
			t.Fatal(err)
		}
		minutes.Store(34)
		if _, found, _ := s.NextEmail(t.Context(), time.Minute); found {
			t.Error("it is due before its pause is over")
		}
		minutes.Store(35)
		if _, found, _ := s.NextEmail(t.Context(), time.Minute); !found {
			t.Error("it is not due when its pause is over")
		}
		if err := s.EmailFailed(t.Context(), e.ID, 0); err != nil {
			t.Fatal(err)
		}
		minutes.Store(9999)
		if _, found, _ := s.NextEmail(t.Context(), time.Minute); found {
			t.Error("an email that was given up is tried again")
		}
		if found, _ := queueOf(t, s, inbox.Rejected); found[0].Mail != inbox.MailFailed {
			t.Errorf("its submission says %q", found[0].Mail)
		}
		if err := s.EmailSent(t.Context(), e.ID); err != nil {
			t.Fatal(err)
		}
		if found, _ := queueOf(t, s, inbox.Rejected); found[0].Mail != inbox.MailSent {
			t.Errorf("its submission says %q", found[0].Mail)
		}
		if err := s.EmailSent(t.Context(), e.ID); err != nil {
			t.Errorf("an email that is gone: %v", err)
		}
		if strings.Contains(storetest.Contents(t, o), "emails: ") {
			t.Error("an email that was sent is kept")
		}
	})
}
