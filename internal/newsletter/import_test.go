package newsletter_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Exports of other services: who has left there gets nothing here.
func TestImportExports(t *testing.T) {
	for file, want := range map[string]string{
		"ghost":     "gh-in | gh-out | ",
		"listmonk":  "lm-in | lm-dis lm-block | ",
		"mailchimp": "mc | | ",
		"beehiiv":   "bh-in | bh-bounce bh-out | ",
		"spaces":    "ann2 Pad@Example.com | | 4 subscribed_at is a past day or time, for example 2025-03-31. 7 This is not an email address. ",
	} {
		t.Run(file, func(t *testing.T) {
			w := newWorld(t)
			list, err := os.ReadFile("testdata/subscribers/" + file + ".csv")
			noError(t, err)
			result := w.imports(string(list))
			got := fmt.Sprint(w.emails(newsletter.SubscriberQuery{Filter: newsletter.Confirmed}), " | ", w.emails(newsletter.SubscriberQuery{Filter: newsletter.Unsubscribed}), " | ")
			same(t, "left", result.Left, w.all().Counts.Unsubscribed)
			for _, line := range result.Invalid {
				got += fmt.Sprint(line.Line, " ", line.Message, " ")
			}
			same(t, "subscribed, left, skipped", strings.ReplaceAll(got, "|  |", "| |"), want)
		})
	}
}

// An address may have a name or a separator around it, and its column one of many names.
func TestImportAddresses(t *testing.T) {
	w := newWorld(t)
	for i, header := range strings.Split("Email Address|E-Mail-Adresse|Adresse e-mail|Correo electrónico|Courriel|Indirizzo e-mail|E-mailadres|E-postadress|Эл. почта|メールアドレス|邮箱|이메일|E-mail 1 - Value|Email (required)|recipient", "|") {
		for k, cell := range strings.Split("%s|Ann <%s>|<%s>|mailto:%s|%s;|%s,|%s (Ann)", "|") {
			email := fmt.Sprintf("ann%d.%d@example.com", i, k)
			if result := w.imports(fmt.Sprintf("%s\tName\n\"%s\"\tAnn\n", header, fmt.Sprintf(cell, email))); result.Added != 1 {
				t.Errorf("%s, %s: %+v", header, cell, result)
			}
		}
	}
}

