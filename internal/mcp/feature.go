package mcp

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/feature"
)

// Feature is what the program is told of the Model Context Protocol.
var Feature = feature.Feature{
	Name: "mcp",
	Open: func(k *feature.Kits) (feature.Parts, error) {
		if !k.Settings.HasMCP() {
			return feature.Parts{}, nil
		}
		handler := New(Options{
			PublicURL: k.Origin, Catalogue: k.Catalogue, Site: k.Site, Logger: k.Logger,
			AcquireWorker: func() (func(), error) { return k.AcquireWorker() },
			Searched: func(ctx context.Context, words string) {
				if k.Searched != nil {
					k.Searched(ctx, words, false)
				}
			},
		})
		return feature.Parts{MCP: handler}, nil
	},
}
