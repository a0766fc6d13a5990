// Package api embeds the OpenAPI description, so that the site serves the one it was built with.
package api

import _ "embed"

// Description is the OpenAPI 3.1 description of the JSON API, as YAML. `make generate` writes it.
//
//go:embed openapi.yaml
var Description []byte
