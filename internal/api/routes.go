package api

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/site"
)

// access says who may call a route. The zero value says nothing, and is refused when the API is made.
type access int

const (
	public access = iota + 1
	admin
)

// route is one call of the API.
type route struct {
	method, pattern string
	access          access
	answer          func(v view, q *question, dst []byte) (reply, error) // appends the body to dst
	about           about
}

const productList = "/api/products"

// routes are all calls of the API, and who may make them.
func routes() []route {
	list := append(filters(), paging("Products in a page; without it, every match")...)
	sections := append(filters(), paging("Products of each section; 12 without it")...)
	return []route{
		{"GET", productList, public, products, about{"listProducts", "Products in order", typeOf[[]catalog.Product](), list, listHeaders()}},
		{"GET", "/api/products/{x}", public, product, about{"product", "One product", typeOf[catalog.Product](), nil, nil}},
		{"GET", "/api/products/{x}/similar", public, similar, about{"similarProducts", "At most 8 products like this one", typeOf[[]catalog.Product](), nil, nil}},
		{"GET", "/api/catalog", public, screen, about{"catalog", "A screen of the directory: a page of each section, and the matches behind each filter", typeOf[Catalog](), sections, nil}},
		{"GET", "/api/categories", public, categories, about{"listCategories", "Categories by name", typeOf[[]catalog.Category](), nil, nil}},
		{"GET", "/api/site", public, frame, about{"site", "What the frame of every page needs", typeOf[Site](), nil, nil}},
		{"GET", "/api/social-media", public, socialLinks, about{"listSocialLinks", "Active social links in their order", typeOf[[]site.SocialLink](), nil, nil}},
		{"GET", "/api/logo-settings", public, logoSettings, about{"listLogoSettings", "Site logos, with their files as data URLs", typeOf[[]site.Logo](), nil, nil}},
		{"GET", "/api/legal-pages", public, legalPages, about{"listLegalPages", "Legal pages", typeOf[[]site.LegalPage](), nil, nil}},
		{"GET", "/api/legal-pages/{type}", public, legalPage, about{"legalPage", "One legal page", typeOf[site.LegalPage](), nil, nil}},
		{"GET", "/logos/{type}", public, logo, about{}},
	}
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// register puts the table behind the mux: one resource for each pattern, which knows its methods.
func (a *API) register(table []route) {
	resources := map[string]*resource{}
	for _, rt := range table {
		if rt.access != public && rt.access != admin {
			panic(fmt.Sprintf("api: %s %s does not say who may call it", rt.method, rt.pattern))
		}
		found := resources[rt.pattern]
		if found == nil {
			found = &resource{api: a, routes: map[string]*route{}}
			resources[rt.pattern] = found
			a.mux.Handle(rt.pattern, found)
		}
		found.routes[rt.method] = &rt
	}
	a.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		a.fail(w, r, fault.New(fault.NotFound, "There is nothing at this address."))
	})
}

// resource is one pattern with its methods.
type resource struct {
	api    *API
	routes map[string]*route
}

// ServeHTTP answers by method. HEAD goes where GET goes; OPTIONS names the methods and grants nothing to other origins.
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
		w.Header().Set("Allow", s.allowed())
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Allow", s.allowed())
		s.api.fail(w, r, fault.New(fault.MethodNotAllowed, "This address does not take this method; it takes "+s.allowed()+"."))
	}
}

// allowed are the methods of the resource, as Allow lists them.
func (s *resource) allowed() string {
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

func (a *API) call(w http.ResponseWriter, r *http.Request, rt *route) {
	if rt.access != public { // nobody can sign in yet
		a.fail(w, r, fault.New(fault.Unauthorized, "Please sign in as an administrator."))
		return
	}
	q, err := rt.read(r)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	a.respond(w, r, q, false)
}