// What columns and words mean: the row is a list of one person who is in or out of it, or a question.
func TestImportStates(t *testing.T) {
	w := newWorld(t)
	for i, test := range []struct{ columns, in, out, asks string }{
		{"Status", "Active|subscribed|Enabled|1|REGULAR|Subscribed|aktiv|abonné|suscrito|iscritto|ativo|Confirmed|yes|SUBSCRIBED|Opted-in",
			"unsubscribed|Bounced|hard bounce|complained|Marked as spam|blocklisted|disabled|cleaned|pending|unconfirmed|Unactivated|2|3|4|0|-1|false|abgemeldet|désabonné|Désinscrit|dado de baja|" +
				"disiscritto|descadastrado|NEVER_SUBSCRIBED|Non-Subscribed|cancelled|opted out|gelöscht|inactive|archived|junk|suppressed|undeliverable|unverified", "gold|7|Berlin|2024-01-01"},
		{"Subscription state", "Contactable|Delivered|Marketing contact", "Unsubscribed by admin|Unsubscribed (admin)|spam-reported|Spam report|reported as spam|error|Bouncing|by user|by bounces|Disabled by bounce|Global unsubscribe|" +
			"Not opted in|Not subscribed|Do not contact|DNC|Blocked by user|On blocklist|Held|Expired|Former patron|Awaiting double opt-in|Unconfirmed (DOI)|Nicht bestätigt|gebounced|Ausgetragen|Widerrufen|no suscrito|non abonné|non inscrit|" +
			"non iscritto|não inscrito|uitgeschreven|wypisany|отписан|已退订|退会", "Registered|Aktiv (DOI)|a person who has not been subscribed for a long time"},
		{"deactivated", "0", "1514887200|2024-01-01 10:00", ""}, // of CleverReach
		{"activated", "1514887200|2024-01-01 10:00", "0", ""},
		{"delivery_status", "enabled", "by user|by bounces|by moderator", ""},
		{"dnc", "0|no", "1|yes", ""},
		{"Has Opted Out Of Email", "FALSE", "TRUE", ""},
		{"Email hard bounce reason", "", "MAILBOX_FULL", ""},
		{"Spam report", "", "2024-01-01", ""},
		{"Email Permission", "Opt-in|Express", "Opt-out|None", ""},
		{"Mailable", "1", "0", ""},
		{"GDPR consent", "yes|granted", "no|denied|withdrawn", "By the form"},
		{"Patron status", "Active patron", "Declined patron|Former patron", ""},
		{"Abmeldedatum", "", "01.01.2024", ""},
		{"Date de désinscription", "", "01/01/2024", ""},
		{"Fecha de baja", "", "2024-01-01", ""},
		{"Data disiscrizione", "", "2024-01-01", ""},
		{"state", "active", "cancelled|bounced", "California"},
		{"Email Marketing Consent", "SUBSCRIBED", "UNSUBSCRIBED|NEVER_SUBSCRIBED", "a@b.example"},
		{"subscribed_to_emails", "true|TRUE|yes|1", "false|no|0|FALSE", "perhaps"},
		{"Subscribed", "2024-01-05|2024-01-05 10:00:00|yes", "no|never", "maybe"},
		{"Accepts Marketing", "yes", "no", "gold"},
		{"UNSUB_TIME", "0000-00-00 00:00:00|-", "2024-01-05 10:00:00|Jan 5 2024", ""},
		{"unsubscribed_at", "null", "2024-01-05T10:00:00.000Z", ""},
		{"CLEAN_TIME", "", "2024-01-05 10:00:00", ""},
		{"deleted_at", "", "2024-01-05 10:00:00", ""},
		{"Email disabled", "false|no", "true|x", ""},
		{"blacklisted", "0|active", "1|hard", ""},
		{"Unsubscribed from all email", "FALSE", "TRUE", ""},
		{"Bounce reason", "", "mailbox full", ""},
		{"confirmed", "1|true", "0|false|no", "later on"},
		{"active_subscription", "false|true", "", ""}, // of Substack: whether they pay
		{"consent", "By form.|no", "", ""},
		{"Plan", "free|premium|gold|active", "", ""},
		{"Segment", "vip|no|active", "unsubscribed|Bounced|blacklisted", ""},
		{"Newsletter status", "subscribed", "bounced", "gold|yes|0"},
		{"Estado", "activo", "cancelado", "Jalisco"},
	} {
		for kind, cells := range map[string]string{"in": test.in, "out": test.out, "asks": test.asks} {
			for k, cell := range strings.Split(cells, "|") {
				if cells == "" && (kind != "in") {
					continue
				}
				name := fmt.Sprintf("%s%d.%d", kind, i, k)
				got := "in"
				result, err := w.Import(t.Context(), "admin@example.com", newsletter.ImportInput{Consent: proof, CSV: fmt.Sprintf("email;%s\n%s@example.com;%s\n", test.columns, name, cell)})
				switch {
				case err != nil:
					got = "asks"
				case result.Left == 1:
					got = "out"
				case result.Added != 1:
					got = fmt.Sprint(result)
				}
				if got != kind {
					t.Errorf("%s with %q: got %s, want %s", test.columns, cell, got, kind)
				}
			}
		}
	}
}

