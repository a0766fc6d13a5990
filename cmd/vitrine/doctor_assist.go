package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// checkModel checks that the endpoint for drafts can be reached and accepts the key. It has nothing written.
func checkModel(ctx context.Context, settings config.Serve) []finding {
	const about = "model"
	if settings.AIBaseURL == "" {
		return []finding{fine(about, "not set: no texts are drafted (--ai-base-url)")}
	}
	drafts := assist.Of(settings, settings.PublicURL, nil, slog.New(slog.DiscardHandler))
	if !drafts.Status().Configured {
		return []finding{wrong(about, errors.New("--ai-base-url is set and --ai-api-key isn't, so drafting is off"), "Set --ai-api-key; if the endpoint needs none, to any word.")}
	}
	if err := drafts.Reach(ctx); err != nil {
		return []finding{wrong(about, errors.New(fault.From(err).Message), "Check --ai-base-url and --ai-api-key, and that this machine may connect there.")}
	}
	return []finding{fine(about, "%s answers", settings.AIBaseURL)}
}
