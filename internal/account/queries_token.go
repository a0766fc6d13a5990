package account

import (
	"context"
	"database/sql"
	"errors"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

const noToken = "There is no such token."

var tokens = db.TableOf[Token]("tokens")

// Tokens reads all tokens, ordered by user and name.
func (s *SessionQueries) Tokens(ctx context.Context) ([]Token, error) {
	return tokens.Select(ctx, db.Reading(s.DB, "read the tokens"), "ORDER BY user_id, name")
}

// TokensOf reads the tokens of a user, ordered by name.
func (s *SessionQueries) TokensOf(ctx context.Context, userID int64) ([]Token, error) {
	return tokens.Select(ctx, db.Reading(s.DB, "read the tokens of a user"), "WHERE user_id = ? ORDER BY name", userID)
}

// Token reads a token and its user; an unknown one is NotFound. It does not check whether they are still valid.
func (s *SessionQueries) Token(ctx context.Context, hash string) (Token, StoredUser, error) {
	var found Token
	var user StoredUser
	err := s.Read(ctx, "read a token", func(ctx context.Context, tx db.Tx) error {
		var err error
		if found, err = tokens.One(ctx, tx, noToken, "WHERE hash = ?", hash); err != nil {
			return err
		}
		user, err = readUser(ctx, tx, found.UserID)
		return err
	})
	return found, user, err
}

// CreateToken stores a token. A name that the user's tokens already use is a
// Conflict, and so is one token too many.
func (s *SessionQueries) CreateToken(ctx context.Context, by, hash string, token Token) error {
	return s.WriteUnversioned(ctx, by, "make a token", func(ctx context.Context, w *db.WriteTx) error {
		var count int
		if err := w.Row(ctx, "SELECT count(*) FROM tokens WHERE user_id = ?", token.UserID).Scan(&count); err != nil {
			return err
		}
		if count >= maxTokens {
			return fault.New(fault.Conflict, "There are too many tokens. Please revoke some that are no longer used.")
		}
		var expires *int64
		if !token.ExpiresAt.IsZero() {
			at := token.ExpiresAt.UnixMicro()
			expires = &at
		}
		err := w.Row(ctx, "INSERT INTO tokens (hash, user_id, name, scope, session_epoch, created_at, expires_at) VALUES "+db.Placeholders(7)+
			" ON CONFLICT (user_id, name) DO NOTHING RETURNING id", hash, token.UserID, token.Name, token.Scope, token.Epoch,
			token.CreatedAt.UnixMicro(), expires).Scan(&token.ID)
		if errors.Is(err, sql.ErrNoRows) {
			return fault.New(fault.Conflict, "A token with this name already exists. Revoke it first, or choose another name.")
		}
		if err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "create", Object: "tokens", ObjectID: token.ID, After: token})
	})
}

// RevokeToken deletes the token that a condition names; without such a token it is NotFound.
func (s *SessionQueries) RevokeToken(ctx context.Context, by, where string, args ...any) error {
	return s.WriteUnversioned(ctx, by, "revoke a token", func(ctx context.Context, w *db.WriteTx) error {
		before, err := tokens.Delete(ctx, w, noToken, where, args...)
		if err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "delete", Object: "tokens", ObjectID: before.ID, Before: before})
	})
}
