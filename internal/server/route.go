package server

import (
	"net/http"
	"strings"
)

// documentRoutes are the kinds of addresses outside of the API, by how their path begins.
var documentRoutes = []struct{ prefix, route string }{
	{"/assets/", "/assets/{file}"},
	{"/products/", "/products/{slug}"},
	{"/product/", "/products/{slug}"},
	{"/category/", "/category/{slug}"},
	{"/go/", "/go/{slug}"},
	{"/admin", "/admin"},
	{"/submit", "/submit"},
	{"/sitemap", "/sitemap"},
	{"/feed.", "/feed"},
}

// routeOf names what answered a request: one of few names, whatever addresses clients make up.
func routeOf(in area, r *http.Request) string {
	switch {
	case in == calls && len(r.Pattern) > 1:
		return r.Pattern // of the API's table
	case in == calls:
		return "/api/ (unknown)"
	case in == uploads:
		return "/uploads/{file}"
	case r.URL.Path == "/":
		return "/"
	}
	for _, kind := range documentRoutes {
		if strings.HasPrefix(r.URL.Path, kind.prefix) {
			return kind.route
		}
	}
	return "/ (other)"
}
