// Package audit carries who asks for a change from the request to the line that is written about it.
package audit

import "context"

// Origin is where a change was asked for: the client's address and the request's id, which the log has too. Both are
// empty for what the command line does.
type Origin struct{ Address, RequestID string }

// key is the origin's place in a context.
type key struct{}

// With gives a context that carries the origin.
func With(ctx context.Context, o Origin) context.Context { return context.WithValue(ctx, key{}, o) }

// From is the origin that the context carries; the zero Origin when it carries none.
func From(ctx context.Context) Origin {
	o, _ := ctx.Value(key{}).(Origin)
	return o
}
