package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// sent is a submission of that name, as the inbox hands it on.
func sent(name string) inbox.Submission {
	draft := inbox.Draft{ProductName: name, Website: "https://example.com/" + catalog.Slug(name), Description: "About " + name, UseCases: "u", Category: "Writing",
		Type: catalog.Free, Logo: "https://example.com/l.png", VideoURL: "https://youtu.be/x", Email: "ann@example.com", Notes: "hello"}
	return inbox.Submission{Draft: draft, Status: inbox.Pending, Secret: "secret of " + name}
}

func submit(t *testing.T, s *store.Store, one inbox.Submission) inbox.Submission {
	t.Helper()
	return must(s.AddSubmission(t.Context(), "192.0.2.1", 100, one))(t)
}

func noEmail(inbox.Submission) *mail.Email { return nil }

func anEmail(s inbox.Submission) *mail.Email {
	return &mail.Email{To: s.Email, Subject: "About " + s.ProductName, Text: string(s.Status) + " " + s.Reason + " " + s.ProductSlug}
}

func queueOf(t *testing.T, s *store.Store, q inbox.Query) ([]inbox.Submission, inbox.Counts) {
	t.Helper()
	q.Limit = 10
	queue := must(s.Submissions(t.Context(), q))(t)
	var found []inbox.Submission
	for _, one := range queue.Submissions {
		found = append(found, one.Submission)
	}
	return found, queue.Counts
}

func reject(t *testing.T, s *store.Store, one inbox.Submission, email func(inbox.Submission) *mail.Email) inbox.Submission {
	t.Helper()
	return must(s.RejectSubmission(t.Context(), "editor", one.ID, "Not an AI tool.", email))(t)
}

