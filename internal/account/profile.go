package account

import (
	"context"
	"fmt"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Profile is what a user sees about their account.
type Profile struct {
	User         User
	PendingEmail string // an address that waits for its confirmation; empty: none
	Sessions     []Session
}

// Profiles are what users see of their own account and change. They are safe for concurrent use.
type Profiles struct {
	Users       UserQueries
	Codes       CodeQueries
	credentials *credentials
	hasher      *hasher
	mail        func()
	now         func() time.Time
}

// EmailChange is a change of a user's email that waits for both codes.
type EmailChange struct {
	Email       string `db:"email"`
	CurrentCode string `db:"current_code"` // hash; empty: not sent yet
	NewCode     string `db:"new_code"`     // hash; empty: not sent, or the address has an account
}

// Rename sets the user's name.
func (p *Profiles) Rename(ctx context.Context, user User, name string) error {
	name, err := checkName(name)
	if err != nil {
		return err
	}
	return p.Users.Rename(ctx, actor(user), user.ID, name)
}

// ChangeEmail sends codes to the user's current address and to the new one. ConfirmEmail makes the change. Whether the
// new address has an account is told only to that address.
func (p *Profiles) ChangeEmail(ctx context.Context, user User, email, password string) error {
	if err := CheckEmail(email); err != nil {
		return err
	}
	if EmailKey(email) == EmailKey(user.Email) {
		return fault.InvalidFields([]fault.Field{{Field: "email", Message: "This is your current email address."}})
	}
	if _, err := p.credentials.confirm(ctx, user, "currentPassword", password); err != nil {
		return err
	}
	from := fmt.Sprint("user ", user.ID)
	data := emailData{UserID: user.ID, NewEmail: email}
	current, err := Queue(user.Email, currentAddressMail, from, data)
	if err != nil {
		return err
	}
	added, err := Queue(email, newAddressMail, from, data)
	if err != nil {
		return err
	}
	limit := PerHour(fmt.Sprintf("email changes of %d", user.ID), changesPerHour)
	err = p.Codes.RequestEmailChange(ctx, user.ID, email, p.now().Add(requestTime), limit, current, added)
	if err == nil {
		p.mail()
	}
	return err
}

// ConfirmEmail changes the user's email if both codes match, and ends their sessions but the one of this request.
func (p *Profiles) ConfirmEmail(ctx context.Context, who Identity, currentCode, newCode string) error {
	user := who.User
	wrong := fault.InvalidFields([]fault.Field{{Field: "currentCode", Message: "These codes aren't right, or they have expired."}})
	leave, err := p.hasher.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	change, err := p.Codes.TryEmailChange(ctx, user.ID, codeTries)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	isCurrent, err := p.hasher.isCode(forChangeTo(change.Email), user.Email, currentCode, change.CurrentCode)
	if err != nil {
		return err
	}
	isNew, err := p.hasher.isCode(forChangeTo(change.Email), change.Email, newCode, change.NewCode)
	if err != nil {
		return err
	}
	if !isCurrent || !isNew {
		return wrong
	}
	err = p.Codes.SetEmail(ctx, actor(user), user.ID, change.Email, EmailKey(change.Email), who.Session)
	if fault.Is(err, fault.Conflict) { // somebody has signed up with the address since the code was sent
		return wrong
	}
	return err
}

// Delete removes a reader's account and everything of theirs. It asks for the password.
func (p *Profiles) Delete(ctx context.Context, user User, password string) error {
	if user.IsAdmin {
		return fault.New(fault.Forbidden, "An administrator's account can't be deleted. An owner can disable it at /admin/people.")
	}
	if _, err := p.credentials.confirm(ctx, user, "password", password); err != nil {
		return err
	}
	return p.Users.DeleteUser(ctx, "", user)
}
