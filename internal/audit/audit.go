// Package audit carries the origin of a change from the request to its line in the audit.
package audit

import "context"

// Origin is where a change was requested: the client's address, and the request's id as in the log. Both are empty for
// the command line.
type Origin struct{ Address, RequestID string }

// key is the context key of the Origin.
type key struct{}

// With returns a context with the origin.
func With(ctx context.Context, o Origin) context.Context { return context.WithValue(ctx, key{}, o) }

// From returns the origin in the context, or the zero Origin.
func From(ctx context.Context) Origin {
	o, _ := ctx.Value(key{}).(Origin)
	return o
}
