package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Limits of arguments. A tool's name and slug are shorter.
const (
	defaultLimit = 10
	maxLimit     = 50
	maxName      = 200
)

// tool is something that a client can call.
type tool struct {
	name, title, about string
	arguments          []argument
	result             *jsonschema.Schema
	call               func(v view, arguments json.RawMessage) (result, error)
}

// argument is an argument of a tool.
type argument struct {
	name     string
	required bool
	schema   *jsonschema.Schema
}

// result is what a call returns: structured content, which can also be read as text.
type result interface {
	writeText(b *strings.Builder)
}

// view is the data for one call.
type view struct {
	snapshot *browse.Snapshot
	settings *site.Settings
	origin   string // the beginning of every URL
	searched func(query string)
}

var limit = argument{name: "limit", schema: &jsonschema.Schema{
	Type: "integer", Minimum: jsonschema.Ptr(1.0), Maximum: jsonschema.Ptr(float64(maxLimit)), Default: json.RawMessage(fmt.Sprint(defaultLimit)),
	Description: "How many tools to return",
}}

// tools are all tools.
var tools = []*tool{
	define("search_tools", "Search AI tools",
		"Searches the directory of AI tools by words, category, price and tag. Returns the best matches first, each with its slug, beginning of its description, price, categories and URLs. Without arguments, returns the first tools in the directory's own order.",
		search,
		text("query", browse.MaxSearch, "What the tool should do, or its name, in a few words. Typos are corrected"),
		text("category", maxName, "Slug or name of a category from list_categories"),
		argument{name: "pricing", schema: &jsonschema.Schema{Type: "string", Enum: prices(), Description: "Only tools with this price. Unknown: the directory lists none"}},
		text("tag", maxName, fmt.Sprintf("Slug of a tag from get_tool. Only tags of %d tools or more can be searched", browse.LeastTagged)),
		limit),
	define("get_tool", "Get an AI tool",
		"Returns everything that the directory says about one AI tool: description, use cases, price, deal, categories, tags, and its alternatives with what they share and how they differ.",
		details,
		argument{"slug", true, text("", maxName, "Slug of the tool, from another result or the last part of its URL").schema}),
	compareTools,
	define("list_categories", "List categories",
		"Lists the categories of AI tools from A to Z, each with its slug and its number of tools.",
		categories),
	define("list_new_tools", "List new AI tools",
		"Lists the AI tools that were added last, the newest first, without those of bulk imports.",
		newest, limit),
}

func text(name string, most int, about string) argument {
	return argument{name: name, schema: &jsonschema.Schema{Type: "string", MaxLength: jsonschema.Ptr(most), Description: about}}
}

func prices() (values []any) {
	for _, price := range catalog.AllTypes() {
		values = append(values, price)
	}
	return values
}

// define returns a tool that decodes its arguments as an In and returns an Out.
func define[In any, Out result](name, title, about string, run func(v view, in In) (Out, error), arguments ...argument) *tool {
	t := &tool{name: name, title: title, about: about, arguments: arguments, result: schemaOf(reflect.TypeFor[Out]())}
	t.call = func(v view, text json.RawMessage) (result, error) {
		var in In
		if err := t.decode(text, &in); err != nil {
			return nil, err
		}
		return run(v, in)
	}
	return t
}

// schemaOf returns the schema of a result. Its lists are never null.
func schemaOf(result reflect.Type) *jsonschema.Schema {
	schema, err := jsonschema.ForType(result, &jsonschema.ForOptions{})
	if err != nil {
		panic(fmt.Sprintf("mcp: describe %v: %v", result, err)) // our own types
	}
	withoutNull(schema)
	return schema
}

func withoutNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	withoutNull(s.Items)
	for _, property := range s.Properties {
		withoutNull(property)
	}
}

// describe returns the tool as clients see it.
func (t *tool) describe() *sdk.Tool {
	input := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	for _, a := range t.arguments {
		input.Properties[a.name] = a.schema
		input.PropertyOrder = append(input.PropertyOrder, a.name)
		if a.required {
			input.Required = append(input.Required, a.name)
		}
	}
	return &sdk.Tool{
		Name: t.name, Title: t.title, Description: t.about, InputSchema: input, OutputSchema: t.result,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(bool)},
	}
}

// decode decodes the arguments of a call, or says in a sentence what is wrong with them.
func (t *tool) decode(text json.RawMessage, into any) error {
	if len(text) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil {
		return nil
	}
	names := make([]string, len(t.arguments))
	mismatch := new(json.UnmarshalTypeError)
	for i, a := range t.arguments {
		names[i] = a.name
		if errors.As(err, &mismatch) && mismatch.Field == a.name {
			kind := map[string]string{"string": "a string", "integer": "a whole number", "array": "a list of strings"}[a.schema.Type]
			return fault.Because(fault.BadRequest, fmt.Sprintf("Please give %s as %s.", a.name, kind), err)
		}
	}
	if len(names) == 0 {
		return fault.Because(fault.BadRequest, t.name+" takes no arguments.", err)
	}
	return fault.Because(fault.BadRequest, fmt.Sprintf("%s takes an object with these arguments and no others: %s.", t.name, strings.Join(names, ", ")), err)
}

// handle returns the SDK's handler of a tool. What is wrong with a call is a result for the model to read, not an error of the
// protocol. A panic would end the process: the SDK calls tools in goroutines of its own.
func (h *Handler) handle(t *tool) sdk.ToolHandler {
	return func(ctx context.Context, request *sdk.CallToolRequest) (answer *sdk.CallToolResult, _ error) {
		defer func() {
			if cause := recover(); cause != nil {
				h.options.Logger.ErrorContext(ctx, "panic", "tool", t.name, "error", fmt.Sprint(cause), "stack", string(debug.Stack()))
				answer = failed(fault.From(fmt.Errorf("panic: %v", cause)))
			}
		}()
		searched := func(query string) { h.options.Searched(ctx, query) }
		found, err := t.call(view{h.options.Catalogue.Snapshot(), h.options.Site.Settings(), h.options.PublicURL, searched}, request.Params.Arguments)
		if err != nil {
			return failed(fault.From(err)), nil
		}
		var b strings.Builder
		found.writeText(&b)
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: strings.TrimSpace(b.String())}}, StructuredContent: found}, nil
	}
}

func failed(f *fault.Fault) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: f.Message}}, IsError: true}
}
