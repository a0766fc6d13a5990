package newsletter_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/site"
)

func TestSend(t *testing.T) {
	w := newIssueWorld(t)
	pen := w.add("Pen", nil)
	in := draftOf("Hello", pen)
	in.Intro = "*Hi* <b>"
	w.refuses(in, "This issue has no recipients: there are no confirmed subscribers to the weekly newsletter.")
	same(t, "the archive", len(w.site.Settings().Issues), 0)

	w.subscribers(newsletter.Weekly, "a", "b", "left", "refused")
	w.subscribers(newsletter.Monthly, "c")
	noError(t, errOf(w.Subscriptions.Store.Request(t.Context(), newsletter.NewSubscriber{Email: "d@example.com", Key: "d@example.com", Choices: newsletter.Choices{Cadence: newsletter.Weekly}, ConsentAt: w.now}, "hash")))
	w.exec("UPDATE newsletters SET unsubscribed_at = 1 WHERE email_key = 'left@example.com'")
	w.exec("UPDATE newsletters SET failures = 3 WHERE email_key = 'refused@example.com'")
	noError(t, errOf(w.SaveDraft(t.Context(), "ann", newsletter.Weekly, in)))

	report := w.send(newsletter.Weekly, in)
	want := newsletter.IssueReport{Number: 1, Cadence: newsletter.Weekly, Status: newsletter.Sending, Subject: "Hello", StartedAt: w.now, Recipients: 2, Waiting: 2}
	same(t, "the report", report, want)
	same(t, "the emails", w.states(1), map[string]int{"waiting": 2})
	same(t, "the sender is called", w.calls, 1)
	same(t, "the draft is there after it was sent", w.draft(newsletter.Weekly).IsStored, false)
	issues := w.site.Settings().Issues
	if len(issues) != 1 || issues[0].Subject != "Hello" || issues[0].Intro != "<p><em>Hi</em> &lt;b&gt;</p>" || issues[0].Sections[0].Products[0].Name != "Pen" || !issues[0].SentAt.Equal(w.now) {
		t.Errorf("the archive is %+v", issues)
	}

	w.refuses(draftOf("Again", pen), "Issue 1 of the weekly newsletter is being sent. Please wait until it is sent, or stop it.")
	same(t, "the monthly issue is another", w.send(newsletter.Monthly, in).Number, int64(2))

	// What the catalogue says later does not change the issue.
	w.remove(pen)
	same(t, "the products", w.site.Settings().Issues[1].Sections[0].Products[0].Name, "Pen")

	w.now = w.now.Add(time.Minute)
	w.end(mail.Sent)
	w.end(mail.Refused)
	want.Status, want.FinishedAt, want.Delivered, want.Refused, want.Waiting = newsletter.Sent, w.now, 1, 1, 0
	same(t, "the report at once", w.issue(1).Report, want)
	w.now = w.now.Add(time.Minute)
	w.run()
	w.exec("DELETE FROM emails WHERE issue = 1")
	same(t, "the report as stored", w.issue(1).Report, want)

	pen = w.add("Pen 2", nil)
	w.end(mail.Sent) // the monthly issue's
	again := draftOf("Hello", pen)
	w.send(newsletter.Weekly, again)
	w.end(mail.Sent)
	w.end(mail.Sent)
	w.refuses(again, "This issue was sent already. Please change it before you send it again.")
}

// Of many that send at once, one sends.
func TestSendAtOnce(t *testing.T) {
	w := newIssueWorld(t)
	w.subscribers(newsletter.Weekly, "a", "b", "c")
	pen := w.add("Pen", nil)
	var all sync.WaitGroup
	var sent atomic.Int64
	for i := range 8 {
		all.Go(func() {
			schedule := []newsletter.Schedule{{At: "2026-01-03T09:00", Zone: "UTC"}, {}}[i%2]
			err := errOf(w.Send(t.Context(), "ann", newsletter.Weekly, draftOf(fmt.Sprint("Hello ", i), pen), schedule))
			if err == nil {
				sent.Add(1)
			} else {
				wantFault(t, err, fault.Conflict)
			}
		})
	}
	all.Wait()
	same(t, "issues", sent.Load(), int64(1))
	w.now = w.now.Add(48 * time.Hour)
	for range 4 { // several copies run the job at once
		all.Go(func() { same(t, "the job's error", errOf(w.Issues.Run(t.Context(), "clock")), nil) })
	}
	all.Wait()
	same(t, "emails", w.states(1), map[string]int{"waiting": 3})
}

