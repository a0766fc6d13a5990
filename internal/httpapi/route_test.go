package httpapi

import (
	"net/http"
	"testing"
)

// A table that leaves a route open or undescribed is refused.
func TestRouteTableRules(t *testing.T) {
	closed := Bare(func(*Call) (any, error) { return nil, nil })
	for name, rt := range map[string]Route{
		"nobody said who may call it":           {Method: "POST", Pattern: "/api/x", Handler: closed},
		"what is for some is kept for all":      {Method: "GET", Pattern: "/api/x", Access: Catalog.Content(), Handler: Read(hello)},
		"a change that is answered from memory": {Method: "POST", Pattern: "/api/x", Access: Public, Handler: Read(hello)},
		"a route that does nothing":             {Method: "GET", Pattern: "/api/x", Access: Public},
		"an area that there is not":             {Method: "POST", Pattern: "/api/x", Access: Area("").Change(), Handler: closed},
		"a read that says no scope":             {Method: "GET", Pattern: "/api/x", Access: Catalog.Change(), Handler: closed},
		"a change that needs a scope to read":   {Method: "POST", Pattern: "/api/x", Access: Catalog.Content(), Handler: closed},
		"a change with the scope to read all":   {Method: "POST", Pattern: "/api/x", Access: Catalog.Records(), Handler: closed},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("the API was made")
				}
			}()
			open(t, Options{}, rt)
		})
	}
}

// Where nobody can sign in, the administrator's routes are closed.
func TestRoutesWithoutSignIn(t *testing.T) {
	a := open(t, Options{}, Get("/api/x", Catalog.Records(), Fetch(func(*Call) (any, error) {
		t.Error("the call was made")
		return nil, nil
	}), About{}))
	for range 3 {
		w := ask(a, "GET", "/api/x")
		same(t, "status", w.Code, http.StatusUnauthorized)
	}
}
