package server

import (
	"net/http"

	"github.com/vitrine-directory/vitrine/internal/pages"
)

// Policies of areas other than documents. A handler may override them (uploads and logos do).
const (
	dataPolicy   = "default-src 'none'; frame-ancestors 'none'"
	uploadPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"
)

// headers are the prepared headers that every response carries.
type headers struct {
	always   []header
	policies [health + 1][]string
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
		policies: [...][]string{documents: {pages.ContentSecurityPolicy}, redirects: {pages.ContentSecurityPolicy}, calls: {dataPolicy}, mcpCalls: {dataPolicy}, health: {dataPolicy}, uploads: {uploadPolicy}},
	}
	if https {
		h.always = append(h.always, header{"Strict-Transport-Security", []string{"max-age=31536000"}})
	}
	return h
}

var noIndex = []string{"noindex"}

// set sets the headers. Their values are shared: handlers may replace but never append to them.
func (h headers) set(to http.Header, in area, id string) {
	to["X-Request-Id"] = []string{id}
	to["Content-Security-Policy"] = h.policies[in]
	if in == calls || in == mcpCalls {
		to["X-Robots-Tag"] = noIndex // robots may read what /llms.txt names, but people search for pages
	}
	for _, line := range h.always {
		to[line.name] = line.value
	}
}
