package mcp

import (
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/testcheck"
)

func init() {
	argumentNames["compare_tools"] = "slugs"
	examples["compare_tools"] = map[string]any{"slugs": []string{"tool-1", "tool-2", "tool-3"}}
	calls = append(calls, sdk.CallToolParams{Name: "compare_tools", Arguments: map[string]any{"slugs": []string{"tool-2", "tool-1"}}})
	wrongCalls = append(wrongCalls, []wrongCall{
		{"compare_tools", `{"slugs":["tool-1"]}`, "Please give the slugs of 2 to 4 different tools."},
		{"compare_tools", `{"slugs":["tool-1","tool-2","tool-3","tool-4","tool-5"]}`, "Please give the slugs of 2 to 4 different tools."},
		{"compare_tools", `{"slugs":["tool-1","tool-1"]}`, "Please give the slugs of 2 to 4 different tools."},
		{"compare_tools", `{"slugs":["tool-1","nowhere"]}`, "There is no tool with slug number 2 of the list. search_tools finds the slugs of tools."},
		{"compare_tools", `{"slugs":"tool-1,tool-2"}`, "Please give slugs as a list of strings."},
		{"compare_tools", `{"slugs":[1,2]}`, "Please give slugs as a list of strings."},
	}...)
}

// A comparison has the verdict of the site.
func TestCompareVerdict(t *testing.T) {
	t.Parallel()
	store := newStore(products())
	site.Add(&store.settings, compare.Verdicts{{Products: "1,2", Text: "Take **both**."}})
	s := open(t, store, nil)
	result, text := s.ask(t, "compare_tools", map[string][]string{"slugs": {"tool-2", "1"}})
	var got Comparison
	decode(t, result, &got)
	if got.Verdict != "Take **both**." || got.URL != origin+"/compare/tool-1-vs-tool-2" || len(got.Facts) != 5 {
		t.Errorf("got %+v", got)
	}
	testcheck.WantText(t, text, "Verdict:\nTake **both**.\n")
}
