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
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestSend(t *testing.T) {
	w := newIssueWorld(t)
	pen := w.add("Pen", nil)
	in := draftOf("Hello", pen)
	in.Intro = "*Hi* <b>"
	_, err := w.Send(t.Context(), "ann", newsletter.Weekly, in, newsletter.Schedule{})
	wantMessage(t, err, fault.Conflict, "Nobody would get this issue: no confirmed subscriber has chosen the weekly newsletter.")
	storetest.Same(t, "the archive", len(w.site.Settings().Issues), 0)

	w.subscribe(newsletter.Weekly, "a", "b", "left", "refused")
	w.subscribe(newsletter.Monthly, "c")
	_, err = w.store.Request(t.Context(), newsletter.NewSubscriber{Email: "d@example.com", Key: "d@example.com", Choices: newsletter.Choices{Cadence: newsletter.Weekly}, ConsentAt: w.now}, "hash")
	storetest.NoError(t, err)
	w.exec("UPDATE newsletters SET unsubscribed_at = 1 WHERE email_key = 'left@example.com'")
	w.exec("UPDATE newsletters SET failures = 3 WHERE email_key = 'refused@example.com'")
	_, err = w.SaveDraft(t.Context(), "ann", newsletter.Weekly, in)
	storetest.NoError(t, err)

	report := w.send(newsletter.Weekly, in)
	want := newsletter.IssueReport{Number: 1, Cadence: newsletter.Weekly, Status: newsletter.Sending, Subject: "Hello", StartedAt: w.now, Recipients: 2, Waiting: 2}
	storetest.Same(t, "the report", report, want)
	storetest.Same(t, "the emails", w.states(1), map[string]int{"waiting": 2})
	storetest.Same(t, "the sender is called", w.calls, 1)
	if w.draft(newsletter.Weekly).IsStored {
		t.Error("the draft is there after it was sent")
	}
	issues := w.site.Settings().Issues
	if len(issues) != 1 || issues[0].Subject != "Hello" || issues[0].Intro != "<p><em>Hi</em> &lt;b&gt;</p>" || issues[0].Sections[0].Products[0].Name != "Pen" || !issues[0].SentAt.Equal(w.now) {
		t.Errorf("the archive is %+v", issues)
	}

	_, err = w.Send(t.Context(), "ann", newsletter.Weekly, draftOf("Again", pen), newsletter.Schedule{})
	wantMessage(t, err, fault.Conflict, "Issue 1 of the weekly newsletter is being sent. Please wait until it is sent, or stop it.")
	storetest.Same(t, "the monthly issue is another", w.send(newsletter.Monthly, in).Number, int64(2))

	// What the catalogue says later does not change the issue.
	storetest.NoError(t, w.store.DeleteProduct(t.Context(), "ann", pen.ID))
	w.renew()
	storetest.Same(t, "the products", w.site.Settings().Issues[1].Sections[0].Products[0].Name, "Pen")

	w.now = w.now.Add(time.Minute)
	w.end(mail.Sent)
	w.end(mail.Refused)
	want.Status, want.FinishedAt, want.Delivered, want.Refused, want.Waiting = newsletter.Sent, w.now, 1, 1, 0
	storetest.Same(t, "the report at once", w.report(1), want)
	w.now = w.now.Add(time.Minute)
	w.run()
	w.exec("DELETE FROM emails WHERE issue = 1")
	storetest.Same(t, "the report as stored", w.report(1), want)

	pen = w.add("Pen 2", nil)
	w.end(mail.Sent) // the monthly issue's
	again := draftOf("Hello", pen)
	w.send(newsletter.Weekly, again)
	w.end(mail.Sent)
	w.end(mail.Sent)
	_, err = w.Send(t.Context(), "ann", newsletter.Weekly, again, newsletter.Schedule{})
	wantMessage(t, err, fault.Conflict, "This issue was sent already. Please change it before you send it again.")
}

