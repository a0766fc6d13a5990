// Package imports takes files with products in the browser: CSV, JSON, WordPress exports and exports of a site. It says what an import would
// do, does it with progress, and saves the images that imported products have at other sites. Nothing of a file stays here between two calls.
//
// # To change
//
//   - how files are read, and how columns are mapped: internal/exchange; how products are written: internal/catalog/queries_import.go
//   - the calls: api.go; what they say: outcome.go; archives of a site: read.go; the screen is web/src/admin/imports
//   - the images: images.go, queries.go; go test ./internal/imports, -run ImportImages in internal/store; go test ./drill -run Imports
package imports
