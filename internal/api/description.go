package api

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/indexnow"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/theme"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Description returns the OpenAPI 3.1 description of all routes, as YAML. `make generate` writes it to
// api/openapi.yaml.
func Description() ([]byte, error) {
	text, err := describe(routes()).YAML()
	if err != nil {
		return nil, fmt.Errorf("write the description: %w", err)
	}
	return text, nil
}

// about is the description of a route.
type about struct {
	id      string // operation id, for generated clients
	summary string
	answer  reflect.Type // type of a success's body; nil omits the route from the description
	params  []*huma.Param
	headers map[string]*huma.Param // of the answer, besides the common ones
}

// schemaNames are the types whose schema name differs from their Go name.
var schemaNames = map[reflect.Type]string{
	reflect.TypeFor[site.Logo]():                   "LogoSetting",
	reflect.TypeFor[site.Placement]():              "SocialPlacement",
	reflect.TypeFor[reach.Report]():                "Reach",
	reflect.TypeFor[reach.KindCount]():             "ReachKind",
	reflect.TypeFor[reach.Finding]():               "ReachFinding",
	reflect.TypeFor[reach.FoundPage]():             "ReachPage",
	reflect.TypeFor[reach.Inbound]():               "ReachInbound",
	reflect.TypeFor[site.ShownPage]():              "ShownLegalPage",
	reflect.TypeFor[site.Rendered]():               "RenderedText",
	reflect.TypeFor[site.Values]():                 "SiteValues",
	reflect.TypeFor[site.ValuesChange]():           "SiteSettingsInput",
	reflect.TypeFor[site.IndexLimitsChange]():      "IndexLimitsInput",
	reflect.TypeFor[site.TextsChange]():            "TextsInput",
	reflect.TypeFor[site.VerificationTagsChange](): "VerificationTagsInput",
	reflect.TypeFor[site.IndexNowChange]():         "IndexNowInput",
	reflect.TypeFor[site.ThemeChange]():            "ThemeInput",
	reflect.TypeFor[theme.Preset]():                "ThemePreset",
	reflect.TypeFor[theme.Pair]():                  "ThemeContrast",
	reflect.TypeFor[theme.Preview]():               "ThemeScheme",
	reflect.TypeFor[indexnow.Call]():               "IndexNowCall",
	reflect.TypeFor[fault.Field]():                 "FieldError",
	reflect.TypeFor[audit.Entry]():                 "AuditEntry",
	reflect.TypeFor[audit.ChangedRow]():            "UndoPreviewRow",
	reflect.TypeFor[catalog.Deleted]():             "DeletedProduct",
	reflect.TypeFor[assist.Status]():               "Drafting",
	reflect.TypeFor[assist.Suggestion]():           "WebsiteSuggestion",
	reflect.TypeFor[mirror.Progress]():             "SyncProgress",
	reflect.TypeFor[mirror.Run]():                  "SyncRun",
	reflect.TypeFor[logos.Run]():                   "LogoRun",
	reflect.TypeFor[logos.Page]():                  "LogoProposals",
	reflect.TypeFor[logos.Proposal]():              "LogoProposal",
	reflect.TypeFor[mirror.Count]():                "SyncCount",
	reflect.TypeFor[mirror.Difference]():           "SyncDifference",
	reflect.TypeFor[mirror.KindDifference]():       "SyncKind",
	reflect.TypeFor[mirror.RowDifference]():        "SyncRow",
	reflect.TypeFor[mirror.LogoEntry]():            "LogoVerification",
	reflect.TypeFor[mirror.FieldDifference]():      "SyncField",
}

// nothing is the answer with status 204.
type nothing struct{}

