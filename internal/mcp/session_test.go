package mcp

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-directory/vitrine/internal/testcheck"
)

var update = flag.Bool("update", false, "record the sessions in testdata again")

// exchange is a request of a recorded session, and the response to it.
type exchange struct {
	Method   string
	Header   map[string]string
	Request  json.RawMessage `json:",omitempty"`
	Status   int
	Response json.RawMessage `json:",omitempty"`
}

// recorder is a transport that records.
type recorder struct{ exchanges []exchange }

func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	e := exchange{Method: request.Method, Header: map[string]string{}}
	for name, values := range request.Header {
		e.Header[name] = strings.Join(values, ", ")
	}
	if request.Body != nil {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			return nil, err
		}
		e.Request, request.Body = body, io.NopCloser(bytes.NewReader(body))
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(body))
	e.Status = response.StatusCode
	if json.Valid(body) {
		e.Response = body
	}
	r.exchanges = append(r.exchanges, e)
	return response, nil
}

// record has the SDK's client speak a version of the protocol, list the tools and call each.
func record(t *testing.T, version string) []exchange {
	r := &recorder{}
	s := open(t, newStore(products()), nil)
	session := s.connect(t, &sdk.StreamableClientTransport{HTTPClient: &http.Client{Transport: r}, DisableStandaloneSSE: true}, &sdk.ClientSessionOptions{ProtocolVersion: version})
	testcheck.NoError(t, testcheck.ErrorOf(session.ListTools(t.Context(), nil)))
	for _, call := range []sdk.CallToolParams{
		{Name: "search_tools", Arguments: map[string]any{"query": "letters", "pricing": "Free", "limit": 2}},
		{Name: "search_tools", Arguments: map[string]any{"category": "nowhere"}},
		{Name: "get_tool", Arguments: map[string]any{"slug": "tool-1"}},
		{Name: "compare_tools", Arguments: map[string]any{"slugs": []string{"tool-2", "tool-1"}}},
		{Name: "list_categories"},
		{Name: "list_new_tools", Arguments: map[string]any{"limit": 1}},
	} {
		testcheck.NoError(t, testcheck.ErrorOf(session.CallTool(t.Context(), &call)))
	}
	return r.exchanges
}

// What a client has sent is answered as it was when the session was recorded, in the protocol of today and in one with a handshake.
func TestRecordedSessions(t *testing.T) {
	for _, version := range []string{"2025-06-18", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("testdata", version+".json")
			if *update {
				text, err := json.MarshalIndent(record(t, version), "", "  ")
				testcheck.NoError(t, err, os.WriteFile(path, append(text, '\n'), 0o644))
			}
			text, err := os.ReadFile(path)
			var session []exchange
			testcheck.NoError(t, err, json.Unmarshal(text, &session))
			s := open(t, newStore(products()), nil)
			var methods []string
			for _, e := range session {
				request, err := http.NewRequestWithContext(t.Context(), e.Method, s.server.URL, bytes.NewReader(e.Request))
				testcheck.NoError(t, err)
				for name, value := range e.Header {
					request.Header.Set(name, value)
				}
				response, err := http.DefaultClient.Do(request)
				testcheck.NoError(t, err)
				body, err := io.ReadAll(response.Body)
				response.Body.Close()
				testcheck.NoError(t, err)
				var message struct{ Method string }
				testcheck.NoError(t, json.Unmarshal(e.Request, &message))
				methods = append(methods, message.Method)
				testcheck.Same(t, message.Method+": status", response.StatusCode, e.Status)
				testcheck.Same(t, message.Method, indented(t, body), indented(t, e.Response))
			}
			first := map[string]string{"2025-06-18": "initialize notifications/initialized", "2026-07-28": "server/discover"}[version]
			testcheck.Same(t, "the methods", strings.Join(methods, " "), first+" tools/list"+strings.Repeat(" tools/call", 6))
		})
	}
}

// indented returns JSON with its keys in order, or nothing as it is.
func indented(t *testing.T, text []byte) string {
	t.Helper()
	if len(text) == 0 {
		return ""
	}
	var value any
	testcheck.NoError(t, json.Unmarshal(text, &value))
	text, err := json.MarshalIndent(value, "", "  ")
	testcheck.NoError(t, err)
	return string(text)
}

// Each tool is described well enough to be called: a title, a sentence, arguments with descriptions and limits, and the schema of
// its result.
func TestToolsDescribed(t *testing.T) {
	t.Parallel()
	list, err := open(t, newStore(nil), nil).connect(t, &sdk.StreamableClientTransport{}, nil).ListTools(t.Context(), nil)
	testcheck.NoError(t, err)
	want := map[string]string{"search_tools": "category limit pricing query tag", "get_tool": "slug", "compare_tools": "slugs", "list_categories": "", "list_new_tools": "limit"}
	for _, described := range list.Tools {
		input := described.InputSchema.(map[string]any)
		properties, _ := input["properties"].(map[string]any)
		arguments, known := want[described.Name]
		if got := strings.Join(slices.Sorted(maps.Keys(properties)), " "); !known || got != arguments {
			t.Errorf("%s has the arguments %q, want %q", described.Name, got, arguments)
		}
		delete(want, described.Name)
		for name, schema := range properties {
			schema := schema.(map[string]any)
			if schema["description"] == nil || schema["maxLength"] == nil && schema["maximum"] == nil && schema["maxItems"] == nil && schema["enum"] == nil {
				t.Errorf("%s: %s has no description or no limit: %v", described.Name, name, schema)
			}
		}
		if described.Title == "" || len(described.Description) < 40 || described.OutputSchema == nil || !described.Annotations.ReadOnlyHint || described.Annotations.DestructiveHint != nil {
			t.Errorf("%s is %+v", described.Name, described)
		}
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}
