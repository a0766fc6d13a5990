package newsletter_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func weekly(topics ...int64) newsletter.Choices {
	return newsletter.Choices{Topics: append([]int64{}, topics...), Cadence: newsletter.Weekly}
}

// Nothing is stored and nothing but one email is sent before the owner of an address confirms.
func TestDoubleOptIn(t *testing.T) {
	w := newWorld(t)
	noError(t, w.Request(t.Context(), client(), ann, weekly(w.topic("Video"))))
	same(t, "subscribers before the email", w.all().Counts, newsletter.SubscriberCounts{})
	same(t, "calls of the sender", w.calls, 1)

	message := w.composed()
	token := w.token(message.Text)
	if !strings.Contains(message.Text, "https://tools.example/newsletter/confirm#"+token) || message.Unsubscribe != "https://tools.example/api/newsletter/leave?token="+token {
		t.Errorf("unsubscribe with %s in\n%s", message.Unsubscribe, message.Text)
	}
	same(t, "the token is stored", strings.Contains(storetest.Contents(t, w.place), token), false)
	same(t, "counts before it is confirmed", w.all().Counts, newsletter.SubscriberCounts{All: 1, Unconfirmed: 1})

	wantFault(t, errOf(w.Confirm(t.Context(), token+"x")), fault.NotFound)
	wantFault(t, errOf(w.Confirm(t.Context(), "")), fault.NotFound)
	w.now = w.now.Add(time.Hour)
	for range 2 { // a link may be opened twice
		got, err := w.Confirm(t.Context(), token)
		noError(t, err)
		same(t, "the subscription", got, newsletter.Subscription{Email: ann, Status: newsletter.Confirmed, Choices: weekly(w.topic("Video"))})
	}
	s := w.all().Subscribers[0]
	same(t, "when it was confirmed", s.ConfirmedAt, w.now)
	same(t, "consent", s.Consent, "2026-11: "+newsletter.CurrentConsent())
}

// Asking with an address that is subscribed changes nothing, and the email says so.
func TestAlreadySubscribed(t *testing.T) {
	w := newWorld(t)
	w.subscribe(ann, weekly(w.topic("Video")))
	before := w.all()
	message := w.request("ＡNN@example.com", newsletter.Choices{Cadence: newsletter.Monthly})
	same(t, "the subscribers", w.all(), before)
	same(t, "the subject says it", strings.Contains(message.Subject, "already subscribed"), true)
	same(t, "the recipient", message.To, ann)
	got, err := w.Subscription(t.Context(), w.token(message.Text), nil)
	noError(t, err)
	same(t, "the subscription", got, newsletter.Subscription{Email: ann, Status: newsletter.Confirmed, Choices: weekly(w.topic("Video"))})
}

// The link goes to the address for which it was made, and from the first confirmation on to the stored one.
func TestRequestRecipient(t *testing.T) {
	w := newWorld(t)
	for _, typed := range []string{"ＡNN@example.com", ann} {
		same(t, "before it is confirmed", w.request(typed, weekly()).To, typed)
	}
	token := w.token(w.request(ann, weekly()).Text)
	noError(t, errOf(w.Confirm(t.Context(), token)), w.Leave(t.Context(), token, nil))
	w.now = w.now.Add(25 * time.Hour)
	message := w.request("ＡNN@example.com", weekly())
	same(t, "after it was left", message.To, ann)
	got, err := w.Confirm(t.Context(), w.token(message.Text))
	noError(t, err)
	same(t, "the subscription", got.Email, ann)
}

// Who presses Subscribe more than once can confirm with each of the links, and gets what was asked for with that one. Then the others
// show the subscription as it is, and those to other spellings of the address nothing.
func TestManyRequests(t *testing.T) {
	monthly := newsletter.Choices{Topics: []int64{}, Cadence: newsletter.Monthly}
	for _, test := range []struct {
		what            string
		confirm, second string // the address of the link that confirms, and of the other one
		isFirst         bool   // the one that confirms was sent first
		isSame          bool   // the other one works then
		isLeft          bool   // the other one ends its own request before
	}{
		{what: "the first of two", confirm: ann, second: ann, isSame: true, isFirst: true},
		{what: "the second of two", confirm: ann, second: ann, isSame: true},
		{what: "after a stranger", confirm: ann, second: "ＡNN@example.com"},
		{what: "before a stranger", confirm: ann, second: "ＡNN@example.com", isFirst: true},
		{what: "a stranger leaves", confirm: ann, second: "ＡNN@example.com", isLeft: true},
		{what: "a stranger leaves later", confirm: ann, second: "ＡNN@example.com", isFirst: true, isLeft: true},
	} {
		t.Run(test.what, func(t *testing.T) {
			w := newWorld(t)
			ask := func(email string, choices newsletter.Choices) string {
				w.now = w.now.Add(time.Minute)
				return w.token(w.request(email, choices).Text)
			}
			var used, other string
			if test.isFirst {
				used, other = ask(test.confirm, monthly), ask(test.second, weekly())
			} else {
				other, used = ask(test.second, weekly()), ask(test.confirm, monthly)
			}
			got, err := w.Subscription(t.Context(), other, nil)
			noError(t, err)
			same(t, "the other before", got, newsletter.Subscription{Email: test.second, Status: newsletter.Unconfirmed, Choices: weekly()})
			if test.isLeft {
				noError(t, w.Leave(t.Context(), other, nil))
			}
			want := newsletter.Subscription{Email: test.confirm, Status: newsletter.Confirmed, Choices: monthly}
			got, err = w.Confirm(t.Context(), used)
			noError(t, err)
			same(t, "the subscription", got, want)
			same(t, "the links that are kept", storetest.Column(t, w.place, "SELECT DISTINCT email FROM newsletter_links"), []string{ann})
			got, err = w.Confirm(t.Context(), other)
			if test.isSame {
				noError(t, err)
				same(t, "by the other link", got, want)
				noError(t, w.Leave(t.Context(), other, nil))
				same(t, "who has left", w.all().Counts.Unsubscribed, 1)
				return
			}
			wantFault(t, err, fault.NotFound)
			wantFault(t, w.Leave(t.Context(), other, nil), fault.NotFound)
			wantFault(t, errOf(w.Choose(t.Context(), other, nil, weekly())), fault.NotFound)
			got, err = w.Subscription(t.Context(), used, nil)
			noError(t, err)
			same(t, "after the other", got, want)
		})
	}
}