// Cells that are empty say something where other cells do.
func TestImportEmptyStates(t *testing.T) {
	for list, want := range map[string]string{
		"email,Subscribed\na@example.com,checked\nb@example.com,\n":                         "a | b",
		"email,Subscribed\na@example.com,\nb@example.com,\n":                                "b a | ",
		"email,status\na@example.com,\nb@example.com,unsubscribed\n":                        "a | b",
		"email,status\na@example.com,\nb@example.com,subscribed\n":                          "b | a",
		"email,confirmed_at\na@example.com,\nb@example.com,2024-01-01\n":                    "b | a",
		"email,tags\na@example.com,\nb@example.com,unsubscribed\nc@example.com,\n":          "c a | b",
		"email,status\na@example.com,active\nA@example.com,bounced\nb@example.com,active\n": "b | a",
		"email,status\na@example.com,bounced\na@example.com,active\n":                       " | a",
		"email,status,subscribed\na@example.com,active,no\nb@example.com,active,yes\n":      "b | a",
	} {
		t.Run(list, func(t *testing.T) {
			w := newWorld(t)
			w.imports(list)
			same(t, "subscribed and left", w.emails(newsletter.SubscriberQuery{Filter: newsletter.Confirmed})+" | "+w.emails(newsletter.SubscriberQuery{Filter: newsletter.Unsubscribed}), want)
		})
	}
}

// Addresses, dates and columns in the forms of other services.
func TestImportForms(t *testing.T) {
	w := newWorld(t)
	for i, test := range []struct{ header, row, day string }{
		{"Email Address", "%s", ""},
		{"E-mail", "%s", ""},
		{"email_address,Name", "%s,Ann", ""},
		{"Subscriber,Sent", "%s,4", ""},
		{"E-Mail-Adresse", "%s", ""},
		{"Adresse e-mail", "%s", ""},
		{"Correo electrónico", "%s", ""},
		{"\ufeff\u200bemail\u200b", "%s", ""},
		{"email", "Ann <%s>", ""},
		{"email", "\"\"\"Ann, B.\"\" <%s>\"", ""},
		{"email", "\u00a0 %s\u200b", ""},
		{"email", "<%s>", ""},
		{"email", "mailto:%s", ""},
		{"email,created_at", "%s,2024-01-05 10:00:00+00", "2024-01-05"},
		{"email,Created At", "%s,2024-01-05T10:00:00.000Z", "2024-01-05"},
		{"Email Address,OPTIN_TIME,CONFIRM_TIME", "%s,,2024-01-05 10:00:00", "2024-01-05"},
		{"Subscriber,Subscribed", "%s,2024-01-05 10:00:00", "2024-01-05"},
		{"email,Subscribed,Created At", "%s,true,2024-01-05", "2024-01-05"},
		{"email,date added", "%s,\"Jan 5, 2024\"", "2024-01-05"},
		{"email;subscribed_at", "%s;5.1.2024", "2024-01-05"},
	} {
		name := fmt.Sprintf("f%d@example.com", i)
		w.imports(test.header + "\n" + fmt.Sprintf(test.row, name) + "\n")
		s, err := w.Subscriptions.Store.SubscriberByEmail(t.Context(), name)
		if err != nil {
			t.Errorf("%s: %v", test.header, err)
			continue
		}
		if want := test.day; want != "" {
			same(t, test.header, s.ConsentAt.Format("2006-01-02"), want)
		}
	}
	same(t, "lines that end as on an old Mac", w.imports("email\rmac@example.com\r").Added, 1)
}

// A later list ends subscriptions of those who have left since; one that is merely unconfirmed there stays if it was confirmed here.
func TestImportLeft(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, o db.Options) {
		w := worldAt(t, o)
		w.subscribe("a@example.com", weekly())
		w.subscribe("b@example.com", weekly())
		w.request("c@example.com", weekly())
		list := "email,status\na@example.com,unsubscribed\nb@example.com,unconfirmed\nc@example.com,unconfirmed\nd@example.com,bounced\n"
		for range 2 {
			same(t, "left", w.imports(list).Left, 4)
		}
		same(t, "subscribed", w.emails(newsletter.SubscriberQuery{Filter: newsletter.Confirmed}), "b")
		same(t, "left", w.emails(newsletter.SubscriberQuery{Filter: newsletter.Unsubscribed}), "d c a")
		same(t, "added by a later list", w.imports("email\nd@example.com\n").Unsubscribed, 1)
	})
}
