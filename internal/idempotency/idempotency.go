// Package idempotency carries the idempotency key of a request to the transaction that stores its result.
package idempotency

import "context"

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