func TestSchedule(t *testing.T) {
	w := newIssueWorld(t)
	pen, ink := w.add("Pen", nil), w.add("Ink", nil)
	in := draftOf("Hello", pen, ink)
	report, err := w.Send(t.Context(), "ann", newsletter.Weekly, in, newsletter.Schedule{At: "2026-01-02T14:30", Zone: "Europe/Berlin"})
	noError(t, err)
	at := time.Date(2026, 1, 2, 13, 30, 0, 0, time.UTC)
	want := newsletter.IssueReport{Number: 1, Cadence: newsletter.Weekly, Status: newsletter.Scheduled, Subject: "Hello", ScheduledAt: at, Zone: "Europe/Berlin"}
	same(t, "the report", report, want)
	w.subscribers(newsletter.Weekly, "a") // after it was scheduled
	w.now = at.Add(-time.Second)
	w.run()
	same(t, "before its time", w.issue(1).Report, want)
	w.refuses(draftOf("Other", pen), "Issue 1 of the weekly newsletter is scheduled. Please wait until it is sent, or stop it.")
	for name, change := range map[string]func() (newsletter.IssueReport, error){
		"Only an issue that is being sent can be paused.":            func() (newsletter.IssueReport, error) { return w.Pause(t.Context(), "ann", 1) },
		"Only a paused issue can be continued.":                      func() (newsletter.IssueReport, error) { return w.Resume(t.Context(), "ann", 1) },
		"Only an issue that is being sent or paused can be stopped.": func() (newsletter.IssueReport, error) { return w.Stop(t.Context(), "ann", 1) },
	} {
		wantMessage(t, errOf(change()), fault.Conflict, name)
	}

	noError(t, w.store.DeleteProduct(t.Context(), "ann", ink.ID))
	w.open() // the program was started again
	w.now = at
	w.run()
	w.run()
	started := w.issue(1).Report
	w.now = w.now.Add(time.Minute)
	noError(t, w.Issues.Store.StartIssue(t.Context(), "clock", 1, w.site.Settings().Issues[0].IssueContent)) // by another copy
	same(t, "the report after another start", w.issue(1).Report, started)
	same(t, "the emails", w.states(1), map[string]int{"waiting": 1})
	products := w.site.Settings().Issues[0].Sections[0].Products
	same(t, "the products", []any{len(products), products[0].Name}, []any{1, "Pen"})
	wantMessage(t, errOf(w.Unschedule(t.Context(), "ann", 1)), fault.Conflict, "Only a scheduled issue can be made a draft again.")
}

// A scheduled issue whose products are all deleted is stopped and not published.
func TestScheduledWithoutProducts(t *testing.T) {
	w := newIssueWorld(t)
	pen := w.add("Pen", nil)
	w.subscribers(newsletter.Weekly, "a")
	_, err := w.Send(t.Context(), "ann", newsletter.Weekly, draftOf("Hello", pen), newsletter.Schedule{At: "2026-01-02T13:00", Zone: "UTC"})
	noError(t, err, w.store.DeleteProduct(t.Context(), "ann", pen.ID))
	w.now = w.now.Add(2 * time.Hour)
	w.renew()
	w.run()
	same(t, "the status", w.issue(1).Report.Status, newsletter.Stopped)
	same(t, "the archive", len(w.site.Settings().Issues), 0)
	same(t, "the emails", w.states(1), map[string]int{})
}

func TestUnschedule(t *testing.T) {
	w := newIssueWorld(t)
	pen, ink := w.add("Pen", nil), w.add("Ink", nil)
	schedule := newsletter.Schedule{At: "2026-01-03T09:00", Zone: "UTC"}
	report, err := w.Send(t.Context(), "ann", newsletter.Weekly, draftOf("Hello", pen), schedule)
	noError(t, err)
	noError(t, errOf(w.SaveDraft(t.Context(), "ann", newsletter.Weekly, draftOf("Later", ink))))
	wantMessage(t, errOf(w.Unschedule(t.Context(), "ann", 1)), fault.Conflict, "There is another draft of the weekly newsletter already. Please discard it first.")
	noError(t, w.Issues.Store.DiscardDraft(t.Context(), "ann", newsletter.Weekly))
	was, err := w.Unschedule(t.Context(), "ann", 1)
	noError(t, err)
	same(t, "the issue as it was", was, report)
	d := w.draft(newsletter.Weekly)
	same(t, "the draft", []any{d.IsStored, d.Subject, items(d), d.Number}, []any{true, "Hello", map[site.IssueSectionKind]string{"new": "Pen"}, int64(1)})
	wantFault(t, errOf(w.Issues.Store.IssueDetail(t.Context(), 1)), fault.NotFound)
	w.now = w.now.Add(48 * time.Hour)
	w.run()
	same(t, "the archive", len(w.site.Settings().Issues), 0)
}

