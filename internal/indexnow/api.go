package indexnow

import (
	"reflect"

	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls about IndexNow.
type API struct {
	Queries *Queries
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "indexnow",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/indexnow", httpapi.Settings.Content(), httpapi.Fetch(a.indexNowCalls),
				httpapi.Answers[[]Call]("indexNowCalls", "List the latest calls of IndexNow, newest first")),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Call](): "IndexNowCall",
		},
	}
}

func (a API) indexNowCalls(c *httpapi.Call) (any, error) { return a.Queries.IndexNowCalls(c.Ctx()) }
