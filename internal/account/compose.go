package account

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mail"
)

// requestTime is how long a request for an email waits for the mail server. Nobody waits longer for a code.
const requestTime = time.Hour

// ComposeEmail writes an email that a reader has caused. It makes the code and stores its hash; an attempt after a failed
// one gets a new code. isWanted is false if there is nothing to send.
func (a *Accounts) ComposeEmail(ctx context.Context, queued mail.Email) (message emails.Message, isWanted bool, err error) {
	var data emailData
	if err := json.Unmarshal([]byte(queued.Data), &data); err != nil {
		return emails.Message{}, false, fmt.Errorf("read the data of an email: %w", err)
	}
	if a.emails == nil || !slices.Contains(emailKinds, queued.Kind) || a.now().Sub(queued.CreatedAt) > requestTime {
		return emails.Message{}, false, nil
	}
	switch {
	case queued.Kind == currentAddressMail, queued.Kind == newAddressMail:
		message, err = a.composeChange(ctx, queued, data)
	case !a.AreOpen(): // since it was queued
	default:
		message, err = a.composeCode(ctx, queued, data)
	}
	return message, message.Subject != "", err
}

// composeCode writes an email about the account of its recipient: the zero Message if there is nothing to say. It always
// makes a code, so that the work does not show whether the address has an account.
func (a *Accounts) composeCode(ctx context.Context, queued mail.Email, data emailData) (emails.Message, error) {
	reason, write := forSignUp, a.emails.SignUpCode
	if queued.Kind == resetEmail {
		reason, write = forReset, a.emails.ResetCode
	}
	user, err := a.users.UserByEmail(ctx, EmailKey(queued.To))
	isNew := fault.Is(err, fault.NotFound)
	if err != nil && !isNew {
		return emails.Message{}, err
	}
	signUp := SignUp{Email: queued.To, Name: data.Name, PasswordHash: data.PasswordHash, Browser: data.Browser}
	if queued.Kind != signUpEmail {
		if signUp, err = a.codes.SignUpOf(ctx, user.ID, data.Browser); fault.Is(err, fault.NotFound) { // or it is not needed
			signUp, err = SignUp{Email: user.Email, Name: user.Name, PasswordHash: user.PasswordHash, Browser: data.Browser}, nil
		}
		if err != nil {
			return emails.Message{}, err
		}
	}
	address := signUp.Email
	if queued.Kind == resetEmail {
		address = user.Email
	}
	code, hash, err := a.hasher.newCode(ctx, reason, address)
	if err != nil {
		return emails.Message{}, err
	}
	switch {
	case user.IsDisabled, isNew && queued.Kind != signUpEmail:
		return emails.Message{}, nil
	case user.IsVerified && queued.Kind != resetEmail:
		return to(user.Email, a.emails.AlreadyRegistered()), nil
	}
	stored := CodeHash{hash, a.now().Add(codeTime)}
	if queued.Kind == resetEmail {
		err = a.codes.SetCode(ctx, user.ID, stored)
	} else {
		err = a.codes.SignUp(ctx, EmailKey(address), signUp, stored)
	}
	return to(address, write(code, codeTime)), err
}

// to addresses a message.
func to(address string, message emails.Message) emails.Message {
	message.To = address
	return message
}

// composeChange writes one of the two emails that confirm a change of a user's email: the zero Message if the user asks for
// another one by now.
func (a *Accounts) composeChange(ctx context.Context, queued mail.Email, data emailData) (emails.Message, error) {
	change, err := a.codes.EmailChange(ctx, data.UserID)
	if fault.Is(err, fault.NotFound) || err == nil && change.Email != data.NewEmail {
		return emails.Message{}, nil
	}
	if err != nil {
		return emails.Message{}, err
	}
	isNew := queued.Kind == newAddressMail
	address := change.Email
	user, err := a.users.UserByEmail(ctx, EmailKey(queued.To))
	isUnknown := fault.Is(err, fault.NotFound)
	switch {
	case err != nil && !isUnknown:
		return emails.Message{}, err
	case isNew && !isUnknown:
		return to(user.Email, a.emails.EmailTaken()), nil
	case !isNew && user.ID != data.UserID: // their address has changed
		return emails.Message{}, nil
	case !isNew:
		address = user.Email
	}
	page, err := a.accountPage(ctx, data.UserID)
	if err != nil {
		return emails.Message{}, err
	}
	code, hash, err := a.hasher.newCode(ctx, forChangeTo(change.Email), address)
	if err != nil {
		return emails.Message{}, err
	}
	if err := a.codes.SetChangeCode(ctx, data.UserID, change.Email, isNew, CodeHash{hash, a.now().Add(codeTime)}); err != nil {
		return emails.Message{}, err
	}
	if isNew {
		return to(address, a.emails.EmailChangeNew(code, page, codeTime)), nil
	}
	return to(address, a.emails.EmailChangeCurrent(code, change.Email, page, codeTime)), nil
}

// accountPage returns the path of the page on which a user enters the codes of an email change.
func (a *Accounts) accountPage(ctx context.Context, userID int64) (string, error) {
	profile, err := a.users.Profile(ctx, userID)
	if err != nil {
		return "", err
	}
	if profile.User.IsAdmin {
		return "/admin/account", nil
	}
	return "/account", nil
}
