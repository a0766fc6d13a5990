package main

import (
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-directory/vitrine/internal/config"
)

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// An assistant finds what was imported, with URLs of the public address.
func TestServeMCP(t *testing.T) {
	t.Parallel()
	place := newPlace(t)
	noError(t, errOf(imported(t, config.Import{Database: place}, twoTools)))
	site := served(t, config.Serve{Database: place, MCP: "on", PublicURL: "https://tools.example"})
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: site + "/mcp"}, nil)
	noError(t, err)
	defer session.Close()
	for _, try := range []struct {
		tool      string
		arguments map[string]any
		parts     []string
	}{
		{"search_tools", map[string]any{"query": "one thing", "category": "writing", "pricing": "Free"}, []string{"Tools: 1", "https://tools.example/products/first-tool"}},
		{"get_tool", map[string]any{"slug": "second-tool"}, []string{"Price not listed", "https://tools.example/go/second-tool?from=mcp (second.example)"}},
	} {
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: try.tool, Arguments: try.arguments})
		noError(t, err)
		wantText(t, result.Content[0].(*sdk.TextContent).Text, try.parts...)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, site+"/mcp", strings.NewReader(ping))
	noError(t, err)
	request.Host = "tools.example" // as a proxy on the same machine passes it on
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	response, err := http.DefaultClient.Do(request)
	wantText(t, body(t, response, err), `"result":{}`)
	response, err = http.Get(site + "/llms.txt")
	wantText(t, body(t, response, err), "`https://tools.example/mcp`")
}

// Turned off, there is nothing at /mcp, and nothing tells of it.
func TestServeWithoutMCP(t *testing.T) {
	t.Parallel()
	site := served(t, config.Serve{Database: newPlace(t), MCP: "off"})
	response, err := http.Post(site+"/mcp", "application/json", strings.NewReader(ping))
	if text := body(t, response, err); response.StatusCode != http.StatusNotFound {
		t.Errorf("status %d: %s", response.StatusCode, text)
	}
	response, err = http.Get(site + "/llms.txt")
	if text := body(t, response, err); strings.Contains(text, "/mcp") {
		t.Errorf("llms.txt names it:\n%s", text)
	}
}
