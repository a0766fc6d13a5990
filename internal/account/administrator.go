package account

import (
	"context"
	"crypto/rand"
	"slices"

	"vitrine/internal/fault"
)

// FirstEmail is the e-mail of the administrator who is made when nobody says who it is to be.
const FirstEmail = "admin@localhost"

// First is the administrator whom a start has made; the zero First says that nobody was made.
type First struct {
	User     User
	Password string // only where it was made up: nobody else knows it
}

// EnsureFirst makes an administrator where there has to be one: of this e-mail, when no account has it; of none
// (empty), when there is no administrator yet. An empty password is made up. Accounts that are there stay as they are,
// their passwords too.
func (a *Accounts) EnsureFirst(ctx context.Context, email, password string) (First, error) {
	users, err := a.store.Users(ctx)
	if err != nil {
		return First{}, err
	}
	there := func(u User) bool { return u.IsAdmin }
	if email != "" {
		there = func(u User) bool { return EmailKey(u.Email) == EmailKey(email) }
	}
	if slices.ContainsFunc(users, there) {
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
	first.User, err = a.CreateAdministrator(ctx, "first start", email, "", password)
	if fault.Is(err, fault.Conflict) { // another copy that starts now was faster
		return First{}, nil
	}
	return first, err
}

// CreateAdministrator makes an administrator. An e-mail that has an account is a Conflict.
func (a *Accounts) CreateAdministrator(ctx context.Context, by, email, name, password string) (User, error) {
	name, err := checkName(name)
	if err != nil {
		return User{}, err
	}
	if err := checkEmail(email); err != nil {
		return User{}, err
	}
	if err := checkPassword("password", password); err != nil {
		return User{}, err
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return User{}, err
	}
	return a.store.CreateUser(ctx, by, EmailKey(email), Known{User: User{Email: email, Name: name, IsAdmin: true}, PasswordHash: hash})
}

// SetPassword gives a user another password without asking for the old one; every session and token of theirs ends.
func (a *Accounts) SetPassword(ctx context.Context, by, email, password string) error {
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
	return a.store.SetPassword(ctx, by, user, hash, nil)
}

// SetDisabled shuts a user out, every session and token of theirs at once, or lets them in again. The last
// administrator who can sign in is a Conflict.
func (a *Accounts) SetDisabled(ctx context.Context, by, email string, disabled bool) error {
	user, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	return a.store.SetDisabled(ctx, by, user.User, disabled)
}

// Listed is a user with the tokens that go on.
type Listed struct {
	User   User
	Tokens []Token
}

// List is every user with their tokens, by id.
func (a *Accounts) List(ctx context.Context) ([]Listed, error) {
	users, err := a.store.Users(ctx)
	if err != nil {
		return nil, err
	}
	tokens, err := a.store.Tokens(ctx)
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

// find is the user of that e-mail; an unknown one is NotFound.
func (a *Accounts) find(ctx context.Context, email string) (Known, error) {
	user, err := a.store.UserByEmail(ctx, EmailKey(email))
	if fault.Is(err, fault.NotFound) {
		return Known{}, fault.New(fault.NotFound, "There is no account with this email. The command \"admin list\" shows them.")
	}
	return user, err
}
