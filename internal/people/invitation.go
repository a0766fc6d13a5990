package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/mail"
)

const (
	invitationTime = 7 * 24 * time.Hour
	maxInvitations = 100 // that can be accepted
	invitesPerHour = 30  // of an owner
)

// invitationEmail is the kind of the email with the link.
const invitationEmail mail.Kind = "invitation"

// acceptPath is the screen that accepts an invitation. The token is in the fragment, which browsers send to no server.
const acceptPath = "/admin/invitation"

const noInvitation = "This invitation doesn't exist any more. It may have been used, revoked, or replaced by a newer one."

// Invitation is an invitation that can be accepted.
type Invitation struct {
	ID        int64        `json:"id" db:"id,serial"`
	Email     string       `json:"email" db:"email"`
	Role      httpapi.Role `json:"role" db:"role" enum:"owner,editor,viewer"`
	InvitedBy string       `json:"invitedBy" db:"invited_by" doc:"Email of the owner"`
	CreatedAt time.Time    `json:"createdAt" db:"created_at"`
	ExpiresAt time.Time    `json:"expiresAt" db:"expires_at"`
}

// InvitationInput says who is invited, and as what.
type InvitationInput struct {
	Email string       `json:"email"`
	Role  httpapi.Role `json:"role" enum:"owner,editor,viewer"`
}

// Invited is a new invitation.
type Invited struct {
	Invitation Invitation `json:"invitation"`
	Link       string     `json:"link" doc:"To pass on: it is shown only once. Empty if the site sends it by email"`
}

// InvitationToken is what the link of an invitation has.
type InvitationToken struct {
	Token string `json:"token"`
}

// Opened is what an invitation says to who has its link.
type Opened struct {
	Email     string       `json:"email"`
	Role      httpapi.Role `json:"role" enum:"owner,editor,viewer"`
	InvitedBy string       `json:"invitedBy" doc:"The owner's name, or else their email"`
}

// Acceptance accepts an invitation.
type Acceptance struct {
	Token    string `json:"token"`
	Name     string `json:"name" doc:"At most 200 characters"`
	Password string `json:"password" doc:"12 to 128 characters"`
}

// Invitations are the invitations of a site. They are safe for concurrent use.
type Invitations struct {
	queries
	Emails *emails.Templates
	Mail   func() // called when an email may be ready to send; nil: the site sends none
	Origin string // scheme and host of the site
}

func newToken() string {
	bits := make([]byte, 32)
	_, _ = rand.Read(bits) // never fails: without a source of randomness the program crashes
	return base64.RawURLEncoding.EncodeToString(bits)
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func (i *Invitations) link(token string) string { return i.Origin + acceptPath + "#" + token }

// invite stores an invitation, and queues its email or returns its link.
func (i *Invitations) invite(ctx context.Context, by account.Identity, in InvitationInput) (invited Invited, isNew bool, err error) {
	now := time.Now().UTC().Truncate(time.Microsecond)
	invited.Invitation = Invitation{Email: in.Email, Role: in.Role, InvitedBy: by.User.Email, CreatedAt: now, ExpiresAt: now.Add(invitationTime)}
	limit := account.PerHour(fmt.Sprintf("invitations of %d", by.User.ID), invitesPerHour)
	hash := ""
	if i.Mail == nil {
		token := newToken()
		invited.Link, hash = i.link(token), hashOf(token)
	}
	isNew, err = i.store(ctx, by.User, &invited.Invitation, hash, func(ctx context.Context, w *db.WriteTx) error {
		if i.Mail == nil {
			return account.QueueEmails(ctx, w, limit)
		}
		queued, err := account.Queue(in.Email, invitationEmail, "an owner", invitationData{invited.Invitation.ID, now})
		if err != nil {
			return err
		}
		if err := account.QueueEmails(ctx, w, limit); err != nil {
			return err
		}
		return account.QueueEmails(ctx, w, queued.Limits[0], queued)
	})
	if err == nil && i.Mail != nil {
		i.Mail()
	}
	return invited, isNew, err
}

// invitationData is what the email is composed from.
type invitationData struct {
	Invitation int64     `json:"invitation"`
	CreatedAt  time.Time `json:"createdAt"` // of that one: a newer one to the same address has an email of its own
}

// compose writes the email of an invitation, with a new link. An invitation that cannot be accepted any more has none.
func (i *Invitations) compose(ctx context.Context, queued mail.Email) (message emails.Message, isWanted bool, err error) {
	var data invitationData
	if err := json.Unmarshal([]byte(queued.Data), &data); err != nil {
		return emails.Message{}, false, fmt.Errorf("read the data of an email: %w", err)
	}
	if i.Mail == nil {
		return emails.Message{}, false, nil
	}
	token := newToken()
	found, err := i.renewLink(ctx, data, hashOf(token))
	if fault.Is(err, fault.NotFound) {
		return emails.Message{}, false, nil
	}
	if err != nil {
		return emails.Message{}, false, err
	}
	message = i.Emails.Invitation(found.inviter(), withArticle(found.Role), i.link(token), time.Until(found.ExpiresAt)+time.Minute)
	message.To = found.Email
	return message, true, nil
}

func withArticle(role httpapi.Role) string {
	if role == httpapi.Viewer {
		return "a viewer"
	}
	return "an " + string(role)
}

func (a API) invite(c *httpapi.Call, in InvitationInput) (any, error) {
	if err := account.CheckEmail(in.Email); err != nil {
		return nil, err
	}
	if err := account.CheckRole(in.Role); err != nil {
		return nil, err
	}
	who := account.IdentityOf(c)
	if err := a.Accounts.CheckConfirmed(who); err != nil {
		return nil, err
	}
	invited, isNew, err := a.Invitations.invite(c.Ctx(), who, in)
	c.Created = isNew
	return invited, err
}

func (a API) revoke(c *httpapi.Call, id int64) error {
	if err := a.Accounts.CheckConfirmed(account.IdentityOf(c)); err != nil {
		return err
	}
	return a.Invitations.delete(c.Ctx(), c.By, id)
}

func (a API) open(c *httpapi.Call, in InvitationToken) (any, error) {
	found, err := a.Invitations.byToken(c.Ctx(), hashOf(in.Token))
	return Opened{found.Email, found.Role, found.inviter()}, err
}

// accept makes the account that the invitation names: what is typed is only a name and a password.
func (a API) accept(c *httpapi.Call, in Acceptance) (any, error) {
	sessions := a.Accounts.Sessions
	claim := func(ctx context.Context, w *db.WriteTx) (string, httpapi.Role, error) {
		return claimed(ctx, w, hashOf(in.Token))
	}
	if _, err := a.Invitations.byToken(c.Ctx(), hashOf(in.Token)); err != nil { // before a password is hashed
		return nil, err
	}
	grant, err := a.Accounts.Join(sessions.WithDevice(c.Request), in.Name, in.Password, claim, sessions.PresentedSessions(c.Request)...)
	return account.API{Accounts: a.Accounts}.Granted(c, grant, err)
}
