package server

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/pages"
)

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
	}
	return pages.Route(r.URL.Path)
}