// A request changes nothing that is stored of a subscription that was ever confirmed.
func TestRequestChangesNothing(t *testing.T) {
	w := newWorld(t)
	token := w.token(w.request(ann, weekly(w.topic("Video"))).Text)
	noError(t, errOf(w.Confirm(t.Context(), token)), w.Leave(t.Context(), token, nil))
	before := w.all()
	w.now = w.now.Add(25 * time.Hour)
	w.request("ＡNN@example.com", newsletter.Choices{Cadence: newsletter.Monthly})
	same(t, "after a request", w.all(), before)
}

// An account has the subscription of its address in the same spelling: another may be another person's mailbox.
func TestOtherSpellingOfUser(t *testing.T) {
	w := newWorld(t)
	other := &account.User{Email: "ＡNN@example.com"}
	noError(t, errOf(w.Confirm(t.Context(), w.token(w.request(ann, weekly()).Text))))
	before := w.all()
	got, err := w.Subscription(t.Context(), "", other)
	noError(t, err)
	same(t, "what they see", got.Status, newsletter.NotSubscribed)
	listed, err := newsletter.SubscriptionsOf(t.Context(), w.store.DB, *other)
	noError(t, err)
	same(t, "their export", len(listed), 0)
	noError(t, w.Leave(t.Context(), "", other))
	wantMessage(t, errOf(w.Choose(t.Context(), "", other, newsletter.Choices{Cadence: newsletter.Monthly})), fault.Conflict, newsletter.OtherSpelling)
	same(t, "the subscribers", w.all(), before)
	noError(t, w.Leave(t.Context(), "", &account.User{Email: ann}))
	wantMessage(t, errOf(w.Choose(t.Context(), "", other, weekly())), fault.Conflict, newsletter.OtherSpelling)

	w.request("bob@example.com", weekly()) // which nobody has confirmed
	same(t, "in place of a request", w.subscribe("BOB@example.com", weekly()).Email, "BOB@example.com")
}

// Whoever has left gets nothing until they confirm again.
func TestLeave(t *testing.T) {
	w := newWorld(t)
	token := w.token(w.request(ann, weekly()).Text)
	noError(t, w.Leave(t.Context(), token, nil))
	same(t, "one that was never confirmed stays", w.all().Counts, newsletter.SubscriberCounts{})
	wantFault(t, w.Leave(t.Context(), token, nil), fault.NotFound)

	token = w.token(w.request(ann, weekly()).Text)
	noError(t, errOf(w.Confirm(t.Context(), token)))
	for range 2 {
		noError(t, w.Leave(t.Context(), token, nil))
		same(t, "counts", w.all().Counts, newsletter.SubscriberCounts{All: 1, Unsubscribed: 1})
	}

	w.now = w.now.Add(24 * time.Hour)
	token = w.token(w.request(ann, newsletter.Choices{Topics: []int64{}, Cadence: newsletter.Monthly}).Text)
	same(t, "counts before it is confirmed again", w.all().Counts, newsletter.SubscriberCounts{All: 1, Unsubscribed: 1})
	got, err := w.Confirm(t.Context(), token)
	noError(t, err)
	same(t, "the subscription", got, newsletter.Subscription{Email: ann, Status: newsletter.Confirmed, Choices: newsletter.Choices{Topics: []int64{}, Cadence: newsletter.Monthly}})
	same(t, "when they agreed", w.all().Subscribers[0].ConsentAt, w.now)
}