func TestSubmissions(t *testing.T) {
	eachWorld(t, worldTests{
		"are stored whole, and seen by nobody else": func(t *testing.T, s *store.Store, _ *world) {
			s.AfterCommit(func(context.Context) { t.Error("the hook was called") })
			check := unchanged(t, s)
			first, second := submit(t, s, sent("First")), submit(t, s, sent("Second"))
			found, counts := queueOf(t, s, inbox.Query{Status: inbox.Pending})
			same(t, "the queue", found, []inbox.Submission{second, first})
			same(t, "the counts", counts, inbox.Counts{Pending: 2})
			older, _ := queueOf(t, s, inbox.Query{Status: inbox.Pending, Before: second.ID})
			same(t, "the next page", older, []inbox.Submission{first})
			same(t, "by its link", must(s.SubmissionBySecret(t.Context(), "secret of First"))(t), first)
			wantFault(t, errOf(s.SubmissionBySecret(t.Context(), "secret of Third")), fault.NotFound)
			check()
		},
		"know a website however its address is spelled, and however long it is": func(t *testing.T, s *store.Store, _ *world) {
			listed := toolAt(t, s, "Listed", "https://www.listed.example/?utm_source=x")
			waiting := sent("Waiting")
			waiting.Website = "http://waiting.example/app/?id=1"
			submit(t, s, waiting)
			long := "https://long.example/" + strings.Repeat("é", 1000)
			listedLong := toolAt(t, s, "Listed", long)
			for website, want := range map[string]inbox.WebsiteState{
				long: {ProductID: listedLong.ID},
				"https://other.example/" + strings.Repeat("é", 1000):       {},
				"http://LISTED.example":                                    {ProductID: listed.ID},
				"https://listed.example/?ref=a&fbclid=b#top":               {ProductID: listed.ID},
				"https://www.waiting.example/app?utm_campaign=1&id=1":      {Waiting: true},
				"https://waiting.example/app?id=2":                         {},
				"https://waiting.example/":                                 {},
				"https://nowhere.example/" + strings.Repeat("%C3%A9", 300): {},
			} {
				same(t, website, must(s.WebsiteState(t.Context(), website))(t), want)
				again := sent("Again")
				again.Website = website
				_, err := s.AddSubmission(t.Context(), "192.0.2.2", 100, again)
				if known := want != (inbox.WebsiteState{}); known != fault.Is(err, fault.Conflict) {
					t.Errorf("%s: %v", website, err)
				}
				if err == nil { // make room for the next
					found, _ := queueOf(t, s, inbox.Query{Status: inbox.Pending})
					noError(t, s.DeleteSubmission(t.Context(), "tester", found[0].ID))
				}
			}
			remove(t, s, listed.ID)
			same(t, "a deleted product's address", must(s.WebsiteState(t.Context(), "http://LISTED.example"))(t), inbox.WebsiteState{})
		},
		"are approved together with their product or not at all": func(t *testing.T, s *store.Store, w *world) {
			one := submit(t, s, sent("One"))
			bad := withSlug("Bad", "taken")
			create(t, s, bad)
			check := unchanged(t, s)
			wantFault(t, errOf(s.ApproveSubmission(t.Context(), "editor", one.ID, bad, anEmail)), fault.Conflict) // its slug is taken
			found, _ := queueOf(t, s, inbox.Query{Status: inbox.Pending})
			same(t, "after a product that could not be made", found, []inbox.Submission{one})
			check()

			p := must(s.ApproveSubmission(t.Context(), "editor", one.ID, draft("One", "Writing"), anEmail))(t)
			found, counts := queueOf(t, s, inbox.Query{Status: inbox.Approved})
			one.Status, one.ProductSlug, one.DecidedBy, one.DecidedAt, one.Mail = inbox.Approved, p.Slug, "editor", w.now, inbox.MailWaiting
			same(t, "approved", found, []inbox.Submission{one})
			same(t, "the counts", counts, inbox.Counts{Approved: 1})
			same(t, "the catalogue", len(readAll(t, s).Products), 2)
			wantFault(t, errOf(s.ApproveSubmission(t.Context(), "other", one.ID, draft("Two"), anEmail)), fault.Conflict)
			wantFault(t, errOf(s.RejectSubmission(t.Context(), "other", one.ID, "late", anEmail)), fault.Conflict)
			wantFault(t, errOf(s.ApproveSubmission(t.Context(), "other", 99, draft("Two"), anEmail)), fault.NotFound)

			remove(t, s, p.ID)
			found, _ = queueOf(t, s, inbox.Query{Status: inbox.Approved})
			same(t, "where it leads when its product is gone", found[0].ProductSlug, "")
		},
		"are decided together, or not at all": func(t *testing.T, s *store.Store, _ *world) {
			one, two, three := submit(t, s, sent("One")), submit(t, s, sent("Two")), submit(t, s, sent("Three"))
			reject(t, s, two, noEmail)
			check := unchanged(t, s)
			wantFault(t, s.ApproveSubmissions(t.Context(), "editor", []int64{one.ID, three.ID, 99}, anEmail), fault.NotFound)
			wantFault(t, s.RejectSubmissions(t.Context(), "editor", []int64{one.ID, two.ID}, "Not one.", anEmail), fault.Conflict)
			check()
			noError(t, s.ApproveSubmissions(t.Context(), "editor", []int64{one.ID, three.ID}, anEmail))
			found, counts := queueOf(t, s, inbox.Query{Status: inbox.Approved})
			same(t, "approved", []string{found[0].ProductSlug, found[1].ProductSlug}, []string{"three", "one"})
			same(t, "the counts", counts, inbox.Counts{Approved: 2, Rejected: 1})
			same(t, "emails", count(t, s, "emails"), 2)
			wantFault(t, s.ApproveSubmissions(t.Context(), "editor", []int64{one.ID}, anEmail), fault.Conflict)
		},
		"come with what helps to decide": func(t *testing.T, s *store.Store, _ *world) {
			ask := func() inbox.Queue {
				return must(s.Submissions(t.Context(), inbox.Query{Status: inbox.Pending, Limit: 10}))(t)
			}
			stranger := sent("Stranger")
			stranger.Email = ""
			one, two, three := submit(t, s, sent("One")), submit(t, s, sent("Two")), submit(t, s, stranger)
			noError(t, s.RejectSubmissions(t.Context(), "editor", []int64{two.ID}, "Rare.", noEmail))
			for _, name := range []string{"Three", "Four"} {
				noError(t, s.RejectSubmissions(t.Context(), "editor", []int64{submit(t, s, sent(name)).ID}, "Usual.", noEmail))
			}
			listed := toolAt(t, s, "Listed", "http://www."+strings.TrimPrefix(one.Website, "https://"))
			queue := ask()
			same(t, "reasons", queue.Reasons, []string{"Usual.", "Rare."})
			same(t, "queue", []int64{queue.Submissions[0].ID, queue.Submissions[1].ID}, []int64{three.ID, one.ID})
			same(t, "others of nobody", queue.Submissions[0].Others, inbox.Counts{})
			same(t, "others of the submitter", queue.Submissions[1].Others, inbox.Counts{Rejected: 3})
			same(t, "the same website", queue.Submissions[1].Duplicates, []inbox.Duplicate{{Slug: listed.Slug, Name: "Listed", Same: "website"}})
			same(t, "no other one", queue.Submissions[0].Duplicates, []inbox.Duplicate{})
		},
		"are rejected with a reason, and can be approved later": func(t *testing.T, s *store.Store, w *world) {
			one := submit(t, s, sent("One"))
			got, want := reject(t, s, one, anEmail), one
			want.Status, want.Reason, want.Mail, want.DecidedBy = inbox.Rejected, "Not an AI tool.", inbox.MailWaiting, "editor"
			want.DecidedAt = w.now
			same(t, "the rejected one", got, want)
			wantFault(t, errOf(s.RejectSubmission(t.Context(), "editor", one.ID, "again", anEmail)), fault.Conflict)
			again := sent("Once more")
			again.Website = one.Website
			submit(t, s, again) // the address waits no more
			noError(t, errOf(s.ApproveSubmission(t.Context(), "editor", one.ID, draft("One"), anEmail)))
			wantText(t, claim(t, s).Text, "approved")
			same(t, "emails", count(t, s, "emails"), 1) // that of the first decision is gone
			lines := slices.DeleteFunc(auditLines(t, s), func(l auditLine) bool { return l.Object != "product_submissions" })
			same(t, "lines", len(lines), 2)
			wantText(t, lines[0].said()+*lines[0].After, "editor reject", `"reason":"Not an AI tool."`)
			wantText(t, *lines[1].After, `"status":"approved","productId":1`)
			for _, line := range lines {
				isKept := strings.Contains(line.states(), "ann@example.com") || strings.Contains(line.states(), "hello")
				same(t, "the audit keeps what is the sender's own", isKept, false)
			}
		},
		"are deleted with their email": func(t *testing.T, s *store.Store, _ *world) {
			one := submit(t, s, sent("One"))
			reject(t, s, one, anEmail)
			noError(t, s.DeleteSubmission(t.Context(), "editor", one.ID))
			same(t, "emails", count(t, s, "emails"), 0)
			wantFault(t, s.DeleteSubmission(t.Context(), "editor", one.ID), fault.NotFound)
		},
		"that were decided long ago are deleted": func(t *testing.T, s *store.Store, w *world) {
			old := submit(t, s, sent("Old"))
			submit(t, s, sent("Waiting"))
			reject(t, s, old, noEmail)
			w.now = w.now.AddDate(0, 0, 10)
			reject(t, s, submit(t, s, sent("Later")), noEmail)
			same(t, "removed", must(s.ForgetSubmissions(t.Context(), "clock", w.now.AddDate(0, 0, -5)))(t), 1)
			_, counts := queueOf(t, s, inbox.Query{Status: inbox.Pending})
			same(t, "what is left", counts, inbox.Counts{Pending: 1, Rejected: 1})
		},
		"are limited for a sender in an hour, at other copies of the program too": func(t *testing.T, s *store.Store, w *world) {
			copies := []*store.Store{s, w.another(t)}
			add := func(i int, sender string) error {
				return errOf(copies[i%2].AddSubmission(t.Context(), sender, 10, sent(fmt.Sprint("Tool ", i))))
			}
			same(t, "kept", atOnce(t, 24, fault.TooMany, func(i int) error {
				err := add(i, "192.0.2.1")
				if err != nil {
					same(t, "retry after", fault.From(err).RetryAfter, time.Hour)
				}
				return err
			}), int64(10))
			noError(t, add(24, "192.0.2.2"))
			w.now = w.now.Add(time.Hour)
			noError(t, add(25, "192.0.2.1"))
		},
		"of one address are stored once": func(t *testing.T, s *store.Store, w *world) {
			copies := []*store.Store{s, w.another(t)}
			same(t, "kept", atOnce(t, 8, fault.Conflict, func(i int) error {
				one := sent("Same")
				one.Secret = fmt.Sprint(i)
				err := errOf(copies[i%2].AddSubmission(t.Context(), fmt.Sprint("sender ", i), 10, one))
				if err != nil {
					same(t, "code", fault.From(err).Code, "already_waiting")
				}
				return err
			}), int64(1))
		},
		"are decided by one of those who do it": func(t *testing.T, s *store.Store, w *world) {
			copies, one := []*store.Store{s, w.another(t)}, submit(t, s, sent("One"))
			same(t, "decided", atOnce(t, 6, fault.Conflict, func(i int) error {
				return errOf(copies[i%2].RejectSubmission(t.Context(), "editor", one.ID, fmt.Sprint(i), noEmail))
			}), int64(1))
		},
	})
}

