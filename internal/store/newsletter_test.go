package store_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/quota"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// subscribe adds a confirmed subscriber of the weekly issue.
func subscribe(t *testing.T, s *store.Store, email string, topics ...int64) newsletter.Subscriber {
	t.Helper()
	added, err := subscribers(s).Subscribe(t.Context(), newsletter.NewSubscriber{
		Email: email, Key: email, Choices: newsletter.Choices{Topics: topics, Cadence: newsletter.Weekly}, ConsentAt: noon, Consent: "test"})
	noError(t, err)
	return added
}

func TestSubscribersAndIssues(t *testing.T) {
	eachWorld(t, worldTests{
		"finds subscribers by status, topic and parts of their emails": func(t *testing.T, s *store.Store, _ *world) {
			create(t, s, draft("Pen", "Writing", "Video"))
			subscribe(t, s, "ann@example.com", 1)
			subscribe(t, s, "bob_1@example.com")
			subscribe(t, s, "carl@example.org", 2)
			gone := subscribe(t, s, "dora@example.org", 1)
			noError(t, subscribers(s).Leave(t.Context(), gone.ID, gone.Email, ""), errOf(subscribers(s).Request(t.Context(), newsletter.NewSubscriber{Email: "eve@example.org", Key: "eve@example.org", ConsentAt: noon}, "hash")))
			for _, c := range []struct {
				query  newsletter.SubscriberQuery
				want   string // first letters of the page, the newest first
				counts newsletter.SubscriberCounts
			}{
				{newsletter.SubscriberQuery{Limit: 9}, "edcba", newsletter.SubscriberCounts{All: 5, Confirmed: 3, Unconfirmed: 1, Unsubscribed: 1}},
				{newsletter.SubscriberQuery{Limit: 2}, "ed", newsletter.SubscriberCounts{All: 5, Confirmed: 3, Unconfirmed: 1, Unsubscribed: 1}},
				{newsletter.SubscriberQuery{Limit: 9, After: 3}, "ba", newsletter.SubscriberCounts{All: 5, Confirmed: 3, Unconfirmed: 1, Unsubscribed: 1}},
				{newsletter.SubscriberQuery{Limit: 9, Filter: newsletter.Confirmed}, "cba", newsletter.SubscriberCounts{All: 5, Confirmed: 3, Unconfirmed: 1, Unsubscribed: 1}},
				{newsletter.SubscriberQuery{Limit: 9, Filter: newsletter.Unsubscribed, Search: "EXAMPLE d"}, "d", newsletter.SubscriberCounts{All: 1, Unsubscribed: 1}},
				{newsletter.SubscriberQuery{Limit: 9, Search: "_"}, "b", newsletter.SubscriberCounts{All: 1, Confirmed: 1}},
				{newsletter.SubscriberQuery{Limit: 9, Topic: 1}, "edba", newsletter.SubscriberCounts{All: 4, Confirmed: 2, Unconfirmed: 1, Unsubscribed: 1}},
				{newsletter.SubscriberQuery{Limit: 9, Topic: 2, Search: ".org"}, "ec", newsletter.SubscriberCounts{All: 2, Confirmed: 1, Unconfirmed: 1}},
			} {
				page, counts, err := subscribers(s).Subscribers(t.Context(), c.query)
				noError(t, err)
				got := ""
				for _, found := range page {
					got += found.Email[:1]
				}
				same(t, "page", got, c.want)
				same(t, "counts", counts, c.counts)
			}
		},
		"knows the subscriber of a link in an email, and stops an issue without products": func(t *testing.T, s *store.Store, w *world) {
			ann := subscribe(t, s, "ann@example.com")
			noError(t, errOf(issues(s).AddIssue(t.Context(), "w", newsletter.NewIssue{Cadence: newsletter.Weekly, Content: &site.IssueContent{}})))
			e, _, err := s.NextEmail(t.Context(), mail.Claim{Lease: time.Minute, TokenHash: "token"})
			noError(t, err)
			same(t, "the email", []any{e.Issue, e.To}, []any{int64(1), "ann@example.com"})
			same(t, "whose token it is", must(subscribers(s).SubscriberByToken(t.Context(), "token"))(t).ID, ann.ID)
			wantFault(t, errOf(subscribers(s).SubscriberByToken(t.Context(), "")), fault.NotFound)

			noError(t, errOf(issues(s).AddIssue(t.Context(), "w", newsletter.NewIssue{Cadence: newsletter.Monthly, ScheduledAt: w.now, Zone: "UTC"})))
			due := must(issues(s).DueIssues(t.Context(), w.now))(t)
			same(t, "due issues", len(due), 1)
			noError(t, issues(s).StartIssue(t.Context(), "clock", due[0].Number, site.IssueContent{}))
			same(t, "the status", must(issues(s).IssueDetail(t.Context(), due[0].Number))(t).Report.Status, newsletter.Stopped)
		},
	})
}