// A user who is signed in needs no email: the address is known to be theirs.
func TestUserChooses(t *testing.T) {
	w := newWorld(t)
	user := &account.User{Email: ann}
	got, err := w.Subscription(t.Context(), "", user)
	noError(t, err)
	same(t, "before", got, newsletter.Subscription{Email: ann, Status: newsletter.NotSubscribed, Choices: weekly()})
	noError(t, w.Leave(t.Context(), "", user))
	same(t, "after", w.subscribe(ann, weekly(w.topic("Video"), w.topic("Writing"), w.topic("Video"))).Topics, []int64{w.topic("Writing"), w.topic("Video")})
	noError(t, w.Leave(t.Context(), "", user))
	got, err = w.Subscription(t.Context(), "", user)
	noError(t, err)
	same(t, "the status", got.Status, newsletter.Unsubscribed)
	same(t, "again", w.subscribe(ann, weekly()).Status, newsletter.Confirmed)
	wantFault(t, errOf(w.Subscription(t.Context(), "", nil)), fault.Unauthorized)
	wantFault(t, errOf(w.Choose(t.Context(), "", nil, weekly())), fault.Unauthorized)
	wantFault(t, w.Leave(t.Context(), "", nil), fault.Unauthorized)
}

// Changing the choices does not change when somebody agreed.
func TestChoicesKeepConsent(t *testing.T) {
	w := newWorld(t)
	w.subscribe(ann, weekly())
	before := w.all().Subscribers[0]
	w.now = w.now.Add(time.Hour)
	w.subscribe(ann, newsletter.Choices{Topics: []int64{w.topic("Video")}, Cadence: newsletter.Monthly})
	after := w.all().Subscribers[0]
	before.Topics, before.Cadence = after.Topics, after.Cadence
	same(t, "the subscriber", after, before)
	same(t, "the topics", after.Topics, []int64{w.topic("Video")})
}

func TestRefusedRequests(t *testing.T) {
	w := newWorld(t)
	for _, email := range []string{"", "ann", "a@b\r\nBcc: c@d.example", strings.Repeat("a", 320) + "@example.com", "a\x00@example.com", "Ann <ann@example.com>"} {
		wantInvalid(t, w.Request(t.Context(), client(), email, weekly()), "email")
	}
	wantInvalid(t, w.Request(t.Context(), client(), ann, newsletter.Choices{Cadence: "daily"}), "cadence")
	wantInvalid(t, w.Request(t.Context(), client(), ann, weekly(999)), "topics")
	wantInvalid(t, w.Request(t.Context(), client(), ann, weekly(make([]int64, 101)...)), "topics")
	wantInvalid(t, errOf(w.Choose(t.Context(), "", &account.User{Email: ann}, newsletter.Choices{})), "cadence")
	same(t, "calls of the sender", w.calls, 0)
	same(t, "subscribers", w.all().Counts.All, 0)
	for _, email := range []string{"ann+tools@example.com", "ann@bücher.example"} {
		noError(t, w.Request(t.Context(), client(), email, newsletter.Choices{}))
	}
}

// Ten requests an hour come from one address, and three emails a day go to one.
func TestRequestLimits(t *testing.T) {
	w := newWorld(t)
	for i := range 10 {
		noError(t, w.Request(t.Context(), client(), ann, weekly()))
		same(t, "emails", strings.Count("\n"+storetest.Contents(t, w.place), "\nemails: "), min(i+1, 3))
	}
	wantFault(t, w.Request(t.Context(), client(), "bob@example.com", weekly()), fault.TooMany)
	w.now = w.now.Add(time.Hour + time.Second)
	noError(t, w.Request(t.Context(), client(), "bob@example.com", weekly()))
}

// A subscription that is not confirmed within a week goes, and no other. So does a link of one that has ended.
func TestTidy(t *testing.T) {
	w := newWorld(t)
	w.subscribe("bob@example.com", weekly())
	w.request(ann, weekly())
	w.now = w.now.Add(7 * 24 * time.Hour)
	noError(t, w.Subscriptions.Tidy(t.Context()))
	same(t, "after a week", w.all().Counts, newsletter.SubscriberCounts{All: 2, Confirmed: 1, Unconfirmed: 1})
	w.now = w.now.Add(time.Second)
	noError(t, w.Subscriptions.Tidy(t.Context()))
	same(t, "after more", w.all().Counts, newsletter.SubscriberCounts{All: 1, Confirmed: 1})
	noError(t, w.Leave(t.Context(), "", &account.User{Email: "bob@example.com"}))
	token := w.token(w.request("bob@example.com", weekly()).Text)
	w.now = w.now.Add(7*24*time.Hour + time.Second)
	noError(t, w.Subscriptions.Tidy(t.Context()))
	wantFault(t, errOf(w.Confirm(t.Context(), token)), fault.NotFound)
}

// The sentence of the forms is that of the current version.
func TestConsentShown(t *testing.T) {
	form, err := os.ReadFile("../../web/src/public/newsletter/consent.ts")
	noError(t, err)
	if !strings.Contains(string(form), newsletter.CurrentConsent()) {
		t.Errorf("the forms do not show %q: add what they show to consents, as a new version", newsletter.CurrentConsent())
	}
}