// Keys that an earlier version made are made anew at the start.
func TestWebsiteKeyUpgrade(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		first := storetest.OpenAt(t, o)
		product, plain := toolAt(t, first, "Tagged", "https://tagged.example/?_gl=1*abc"), create(t, first, draft("Plain"))
		waiting := submit(t, first, inbox.Submission{Draft: inbox.Draft{ProductName: "W", Website: "https://waiting.example/?_gl=2"}, Secret: "w"})
		other := submit(t, first, inbox.Submission{Draft: inbox.Draft{ProductName: "O", Website: "https://other.example/"}, Secret: "o"})
		twin := submit(t, first, inbox.Submission{Draft: inbox.Draft{ProductName: "T", Website: "https://twin.example/"}, Secret: "t"})
		for query, args := range map[string][]any{ // as they were made when _gl was not known
			"UPDATE products SET website_key = ? WHERE id = ?":                          {"tagged.example/?_gl=1*abc", product.ID},
			"UPDATE product_submissions SET website_hash = ? WHERE id = ?":              {"of an earlier version", waiting.ID},
			"UPDATE product_submissions SET website_hash = ?, website = ? WHERE id = ?": {"of an earlier one too", other.Website, twin.ID},
		} {
			noError(t, first.Exec(t.Context(), query, args...))
		}
		before := readAll(t, first)

		second := storetest.OpenAt(t, o)
		for website, want := range map[string]inbox.WebsiteState{
			"http://www.tagged.example": {ProductID: product.ID}, plain.Website: {ProductID: plain.ID},
			"https://waiting.example/": {Waiting: true}, "https://other.example": {Waiting: true}, "https://tagged.example/?x=1": {},
		} {
			same(t, website, must(second.WebsiteState(t.Context(), website))(t), want)
		}
		found, _ := queueOf(t, second, inbox.Query{Status: inbox.Pending})
		same(t, "how many wait, also the two of one address", len(found), 3)
		same(t, "the catalogue", readAll(t, second), before)
	})
}
