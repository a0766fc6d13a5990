// Package api is the JSON API and its description.
package api
