package api

import (
	"context"
	"reflect"

	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/indexnow"
)

// IndexNowStore lists the calls of IndexNow.
type IndexNowStore interface {
	IndexNowCalls(ctx context.Context) ([]indexnow.Call, error)
}

func (o *Options) indexNowCalls(c *httpapi.Call) (any, error) { return o.Store.IndexNowCalls(c.Ctx()) }

// indexnowCalls are the calls of indexnow.
func (o *Options) indexnowCalls() httpapi.Group {
	return httpapi.Group{
		Name: "indexnow",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/indexnow", httpapi.Content, httpapi.Fetch(o.indexNowCalls),
				httpapi.Answers[[]indexnow.Call]("indexNowCalls", "List the newest calls of IndexNow, the newest first")),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[indexnow.Call](): "IndexNowCall",
		},
	}
}
