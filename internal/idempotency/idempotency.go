// Package idempotency carries the key of a request that may be sent again from the request to the transaction that stores
// its result.
package idempotency

import "context"

// Key names a request that creates something. The request that is sent again has the same Hash and Digest.
type Key struct {
	Hash   string // of the client's key, with who sent it and to which address
	Digest string // of the request's body
}

// contextKey is the key's place in a context.
type contextKey struct{}

// With gives a context that carries the key.
func With(ctx context.Context, k Key) context.Context { return context.WithValue(ctx, contextKey{}, k) }

// From is the key that the context carries; given is false where it carries none.
func From(ctx context.Context) (k Key, given bool) {
	k, given = ctx.Value(contextKey{}).(Key)
	return k, given
}
