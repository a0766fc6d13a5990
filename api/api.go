// Package api has the OpenAPI description of the JSON API, so that the site serves the one it was built with.
package api

import _ "embed"

// Description is the OpenAPI 3.1 description of the JSON API, as YAML. `make generate` writes it.
//
//go:embed openapi.yaml
var Description []byte

// Call is a call of the API, for people to read.
type Call struct {
	Path    string // with {wildcards}
	Summary string // a sentence without its full stop
	Params  []Param
}

// Param is a parameter of a call.
type Param struct {
	Name     string
	In       string // path or query
	Text     string
	Values   string // the values it accepts, separated by commas; empty: any
	Required bool
}
