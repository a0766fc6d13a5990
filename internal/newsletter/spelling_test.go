package newsletter_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
)

// Whatever people ask for whose mailboxes have spellings of one address: a link goes to the address that was typed, or once one is
// confirmed to that one, and a link and an account change only a subscription of their own address.
func TestSpellings(t *testing.T) {
	w := newWorld(t)
	spellings := rapid.SampledFrom([]string{"kim@example.com", "KIM@example.com", "ｋｉｍ@example.com"})
	rapid.Check(t, func(r *rapid.T) {
		w.exec("DELETE FROM newsletters")
		owner, sent, links := "", map[string]string{}, []string{} // the confirmed address; addresses by link; links
		link := func(r *rapid.T) string { return rapid.SampledFrom(links).Draw(r, "link") }
		check := func(r *rapid.T, what, address string, got newsletter.Subscription, err error) {
			switch {
			case owner != "" && owner != address && err == nil:
				r.Fatalf("%s of %s changes the subscription of %s", what, address, owner)
			case err == nil && got.Email != address:
				r.Fatalf("%s of %s subscribes %s", what, address, got.Email)
			case err == nil:
				owner = address
			case !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.Conflict), owner == address:
				r.Fatalf("%s of %s: %v", what, address, err)
			}
		}
		r.Repeat(map[string]func(*rapid.T){
			"request": func(r *rapid.T) {
				w.exec("DELETE FROM rate_limits")
				typed := spellings.Draw(r, "address")
				message, want := w.request(typed, weekly()), typed
				if owner != "" {
					want = owner
				}
				if message.To != want {
					r.Fatalf("the link for %s goes to %s, want %s", typed, message.To, want)
				}
				token := w.token(message.Text)
				sent[token], links = message.To, append(links, token)
			},
			"confirm": func(r *rapid.T) {
				if len(links) > 0 {
					token := link(r)
					got, err := w.Confirm(t.Context(), token)
					check(r, "a link", sent[token], got, err)
				}
			},
			"leave": func(r *rapid.T) {
				if len(links) > 0 {
					token := link(r)
					switch err := w.Leave(t.Context(), token, nil); {
					case err == nil && owner != "" && sent[token] != owner:
						r.Fatalf("a link to %s ends the subscription of %s", sent[token], owner)
					case err == nil && owner == "": // nothing that was asked for with this address is left
						links = slices.DeleteFunc(links, func(l string) bool { return sent[l] == sent[token] })
					case err != nil && (owner == "" || sent[token] == owner):
						r.Fatalf("a link to %s does not leave: %v", sent[token], err)
					}
				}
			},
			"choose": func(r *rapid.T) {
				user := &account.User{Email: spellings.Draw(r, "user")}
				got, err := w.Choose(t.Context(), "", user, weekly())
				check(r, "an account", user.Email, got, err)
			},
		})
	})
}
