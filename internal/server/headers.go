package server

import "net/http"

// Policies by area. A handler may set its own for an answer (uploads and logos do).
const (
	documentPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; " +
		"font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self' https:; object-src 'none'; worker-src 'none'; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
	dataPolicy   = "default-src 'none'; frame-ancestors 'none'"
	uploadPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"
)

// headers are the lines that every answer carries, ready to be set.
type headers struct {
	always   []header
	policies map[area][]string
}

type header struct {
	name  string
	value []string
}

func newHeaders(https bool) headers {
	h := headers{
		always: []header{
			{"X-Content-Type-Options", []string{"nosniff"}},
			{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
			{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
			{"Permissions-Policy", []string{"camera=(), microphone=(), geolocation=(), payment=(), usb=()"}},
			{"X-Frame-Options", []string{"DENY"}},
		},
		policies: map[area][]string{documents: {documentPolicy}, leads: {documentPolicy}, calls: {dataPolicy}, health: {dataPolicy}, uploads: {uploadPolicy}},
	}
	if https {
		h.always = append(h.always, header{"Strict-Transport-Security", []string{"max-age=31536000"}})
	}
	return h
}

// set sets all of them. The values are shared: handlers replace them and never append to them.
func (h headers) set(to http.Header, in area, id string) {
	to["X-Request-Id"] = []string{id}
	to["Content-Security-Policy"] = h.policies[in]
	for _, line := range h.always {
		to[line.name] = line.value
	}
}
