package account

import (
	"context"
	"crypto/rand"
	"errors"
	"math/big"
	"net/netip"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// A code is sent by email and typed by a person.
const (
	codeLength   = 6
	codeAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789" // without I, L, O, 0 and 1, which look alike
	codeTime     = 10 * time.Minute
	codeTries    = 5
)

// purpose is what a code confirms. The hash of a code includes it, and the address to which the code is sent, so a code
// serves for nothing else.
type purpose string

const (
	forSignUp purpose = "sign up"
	forReset  purpose = "reset password"
)

// forChangeTo is the purpose of the codes of a change to this email.
func forChangeTo(email string) purpose { return purpose("change email to " + email) }

// secretOf is what is hashed of a code.
func (p purpose) secretOf(address, code string) string {
	return string(p) + "\n" + address + "\n" + code
}

// newCode returns a random code for an address, and its hash. The hash costs as much as one of a password: a code is short
// enough to try all of them.
func (h *hasher) newCode(ctx context.Context, p purpose, address string) (code, hash string, err error) {
	var b strings.Builder
	for range codeLength {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(codeAlphabet))))
		if err != nil {
			return "", "", err
		}
		b.WriteByte(codeAlphabet[n.Int64()])
	}
	hash, err = h.hash(ctx, p.secretOf(address, b.String()))
	return b.String(), hash, err
}

// isCode reports whether the typed code of an address matches the hash; a hash of "" matches none, in the same time. The
// caller holds a slot of the hasher.
func (h *hasher) isCode(p purpose, address, typed, hash string) (bool, error) {
	if hash == "" {
		hash = h.nobody
	}
	typed = strings.NewReplacer(" ", "", "-", "").Replace(strings.ToUpper(typed))
	right, _, err := h.check(p.secretOf(address, typed), hash)
	return right, err
}

// SignUp is a request for an account that is not confirmed.
type SignUp struct {
	ID           int64  `db:"id,serial"`
	Email        string `db:"email"`
	Name         string `db:"name"`
	PasswordHash string `db:"password_hash"`
	Browser      string `db:"browser"` // hash of the number in its device cookie; empty: unknown
}

// CodeHash is a stored code.
type CodeHash struct {
	Hash   string
	Expiry time.Time
}

// Verify confirms the email of a new account with the code that was sent to it, and signs in. It asks for the password
// too: whoever signs up with somebody else's address must not get an account that its owner confirms. An account that is
// already verified needs no code.
func (a *Accounts) Verify(ctx context.Context, client netip.Addr, email, code, password string, presented ...string) (Grant, error) {
	limits, err := a.credentials.limitsOf(ctx, client, email)
	if err != nil {
		return Grant{}, err
	}
	user, err := a.credentials.check(ctx, limits, "login_failed", email, password)
	if fault.Is(err, fault.Unauthorized) {
		return Grant{}, wrongCode("The code or the password isn't right, or the code has expired.")
	}
	if err != nil {
		return Grant{}, err
	}
	if !user.IsVerified {
		hash, err := a.tryCode(ctx, user, forSignUp, code)
		if err != nil {
			return Grant{}, err
		}
		if hash == "" {
			return Grant{}, wrongCode("The code or the password isn't right, or the code has expired.")
		}
		if err := a.codes.Verify(ctx, user, hash); err != nil {
			return Grant{}, err
		}
		user.IsVerified = true
	}
	if err := a.credentials.checkFactor(ctx, user, ""); err != nil {
		return Grant{}, err
	}
	return a.Sessions.start(ctx, user, presented)
}

// ResetPassword sets a new password with the code that was sent to the user's email. That ends all sessions and tokens of
// the user, confirms the address, and signs in, except a user with a second factor: then it is Forbidden with the code
// "second_factor", and the password is set. Wrong codes count like failed attempts to sign in.
func (a *Accounts) ResetPassword(ctx context.Context, client netip.Addr, email, code, password string) (Grant, error) {
	if err := checkPassword("password", password); err != nil {
		return Grant{}, err
	}
	limits, err := a.credentials.limitsOf(ctx, client, email)
	if err != nil {
		return Grant{}, err
	}
	limits = limits[:1] // the few tries of a code limit guesses at the account, which others would use up
	if err := a.credentials.limiter.refuse(limits); err != nil {
		return Grant{}, err
	}
	counted, err := a.credentials.limiter.takeAttempt(ctx, limits)
	if err != nil {
		return Grant{}, err
	}
	user, err := a.credentials.lookUp(ctx, email)
	if err != nil {
		return Grant{}, err
	}
	right, err := a.tryCode(ctx, user, forReset, code)
	if err != nil {
		return Grant{}, err
	}
	if right == "" {
		return Grant{}, wrongCode("This code isn't right, or it has expired.")
	}
	hash, err := a.hasher.hash(ctx, password)
	if err != nil {
		return Grant{}, err
	}
	factor, err := a.credentials.factorOf(ctx, user.User)
	if err != nil {
		return Grant{}, err
	}
	if factor.IsOn {
		err := errors.Join(a.users.SetPassword(ctx, actor(user.User), user, hash, nil), a.credentials.limiter.giveBack(ctx, limits, counted))
		if err != nil {
			return Grant{}, err
		}
		return Grant{}, codeNeeded("Your password is changed. Sign in with it and a code from your authenticator app at /admin/login.")
	}
	session, id := a.Sessions.newSession(ctx, user)
	if err := a.users.SetPassword(ctx, actor(user.User), user, hash, &session); err != nil {
		return Grant{}, err
	}
	user.IsVerified, user.PasswordHash = true, hash
	return grantOf(ctx, user, id, session), a.credentials.limiter.giveBack(ctx, limits, counted)
}

// tryCode counts a try of the user's code and returns the code's hash if the typed one matches it, else "". Strangers may use
// up the tries of a code, but not those of the user's own browser. An unknown
// user takes as long.
func (a *Accounts) tryCode(ctx context.Context, user StoredUser, p purpose, typed string) (string, error) {
	leave, err := a.hasher.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	most := codeTries
	if deviceOf(ctx, user) != "" {
		most += triesPerDevice
	}
	try, id := a.codes.TryCode, user.ID
	if p == forSignUp {
		try, id = a.codes.TrySignUpCode, user.SignUp
	}
	hash, err := try(ctx, id, most)
	if err != nil {
		return "", err
	}
	if right, err := a.hasher.isCode(p, user.Email, typed, hash); err != nil || !right {
		return "", err
	}
	return hash, nil
}

func wrongCode(message string) error {
	return fault.InvalidFields([]fault.Field{{Field: "code", Message: message}})
}