func describe(table []route) *huma.OpenAPI {
	schemas := huma.NewMapRegistry("#/components/schemas/", func(t reflect.Type, hint string) string {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if name := schemaNames[t]; name != "" {
			return name
		}
		return huma.DefaultSchemaNamer(t, hint)
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
	for _, r := range table {
		if r.about.answer == nil {
			continue
		}
		status, success := describeSuccess(schemas, r)
		responses := map[string]*huma.Response{status: success, "default": failure}
		if r.handler.creates {
			responses[strconv.Itoa(http.StatusCreated)] = success
		}
		doc.AddOperation(&huma.Operation{
			Method: r.method, Path: r.pattern, OperationID: r.about.id, Summary: r.about.summary, Tags: []string{r.access.String()},
			Security:    proofs(r.scope()),
			Parameters:  slices.Concat(pathParams(r.pattern), r.about.params, keyParam(r.handler)),
			RequestBody: describeBody(schemas, r.handler),
			Responses:   responses,
		})
	}
	return doc
}

// proofs returns the credentials that a route accepts: a session, or a token of that scope or a wider one.
func proofs(scope string) []map[string][]string {
	if scope == "" {
		return nil
	}
	return []map[string][]string{{"session": {}}, {"token": {scope}}}
}

func describeSuccess(schemas huma.Registry, r route) (status string, success *huma.Response) {
	if r.about.answer == typeOf[nothing]() {
		return strconv.Itoa(http.StatusNoContent), &huma.Response{Description: "Done"}
	}
	success = response("Success", bodySchema(schemas, r.about.answer))
	success.Headers = r.about.headers
	return strconv.Itoa(r.handler.status), success
}

// describeBody describes the request's body; nil if none is required.
func describeBody(schemas huma.Registry, h handler) *huma.RequestBody {
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

func listHeaders() map[string]*huma.Param {
	return map[string]*huma.Param{
		"X-Total-Count": {Description: "Products that match, on all pages", Schema: &huma.Schema{Type: huma.TypeInteger}},
		"Link":          {Description: `Address of the next page as rel="next", when there is one`, Schema: &huma.Schema{Type: huma.TypeString}},
	}
}

// pathParams describes the wildcard of a pattern.
func pathParams(pattern string) []*huma.Param {
	name := wildcard(pattern)
	if name == "" {
		return nil
	}
	p := map[string]huma.Param{
		"x":    {Description: "Number or slug of the product", Schema: &huma.Schema{Type: huma.TypeString}},
		"id":   {Description: "Numeric ID", Schema: &huma.Schema{Type: huma.TypeInteger, Format: "int64"}},
		"key":  {Description: "The end of the status link", Schema: &huma.Schema{Type: huma.TypeString}},
		"type": {Description: "Which legal page", Schema: words(legalTypes()...)},
		"slug": {Description: "Slug of the collection", Schema: &huma.Schema{Type: huma.TypeString}},

		"number":  {Description: "Number of the issue", Schema: &huma.Schema{Type: huma.TypeString}},
		"ids":     {Description: "Numbers of two to four products, separated by commas", Schema: &huma.Schema{Type: huma.TypeString}},
		"version": {Description: "Catalogue version that the change led to", Schema: &huma.Schema{Type: huma.TypeInteger, Format: "int64"}},
		"cadence": {Description: "Which draft", Schema: words("weekly", "monthly")},
	}[name]
	p.Name, p.In, p.Required = name, "path", true
	return []*huma.Param{&p}
}

// keyParam describes the Idempotency-Key of a call that creates something.
func keyParam(h handler) []*huma.Param {
	if h.status != http.StatusCreated {
		return nil
	}
	least, most := 1, maxIdempotencyKey
	return []*huma.Param{{Name: idempotencyKey, In: "header",
		Description: "Any value of your own, as a UUID: a request that is sent again with it within a day, with the same body, creates nothing and is answered as the first was",
		Schema:      &huma.Schema{Type: huma.TypeString, MinLength: &least, MaxLength: &most}}}
}

// filters describes the query keys that filter products; paging, those of pages.
func filters() []*huma.Param {
	return []*huma.Param{
		query("category", "Slug or name of a category, or all", &huma.Schema{Type: huma.TypeString}),
		query("tag", fmt.Sprintf("Slug or name of a tag that at least %d products have", browse.LeastTagged), &huma.Schema{Type: huma.TypeString}),
		query("search", fmt.Sprintf("Words to find, at most %d characters; the last one may be unfinished", browse.MaxSearch), &huma.Schema{Type: huma.TypeString}),
		query("pricing", "A type of pricing, or all", words(append(asStrings(catalog.AllTypes()), "all")...)),
		query("sort", "Order; without it, relevance when searching and the administrator's order else", words(asStrings(browse.Sorts())...)),
		query("section", "Only this section", words(asStrings(catalog.Sections())...)),
		query("featured", "true: only featured products; false: only the others", &huma.Schema{Type: huma.TypeBoolean}),
		query("deal", "true: only products with a deal; false: only the others", &huma.Schema{Type: huma.TypeBoolean}),
	}
}

func paging(limit string) []*huma.Param {
	least, most, last := 1.0, float64(browse.MaxLimit), float64(browse.MaxPage)
	return []*huma.Param{
		query("limit", limit, &huma.Schema{Type: huma.TypeInteger, Minimum: &least, Maximum: &most}),
		query("cursor", "Where the next page begins, as an earlier answer gave it", &huma.Schema{Type: huma.TypeString}),
		query("page", fmt.Sprintf("Number of a page, instead of a cursor; pages have %d products, or as many as the limit says", browse.PageLength), &huma.Schema{Type: huma.TypeInteger, Minimum: &least, Maximum: &last}),
	}
}

func timeSpan() []*huma.Param {
	least, most := 1.0, float64(visits.RetentionDays)
	return []*huma.Param{query("days", "How many days, today among them; 30 without it", &huma.Schema{Type: huma.TypeInteger, Minimum: &least, Maximum: &most})}
}

func query(name, text string, schema *huma.Schema) *huma.Param {
	return &huma.Param{Name: name, In: "query", Description: text, Schema: schema}
}

func words(allowed ...string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, word := range allowed {
		s.Enum = append(s.Enum, word)
	}
	return s
}

func asStrings[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

func legalTypes() []string {
	var types []string
	for _, page := range site.LegalTypes() {
		types = append(types, string(page.Type))
	}
	return types
}