// Of many that send at once, one sends.
func TestSendAtOnce(t *testing.T) {
	w := newIssueWorld(t)
	w.subscribe(newsletter.Weekly, "a", "b", "c")
	pen := w.add("Pen", nil)
	var all sync.WaitGroup
	var sent atomic.Int64
	for i := range 8 {
		all.Go(func() {
			schedule := newsletter.Schedule{}
			if i%2 == 0 {
				schedule = newsletter.Schedule{At: "2026-01-03T09:00", Zone: "UTC"}
			}
			_, err := w.Send(t.Context(), "ann", newsletter.Weekly, draftOf(fmt.Sprint("Hello ", i), pen), schedule)
			if err == nil {
				sent.Add(1)
			} else {
				storetest.WantFault(t, err, fault.Conflict)
			}
		})
	}
	all.Wait()
	storetest.Same(t, "issues", sent.Load(), int64(1))
	w.now = w.now.Add(48 * time.Hour)
	for range 4 { // several copies run the job at once
		all.Go(func() {
			_, err := w.RunIssues(t.Context(), "clock")
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	storetest.Same(t, "emails", w.states(1), map[string]int{"waiting": 3})
}

func TestSchedule(t *testing.T) {
	w := newIssueWorld(t)
	pen, ink := w.add("Pen", nil), w.add("Ink", nil)
	in := draftOf("Hello", pen, ink)
	report, err := w.Send(t.Context(), "ann", newsletter.Weekly, in, newsletter.Schedule{At: "2026-01-02T14:30", Zone: "Europe/Berlin"})
	storetest.NoError(t, err)
	at := time.Date(2026, 1, 2, 13, 30, 0, 0, time.UTC)
	want := newsletter.IssueReport{Number: 1, Cadence: newsletter.Weekly, Status: newsletter.Scheduled, Subject: "Hello", ScheduledAt: at, Zone: "Europe/Berlin"}
	storetest.Same(t, "the report", report, want)
	w.subscribe(newsletter.Weekly, "a") // after it was scheduled
	w.now = at.Add(-time.Second)
	w.run()
	storetest.Same(t, "before its time", w.report(1), want)
	_, err = w.Send(t.Context(), "ann", newsletter.Weekly, draftOf("Other", pen), newsletter.Schedule{})
	wantMessage(t, err, fault.Conflict, "Issue 1 of the weekly newsletter is scheduled. Please wait until it is sent, or stop it.")
	for name, change := range map[string]func() (newsletter.IssueReport, error){
		"Only an issue that is being sent can be paused.":            func() (newsletter.IssueReport, error) { return w.Pause(t.Context(), "ann", 1) },
		"Only a paused issue can be continued.":                      func() (newsletter.IssueReport, error) { return w.Resume(t.Context(), "ann", 1) },
		"Only an issue that is being sent or paused can be stopped.": func() (newsletter.IssueReport, error) { return w.Stop(t.Context(), "ann", 1) },
	} {
		_, err := change()
		wantMessage(t, err, fault.Conflict, name)
	}

	storetest.NoError(t, w.store.DeleteProduct(t.Context(), "ann", ink.ID))
	w.open() // the program was started again
	w.now = at
	w.run()
	w.run()
	started := w.report(1)
	w.now = w.now.Add(time.Minute)
	storetest.NoError(t, w.store.StartIssue(t.Context(), "clock", 1, w.site.Settings().Issues[0].IssueContent)) // by another copy
	storetest.Same(t, "the report after another start", w.report(1), started)
	storetest.Same(t, "the emails", w.states(1), map[string]int{"waiting": 1})
	products := w.site.Settings().Issues[0].Sections[0].Products
	if len(products) != 1 || products[0].Name != "Pen" {
		t.Errorf("the products are %v", products)
	}
	_, err = w.Unschedule(t.Context(), "ann", 1)
	wantMessage(t, err, fault.Conflict, "Only a scheduled issue can be made a draft again.")
}

// A scheduled issue whose products are all deleted is stopped and not published.
func TestScheduledWithoutProducts(t *testing.T) {
	w := newIssueWorld(t)
	pen := w.add("Pen", nil)
	w.subscribe(newsletter.Weekly, "a")
	_, err := w.Send(t.Context(), "ann", newsletter.Weekly, draftOf("Hello", pen), newsletter.Schedule{At: "2026-01-02T13:00", Zone: "UTC"})
	storetest.NoError(t, err, w.store.DeleteProduct(t.Context(), "ann", pen.ID))
	w.now = w.now.Add(2 * time.Hour)
	w.renew()
	w.run()
	storetest.Same(t, "the status", w.report(1).Status, newsletter.Stopped)
	storetest.Same(t, "the archive", len(w.site.Settings().Issues), 0)
	storetest.Same(t, "the emails", w.states(1), map[string]int{})
}

func TestUnschedule(t *testing.T) {
	w := newIssueWorld(t)
	pen, ink := w.add("Pen", nil), w.add("Ink", nil)
	schedule := newsletter.Schedule{At: "2026-01-03T09:00", Zone: "UTC"}
	report, err := w.Send(t.Context(), "ann", newsletter.Weekly, draftOf("Hello", pen), schedule)
	storetest.NoError(t, err)
	_, err = w.SaveDraft(t.Context(), "ann", newsletter.Weekly, draftOf("Later", ink))
	storetest.NoError(t, err)
	_, err = w.Unschedule(t.Context(), "ann", 1)
	wantMessage(t, err, fault.Conflict, "There is another draft of the weekly newsletter already. Please discard it first.")
	storetest.NoError(t, w.DiscardDraft(t.Context(), "ann", newsletter.Weekly))
	was, err := w.Unschedule(t.Context(), "ann", 1)
	storetest.NoError(t, err)
	storetest.Same(t, "the issue as it was", was, report)
	d := w.draft(newsletter.Weekly)
	storetest.Same(t, "the draft", []any{d.IsStored, d.Subject, items(d), d.Number}, []any{true, "Hello", map[site.IssueSectionKind]string{"new": "Pen"}, int64(1)})
	_, err = w.Issue(t.Context(), 1)
	storetest.WantFault(t, err, fault.NotFound)
	w.now = w.now.Add(48 * time.Hour)
	w.run()
	storetest.Same(t, "the archive", len(w.site.Settings().Issues), 0)
}

func TestPauseResumeStop(t *testing.T) {
	w := newIssueWorld(t)
	w.subscribe(newsletter.Weekly, "a", "b", "c", "d")
	pen := w.add("Pen", nil)
	w.send(newsletter.Weekly, draftOf("Hello", pen))
	w.end(mail.Sent)
	claimed, later := w.claim(), mail.Outcome{State: mail.Waiting, Pause: time.Second, Uncounted: true}
	report, err := w.Pause(t.Context(), "ann", 1)
	storetest.NoError(t, err)
	storetest.Same(t, "paused", []any{report.Status, report.Delivered, report.Waiting, report.FinishedAt.IsZero()}, []any{newsletter.Paused, 1, 3, true})
	storetest.Same(t, "the emails", w.states(1), map[string]int{"sent": 1, "sending": 1, "paused": 2})
	_, err = w.Pause(t.Context(), "ann", 1)
	storetest.WantFault(t, err, fault.Conflict)
	storetest.NoError(t, w.store.EndEmail(t.Context(), claimed, later))
	storetest.Same(t, "the emails after a try that failed", w.states(1), map[string]int{"sent": 1, "paused": 3})

	calls := w.calls
	report, err = w.Resume(t.Context(), "ann", 1)
	storetest.NoError(t, err)
	storetest.Same(t, "resumed", []any{report.Status, report.Waiting, w.calls}, []any{newsletter.Sending, 3, calls + 1})
	storetest.Same(t, "the emails again", w.states(1), map[string]int{"sent": 1, "waiting": 3})

	first, second := w.claim(), w.claim()
	report, err = w.Stop(t.Context(), "ann", 1)
	storetest.NoError(t, err)
	storetest.Same(t, "stopped", []any{report.Status, report.Delivered, report.Waiting, report.FinishedAt.IsZero()}, []any{newsletter.Stopped, 1, 2, true})
	storetest.Same(t, "the emails at the end", w.states(1), map[string]int{"sent": 1, "sending": 2})
	w.run()
	storetest.Same(t, "while two are sent", w.report(1).FinishedAt.IsZero(), true)
	storetest.NoError(t, w.store.EndEmail(t.Context(), first, mail.Outcome{State: mail.Sent}), w.store.EndEmail(t.Context(), second, later))
	w.run()
	report = w.report(1)
	storetest.Same(t, "the result", []any{report.Status, report.Delivered, report.Recipients, !report.FinishedAt.IsZero()}, []any{newsletter.Stopped, 2, 4, true})
	if _, err = w.Resume(t.Context(), "ann", 1); !fault.Is(err, fault.Conflict) {
		t.Errorf("a stopped issue can be continued: %v", err)
	}
	if _, err = w.Stop(t.Context(), "ann", 9); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown issue: %v", err)
	}
}

// A test goes to one address as a complete email, at most 20 times an hour.
func TestSendTest(t *testing.T) {
	w := newIssueWorld(t)
	in := draftOf("Hello", w.add("Pen", nil))
	for range 20 {
		storetest.NoError(t, w.SendTest(t.Context(), newsletter.Weekly, "Ann@example.com", in))
	}
	storetest.WantFault(t, w.SendTest(t.Context(), newsletter.Weekly, "ann@example.com", in), fault.TooMany)
	storetest.NoError(t, w.SendTest(t.Context(), newsletter.Weekly, "bob@example.com", in))
	w.now = w.now.Add(time.Hour)
	storetest.NoError(t, w.SendTest(t.Context(), newsletter.Weekly, "ann@example.com", in))
	var complete int64
	storetest.NoError(t, w.store.ReadOne(t.Context(), "count", &complete, "SELECT count(*) FROM emails WHERE subject = 'Test: Hello' AND kind = '' AND state = 'waiting' AND issue IS NULL AND body LIKE '%Pen%' AND html LIKE '%Pen%'"))
	storetest.Same(t, "emails", complete, int64(22))
	storetest.Same(t, "the archive", len(w.site.Settings().Issues), 0)
}
