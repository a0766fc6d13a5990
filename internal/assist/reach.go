package assist

import (
	"context"
	"net/http"

	openai "github.com/sashabaranov/go-openai"
)

// Reach asks the provider for its list of models, which costs nothing. Its error is that of a draft: the provider can't be
// reached, fails or does not accept the key. A provider without such a list is reached, too.
func (a *Assistant) Reach(ctx context.Context) error {
	t := &attempt{assistant: a}
	config := openai.DefaultConfig(a.options.Key)
	config.BaseURL, config.HTTPClient = a.options.BaseURL, t
	_, err := openai.NewClientWithConfig(config).ListModels(ctx)
	switch {
	case err == nil, t.status == http.StatusNotFound, t.status == http.StatusMethodNotAllowed:
		return nil
	}
	return t.faultOf(err, context.Cause(ctx))
}
