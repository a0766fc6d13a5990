package account

import (
	"context"
	"database/sql"
	"errors"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

const noToken = "There is no such token."

const tokenColumns = "id, user_id, name, scope, session_epoch, created_at, last_used_at, expires_at"

func scanToken(rows *sql.Rows) (Token, error) {
	var token Token
	var created int64
	var used, expires *int64
	err := rows.Scan(&token.ID, &token.UserID, &token.Name, &token.Scope, &token.Epoch, &created, &used, &expires)
	token.CreatedAt = db.TimeOf(created)
	if used != nil {
		token.LastUsedAt = db.TimeOf(*used)
	}
	if expires != nil {
		token.ExpiresAt = db.TimeOf(*expires)
	}
	return token, err
}

// Tokens reads all tokens, ordered by user and name.
func (s *Queries) Tokens(ctx context.Context) ([]Token, error) {
	var tokens []Token
	err := s.Read(ctx, "read the tokens", func(ctx context.Context, tx db.Tx) (err error) {
		tokens, err = db.Collect(ctx, tx, scanToken, "SELECT "+tokenColumns+" FROM tokens ORDER BY user_id, name")
		return err
	})
	return tokens, err
}

// Token reads a token and its user; an unknown one is NotFound. It does not check whether they are still valid.
func (s *Queries) Token(ctx context.Context, hash string) (Token, StoredUser, error) {
	var found Token
	var user StoredUser
	err := s.Read(ctx, "read a token", func(ctx context.Context, tx db.Tx) error {
		tokens, err := db.Collect(ctx, tx, scanToken, "SELECT "+tokenColumns+" FROM tokens WHERE hash = ?", hash)
		if err != nil {
			return err
		}
		if found, err = db.Only(tokens, noToken); err != nil {
			return err
		}
		user, err = readUser(ctx, tx, found.UserID)
		return err
	})
	return found, user, err
}

// CreateToken stores a token; a name that the user's tokens already use is a Conflict.
func (s *Queries) CreateToken(ctx context.Context, by, hash string, token Token) error {
	return s.WriteUnversioned(ctx, by, "make a token", func(ctx context.Context, w *db.WriteTx) error {
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

// RevokeToken deletes the user's token with this name; an unknown one is NotFound.
func (s *Queries) RevokeToken(ctx context.Context, by string, userID int64, name string) error {
	return s.WriteUnversioned(ctx, by, "revoke a token", func(ctx context.Context, w *db.WriteTx) error {
		found, err := db.Collect(ctx, w, scanToken, "SELECT "+tokenColumns+" FROM tokens WHERE user_id = ? AND name = ?", userID, name)
		if err != nil {
			return err
		}
		before, err := db.Only(found, noToken)
		if err != nil {
			return err
		}
		if err := w.Exec(ctx, "DELETE FROM tokens WHERE id = ?", before.ID); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "delete", Object: "tokens", ObjectID: before.ID, Before: before})
	})
}
