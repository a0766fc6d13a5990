package account_test

import (
	"log/slog"
	"net/netip"
	"regexp"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/mail"
)

// readers is the world's accounts as a process in which visitors can sign up, and the emails that it has sent.
type readers struct {
	*account.Accounts
	w    *world
	sent map[string][]string // texts by address
}

func (w *world) readers() *readers {
	w.t.Helper()
	open := account.New(account.Options{
		Store: w.store, Logger: slog.New(slog.DiscardHandler), PublicURL: "http://localhost:8080", Now: func() time.Time { return w.now }, Cost: cheap(),
		Emails: emails.New(func() emails.Site { return emails.Site{Name: "Vitrine", URL: "http://localhost:8080"} }), Mail: func() {},
	})
	return &readers{open, w, map[string][]string{}}
}

// post sends the queued emails, as the mail package does.
func (r *readers) post() {
	r.w.t.Helper()
	for {
		e, _, err := r.w.store.NextEmail(r.w.t.Context(), mail.Claim{Lease: time.Minute})
		noError(r.w.t, err)
		if e.ID == 0 {
			return
		}
		message, isWanted, err := r.ComposeEmail(r.w.t.Context(), e)
		noError(r.w.t, err)
		if isWanted {
			r.sent[message.To] = append(r.sent[message.To], message.Text)
		}
		noError(r.w.t, r.w.store.EndEmail(r.w.t.Context(), e, mail.Outcome{State: mail.Sent}))
	}
}

var codes = regexp.MustCompile(`(?m)^\s*([A-HJKMNP-Z2-9]{6})\s*$`)

// code is the code in the last email to the address.
func (r *readers) code(to string) string {
	r.w.t.Helper()
	r.post()
	if len(r.sent[to]) == 0 {
		r.w.t.Fatalf("no email to %s", to)
	}
	last := r.sent[to][len(r.sent[to])-1]
	found := codes.FindStringSubmatch(last)
	if found == nil {
		r.w.t.Fatalf("there is no code in\n%s", last)
	}
	return found[1]
}

// anyAddress returns an address of a client of its own.
func (r *readers) anyAddress(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{198, 51, byte(i >> 8), byte(i)})
}

// join signs Rita up and confirms her address.
func (r *readers) join(email string) account.Grant {
	r.w.t.Helper()
	noError(r.w.t, r.SignUp(r.w.t.Context(), stranger(), email, "Rita", readerPW))
	grant, err := r.Verify(r.w.t.Context(), stranger(), email, r.code(email), readerPW)
	noError(r.w.t, err)
	return grant
}
