package api

import (
	"slices"
	"strings"
	"testing"

	openapi "github.com/vitrine-directory/vitrine/api"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The public calls are reads without secrets, described in full.
func TestPublicCalls(t *testing.T) {
	with, without := paths(PublicCalls(true)), paths(PublicCalls(false))
	if with[0] != "/api/products" || !slices.Contains(with, "/api/newsletter/issues/{number}") || len(without) != len(with)-2 {
		t.Errorf("with a newsletter %q, without %q", with, without)
	}
	for _, path := range with {
		for _, private := range []string{"admin", "settings/", "{key}", "favorites", "auth", "/leave", "newsletter/settings"} {
			if strings.Contains(path, private) {
				t.Errorf("%s is not for everyone", path)
			}
		}
	}
	for _, call := range PublicCalls(true) {
		for _, param := range call.Params {
			if call.Summary == "" || param.Text == "" || param.In != "path" && param.In != "query" {
				t.Errorf("%s: %+v", call.Path, param)
			}
		}
	}
	params := PublicCalls(false)[0].Params
	limit := params[slices.IndexFunc(params, func(p openapi.Param) bool { return p.Name == "limit" })]
	storetest.Same(t, "the values of "+limit.Name, limit.Values, "1 to 100")
}

func paths(calls []openapi.Call) []string {
	list := make([]string, len(calls))
	for i, call := range calls {
		list[i] = call.Path
	}
	return list
}
