package mcp

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/testcheck"
)

// wrongCall is a call with wrong arguments, and what the client is told.
type wrongCall struct{ tool, arguments, want string }

var wrongCalls = []wrongCall{
	{"get_tool", `{"slug":"nowhere"}`, "There is no tool with this slug. search_tools finds the slugs of tools."},
	{"get_tool", `{"slug":" "}`, "Please give the slug of a tool."},
	{"get_tool", `{}`, "Please give the slug of a tool."},
	{"get_tool", `{"slug":7}`, "Please give slug as a string."},
	{"get_tool", `{"name":"tool-1"}`, "get_tool takes an object with these arguments and no others: slug."},
	{"get_tool", `["tool-1"]`, "get_tool takes an object with these arguments and no others: slug."},
	{"search_tools", `{"query":"` + strings.Repeat("x", browse.MaxSearch+1) + `"}`, "Please search with at most 200 characters."},
	{"search_tools", `{"query":"a\u0000b"}`, "Please write the search in UTF-8 without control characters."},
	{"search_tools", `{"category":"nowhere"}`, "There is no such category. list_categories returns all of them."},
	{"search_tools", `{"pricing":"cheap"}`, "Please choose a price (pricing) from these: Free, Freemium, Premium, Unknown or all."},
	{"search_tools", `{"tag":"nothing"}`, "No tag with this name has 8 tools or more. Please search for the word with query."},
	{"search_tools", `{"limit":51}`, "Please give a limit from 1 to 50."},
	{"search_tools", `{"limit":0}`, "Please give a limit from 1 to 50."},
	{"search_tools", `{"limit":"ten"}`, "Please give limit as a whole number."},
	{"search_tools", `{"limit":2.5}`, "Please give limit as a whole number."},
	{"search_tools", `{"limit":""}`, "Please give limit as a whole number."},
	{"search_tools", `{"limit":"NaN"}`, "Please give limit as a whole number."},
	{"list_new_tools", `{"limit":true}`, "Please give limit as a whole number."},
	{"search_tools", `{"limit":1e300}`, "Please give a limit from 1 to 50."},
	{"list_new_tools", `{"limit":-1}`, "Please give a limit from 1 to 50."},
	{"list_categories", `{"limit":5}`, "list_categories takes no arguments."},
}

// What is wrong with a call is said in a sentence, as a result of the tool.
func TestCallErrors(t *testing.T) {
	t.Parallel()
	s := open(t, newStore(products()), nil)
	session := s.connect(t, &sdk.StreamableClientTransport{}, nil)
	for _, try := range wrongCalls {
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: try.tool, Arguments: json.RawMessage(try.arguments)})
		testcheck.NoError(t, err)
		what := try.tool + fmt.Sprintf(" %.60s", try.arguments)
		testcheck.Same(t, what, result.Content[0].(*sdk.TextContent).Text, try.want)
		if !result.IsError || result.StructuredContent != nil {
			t.Errorf("%s is no error: %+v", what, result)
		}
	}
	if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "delete_tool"}); err == nil {
		t.Error("a tool that does not exist can be called")
	}
}

// Lists have what the same query of the API has, in its order.
func TestSearch(t *testing.T) {
	t.Parallel()
	s := open(t, newStore(products()), nil)
	for arguments, want := range map[string]string{
		`{}`:                                    "10 of 12: tool-1 tool-2 tool-3 tool-4 tool-5 tool-6 tool-7 tool-8 tool-9 tool-10",
		`{"limit":2}`:                           "2 of 12: tool-1 tool-2",
		`{"limit":2.0}`:                         "2 of 12: tool-1 tool-2",
		`{"limit":2e0}`:                         "2 of 12: tool-1 tool-2",
		`{"limit":"2"}`:                         "2 of 12: tool-1 tool-2",
		`{"limit":"2.0"}`:                       "2 of 12: tool-1 tool-2",
		`{"pricing":"unknown"}`:                 "1 of 1: tool-3",
		`{"pricing":" UNKNOWN "}`:               "1 of 1: tool-3",
		`{"query":"leters"}`:                    "1 of 1: tool-1",
		`{"query":"nothing like it"}`:           "0 of 0: ",
		`{"category":"VIDEO"}`:                  "2 of 2: tool-2 tool-3",
		`{"category":"video","pricing":"Free"}`: "0 of 0: ",
		`{"pricing":"Unknown"}`:                 "1 of 1: tool-3",
		`{"tag":"open source","limit":1}`:       "1 of 8: tool-5",
		`{"query":null,"tag":null,"limit":1}`:   "1 of 12: tool-1",
	} {
		result, text := s.ask(t, "search_tools", json.RawMessage(arguments))
		testcheck.Same(t, arguments, listed(t, result), want)
		if strings.HasPrefix(want, "0") {
			testcheck.Same(t, arguments, text, "No tools match.")
		}
	}
	result, _ := s.ask(t, "list_new_tools", json.RawMessage(`{"limit":3}`))
	testcheck.Same(t, "the newest", listed(t, result), "3 of 12: tool-12 tool-11 tool-10")
}

// listed is what a list has.
func listed(t *testing.T, result *sdk.CallToolResult) string {
	t.Helper()
	var list List
	decode(t, result, &list)
	slugs := make([]string, len(list.Tools))
	for i, shown := range list.Tools {
		slugs[i] = shown.Slug
	}
	return fmt.Sprintf("%d of %d: %s", len(list.Tools), list.Total, strings.Join(slugs, " "))
}

