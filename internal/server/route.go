package server

import "net/http"

// routeOf returns the route name of a request, one of a small fixed set whatever paths clients send.
func (s *Server) routeOf(in area, r *http.Request) string {
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
	return s.options.Route(r.URL.Path)
}
