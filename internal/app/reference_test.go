package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const referenceFile = "../../docs/api-reference.md"

// The reference for people is what the code says. Its name begins like that of the description's test, so that
// `make generate` writes both.
func TestDescriptionReference(t *testing.T) {
	made := reference(Description())
	if *Update {
		storetest.NoError(t, os.WriteFile(referenceFile, []byte(made), 0o644))
	}
	written, err := os.ReadFile(referenceFile)
	storetest.NoError(t, err)
	storetest.Same(t, "docs/api-reference.md, which make generate writes", string(written), made)
}

const referenceHead = `# API reference

<!-- Made from the code by make generate. -->

Every call of [the API](api.md). The same as a file for programs is at ` + "`/openapi.yaml`" + ` of each site. Examples have a value for every field; ` + "`$TOKEN`" + ` is
[a key](api.md#keys). A call that names no key needs none.

Every error has the body [Error](#error), with one of these codes or one that the message explains:

| status | code |
|---|---|
`

// parts are the tags of the calls in the order of the reference, with their headings.
var parts = []struct{ tag, heading string }{
	{"public", "For everybody"},
	{"signed in", "For readers with an account"},
	{"administrator", "For administrators"},
	{"signed request", "For other sites"},
}

// reference returns the description as Markdown: the calls by who may make them, then the objects that they take and
// answer with.
func reference(doc *huma.OpenAPI) string {
	out := &strings.Builder{}
	out.WriteString(referenceHead)
	for _, kind := range []fault.Kind{fault.BadRequest, fault.Unauthorized, fault.Forbidden, fault.NotFound, fault.MethodNotAllowed, fault.Conflict, fault.TooLarge,
		fault.WrongType, fault.Invalid, fault.TooMany, fault.Internal, fault.BadGateway, fault.Unavailable, fault.GatewayTimeout, fault.NoSpace} {
		f := fault.New(kind, "")
		fmt.Fprintf(out, "| %d %s | `%s` |\n", f.Status(), http.StatusText(f.Status()), f.StableCode())
	}
	for _, group := range parts {
		fmt.Fprintf(out, "\n## %s\n", group.heading)
		for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
			for _, o := range operationsOf(doc.Paths[path]) {
				if o.Tags[0] == group.tag {
					describeCall(out, doc, o)
				}
			}
		}
	}
	out.WriteString("\n## Objects\n")
	schemas := doc.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		describeObject(out, name, schemas[name])
	}
	return out.String()
}

func operationsOf(item *huma.PathItem) []*huma.Operation {
	all := []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete}
	return slices.DeleteFunc(all, func(o *huma.Operation) bool { return o == nil })
}

func describeCall(out *strings.Builder, doc *huma.OpenAPI, o *huma.Operation) {
	fmt.Fprintf(out, "\n### %s %s\n\n%s.", o.Method, strings.NewReplacer("{", ":", "}", "").Replace(o.Path), markdownCell(o.Summary))
	if o.Description != "" {
		out.WriteString(" " + o.Description)
	}
	for _, proof := range o.Security {
		if scopes := proof["token"]; len(scopes) > 0 {
			fmt.Fprintf(out, " Needs a session, or a key with the scope `%s`.", scopes[0])
		}
	}
	out.WriteString("\n")
	if len(o.Parameters) > 0 {
		out.WriteString("\n| parameter | in | type | |\n|---|---|---|---|\n")
		for _, p := range o.Parameters {
			fmt.Fprintf(out, "| `%s` | %s | %s | %s |\n", p.Name, p.In, typeOfSchema(p.Schema), required(p.Required, p.Description))
		}
	}
	if o.RequestBody != nil {
		fmt.Fprintf(out, "\nBody: %s. %s\n", typeOfSchema(bodyOf(o.RequestBody.Content)), markdownCell(o.RequestBody.Description))
	}
	var answers []string
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		switch schema := bodyOf(o.Responses[status].Content); {
		case status == "default":
			answers = append(answers, "else "+typeOfSchema(schema))
		case schema == nil:
			answers = append(answers, status+" without a body")
		default:
			answers = append(answers, status+" with "+typeOfSchema(schema))
		}
	}
	fmt.Fprintf(out, "\nAnswers: %s.\n", strings.Join(answers, ", "))
	describeHeaders(out, o)
	describeExample(out, doc, o)
}