func decode(t *testing.T, result *sdk.CallToolResult, into any) {
	t.Helper()
	text, err := json.Marshal(result.StructuredContent)
	testcheck.NoError(t, err, json.Unmarshal(text, into))
}

// A tool is found by its id and former slug too, and one in the trash is said to be removed.
func TestGetTool(t *testing.T) {
	t.Parallel()
	list := products()
	store := newStore(list[:11])
	store.all.OldSlugs = []catalog.OldSlug{{Slug: "former", ProductID: 2}}
	store.all.Trash = []catalog.Deleted{{Product: list[11], DeletedAt: time.Now()}}
	s := open(t, store, nil)
	for _, slug := range []string{"tool-2", "2", "former"} {
		result, text := s.ask(t, "get_tool", map[string]string{"slug": slug})
		var got Details
		decode(t, result, &got)
		if got.Slug != "tool-2" || got.URL != origin+"/products/tool-2" || got.AlternativesURL != origin+"/alternatives/tool-2" || got.Website != origin+"/go/tool-2?from=mcp" || len(got.Alternatives) == 0 || got.Alternatives[0].Slug != "tool-3" {
			t.Errorf("%s: got %+v", slug, got)
		}
		testcheck.WantText(t, text, "Tool 2\n- Slug: tool-2\n", "\nAlternatives:\n\nTool ")
	}
	_, text := s.ask(t, "get_tool", map[string]string{"slug": "tool-4"})
	if strings.Contains(text, "Website: "+origin+"/go/tool-4") || strings.Contains(text, "javascript") {
		t.Errorf("a website that is no web address is shown:\n%s", text)
	}
	_, text = s.ask(t, "search_tools", map[string]string{"query": "something like tool 2"})
	testcheck.WantText(t, text, "The alternatives to Tool 2 come first. Their page: "+origin+"/alternatives/tool-2\n", "\n\nTool 3\n")
	result, text := s.ask(t, "get_tool", map[string]string{"slug": "tool-12"})
	if want := "This tool has been removed from the directory."; text != want || !result.IsError {
		t.Errorf("of a tool in the trash it says %q, want %q", text, want)
	}
}

// examples are arguments of the tools that need some.
var examples = map[string]any{"get_tool": map[string]any{"slug": "tool-1"}}

// No text of the catalogue adds a line to another one's facts, and every result has the schema that its tool promises.
func TestHostileCatalogue(t *testing.T) {
	t.Parallel()
	const hostile = "A\n- Price: Free\r\n\u2028# \"Ignore\" <script>alert(1)</script> & \\ 文 🎨 \x1b[0m"
	list := products()
	for i := range list[:3] {
		p := &list[i]
		p.Name, p.Description, p.UseCases, p.PromoText, p.HasDeal, p.Type = hostile, hostile, hostile, hostile, true, catalog.Premium
		p.Categories, p.Tags = []string{hostile}, []string{hostile, "Open Source"}
	}
	for name, products := range map[string][]catalog.Product{"hostile": list, "usual": products()} {
		store := newStore(products)
		store.settings.Texts.Name = hostile
		s := open(t, store, nil)
		for _, defined := range tools {
			result, text := s.ask(t, defined.name, examples[defined.name])
			if name == "hostile" && (strings.Contains(text, "\n- Price: Free\n# ") || strings.ContainsAny(text, "\r\u2028")) {
				t.Errorf("%s: a name has lines of its own:\n%s", defined.name, text)
			}
			schema, err := defined.result.Resolve(nil)
			testcheck.NoError(t, err)
			if err := schema.Validate(result.StructuredContent); err != nil || result.IsError {
				t.Errorf("%s: its result does not have its schema: %v\n%s", defined.name, err, text)
			}
		}
	}
}

// An empty catalogue has empty lists.
func TestEmptyCatalogue(t *testing.T) {
	t.Parallel()
	s := open(t, newStore(nil), nil)
	for name, want := range map[string]string{
		"search_tools": `{"tools":[],"total":0}`, "list_new_tools": `{"tools":[],"total":0}`, "list_categories": `{"categories":[],"total":0}`,
	} {
		result, _ := s.ask(t, name, nil)
		text, err := json.Marshal(result.StructuredContent)
		testcheck.NoError(t, err)
		testcheck.Same(t, name, string(text), want)
	}
}

// More categories than a list has are counted.
func TestManyCategories(t *testing.T) {
	t.Parallel()
	list := products()
	for i := range maxCategories {
		list[0].Categories = append(list[0].Categories, fmt.Sprintf("Category %03d", i))
	}
	result, _ := open(t, newStore(list), nil).ask(t, "list_categories", nil)
	var got Categories
	decode(t, result, &got)
	if got.Total != maxCategories+2 || len(got.Categories) != maxCategories {
		t.Errorf("%d of %d categories", len(got.Categories), got.Total)
	}
}

// A panic is a result that reveals nothing of its cause, and the process goes on.
func TestPanic(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	s := open(t, newStore(nil), func(o *Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	broken := define("broken", "Broken", "", func(view, struct{}) (List, error) { panic("the secret") })
	answer, err := s.handle(broken)(t.Context(), &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}})
	testcheck.NoError(t, err)
	if text := answer.Content[0].(*sdk.TextContent).Text; !answer.IsError || strings.Contains(text, "secret") || !strings.Contains(log.String(), "the secret") {
		t.Errorf("the result is %q, the log %q", text, log.String())
	}
}
