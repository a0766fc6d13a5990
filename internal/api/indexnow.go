package api

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/indexnow"
)

// IndexNowStore lists the calls of IndexNow.
type IndexNowStore interface {
	IndexNowCalls(ctx context.Context) ([]indexnow.Call, error)
}

func indexNowCalls(c *call) (any, error) { return c.options.Store.IndexNowCalls(c.ctx()) }