// describeHeaders lists the headers of a success that tell more than its body.
func describeHeaders(out *strings.Builder, o *huma.Operation) {
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		headers := o.Responses[status].Headers
		if len(headers) == 0 {
			continue
		}
		out.WriteString("\n| header | type | |\n|---|---|---|\n")
		for _, name := range slices.Sorted(maps.Keys(headers)) {
			fmt.Fprintf(out, "| `%s` | %s | %s |\n", name, typeOfSchema(headers[name].Schema), markdownCell(headers[name].Description))
		}
		return
	}
}

// describeExample writes a request by curl and the body of its answer.
func describeExample(out *strings.Builder, doc *huma.OpenAPI, o *huma.Operation) {
	path := o.Path
	for _, p := range o.Parameters {
		if p.In == "path" {
			path = strings.ReplaceAll(path, "{"+p.Name+"}", fmt.Sprint(exampleOf(doc, p.Schema, 0)))
		}
	}
	curl := "curl"
	if o.Method != http.MethodGet {
		curl += " -X " + o.Method
	}
	curl += " https://tools.example" + path
	if len(o.Security) > 0 {
		curl += ` -H "Authorization: Bearer $TOKEN"`
	}
	if o.RequestBody != nil {
		body, err := json.Marshal(exampleOf(doc, bodyOf(o.RequestBody.Content), 0))
		if err != nil {
			panic(err) // strings, numbers and lists of them
		}
		curl += " -H 'Content-Type: application/json' \\\n  -d '" + string(body) + "'"
	}
	fmt.Fprintf(out, "\n```sh\n%s\n```\n", curl)
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		if schema := bodyOf(o.Responses[status].Content); schema != nil && status != "default" {
			body, err := json.MarshalIndent(exampleOf(doc, schema, 0), "", "  ")
			if err != nil {
				panic(err)
			}
			fmt.Fprintf(out, "\n```json\n%s\n```\n", body)
			return
		}
	}
}

func describeObject(out *strings.Builder, name string, s *huma.Schema) {
	fmt.Fprintf(out, "\n### %s\n\n| field | type | |\n|---|---|---|\n", name)
	for _, field := range slices.Sorted(maps.Keys(s.Properties)) {
		property := s.Properties[field]
		fmt.Fprintf(out, "| `%s` | %s | %s |\n", field, typeOfSchema(property), required(slices.Contains(s.Required, field), property.Description))
	}
}

func required(is bool, text string) string {
	if text = markdownCell(text); !is {
		return strings.TrimSuffix("optional. "+text, ". ")
	}
	return text
}

// markdownCell returns a text for a cell of a table in Markdown.
func markdownCell(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "{", "&#123;", "\n", " ").Replace(text)
}

func bodyOf(content map[string]*huma.MediaType) *huma.Schema {
	for _, kind := range slices.Sorted(maps.Keys(content)) {
		return content[kind].Schema
	}
	return nil
}

// nameOfSchema returns the name of the object that a schema refers to, or "".
func nameOfSchema(s *huma.Schema) string { return strings.TrimPrefix(s.Ref, "#/components/schemas/") }

func typeOfSchema(s *huma.Schema) string {
	switch name := nameOfSchema(s); {
	case name != "":
		return fmt.Sprintf("[%s](#%s)", name, strings.ToLower(name))
	case s.Type == "array":
		return "list of " + typeOfSchema(s.Items)
	case len(s.Enum) > 0 || s.Minimum != nil && s.Maximum != nil:
		return markdownCell(strings.ReplaceAll(httpapi.ValuesOf(s), ", ", " · "))
	case s.Format == "date-time":
		return "time"
	case s.Type == "":
		return "any"
	}
	return s.Type
}

// exampleOf returns a value that a schema allows, with objects down to four levels.
func exampleOf(doc *huma.OpenAPI, s *huma.Schema, depth int) any {
	if name := nameOfSchema(s); name != "" {
		s = doc.Components.Schemas.Map()[name]
	}
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Type == "array":
		if depth > 4 {
			return []any{}
		}
		return []any{exampleOf(doc, s.Items, depth+1)}
	case s.Type == "object" || len(s.Properties) > 0:
		object := map[string]any{}
		for name, property := range s.Properties {
			if depth <= 4 {
				object[name] = exampleOf(doc, property, depth+1)
			}
		}
		return object
	case s.Type == "integer" || s.Type == "number":
		return 1
	case s.Type == "boolean":
		return true
	case s.Format == "date-time":
		return "2026-01-31T09:30:00Z"
	}
	return "text"
}
