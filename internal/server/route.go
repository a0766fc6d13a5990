package server

import (
	"net/http"
	"strings"
)

// documentRoutes maps path prefixes outside of the API to route names.
var documentRoutes = []struct{ prefix, route string }{
	{"/assets/", "/assets/{file}"},
	{"/products/", "/products/{slug}"},
	{"/product/", "/products/{slug}"},
	{"/alternatives/", "/alternatives/{slug}"},
	{"/category/", "/category/{slug}"},
	{"/categories", "/categories"},
	{"/collections", "/collections"},
	{"/best/", "/best/{slug}"},
	{"/tag/", "/tag/{slug}"},
	{"/tools", "/tools"},
	{"/go/", "/go/{slug}"},
	{"/compare", "/compare"},
	{"/admin", "/admin"},
	{"/submit", "/submit"},
	{"/sitemap", "/sitemap"},
	{"/feed.", "/feed"},
	{"/llms", "/llms"},
	{"/openapi.yaml", "/openapi.yaml"},
	{"/opensearch.xml", "/opensearch.xml"},
	{"/manifest.webmanifest", "/manifest.webmanifest"},
	{"/icon-", "/icon"},
	{"/custom.css", "/custom.css"},
	{"/.well-known/", "/.well-known/{file}"},
	{"/badge/", "/badge/{slug}"},
}

// routeOf returns the route name of a request, one of a small fixed set whatever paths clients send.
func routeOf(in area, r *http.Request) string {
	switch {
	case in == calls && len(r.Pattern) > 1:
		return r.Pattern // from the API's route table
	case in == calls:
		return "/api/ (unknown)"
	case in == mcpCalls:
		return mcpPath
	case in == uploads:
		return "/uploads/{file}"
	case r.URL.Path == "/", r.URL.Path == apiPage, r.URL.Path == "/about/licences":
		return r.URL.Path
	}
	for _, kind := range documentRoutes {
		if strings.HasPrefix(r.URL.Path, kind.prefix) {
			return kind.route
		}
	}
	return "/ (other)"
}
