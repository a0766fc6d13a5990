package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	openapi "github.com/vitrine-directory/vitrine/api"
)

// personal are the public reads that need a secret of the person whom they are about.
var personal = []string{"newsletterSettings", "submissionStatus"}

// PublicCalls returns the described reads that need no one to sign in, of a site with or without a newsletter, in the
// order of the table of routes.
func PublicCalls(newsletter bool) []openapi.Call {
	var calls []openapi.Call
	for _, r := range routes() {
		if r.method != http.MethodGet || r.access != public || r.about.answer == nil || r.handler.ofNewsletter && !newsletter || slices.Contains(personal, r.about.id) {
			continue
		}
		call := openapi.Call{Path: r.pattern, Summary: r.about.summary}
		for _, p := range slices.Concat(pathParams(r.pattern), r.about.params) {
			call.Params = append(call.Params, openapi.Param{Name: p.Name, In: p.In, Text: p.Description, Values: valuesOf(p.Schema), Required: p.Required})
		}
		calls = append(calls, call)
	}
	return calls
}

// valuesOf returns the values that a schema accepts, as text.
func valuesOf(s *huma.Schema) string {
	if s.Minimum != nil && s.Maximum != nil {
		return fmt.Sprintf("%g to %g", *s.Minimum, *s.Maximum)
	}
	var values []string
	for _, value := range s.Enum {
		values = append(values, fmt.Sprint(value))
	}
	return strings.Join(values, ", ")
}
