package account

import (
	"context"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Profile is what a user sees about their account.
type Profile struct {
	User         User
	PendingEmail string // an address that waits for its confirmation; empty: none
	Sessions     []Session
}

// EmailChange is a change of a user's email that waits for both codes.
type EmailChange struct {
	Email       string `db:"email"`
	CurrentCode string `db:"current_code"` // hash; empty: not sent yet
	NewCode     string `db:"new_code"`     // hash; empty: not sent, or the address has an account
}

// Profile returns the account of a user.
func (a *Accounts) Profile(ctx context.Context, userID int64) (Profile, error) {
	return a.store.Profile(ctx, userID)
}

// Rename sets the user's name.
func (a *Accounts) Rename(ctx context.Context, user User, name string) error {
	name, err := checkName(name)
	if err != nil {
		return err
	}
	return a.store.Rename(ctx, actor(user), user.ID, name)
}

// ChangeEmail sends codes to the user's current address and to the new one. ConfirmEmail makes the change. Whether the
// new address has an account is told only to that address.
func (a *Accounts) ChangeEmail(ctx context.Context, user User, email, password string) error {
	if err := CheckEmail(email); err != nil {
		return err
	}
	if EmailKey(email) == EmailKey(user.Email) {
		return fault.InvalidFields([]fault.Field{{Field: "email", Message: "This is your current email address."}})
	}
	if _, err := a.confirmPassword(ctx, user, "currentPassword", password); err != nil {
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
	err = a.store.RequestEmailChange(ctx, user.ID, email, a.now().Add(requestTime), limit, current, added)
	if err == nil {
		a.mail()
	}
	return err
}

// ConfirmEmail changes the user's email if both codes match, and ends their sessions but the one of this request.
func (a *Accounts) ConfirmEmail(ctx context.Context, who Identity, currentCode, newCode string) error {
	user := who.User
	wrong := fault.InvalidFields([]fault.Field{{Field: "currentCode", Message: "These codes aren't right, or they have expired."}})
	leave, err := a.hasher.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	change, err := a.store.TryEmailChange(ctx, user.ID, codeTries)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	isCurrent, err := a.isCode(forChangeTo(change.Email), user.Email, currentCode, change.CurrentCode)
	if err != nil {
		return err
	}
	isNew, err := a.isCode(forChangeTo(change.Email), change.Email, newCode, change.NewCode)
	if err != nil {
		return err
	}
	if !isCurrent || !isNew {
		return wrong
	}
	err = a.store.SetEmail(ctx, actor(user), user.ID, change.Email, EmailKey(change.Email), who.Session)
	if fault.Is(err, fault.Conflict) { // somebody has signed up with the address since the code was sent
		return wrong
	}
	return err
}

// CancelEmailChange forgets a change of the user's email.
func (a *Accounts) CancelEmailChange(ctx context.Context, userID int64) error {
	return a.store.CancelEmailChange(ctx, userID)
}

// EndOtherSessions ends all sessions of the user but the one of this request.
func (a *Accounts) EndOtherSessions(ctx context.Context, who Identity) error {
	return a.store.EndOtherSessions(ctx, actor(who.User), who.User.ID, who.Session)
}

// Delete removes a reader's account and everything of theirs. It asks for the password.
func (a *Accounts) Delete(ctx context.Context, user User, password string) error {
	if user.IsAdmin {
		return fault.New(fault.Forbidden, "An administrator's account can't be deleted. Disable it on the command line with \"admin disable\".")
	}
	if _, err := a.confirmPassword(ctx, user, "password", password); err != nil {
		return err
	}
	return a.deleteReader(ctx, "", user)
}

// confirmPassword refuses a wrong password of a signed-in user. Their tries are counted apart from those of strangers.
func (a *Accounts) confirmPassword(ctx context.Context, user User, field, password string) (StoredUser, error) {
	stored, err := a.checkCredentials(ctx, []limit{ofUser(user.ID)}, "password_failed", user.Email, password)
	isAnother := err == nil && stored.ID != user.ID // who has the email in another spelling
	if isAnother || fault.Is(err, fault.Unauthorized) {
		return stored, fault.InvalidFields([]fault.Field{{Field: field, Message: "This is not your current password."}})
	}
	return stored, err
}
