package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Call is a described route, for people to read.
type Call = struct {
	Path    string // with {wildcards}
	Summary string // a sentence without its full stop
	Params  []Param
}

// Param is a parameter of a call.
type Param = struct {
	Name     string
	In       string // path or query
	Text     string
	Allowed  string // its values, in words; empty: any
	Required bool
}

// personal are the public reads that need a secret of the person whom they are about.
var personal = []string{"newsletterSettings", "submissionStatus"}

// PublicCalls returns the described reads that need no one to sign in, of a site with or without a newsletter, in the
// order of the table of routes.
func PublicCalls(newsletter bool) []Call {
	var calls []Call
	for _, r := range routes() {
		if r.method != http.MethodGet || r.access != public || r.about.answer == nil || r.handler.ofNewsletter && !newsletter || slices.Contains(personal, r.about.id) {
			continue
		}
		call := Call{Path: r.pattern, Summary: r.about.summary}
		for _, p := range slices.Concat(pathParams(r.pattern), r.about.params) {
			call.Params = append(call.Params, Param{p.Name, p.In, p.Description, allowed(p.Schema), p.Required})
		}
		calls = append(calls, call)
	}
	return calls
}

// allowed returns the values that a schema allows, in words.
func allowed(s *huma.Schema) string {
	if s.Minimum != nil && s.Maximum != nil {
		return fmt.Sprintf("%g to %g", *s.Minimum, *s.Maximum)
	}
	var values []string
	for _, value := range s.Enum {
		values = append(values, fmt.Sprint(value))
	}
	return strings.Join(values, ", ")
}
