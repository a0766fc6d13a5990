package account

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// FirstEmail is the default email of the first administrator.
const FirstEmail = "admin@localhost"

// First is the administrator created at startup; the zero First means that none was created.
type First struct {
	User     User
	Password string // only if it was generated: it is stored nowhere else
}

// Administrators are the administrators and their tokens, as the command line manages them.
type Administrators struct {
	users    UserQueries
	sessions SessionQueries
	hasher   *hasher
	now      func() time.Time
}

// EnsureFirst creates an administrator with this email if no account has it, or, if the email is empty, when there is
// no administrator yet. It generates a password if that is empty. It never changes an existing account or its password.
func (a *Administrators) EnsureFirst(ctx context.Context, email, password string) (First, error) {
	administrators, err := a.users.Administrators(ctx)
	if err != nil {
		return First{}, err
	}
	isWanted := func(u User) bool { return email == "" || EmailKey(u.Email) == EmailKey(email) }
	if slices.ContainsFunc(administrators, isWanted) {
		return First{}, nil
	}
	if email == "" {
		email = FirstEmail
	}
	var first First
	if password == "" {
		first.Password = rand.Text()
		password = first.Password
	}
	first.User, err = a.Create(ctx, "first start", email, "", password)
	if fault.Is(err, fault.Conflict) { // another process that starts now was faster
		return First{}, a.refuseReader(ctx, email)
	}
	return first, err
}

// refuseReader returns a Conflict if the email belongs to somebody who is no administrator.
func (a *Administrators) refuseReader(ctx context.Context, email string) error {
	user, err := a.find(ctx, email)
	if err == nil && !user.IsAdmin {
		return fault.New(fault.Conflict, "The first administrator can't have this email: it belongs to a reader's account.")
	}
	return err
}

// Create creates an administrator. An email that already has an account is a Conflict.
func (a *Administrators) Create(ctx context.Context, by, email, name, password string) (User, error) {
	name, err := checkName(name)
	if err != nil {
		return User{}, err
	}
	if err := CheckEmail(email); err != nil {
		return User{}, err
	}
	if err := checkPassword("password", password); err != nil {
		return User{}, err
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return User{}, err
	}
	return a.users.CreateUser(ctx, by, EmailKey(email), StoredUser{User: User{Email: email, Name: name, IsAdmin: true, IsVerified: true}, PasswordHash: hash})
}

// SetPassword sets a user's password without asking for the old one, and ends all of the user's sessions and tokens.
func (a *Administrators) SetPassword(ctx context.Context, by, email, password string) error {
	if err := checkPassword("password", password); err != nil {
		return err
	}
	user, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return a.users.SetPassword(ctx, by, user, hash, nil)
}

// SetDisabled disables a user, which ends all of the user's sessions and tokens at once, or enables the user again.
// Disabling the last enabled administrator is a Conflict.
func (a *Administrators) SetDisabled(ctx context.Context, by, email string, disabled bool) error {
	user, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	return a.users.SetDisabled(ctx, by, user.User, disabled)
}

// Listed is an administrator with the tokens that are still valid.
type Listed struct {
	User   User
	Tokens []Token
}

// List returns every administrator with their tokens, by id.
func (a *Administrators) List(ctx context.Context) ([]Listed, error) {
	users, err := a.users.Administrators(ctx)
	if err != nil {
		return nil, err
	}
	tokens, err := a.sessions.Tokens(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Listed, len(users))
	for i, user := range users {
		list[i].User = user
		for _, token := range tokens {
			if token.UserID == user.ID {
				list[i].Tokens = append(list[i].Tokens, token)
			}
		}
	}
	return list, nil
}

// find returns the user with that email; an unknown one is NotFound.
func (a *Administrators) find(ctx context.Context, email string) (StoredUser, error) {
	user, err := a.users.UserByEmail(ctx, EmailKey(email))
	if fault.Is(err, fault.NotFound) {
		return StoredUser{}, fault.New(fault.NotFound, "There is no account with this email. The command \"admin list\" shows them.")
	}
	return user, err
}
