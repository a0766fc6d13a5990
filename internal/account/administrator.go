package account

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
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
	factors  twofactor.Queries
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
	first.User, err = a.Create(ctx, "first start", NewAdministrator{Email: email, Role: httpapi.Owner, Password: password})
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

// NewAdministrator describes an administrator to create.
type NewAdministrator struct {
	Email, Name, Password string
	Role                  httpapi.Role
}

// Create creates an administrator. An email that already has an account is a Conflict.
func (a *Administrators) Create(ctx context.Context, by string, n NewAdministrator) (User, error) {
	name, err := checkName(n.Name)
	if err != nil {
		return User{}, err
	}
	if err := CheckEmail(n.Email); err != nil {
		return User{}, err
	}
	if err := CheckRole(n.Role); err != nil {
		return User{}, err
	}
	if err := checkPassword("password", n.Password); err != nil {
		return User{}, err
	}
	hash, err := a.hasher.hash(ctx, n.Password)
	if err != nil {
		return User{}, err
	}
	user := User{Email: n.Email, Name: name, IsAdmin: true, Role: n.Role, IsVerified: true}
	return a.users.CreateUser(ctx, by, EmailKey(n.Email), StoredUser{User: user, PasswordHash: hash})
}

// Join creates an administrator who was invited, with the email and role that claim returns in the same transaction, and signs them
// in. UserQueries.Join has the rest.
func (a *Accounts) Join(ctx context.Context, name, password string, claim func(ctx context.Context, w *db.WriteTx) (email string, role httpapi.Role, err error), presented ...string) (Grant, error) {
	name, err := checkName(name)
	if err != nil {
		return Grant{}, err
	}
	if err := checkPassword("password", password); err != nil {
		return Grant{}, err
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return Grant{}, err
	}
	user, err := a.users.Join(ctx, StoredUser{User: User{Name: name}, PasswordHash: hash}, claim)
	if err != nil {
		return Grant{}, err
	}
	return a.Sessions.start(ctx, user, presented)
}

// CheckRole refuses what is no role.
func CheckRole(role httpapi.Role) error {
	if !slices.Contains(httpapi.Roles(), role) {
		return fault.InvalidFields([]fault.Field{{Field: "role", Message: "The role of an administrator is owner, editor or viewer."}})
	}
	return nil
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

// SetRole gives an administrator another role, which ends all of their sessions and tokens at once. Demoting the last owner who
// can sign in is a Conflict; a reader is NotFound.
func (a *Administrators) SetRole(ctx context.Context, by, email string, role httpapi.Role) error {
	if err := CheckRole(role); err != nil {
		return err
	}
	user, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	return a.users.ChangeAdministrator(ctx, by, user.ID, &role, nil)
}

// Change gives an administrator another role, and disables or enables them, each unless it is nil. UserQueries.ChangeAdministrator has
// the rest.
func (a *Administrators) Change(ctx context.Context, by string, id int64, role *httpapi.Role, disabled *bool) error {
	return a.users.ChangeAdministrator(ctx, by, id, role, disabled)
}

// TurnTwoFactorOff removes a user's second factor without asking for a code; without one it is NotFound.
func (a *Administrators) TurnTwoFactorOff(ctx context.Context, by, email string) error {
	user, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	return a.factors.TurnOff(ctx, by, user.ID)
}

// SetDisabled disables a user, which ends all of the user's sessions and tokens at once, or enables the user again.
// Disabling the last owner who can sign in is a Conflict.
func (a *Administrators) SetDisabled(ctx context.Context, by, email string, disabled bool) error {
	user, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	return a.users.SetDisabled(ctx, by, user.ID, disabled)
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