func subscribers(s *store.Store) *newsletter.SubscriberQueries {
	return &newsletter.SubscriberQueries{DB: s.DB}
}

func issues(s *store.Store) *newsletter.IssueQueries { return &newsletter.IssueQueries{DB: s.DB} }

func init() {
	plans = append(plans, plan{reflect.TypeFor[*newsletter.SubscriberQueries](), planSubscribers}, plan{reflect.TypeFor[*newsletter.IssueQueries](), planIssues})
}

func planSubscribers(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx := t.Context()
	look("EachSubscriber")(subscribers(s).EachSubscriber(ctx, func(newsletter.Subscriber) error { return nil }))
	look("ForgetUnconfirmed")(subscribers(s).ForgetUnconfirmed(ctx, time.UnixMicro(20)))
	imported := []newsletter.NewSubscriber{{Email: "i", Key: "i", ConsentAt: noon}, {Email: "reader 700", Key: "reader 700", ConsentAt: noon}}
	look("ImportSubscribers")(subscribers(s).ImportSubscribers(ctx, "w", imported))
	look("Leave")(subscribers(s).Leave(ctx, 800, "reader 800", "token of an issue"))
	look("ReaderNumbers")(subscribers(s).ReaderNumbers(ctx, []time.Time{time.UnixMicro(19_950)}))
	look("RemoveSubscriber")(subscribers(s).RemoveSubscriber(ctx, "w", 900))
	look("Request")(subscribers(s).Request(ctx, newsletter.NewSubscriber{Email: "r", Key: "r", ConsentAt: noon}, "hash"))
	look("Subscribe")(subscribers(s).Subscribe(ctx, newsletter.NewSubscriber{Email: "s", Key: "s", ConsentAt: noon}))
	look("SubscriberByEmail")(subscribers(s).SubscriberByEmail(ctx, "reader 1000"))
	look("SubscriberByToken")(subscribers(s).SubscriberByToken(ctx, "token 1100"))
	look("Subscribers")(subscribers(s).Subscribers(ctx, newsletter.SubscriberQuery{After: 1200, Limit: 50}))
}

func planIssues(t *testing.T, s *store.Store, look func(method string) func(results ...any)) {
	ctx := t.Context()
	hourly := account.EmailLimit{Key: "key 11", Limit: quota.Limit{Most: 9, Within: time.Hour}}
	look("NextIssue")(issues(s).NextIssue(ctx, newsletter.Weekly))
	look("SaveDraft")(issues(s).SaveDraft(ctx, "w", newsletter.Weekly, newsletter.DraftInput{Subject: "s"}))
	look("DiscardDraft")(issues(s).DiscardDraft(ctx, "w", newsletter.Weekly))
	look("QueueEmail")(issues(s).QueueEmail(ctx, hourly, mail.Email{To: "a"}))
	look("IssueReports")(issues(s).IssueReports(ctx))
	look("CountRefused")(issues(s).CountRefused(ctx, time.Unix(1, 0)))
	look("IssueDetail")(issues(s).IssueDetail(ctx, 17))
	look("IssueRecipient")(issues(s).IssueRecipient(ctx, 17, 700))
	look("SentIssue")(issues(s).SentIssue(ctx, 17))
	look("DueIssues")(issues(s).DueIssues(ctx, time.UnixMicro(30)))
	for _, change := range []newsletter.IssueChange{
		{Action: "pause", From: []newsletter.IssueStatus{newsletter.Sending}, To: newsletter.Paused},
		{Action: "resume", From: []newsletter.IssueStatus{newsletter.Paused}, To: newsletter.Sending},
		{Action: "stop", From: []newsletter.IssueStatus{newsletter.Sending}, To: newsletter.Stopped},
	} {
		look("ChangeIssue")(issues(s).ChangeIssue(ctx, "w", 17, change))
	}
	look("StartIssue")(issues(s).StartIssue(ctx, "w", 19, site.IssueContent{Sections: []site.IssueSection{{Kind: site.Deals}}}))
	look("UnscheduleIssue")(issues(s).UnscheduleIssue(ctx, "w", 20))
	look("AddIssue")(issues(s).AddIssue(ctx, "w", newsletter.NewIssue{Cadence: newsletter.Weekly, Content: &site.IssueContent{}}))
	look("FinishIssues")(issues(s).FinishIssues(ctx))
	look("ForgetIssueEmails")(issues(s).ForgetIssueEmails(ctx, time.UnixMicro(3)))
}

