package account

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/quota"
)

// Store stores the accounts. Each change and its line in the audit are one transaction; by is who makes it. A missing
// object is a NotFound fault.
type Store interface {
	userStore
	sessionStore
	tokenStore
	useStore

	codeStore
	emailStore
	profileStore
	favoriteStore
	readerStore

	quota.Store // for failed attempts

	// ForgetExpired removes expired sessions, codes and email changes, counts that no longer matter, and the accounts created
	// before the given time whose email was never verified.
	ForgetExpired(ctx context.Context, unverified time.Time) error
}

type userStore interface {
	Administrators(ctx context.Context) ([]User, error) // by id
	UserByEmail(ctx context.Context, key string) (StoredUser, error)
	// CreateUser stores a new user; a key that is taken is a Conflict.
	CreateUser(ctx context.Context, by, key string, user StoredUser) (User, error)
	// SetPassword stores a new hash and increments the given epoch (a Conflict if the stored one differs), which ends
	// the user's sessions and tokens and their code. The session, if not nil, starts in the new epoch; it shows that the
	// email is verified.
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
	// NoteUses stores the last use of sessions and tokens, when their users were seen, and the expiry of sessions. It skips
	// those that no longer exist, and never overwrites a later use.
	NoteUses(ctx context.Context, sessions []Session, tokens []Token) error
}

type codeStore interface {
	// SignUp stores a sign-up with a code, in place of an earlier one from the same browser. The first one of an email key
	// makes a user who is not verified. If the user is verified, nothing changes.
	SignUp(ctx context.Context, key string, signUp SignUp, code CodeHash) error
	// SignUpOf reads the sign-up of a user from this browser, or else the latest.
	SignUpOf(ctx context.Context, userID int64, browser string) (SignUp, error)
	// SetCode replaces the user's code.
	SetCode(ctx context.Context, userID int64, code CodeHash) error
	// TryCode counts a try of the user's code and returns its hash: "" if there is none, it has expired, or it was tried
	// as often as most.
	TryCode(ctx context.Context, userID int64, most int) (hash string, err error)
	// TrySignUpCode is TryCode of a sign-up.
	TrySignUpCode(ctx context.Context, id int64, most int) (hash string, err error)
	// Verify makes the user of a sign-up whose code has this hash a verified one, with its email, name and password, and
	// deletes the other sign-ups. If it has another code now, it is a Conflict.
	Verify(ctx context.Context, user StoredUser, hash string) error
}

type emailStore interface {
	// QueueEmails counts a use of the limit and queues the emails whose own limits are not reached. If the limit is
	// reached, it is TooMany and nothing is queued. A limit that is both is counted once.
	QueueEmails(ctx context.Context, limit EmailLimit, queued ...QueuedEmail) error
	// RequestEmailChange is QueueEmails for a change of a user's email, which it stores.
	RequestEmailChange(ctx context.Context, userID int64, email string, expires time.Time, limit EmailLimit, queued ...QueuedEmail) error
	EmailChange(ctx context.Context, userID int64) (EmailChange, error)
	// SetChangeCode sets the code for the new address of a change to this email, or for the current one. It does nothing if
	// the user asks for another email by now.
	SetChangeCode(ctx context.Context, userID int64, email string, isNew bool, code CodeHash) error
	// TryEmailChange counts a try of the codes and returns the change. One that has expired, or was tried as often as
	// most, is NotFound.
	TryEmailChange(ctx context.Context, userID int64, most int) (EmailChange, error)
	// SetEmail sets the user's email, ends the change and all sessions but the one with the kept hash; an address that is
	// taken is a Conflict.
	SetEmail(ctx context.Context, by string, userID int64, email, key, kept string) error
	CancelEmailChange(ctx context.Context, userID int64) error
}

type profileStore interface {
	Profile(ctx context.Context, userID int64) (Profile, error)
	Rename(ctx context.Context, by string, userID int64, name string) error
	// EndOtherSessions ends all sessions of the user but the one with this hash.
	EndOtherSessions(ctx context.Context, by string, userID int64, kept string) error
	// DeleteUser removes the user and everything of theirs, with the counts of the given limits, in one transaction. The
	// audit gets a line if somebody else does it: by is not empty.
	DeleteUser(ctx context.Context, by string, user User, limits []string) error
}

type readerStore interface {
	// Readers reads a page of the users who are no administrators.
	Readers(ctx context.Context, q ReaderQuery) ([]Reader, error)
	// CountReaders counts those whom the search finds.
	CountReaders(ctx context.Context, search string) (ReaderCounts, error)
}

type favoriteStore interface {
	Favorites(ctx context.Context, userID int64) ([]Favorite, error) // oldest first, without products in the trash
	SaveFavorite(ctx context.Context, userID, productID int64, most int) error
	RemoveFavorite(ctx context.Context, userID, productID int64) error
	MergeFavorites(ctx context.Context, userID int64, productIDs []int64, most int) ([]Favorite, error)
}
