package httpapi

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Route is one method of one URL: a row of the route table. The functions Get, Post, Put, Patch and Delete make it.
type Route struct {
	Method, Pattern string
	Access          Access
	Handler         Handler
	About           About
}

// Get is a route of the method GET.
func Get(pattern string, access Access, h Handler, about About) Route {
	return Route{http.MethodGet, pattern, access, h, about}
}

// Post is a route of the method POST.
func Post(pattern string, access Access, h Handler, about About) Route {
	return Route{http.MethodPost, pattern, access, h, about}
}

// Put is a route of the method PUT.
func Put(pattern string, access Access, h Handler, about About) Route {
	return Route{http.MethodPut, pattern, access, h, about}
}

// Patch is a route of the method PATCH.
func Patch(pattern string, access Access, h Handler, about About) Route {
	return Route{http.MethodPatch, pattern, access, h, about}
}

// Delete is a route of the method DELETE.
func Delete(pattern string, access Access, h Handler, about About) Route {
	return Route{http.MethodDelete, pattern, access, h, about}
}

// Group is the calls of one feature.
type Group struct {
	Name   string // of the feature
	Routes []Route
	Params []*huma.Param           // of the wildcards in its patterns; id is known
	Names  map[reflect.Type]string // of the types whose name in the description is not the one in Go
	Enums  map[string][]string     // the values of texts that no tag of Go can list, by the schema and its property, as "SyncKind.kind"
	IsOff  bool                    // this site does not have the calls; the description has them all the same
}

// TakesBody reports whether the route requires a body, and how many bytes it may have.
func (rt Route) TakesBody() (required bool, most int64) {
	return rt.Handler.takes != nil, rt.Handler.most
}

// register adds the routes to the mux: one resource for each pattern.
func (a *API) register(groups []Group) {
	resources := map[string]*resource{}
	for _, group := range groups {
		for _, rt := range group.Routes {
			rt.check()
			if group.IsOff {
				continue
			}
			found := resources[rt.Pattern]
			if found == nil {
				found = &resource{api: a, routes: map[string]*Route{}}
				resources[rt.Pattern] = found
				a.mux.Handle(rt.Pattern, found)
			}
			found.routes[rt.Method] = &rt
		}
	}
	a.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		a.fail(w, r, fault.New(fault.NotFound, "There is nothing at this URL."))
	})
}

// check panics if a route has no access, or if the answer of a restricted route would be cached for everyone.
func (rt Route) check() {
	switch {
	case rt.Access.kind == 0 || rt.Access.kind >= change && !slices.Contains(Areas(), rt.Access.area):
		panic(fmt.Sprintf("api: %s %s does not say who may call it", rt.Method, rt.Pattern))
	case rt.Access.kind == change && rt.Method == http.MethodGet, rt.Access.kind > change && rt.Method != http.MethodGet:
		panic(fmt.Sprintf("api: %s %s: what administrators read is content or records, and what they do beside it is a change", rt.Method, rt.Pattern))
	case rt.Access != Public && rt.Handler.answer != nil:
		panic(fmt.Sprintf("api: %s %s is restricted, but its answers would be cached for everyone", rt.Method, rt.Pattern))
	case rt.Method != http.MethodGet && rt.Handler.answer != nil:
		panic(fmt.Sprintf("api: %s %s changes nothing", rt.Method, rt.Pattern))
	case rt.Handler.answer == nil && rt.Handler.do == nil:
		panic(fmt.Sprintf("api: %s %s does nothing", rt.Method, rt.Pattern))
	}
}

// resource is one pattern with its routes by method.
type resource struct {
	api    *API
	routes map[string]*Route
}

// ServeHTTP dispatches by method. It answers HEAD like GET; OPTIONS lists the methods and grants nothing to other
// origins.
func (s *resource) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	rt, found := s.routes[method]
	switch {
	case found:
		s.api.call(w, r, rt)
	case method == http.MethodOptions:
		w.Header().Set("Allow", s.allowHeader())
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Allow", s.allowHeader())
		s.api.fail(w, r, fault.New(fault.MethodNotAllowed, "Method not allowed. Allowed here: "+s.allowHeader()+"."))
	}
}

// allowHeader returns the value of the Allow header.
func (s *resource) allowHeader() string {
	methods := []string{http.MethodOptions}
	for method := range s.routes {
		methods = append(methods, method)
	}
	if s.routes[http.MethodGet] != nil {
		methods = append(methods, http.MethodHead)
	}
	slices.Sort(methods)
	return strings.Join(methods, ", ")
}

func (a *API) call(w http.ResponseWriter, r *http.Request, rt *Route) {
	who, err := a.guard(w, r, rt)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if rt.Handler.do != nil {
		a.perform(w, r, rt, who, rt.Handler.do)
		return
	}
	if rt.Handler.forAdmin != nil {
		if who, is := a.administrator(w, r, rt.Handler.adminArea); is {
			a.perform(w, r, rt, who, rt.Handler.forAdmin)
			return
		}
	}
	q, err := rt.parse(r)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	a.respond(w, r, q, rt.Handler.forAdmin != nil) // not cached as a question: the answer depends on the user
}