func TestImagesOfIssues(t *testing.T) {
	eachWorld(t, worldTests{
		"are no orphans: those of a draft, and of issues that are scheduled or sent": func(t *testing.T, s *store.Store, w *world) {
			drafted, scheduled, sent := "![]("+media.Path+upload(t, s, "a")+")", "![]("+media.Path+upload(t, s, "b")+")", media.Path+upload(t, s, "c")
			content := site.IssueContent{Sections: []site.IssueSection{{Kind: site.Deals, Products: []site.IssueProduct{{Image: sent}}}}}
			noError(t, errOf(subscribers(s).Subscribe(t.Context(), newsletter.NewSubscriber{Email: "a", Key: "a", Choices: newsletter.Choices{Cadence: newsletter.Weekly}})),
				errOf(issues(s).AddIssue(t.Context(), "w", newsletter.NewIssue{Cadence: newsletter.Weekly, Content: &content})),
				errOf(issues(s).AddIssue(t.Context(), "w", newsletter.NewIssue{Cadence: newsletter.Monthly, DraftInput: newsletter.DraftInput{Intro: scheduled}, ScheduledAt: w.now.Add(time.Hour)})),
				issues(s).SaveDraft(t.Context(), "w", newsletter.Weekly, newsletter.DraftInput{Intro: drafted}))
			same(t, "removed", removeOrphans(t, s, everything), "")
		},
	})
}

// Subscribers are found by keys that an earlier version made otherwise; one key that two would have stays.
func TestSubscriberKeyUpgrade(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		before := storetest.OpenAt(t, o)
		for _, email := range []string{"carl@example.com", "dora@example.com", "Dora@example.com"} {
			subscribe(t, before, email)
		}
		exec(t, before, "UPDATE newsletters SET email_key = 'old' WHERE id = 1")
		s := storetest.OpenAt(t, o)
		same(t, "the subscriber", must(subscribers(s).SubscriberByEmail(t.Context(), "carl@example.com"))(t).ID, int64(1))
		same(t, "keys of subscribers", storetest.Column(t, o, "SELECT email_key FROM newsletters ORDER BY id"), []string{"carl@example.com", "dora@example.com", "Dora@example.com"})
	})
}

// The settings have the issues that were started, the newest first, and at most the latest 500.
func TestIssuesInSettings(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		s := storetest.OpenAt(t, o)
		exec(t, s, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 502) INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items, content, started_at)
		SELECT i, 'weekly', CASE WHEN i = 502 THEN 'scheduled' ELSE 'sent' END, 'Issue', '', '[]', '{"intro":"<p>Hi</p>","sections":[]}', CASE WHEN i = 3 THEN 9000 WHEN i < 502 THEN i END FROM n`)
		issues := settings(t, s).Issues
		same(t, "issues", []any{len(issues), issues[0].Number, issues[1].Number, issues[499].Number, issues[0].Intro}, []any{500, int64(3), int64(501), int64(2), "<p>Hi</p>"})
	})
}

// Emails of an issue follow what becomes of it and of who gets it.
func TestIssueEmails(t *testing.T) {
	eachWorld(t, worldTests{
		"of an issue end without their recipient, and are never claimed again": func(t *testing.T, s *store.Store, w *world) {
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
				same(t, fmt.Sprint("failures after ", test.outcome), failuresOf(t, s, i+1), test.failures)
			}
			last := claim(t, s)
			same(t, "the last", last.To, "r6@example.com")
			exec(t, s, "DELETE FROM newsletters WHERE id = 6") // while it is sent
			noError(t, s.EndEmail(t.Context(), last, mail.Outcome{State: mail.Refused, Permanent: true, Answer: "550"}))
			same(t, "of a subscriber who is gone", emailRow(t, s, 6).State, "refused")
			w.now = w.now.AddDate(1, 0, 0)
			same(t, "a year later", claim(t, s).ID, int64(0))
		},
		"that come back from an attempt follow their issue": func(t *testing.T, s *store.Store, _ *world) {
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
		},
	})
}
