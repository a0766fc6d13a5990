// Package attention is what needs an administrator: how many of each kind, and where it is put right. Features bring the kinds
// (feature.Parts.Attention).
//
// # To change
//
//   - what a kind counts: its feature; the kinds that every site has: groups in internal/app/api.go
//   - what a kind is called on screen: web/src/admin/products/attention.tsx
package attention

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// Recently is how long what can only be noticed, and not put right, needs an administrator.
const Recently = 7 * 24 * time.Hour

// Source counts what needs an administrator. What it counts must be cheap, and known right after the start: it is asked whenever
// the dashboard opens.
type Source struct {
	Kind  string       // in the API, in lower case with hyphens
	Area  httpapi.Area // only who may read it is told
	URL   string       // path of the administrator's screen that puts it right
	Count func(ctx context.Context) (int, error)
}

// Need is something that needs an administrator.
type Need struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	URL   string `json:"url" doc:"Path of the screen that puts it right"`
}

// API is the call about them.
type API struct{ Sources []Source }

// Group returns the call.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "attention",
		Routes: []httpapi.Route{
			httpapi.Get("/api/admin/attention", httpapi.Insights.Records(), httpapi.Fetch(a.needs),
				httpapi.Answers[[]Need]("listAttention", "List what needs an administrator, the most urgent first; nothing that is in order")),
		},
	}
}

func (a API) needs(c *httpapi.Call) (any, error) {
	list := []Need{}
	for _, source := range a.Sources {
		if !c.Role.CanRead(source.Area) {
			continue
		}
		count, err := source.Count(c.Ctx())
		if err != nil {
			return nil, err
		}
		if count > 0 {
			list = append(list, Need{source.Kind, count, source.URL})
		}
	}
	return list, nil
}