func TestPauseResumeStop(t *testing.T) {
	w := newIssueWorld(t)
	w.subscribers(newsletter.Weekly, "a", "b", "c", "d")
	pen := w.add("Pen", nil)
	w.send(newsletter.Weekly, draftOf("Hello", pen))
	w.end(mail.Sent)
	claimed, later := w.claim(), mail.Outcome{State: mail.Waiting, Pause: time.Second, Uncounted: true}
	report, err := w.Pause(t.Context(), "ann", 1)
	noError(t, err)
	same(t, "paused", []any{report.Status, report.Delivered, report.Waiting, report.FinishedAt.IsZero()}, []any{newsletter.Paused, 1, 3, true})
	same(t, "the emails", w.states(1), map[string]int{"sent": 1, "sending": 1, "paused": 2})
	wantFault(t, errOf(w.Pause(t.Context(), "ann", 1)), fault.Conflict)
	noError(t, w.store.EndEmail(t.Context(), claimed, later))
	same(t, "the emails after a try that failed", w.states(1), map[string]int{"sent": 1, "paused": 3})

	calls := w.calls
	report, err = w.Resume(t.Context(), "ann", 1)
	noError(t, err)
	same(t, "resumed", []any{report.Status, report.Waiting, w.calls}, []any{newsletter.Sending, 3, calls + 1})
	same(t, "the emails again", w.states(1), map[string]int{"sent": 1, "waiting": 3})

	first, second := w.claim(), w.claim()
	report, err = w.Stop(t.Context(), "ann", 1)
	noError(t, err)
	same(t, "stopped", []any{report.Status, report.Delivered, report.Waiting, report.FinishedAt.IsZero()}, []any{newsletter.Stopped, 1, 2, true})
	same(t, "the emails at the end", w.states(1), map[string]int{"sent": 1, "sending": 2})
	w.run()
	same(t, "while two are sent", w.issue(1).Report.FinishedAt.IsZero(), true)
	noError(t, w.store.EndEmail(t.Context(), first, mail.Outcome{State: mail.Sent}), w.store.EndEmail(t.Context(), second, later))
	w.run()
	report = w.issue(1).Report
	same(t, "the result", []any{report.Status, report.Delivered, report.Recipients, !report.FinishedAt.IsZero()}, []any{newsletter.Stopped, 2, 4, true})
	wantFault(t, errOf(w.Resume(t.Context(), "ann", 1)), fault.Conflict)
	wantFault(t, errOf(w.Stop(t.Context(), "ann", 9)), fault.NotFound)
}

// A test goes to one address as a complete email, at most 20 times an hour.
func TestSendTest(t *testing.T) {
	w := newIssueWorld(t)
	in := draftOf("Hello", w.add("Pen", nil))
	for range 20 {
		noError(t, w.SendTest(t.Context(), newsletter.Weekly, "Ann@example.com", in))
	}
	wantFault(t, w.SendTest(t.Context(), newsletter.Weekly, "ann@example.com", in), fault.TooMany)
	noError(t, w.SendTest(t.Context(), newsletter.Weekly, "bob@example.com", in))
	w.now = w.now.Add(time.Hour)
	noError(t, w.SendTest(t.Context(), newsletter.Weekly, "ann@example.com", in))
	var complete int64
	noError(t, w.store.ReadOne(t.Context(), "count", &complete, "SELECT count(*) FROM emails WHERE subject = 'Test: Hello' AND kind = '' AND state = 'waiting' AND issue IS NULL AND body LIKE '%Pen%' AND html LIKE '%Pen%'"))
	same(t, "emails", complete, int64(22))
	same(t, "the archive", len(w.site.Settings().Issues), 0)
}
