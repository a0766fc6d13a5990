package assist

import (
	"context"
	"net/http"
)

// Reach asks the provider for its list of models, which costs nothing. Its error is that of a draft: the provider can't be
// reached, fails or does not accept the key. A provider without such a list is reached, too.
func (a *Assistant) Reach(ctx context.Context) error {
	t := &attempt{assistant: a, alive: func() {}}
	body, err := t.send(ctx, http.MethodGet, "/models", nil)
	switch {
	case err == nil:
		return body.Close()
	case t.status == http.StatusNotFound, t.status == http.StatusMethodNotAllowed:
		return nil
	}
	return t.faultOf(err, context.Cause(ctx))
}
