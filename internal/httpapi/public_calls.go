package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	openapi "github.com/vitrine-directory/vitrine/api"
)

// PublicCalls returns the described reads of this site that need no one to sign in, in the order of the groups.
func (a *API) PublicCalls() []openapi.Call {
	var calls []openapi.Call
	for _, group := range a.options.Groups {
		for _, r := range group.Routes {
			if group.IsOff || r.Method != http.MethodGet || r.Access != Public || r.About.answer == nil || r.About.needsSecret {
				continue
			}
			call := openapi.Call{Path: r.Pattern, Summary: r.About.summary}
			for _, p := range slices.Concat(group.pathParams(r.Pattern), r.About.params) {
				call.Params = append(call.Params, openapi.Param{Name: p.Name, In: p.In, Text: p.Description, Values: ValuesOf(p.Schema), Required: p.Required})
			}
			calls = append(calls, call)
		}
	}
	return calls
}

// ValuesOf returns the values that a schema accepts, as text.
func ValuesOf(s *huma.Schema) string {
	if s.Minimum != nil && s.Maximum != nil {
		return fmt.Sprintf("%g to %g", *s.Minimum, *s.Maximum)
	}
	var values []string
	for _, value := range s.Enum {
		values = append(values, fmt.Sprint(value))
	}
	return strings.Join(values, ", ")
}
