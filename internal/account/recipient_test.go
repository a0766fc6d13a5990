package account_test

import (
	"database/sql"
	"net/netip"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// spellings are addresses of two people, whose mailboxes they may not be.
var spellings = []string{"kim@example.com", "KIM@example.com", "ｋｉｍ@example.com", "eve@example.com", "Eve@example.com"}

// correspondence is what people ask for in random spellings while the mail server is slow.
type correspondence struct {
	*readers
	r       *rapid.T
	beside  *sql.DB
	clients int
	codes   map[string]string // the last one that was sent to each address
}

// Every email goes to a stored address or to the one for which its code was made, and a code is good only for that address.
func TestRecipients(t *testing.T) {
	open := newReaders(t)
	beside := storetest.Connect(t, open.place)
	defer beside.Close()
	inputs := 0
	rapid.Check(t, func(r *rapid.T) {
		if inputs++; inputs%5 != 1 { // each is many writes
			return
		}
		c := &correspondence{readers: open, r: r, beside: beside, codes: map[string]string{}}
		c.clear("users WHERE NOT is_admin", "emails", "email_changes", "rate_limits")
		noError(t, c.SignUp(t.Context(), c.client(), spellings[0], "", readerPW))
		c.send(mail.Outcome{State: mail.Sent})
		if rapid.Bool().Draw(r, "is verified") {
			noError(t, errOf(c.Verify(t.Context(), c.client(), spellings[0], c.codes[spellings[0]], readerPW)))
		}
		r.Repeat(map[string]func(*rapid.T){
			"sign up": func(*rapid.T) { noError(t, c.SignUp(t.Context(), c.client(), c.spelling(), "", readerPW)) },
			"resend":  func(*rapid.T) { noError(t, c.ResendCode(t.Context(), c.client(), c.spelling())) },
			"forgot":  func(*rapid.T) { noError(t, c.ForgotPassword(t.Context(), c.client(), c.spelling())) },
			"change": func(*rapid.T) {
				if user, isVerified := c.user(c.spelling()); isVerified {
					if err := c.Profiles.ChangeEmail(t.Context(), user.User, c.spelling(), readerPW); !fault.Is(err, fault.Invalid) { // it may be theirs
						noError(t, err)
					}
				}
			},
			"cancel": func(*rapid.T) {
				user, _ := c.user(c.spelling())
				noError(t, c.Profiles.Codes.CancelEmailChange(t.Context(), user.ID))
			},
			"send": func(*rapid.T) { c.send(mail.Outcome{State: mail.Sent}) },
			"delay": func(*rapid.T) {
				c.send(mail.Outcome{State: mail.Waiting, Pause: time.Minute})
				open.now = open.now.Add(30 * time.Second)
			},
			"verify": func(*rapid.T) {
				typed, to := c.spelling(), c.spelling()
				_, isVerified := c.user(typed) // then no code is needed
				if grant, err := c.Verify(t.Context(), c.client(), typed, c.codes[to], readerPW); err == nil && !isVerified {
					c.proven(grant.User, to)
				}
			},
			"reset": func(*rapid.T) {
				to := c.spelling()
				if grant, err := c.ResetPassword(t.Context(), c.client(), c.spelling(), c.codes[to], readerPW); err == nil {
					c.proven(grant.User, to)
				}
			},
			"confirm": func(*rapid.T) {
				user, isVerified := c.user(c.spelling())
				from, to := c.spelling(), c.spelling()
				if isVerified && c.Profiles.ConfirmEmail(t.Context(), account.Identity{User: user.User}, c.codes[from], c.codes[to]) == nil {
					c.proven(user.User, from)
					changed, _ := c.user(to)
					c.proven(changed.User, to)
				}
			},
		})
	})
}

func (c *correspondence) spelling() string { return rapid.SampledFrom(spellings).Draw(c.r, "address") }

// client is an address of its own, and the limits of emails to an address start again.
func (c *correspondence) client() netip.Addr {
	c.clients++
	c.clear("rate_limits")
	return c.anyAddress(c.clients)
}

// clear deletes from the tables.
func (c *correspondence) clear(tables ...string) {
	for _, table := range tables {
		_, err := c.beside.ExecContext(c.t.Context(), "DELETE FROM "+table)
		noError(c.t, err)
	}
}

// user is the user with this key, if there is one, and whether their address is confirmed.
func (c *correspondence) user(address string) (account.StoredUser, bool) {
	user, err := c.store.UserByEmail(c.t.Context(), account.EmailKey(address))
	if err != nil {
		wantFault(c.t, err, fault.NotFound)
	}
	return user, user.IsVerified
}

// proven fails the test unless the account's address is the one to which the code was sent.
func (c *correspondence) proven(user account.User, to string) {
	if user.Email != to {
		c.r.Fatalf("a code that was sent to %s opens the account of %s", to, user.Email)
	}
}

// send composes the email that is due, and what becomes of it.
func (c *correspondence) send(outcome mail.Outcome) {
	t := c.t
	e, _, err := c.store.NextEmail(t.Context(), mail.Claim{Lease: time.Minute})
	noError(t, err)
	if e.ID == 0 {
		return
	}
	message, isWanted, err := c.ComposeEmail(t.Context(), e)
	noError(t, err, c.store.EndEmail(t.Context(), e, outcome))
	if !isWanted {
		return
	}
	user, isVerified := c.user(message.To)
	isAskedFor := false
	if !isVerified {
		row := c.beside.QueryRowContext(t.Context(), "SELECT EXISTS (SELECT 1 FROM email_changes WHERE email = ?1) OR EXISTS (SELECT 1 FROM sign_ups WHERE email = ?1)", message.To)
		noError(t, row.Scan(&isAskedFor))
	}
	if user.Email != message.To && !isAskedFor {
		c.r.Fatalf("%s for %s goes to %s; %s is stored", e.Kind, e.To, message.To, user.Email)
	}
	if found := codes.FindStringSubmatch(message.Text); found != nil && outcome.State == mail.Sent {
		c.codes[message.To] = found[1]
	}
}
