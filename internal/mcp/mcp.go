// Package mcp lets AI assistants search and compare the catalogue: the Model Context Protocol at /mcp, read-only.
//
// The protocol is that of modelcontextprotocol/go-sdk, over streamable HTTP without sessions: a POST has one JSON-RPC message,
// its response one JSON document (decision 29). Everything is read from the snapshot in memory.
//
// # To change
//
//   - a tool, its arguments and their limits: tools.go has the table, search.go, tool.go, compare.go and category.go what each
//     returns; go test ./internal/mcp -update, then the difference in testdata
//   - limits of requests: here and in internal/server; -run HTTP, go test ./internal/server -run MCP
package mcp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// maxBody is the maximum size of a message in bytes. A client's longest is the one in which it introduces itself.
const maxBody = 64 << 10

// version is that of the tools and their arguments. The program's own is not public.
const version = "1"

// Options configure a Handler. All are required.
type Options struct {
	PublicURL string // scheme and host, the beginning of every URL
	Catalogue *browse.Live
	Site      *site.Live
	// AcquireWorker takes one of the API's worker slots; its error is a fault.
	AcquireWorker func() (release func(), err error)
	Searched      func(ctx context.Context, query string) // gets each query of search_tools
	Logger        *slog.Logger                            // of internal errors
}

// Handler serves /mcp.
type Handler struct {
	options  Options
	protocol http.Handler
	current  atomic.Pointer[namedServer]
}

// namedServer is the SDK's server, which introduces itself with the site's name.
type namedServer struct {
	*sdk.Server
	name string
}

// New returns the handler.
func New(o Options) *Handler {
	h := &Handler{options: o}
	h.protocol = sdk.NewStreamableHTTPHandler(h.server, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBody,
		// The server checks the Origin. The SDK's check of the Host would refuse every request from a proxy on the same machine.
		DisableLocalhostProtection: true,
	})
	return h
}

// server returns the SDK's server, a new one if the site has another name now.
func (h *Handler) server(*http.Request) *sdk.Server {
	name := h.options.Site.Settings().ShownTexts.Name
	if now := h.current.Load(); now != nil && now.name == name {
		return now.Server
	}
	s := sdk.NewServer(
		&sdk.Implementation{Name: "vitrine", Title: name, Version: version, WebsiteURL: h.options.PublicURL + "/"},
		&sdk.ServerOptions{
			Instructions: "Finds and compares AI tools in the directory " + name + ". Slugs name tools, categories and tags; search_tools and list_categories return them. Link a tool's url when you mention it.",
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}, // the list of tools never changes
		})
	for _, t := range tools {
		s.AddTool(t.describe(), h.handle(t))
	}
	h.current.Store(&namedServer{s, name})
	return s
}

// ServeHTTP answers one message.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "This URL is for MCP clients, which send POST requests.", http.StatusMethodNotAllowed)
		return
	}
	made, err := h.answer(w, r)
	if err != nil {
		refuse(w, fault.From(err))
		return
	}
	made.send(w)
}

// answer reads a message and returns the response to it. It needs a worker only in between, however slow the client is.
func (h *Handler) answer(w http.ResponseWriter, r *http.Request) (*response, error) {
	message, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		w.Header().Set("Connection", "close")
		return nil, fault.New(fault.TooLarge, "This message is larger than 64 KB.")
	}
	if err != nil {
		return nil, fault.Because(fault.BadRequest, "The request ended before its body did.", err)
	}
	if bytes.HasPrefix(bytes.TrimLeft(message, " \t\r\n"), []byte("[")) {
		return nil, fault.New(fault.BadRequest, "Please send one message at a time: the protocol has no batches.")
	}
	release, err := h.options.AcquireWorker()
	if err != nil {
		return nil, err
	}
	defer release()
	r.Body = io.NopCloser(bytes.NewReader(message))
	made := &response{header: http.Header{}, status: http.StatusOK}
	h.protocol.ServeHTTP(made, r)
	return made, nil
}

// refuse answers with a fault as plain text, before there is a message to answer.
func refuse(w http.ResponseWriter, f *fault.Fault) {
	if f.Kind == fault.Unavailable {
		w.Header().Set("Retry-After", "1")
	}
	http.Error(w, f.Message, f.Status())
}

// response is a response in memory.
type response struct {
	header http.Header
	status int
	bytes.Buffer
}

// Header returns the header.
func (r *response) Header() http.Header { return r.header }

// WriteHeader sets the status.
func (r *response) WriteHeader(status int) { r.status = status }

// send sends the response.
func (r *response) send(w http.ResponseWriter) {
	for _, name := range []string{"Content-Type", "Allow"} {
		if value := r.header.Get(name); value != "" {
			w.Header().Set(name, value)
		}
	}
	w.Header().Set("Content-Length", strconv.Itoa(r.Len()))
	w.WriteHeader(r.status)
	_, _ = r.WriteTo(w) // the client may have disconnected
}
