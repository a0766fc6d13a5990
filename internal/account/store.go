package account

import (
	"context"

	"vitrine/internal/audit"
	"vitrine/internal/quota"
)

// Store stores the accounts. Each change and its line in the audit are one transaction; by is who makes it. A missing
// object is a NotFound fault.
type Store interface {
	userStore
	sessionStore
	tokenStore
	useStore

	quota.Store // for failed attempts

	// ForgetExpired removes expired sessions, and counts that no longer matter.
	ForgetExpired(ctx context.Context) error
}

type userStore interface {
	Users(ctx context.Context) ([]User, error) // by id
	UserByEmail(ctx context.Context, key string) (StoredUser, error)
	// CreateUser stores a new user; a key that is taken is a Conflict.
	CreateUser(ctx context.Context, by, key string, user StoredUser) (User, error)
	// SetPassword stores a new hash and increments the given epoch (a Conflict if the stored one differs), which ends
	// the user's sessions and tokens. The session, if not nil, starts in the new epoch.
	SetPassword(ctx context.Context, by string, user StoredUser, hash string, session *Session) error
	// Rehash stores another hash of the same password, unless the password has changed since it was read.
	Rehash(ctx context.Context, user StoredUser, hash string) error
	// SetDisabled disables a user, which ends the sessions and tokens, or enables the user again. Disabling the last
	// enabled administrator is a Conflict.
	SetDisabled(ctx context.Context, by string, user User, disabled bool) error
	// Record adds a line to the audit without another change.
	Record(ctx context.Context, by string, e audit.Event) error
}

type sessionStore interface {
	// StartSession stores a new session, as "login" in the audit, and removes those with the ended hashes. The user
	// keeps at most the given number of sessions.
	StartSession(ctx context.Context, by string, session Session, most int, ended []string) error
	Session(ctx context.Context, hash string) (Session, StoredUser, error)
	// EndSession removes the session, as "logout" in the audit; a missing one is no error.
	EndSession(ctx context.Context, by, hash string) error
}

type tokenStore interface {
	Tokens(ctx context.Context) ([]Token, error) // by user and name
	Token(ctx context.Context, hash string) (Token, StoredUser, error)
	// CreateToken stores a token; a name that another token of the user has is a Conflict.
	CreateToken(ctx context.Context, by, hash string, token Token) error
	RevokeToken(ctx context.Context, by string, userID int64, name string) error
}

type useStore interface {
	// NoteUses stores the last use of sessions and tokens, and the expiry of sessions. It skips those that no longer
	// exist, and never overwrites a later use.
	NoteUses(ctx context.Context, sessions []Session, tokens []Token) error
}
