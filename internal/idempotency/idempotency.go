// Package idempotency carries the idempotency key of a request to the transaction that creates something, and stores the result.
package idempotency

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Key identifies a request that creates something. A retry has the same Hash and Digest.
type Key struct {
	Hash   string // of the client's key, the sender and the URL
	Digest string // of the request's body
}

// contextKey is the context key of the Key.
type contextKey struct{}

// With returns a context with the key.
func With(ctx context.Context, k Key) context.Context { return context.WithValue(ctx, contextKey{}, k) }

// From returns the key in the context, and whether the context has one.
func From(ctx context.Context) (k Key, given bool) {
	k, given = ctx.Value(contextKey{}).(Key)
	return k, given
}

// Limits of the stored idempotency keys.
const (
	maxKeys      = 10_000
	keyRetention = 24 * time.Hour
)

// Once calls create and stores result under the request's key. For a repeated request it restores the stored result and
// creates nothing. A key that was used for another request is Invalid. Requests without a key always create.
func Once[T any](ctx context.Context, w *db.WriteTx, result *T, create func() error) error {
	key, given := From(ctx)
	if !given {
		return create()
	}
	id, isNew, err := claim(ctx, w, key)
	if err != nil {
		return err
	}
	if !isNew {
		if err := earlier(ctx, w, key, result); err != nil {
			return err
		}
		return db.ErrNoChange
	}
	if err := create(); err != nil {
		return err
	}
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	return w.Exec(ctx, "UPDATE idempotency_keys SET result = ? WHERE id = ?", string(text), id)
}

// claim inserts the key. A concurrent claim of the same key waits until this transaction ends.
func claim(ctx context.Context, w *db.WriteTx, key Key) (id int64, isNew bool, err error) {
	err = w.Exec(ctx, "DELETE FROM idempotency_keys WHERE created_at < ? OR id <= (SELECT COALESCE(MAX(id), 0) FROM idempotency_keys) - ?",
		w.At.Add(-keyRetention).UnixMicro(), maxKeys-1)
	if err != nil {
		return 0, false, err
	}
	err = w.Row(ctx, "INSERT INTO idempotency_keys (key, digest, result, created_at) VALUES (?, ?, '', ?) ON CONFLICT (key) DO NOTHING RETURNING id",
		key.Hash, key.Digest, w.At.UnixMicro()).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return id, err == nil, err
}

// earlier reads the stored result of an earlier request with the key.
func earlier(ctx context.Context, w *db.WriteTx, key Key, result any) error {
	var digest, text string
	if err := w.Row(ctx, "SELECT digest, result FROM idempotency_keys WHERE key = ?", key.Hash).Scan(&digest, &text); err != nil {
		return err
	}
	if digest != key.Digest {
		used := fault.New(fault.Invalid, "This Idempotency-Key was used for another request. Please use a new one.")
		used.Code = "idempotency_key_reused"
		return used
	}
	return json.Unmarshal([]byte(text), result)
}
