package httpapi

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// About is the description of a route. The zero value leaves it out of the description.
type About struct {
	id          string // operation id, for generated clients
	summary     string
	answer      reflect.Type // type of a success's body; nil: not described
	params      []*huma.Param
	headers     map[string]*huma.Param // of the answer, besides the common ones
	needsSecret bool
}

// Answers describes a route whose answer is an A; params are the keys of its query.
func Answers[A any](id, summary string, params ...*huma.Param) About {
	return About{id: id, summary: summary, answer: reflect.TypeFor[A](), params: params}
}

// Done describes a route that answers with status 204.
func Done(id, summary string) About { return Answers[nothing](id, summary) }

// Undescribed is for routes that are not for programs, or whose answer is not JSON.
func Undescribed() About { return About{} }

// WithHeaders adds headers of the answer.
func (a About) WithHeaders(headers map[string]*huma.Param) About {
	a.headers = headers
	return a
}

// NeedsSecret marks a public read that needs a secret of the person whom it is about.
func (a About) NeedsSecret() About {
	a.needsSecret = true
	return a
}

// nothing is the answer with status 204.
type nothing struct{}

// Describe returns the OpenAPI 3.1 description of the calls.
func Describe(groups []Group) *huma.OpenAPI {
	names := map[reflect.Type]string{reflect.TypeFor[fault.Field](): "FieldError"}
	for _, group := range groups {
		maps.Copy(names, group.Names)
	}
	schemas := huma.NewMapRegistry("#/components/schemas/", func(t reflect.Type, hint string) string {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		return cmp.Or(names[t], huma.DefaultSchemaNamer(t, hint))
	})
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info:    &huma.Info{Title: "Vitrine", Version: "1", Description: "A public directory of AI tools."},
		Components: &huma.Components{Schemas: schemas, SecuritySchemes: map[string]*huma.SecurityScheme{
			"session": {Type: "apiKey", In: "cookie", Name: "sid", Description: "The cookie that signing in sets; behind https it is called __Host-sid"},
			"token":   {Type: "http", Scheme: "bearer", Description: "Made on the command line, with the scope read (content), read-all or admin; where one is sent, it alone decides"},
		}},
	}
	failure := response("What went wrong", bodySchema(schemas, reflect.TypeFor[Error]()))
	for _, group := range groups {
		for _, r := range group.Routes {
			if r.About.answer != nil {
				doc.AddOperation(operation(schemas, group, r, failure))
			}
		}
	}
	for _, group := range groups {
		for name, words := range group.Enums {
			schema, property, _ := strings.Cut(name, ".")
			schemas.Map()[schema].Properties[property].Enum = Enum(words...).Enum
		}
	}
	return doc
}

func operation(schemas huma.Registry, group Group, r Route, failure *huma.Response) *huma.Operation {
	status, success := describeSuccess(schemas, r)
	responses := map[string]*huma.Response{status: success, "default": failure}
	if r.Handler.creates {
		responses[strconv.Itoa(http.StatusCreated)] = success
	}
	return &huma.Operation{
		Method: r.Method, Path: r.Pattern, OperationID: r.About.id, Summary: r.About.summary, Tags: []string{r.Access.String()},
		Description: r.Access.forWhom(),
		Security:    proofs(r.Scope()),
		Parameters:  slices.Concat(group.pathParams(r.Pattern), r.About.params, keyParam(r.Handler)),
		RequestBody: describeBody(schemas, r.Handler),
		Responses:   responses,
	}
}

// proofs returns the credentials that a route accepts: a session, or a token of that scope or a wider one.
func proofs(scope string) []map[string][]string {
	if scope == "" {
		return nil
	}
	return []map[string][]string{{"session": {}}, {"token": {scope}}}
}

func describeSuccess(schemas huma.Registry, r Route) (status string, success *huma.Response) {
	if r.About.answer == reflect.TypeFor[nothing]() {
		return strconv.Itoa(http.StatusNoContent), &huma.Response{Description: "Done"}
	}
	success = response("Success", bodySchema(schemas, r.About.answer))
	success.Headers = r.About.headers
	return strconv.Itoa(r.Handler.status), success
}

// describeBody describes the request's body; nil if none is required.
func describeBody(schemas huma.Registry, h Handler) *huma.RequestBody {
	if h.file != "" {
		return &huma.RequestBody{
			Description: fmt.Sprintf("At most %d bytes.", h.most), Required: true,
			Content: map[string]*huma.MediaType{h.file: {Schema: &huma.Schema{Type: huma.TypeString}}},
		}
	}
	if h.takes == nil {
		return nil
	}
	return &huma.RequestBody{
		Description: fmt.Sprintf("At most %d bytes. Fields that are not listed count for nothing.", h.most),
		Required:    true,
		Content:     map[string]*huma.MediaType{"application/json": {Schema: bodySchema(schemas, h.takes)}},
	}
}

// bodySchema returns the schema of a body. Lists are never null, unlike huma's default.
func bodySchema(schemas huma.Registry, t reflect.Type) *huma.Schema {
	s := schemas.Schema(t, true, "")
	s.Nullable = false
	return s
}

func response(text string, body *huma.Schema) *huma.Response {
	return &huma.Response{
		Description: text,
		Content:     map[string]*huma.MediaType{"application/json": {Schema: body}},
	}
}

// pathParams describes the wildcard of a pattern. It panics if the group does not.
func (g Group) pathParams(pattern string) []*huma.Param {
	name := wildcard(pattern)
	if name == "" {
		return nil
	}
	known := append([]*huma.Param{PathParam("id", "Numeric ID", &huma.Schema{Type: huma.TypeInteger, Format: "int64"})}, g.Params...)
	at := slices.IndexFunc(known, func(p *huma.Param) bool { return p.Name == name })
	if at < 0 {
		panic(fmt.Sprintf("api: %s is not described: %s", pattern, name))
	}
	return known[at : at+1]
}

// PathParam describes a wildcard.
func PathParam(name, text string, schema *huma.Schema) *huma.Param {
	return &huma.Param{Name: name, In: "path", Description: text, Schema: schema, Required: true}
}

// keyParam describes the Idempotency-Key of a call that creates something.
func keyParam(h Handler) []*huma.Param {
	if h.status != http.StatusCreated {
		return nil
	}
	least, most := 1, maxIdempotencyKey
	return []*huma.Param{{Name: idempotencyKey, In: "header",
		Description: "Any value of your own, as a UUID: a request that is sent again with it within a day, with the same body, creates nothing and is answered as the first was",
		Schema:      &huma.Schema{Type: huma.TypeString, MinLength: &least, MaxLength: &most}}}
}

// Param describes a key of the query.
func Param(name, text string, schema *huma.Schema) *huma.Param {
	return &huma.Param{Name: name, In: "query", Description: text, Schema: schema}
}

// Enum is the schema of a text that is one of the allowed ones.
func Enum[T ~string](allowed ...T) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, word := range allowed {
		s.Enum = append(s.Enum, string(word))
	}
	return s
}

// Required marks a key of the query as required.
func Required(p *huma.Param) *huma.Param {
	p.Required = true
	return p
}
