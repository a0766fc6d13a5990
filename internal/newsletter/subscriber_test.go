package newsletter_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const proof = "They ticked a box in our shop in 2025."

// imports imports a list, which must be accepted.
func (w *world) imports(csv string) newsletter.ImportResult {
	w.t.Helper()
	result, err := w.Import(w.t.Context(), "admin@example.com", newsletter.ImportInput{CSV: csv, Consent: proof})
	noError(w.t, err)
	return result
}

// emails lists the addresses that a query finds.
func (w *world) emails(q newsletter.SubscriberQuery) string {
	w.t.Helper()
	q.Limit = max(q.Limit, 1)
	var found []string
	for {
		page, err := w.Subscribers(w.t.Context(), q)
		noError(w.t, err)
		for _, s := range page.Subscribers {
			found = append(found, strings.TrimSuffix(s.Email, "@example.com"))
		}
		if q.After = page.Next; q.After == 0 {
			return strings.Join(found, " ")
		}
	}
}

// Administrators find subscribers by address, topic and status, the newest first.
func TestSubscribers(t *testing.T) {
	w := newWorld(t)
	video, writing := w.topic("Video"), w.topic("Writing")
	w.subscribe("all@example.com", weekly())
	w.subscribe("Video@example.com", weekly(video))
	w.subscribe("both@example.com", weekly(writing, video))
	w.subscribe("a_b@example.com", weekly(writing))
	w.subscribe("left@example.com", weekly())
	noError(t, w.Leave(t.Context(), "", &account.User{Email: "left@example.com"}))
	w.request("new@example.com", weekly())
	w.subscribe("gone@example.com", weekly())
	storetest.Exec(t, w.place, "UPDATE newsletters SET failures = 3 WHERE email = 'gone@example.com'")

	for _, test := range []struct {
		q    newsletter.SubscriberQuery
		want string
	}{
		{newsletter.SubscriberQuery{}, "gone new left a_b both Video all"},
		{newsletter.SubscriberQuery{Limit: 3}, "gone new left a_b both Video all"},
		{newsletter.SubscriberQuery{Search: "VID"}, "Video"},
		{newsletter.SubscriberQuery{Search: "_"}, "a_b"},
		{newsletter.SubscriberQuery{Search: "%"}, ""},
		{newsletter.SubscriberQuery{Search: `\`}, ""},
		{newsletter.SubscriberQuery{Topic: video, Filter: newsletter.Confirmed}, "both Video all"},
		{newsletter.SubscriberQuery{Topic: writing, Filter: newsletter.Confirmed}, "a_b both all"},
		{newsletter.SubscriberQuery{Topic: 99, Filter: newsletter.Confirmed}, "all"},
		{newsletter.SubscriberQuery{Filter: newsletter.Unconfirmed}, "new"},
		{newsletter.SubscriberQuery{Filter: newsletter.Unsubscribed}, "left"},
		{newsletter.SubscriberQuery{Filter: newsletter.Refused}, "gone"},
	} {
		same(t, fmt.Sprintf("%+v", test.q), w.emails(test.q), test.want)
	}
	same(t, "counts", w.all().Counts, newsletter.SubscriberCounts{All: 7, Confirmed: 4, Unconfirmed: 1, Unsubscribed: 1, Refused: 1})
	same(t, "the status", w.all().Subscribers[0].Status, newsletter.Refused)
}

// A removed subscriber is gone from every table, and the audit does not name them.
func TestRemoveSubscriber(t *testing.T) {
	w := newWorld(t)
	w.request(ann, weekly())
	w.subscribe(ann, weekly())
	noError(t, w.Subscriptions.Store.RemoveSubscriber(t.Context(), "admin@example.com", w.all().Subscribers[0].ID))
	if stored := storetest.Contents(t, w.place); strings.Contains(strings.ToLower(stored), "ann@") || !strings.Contains(stored, `"newsletters"`) {
		t.Errorf("the tables hold\n%s", stored)
	}
	wantFault(t, w.Subscriptions.Store.RemoveSubscriber(t.Context(), "admin@example.com", 1), fault.NotFound)
}

// A list from elsewhere is stored as confirmed, with proof. Who has left stays so, and who is subscribed stays as they are.
func TestImport(t *testing.T) {
	w := newWorld(t)
	w.subscribe("known@example.com", weekly(w.topic("Video")))
	w.subscribe("left@example.com", weekly())
	noError(t, w.Leave(t.Context(), "", &account.User{Email: "left@example.com"}))
	w.request("ＮEW@example.com", weekly()) // by somebody whose mailbox it may not be

	got := w.imports("\ufeffName, EMAIL ,cadence,subscribed_at\n" +
		"Ann,ann@example.com,Monthly,2025-03-31\n" +
		"Ann,ANN@example.com,,\n" +
		"\"Bob, Jr.\",bob@bücher.example,,2025-03-31T10:00:00Z\n" +
		"K,known@example.com,monthly,\nL,left@example.com,,\nN,new@example.com\n" +
		"\nX,nobody,,\nX,x@example.com,daily,\nX,y@example.com,,2027-01-01\nX,z@example.com,,soon\nshort\n")
	same(t, "added, known, left", []int{got.Added, got.Known, got.Unsubscribed}, []int{3, 1, 1})
	lines := ""
	for _, line := range got.Invalid {
		lines += fmt.Sprint(line.Line, " ", line.Message, "\n")
	}
	same(t, "invalid lines", lines, "9 This is not an email address.\n10 The cadence is weekly or monthly.\n"+
		"11 subscribed_at is a past day or time, for example 2025-03-31.\n12 subscribed_at is a past day or time, for example 2025-03-31.\n13 This is not an email address.\n")
	same(t, "confirmed", w.emails(newsletter.SubscriberQuery{Filter: newsletter.Confirmed}), "bob@bücher.example ann new known")
	for _, s := range w.all().Subscribers {
		switch s.Email {
		case "ann@example.com":
			same(t, "ann", []any{s.Cadence, s.Consent, s.ConsentAt}, []any{newsletter.Monthly, proof, time.Date(2025, 3, 31, 0, 0, 0, 0, time.UTC)})
		case "known@example.com":
			same(t, "known", []any{s.Cadence, s.Topics}, []any{newsletter.Weekly, []int64{w.topic("Video")}})
		}
	}
}

// A spreadsheet may separate the cells by semicolons or tabs, and say so in a first line.
func TestImportSeparators(t *testing.T) {
	w := newWorld(t)
	for i, list := range []string{
		"Name;EMAIL;cadence\r\n\"Ann; B, C\";a0@example.com;monthly\r\nX;nobody;\r\n", "\ufeffsep=;\r\nemail;cadence\r\na1@example.com;monthly\r\nnobody;\r\n",
		"cadence\temail\nmonthly\ta2@example.com\n\tnobody\n",
	} {
		got := w.imports(list)
		same(t, "added", got.Added, 1)
		same(t, "invalid lines", got.Invalid, []newsletter.InvalidLine{{Line: strings.Count(list, "\n"), Message: "This is not an email address."}})
		for _, s := range w.all().Subscribers {
			if s.Email == fmt.Sprintf("a%d@example.com", i) {
				same(t, "cadence", s.Cadence, newsletter.Monthly)
			}
		}
	}
	same(t, "subscribers", w.all().Counts.All, 3)
}

// What is not a list of subscribers is refused whole.
func TestImportRefused(t *testing.T) {
	w := newWorld(t)
	many := "email\n"
	for i := range 10_001 {
		many += fmt.Sprintf("a%d@example.com\n", i)
	}
	for _, test := range []struct{ csv, consent, field string }{
		{"email\nann@example.com\n", " ", "consent"}, {"email\nann@example.com\n", strings.Repeat("é", 1001), "consent"},
		{"", proof, "csv"}, {"ann@example.com\n", proof, "csv"}, {"email\n\"ann", proof, "csv"}, {many, proof, "csv"},
	} {
		wantInvalid(t, errOf(w.Import(t.Context(), "admin@example.com", newsletter.ImportInput{CSV: test.csv, Consent: test.consent})), test.field)
	}
	same(t, "subscribers", w.all().Counts.All, 0)
	same(t, "a list without anybody", w.imports("email\n"), newsletter.ImportResult{Invalid: []newsletter.InvalidLine{}})
	same(t, "as many as may be", w.imports(many[:strings.LastIndex(many, "a10000@")]).Added, 10_000)
}

// An export has those who get issues, and can be imported again. No cell is run by a spreadsheet.
func TestExport(t *testing.T) {
	w := newWorld(t)
	w.imports("email,cadence,subscribed_at\n=1+1@example.com,monthly,2025-03-31\n")
	w.subscribe("video@example.com", weekly(w.topic("Video")))
	w.request("new@example.com", weekly())
	var file bytes.Buffer
	noError(t, w.Export(t.Context(), &file))
	same(t, "the file", file.String(), "email,subscribed_at,cadence,topics,consent\n"+
		"'=1+1@example.com,2025-03-31T00:00:00Z,monthly,,They ticked a box in our shop in 2025.\n"+
		"video@example.com,2026-11-25T12:00:00Z,weekly,Video,2026-11: "+newsletter.CurrentConsent()+"\n")
	same(t, "known again", w.imports(file.String()).Known, 2)
}

// The numbers count what happened in each week, from Monday on.
func TestNumbers(t *testing.T) {
	w := newWorld(t)
	w.subscribe("old@example.com", weekly()) // on a Wednesday
	w.now = w.now.AddDate(0, 0, 26*7-3)      // the last Sunday of the 26th week
	w.subscribe("b@example.com", newsletter.Choices{Cadence: newsletter.Monthly})
	w.subscribe("c@example.com", weekly())
	w.request("d@example.com", weekly())
	w.now = w.now.AddDate(0, 0, 1)
	noError(t, w.Leave(t.Context(), "", &account.User{Email: "c@example.com"}))
	storetest.Exec(t, w.place, fmt.Sprintf("INSERT INTO users (email, email_key, name, password_hash, created_at, updated_at) VALUES ('r', 'r', 'R', 'h', %d, 0)", w.now.UnixMicro()))
	got, err := w.Numbers(t.Context())
	noError(t, err)
	same(t, "totals", []int{got.Users, got.Weekly, got.Monthly}, []int{1, 1, 1})
	same(t, "weeks", []any{len(got.Weeks), got.Weeks[0].Week}, []any{26, "2026-11-30"})
	same(t, "the last weeks", got.Weeks[24:], []newsletter.WeekNumbers{{Week: "2027-05-17", Confirmed: 2}, {Week: "2027-05-24", SignUps: 1, Unsubscribed: 1}})
	sum := 0
	for _, week := range got.Weeks[:24] {
		sum += week.SignUps + week.Confirmed + week.Unsubscribed
	}
	same(t, "earlier", sum, 0)
}

// A topic that is merged into another one becomes that one.
func TestMergedTopic(t *testing.T) {
	w := newWorld(t)
	video, writing := w.topic("Video"), w.topic("Writing")
	for email, topics := range map[string][]int64{"v@example.com": {video}, "both@example.com": {writing, video}, "w@example.com": {writing}, "all@example.com": {}} {
		w.subscribe(email, weekly(topics...))
	}
	link := w.token(w.request("asked@example.com", weekly(video)).Text)
	noError(t, errOf(w.store.MergeCategory(t.Context(), "admin@example.com", video, writing)))
	noError(t, errOf(w.Confirm(t.Context(), link)))
	for _, s := range w.all().Subscribers {
		want := []int64{writing}
		if s.Email == "all@example.com" {
			want = []int64{}
		}
		same(t, s.Email, s.Topics, want)
	}
}

// A subscription goes with the account of its address, and moves with a changed one. One of another spelling may be another
// person's.
func TestAccountOfSubscriber(t *testing.T) {
	w := newWorld(t)
	storetest.Exec(t, w.place, "INSERT INTO users (email, email_key, name, password_hash, created_at, updated_at) VALUES ('"+ann+"', 'ann@example.com', 'Ann', 'h', 0, 0)")
	move := func(to string) { noError(t, w.store.SetEmail(t.Context(), "", 1, to, account.EmailKey(to), "")) }
	link := w.token(w.request(ann, weekly()).Text)
	noError(t, errOf(w.Confirm(t.Context(), link)))
	w.subscribe("bob@example.com", weekly())
	move("bob@example.com")
	same(t, "an address that has one", w.emails(newsletter.SubscriberQuery{}), "bob Ann")
	move("ＡNN@example.com")
	move("carl@example.com")
	same(t, "of another spelling", w.emails(newsletter.SubscriberQuery{}), "bob Ann")
	move(ann)
	w.request("ann2@example.com", weekly()) // by anybody
	w.exec("INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items) VALUES (1, 'weekly', 'sent', '', '', '[]')")
	w.exec("INSERT INTO emails (recipient, subject, body, created_at, issue, subscriber_id, state, token_hash) VALUES ('', '', '', 0, 1, 1, 'sent', ?)", mail.TokenHash("of issue"))
	noError(t, errOf(w.Subscription(t.Context(), "of issue", nil)))
	move("Ann2@example.com")
	same(t, "another address", w.emails(newsletter.SubscriberQuery{}), "bob Ann2")
	for _, sent := range []string{link, "of issue"} { // to the former address
		wantFault(t, errOf(w.Subscription(t.Context(), sent, nil)), fault.NotFound)
	}
	noError(t, w.store.DeleteUser(t.Context(), "", account.User{ID: 1, Email: "ann2@example.com"}))
	same(t, "after the account of another spelling", w.emails(newsletter.SubscriberQuery{}), "bob Ann2")
	noError(t, w.store.DeleteUser(t.Context(), "", account.User{ID: 1, Email: "Ann2@example.com"}))
	same(t, "after the account", w.emails(newsletter.SubscriberQuery{}), "bob")
}
