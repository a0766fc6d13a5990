package account

import (
	"context"

	"vitrine/internal/audit"
	"vitrine/internal/quota"
)

// Store keeps the accounts. Each change is one transaction with its line in the audit; by is who does it. What is not
// there is a NotFound fault.
type Store interface {
	userStore
	sessionStore
	tokenStore
	useStore

	quota.Store // of failed tries

	// ForgetExpired removes the sessions that have expired, and what was counted and counts no more.
	ForgetExpired(ctx context.Context) error
}

type userStore interface {
	Users(ctx context.Context) ([]User, error) // by id
	UserByEmail(ctx context.Context, key string) (Known, error)
	// CreateUser keeps a new user; a key that is taken is a Conflict.
	CreateUser(ctx context.Context, by, key string, user Known) (User, error)
	// SetPassword keeps a new hash and moves the epoch from the given one (a Conflict when it is another): the user's
	// sessions and tokens end. A session, if there is one, begins in the new epoch.
	SetPassword(ctx context.Context, by string, user Known, hash string, session *Session) error
	// Rehash keeps another hash of the same password, unless the password has changed meanwhile.
	Rehash(ctx context.Context, user Known, hash string) error
	// SetDisabled shuts a user out, which ends the sessions and tokens, or lets them in again. The last administrator
	// who is not shut out is a Conflict.
	SetDisabled(ctx context.Context, by string, user User, disabled bool) error
	// Record adds a line to the audit without another change.
	Record(ctx context.Context, by string, e audit.Event) error
}

type sessionStore interface {
	// StartSession keeps a new session, as the audit's "login", and removes those with the ended hashes. Of one user's
	// sessions at most most are kept.
	StartSession(ctx context.Context, by string, session Session, most int, ended []string) error
	Session(ctx context.Context, hash string) (Session, Known, error)
	// EndSession removes the session, as the audit's "logout"; one that is not there any more is no error.
	EndSession(ctx context.Context, by, hash string) error
}

type tokenStore interface {
	Tokens(ctx context.Context) ([]Token, error) // by user and name
	Token(ctx context.Context, hash string) (Token, Known, error)
	// CreateToken keeps a token; a name that the user's tokens have already is a Conflict.
	CreateToken(ctx context.Context, by, hash string, token Token) error
	RevokeToken(ctx context.Context, by string, userID int64, name string) error
}

type useStore interface {
	// NoteUses keeps when sessions and tokens were used last and when the sessions expire, of those that are still there.
	// What was used later already stays.
	NoteUses(ctx context.Context, sessions []Session, tokens []Token) error
}
