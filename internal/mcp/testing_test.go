package mcp

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/testcheck"
)

// memoryStore is a catalogue and settings in memory: the Store of both.
type memoryStore struct {
	all      catalog.All
	settings site.Settings
	version  int64
}

func (s *memoryStore) All(context.Context) (catalog.All, error) { return s.all, nil }

func (s *memoryStore) Changes(context.Context, int64) (catalog.Changes, error) {
	return catalog.Changes{Version: s.all.Version}, nil
}

func (s *memoryStore) Settings(context.Context) (site.Settings, error) { return s.settings, nil }

func (s *memoryStore) SettingsVersion(context.Context) (int64, error) { return s.version, nil }

// origin is the public URL of the site of a test.
const origin = "https://tools.example"

// opened is a site that has a handler only.
type opened struct {
	*Handler
	store  *memoryStore
	server *httptest.Server
}

// newStore returns a store with these products and their categories.
func newStore(products []catalog.Product) *memoryStore {
	store := &memoryStore{version: 1, all: catalog.All{Version: 1, Products: products}}
	for _, p := range products {
		for _, name := range p.Categories {
			if !slices.ContainsFunc(store.all.Categories, func(other catalog.Category) bool { return other.Name == name }) {
				store.all.Categories = append(store.all.Categories, catalog.Category{ID: int64(len(store.all.Categories) + 1), Name: name, Slug: catalog.Slug(name)})
			}
		}
	}
	return store
}

// open opens a site; change may set other options.
func open(t *testing.T, store *memoryStore, change func(*Options)) *opened {
	t.Helper()
	catalogue, err := browse.NewLive(t.Context(), store, time.Now)
	testcheck.NoError(t, err)
	settled, err := site.NewLive(t.Context(), store, site.Policy{SiteName: "Vitrine"})
	testcheck.NoError(t, err)
	o := Options{
		PublicURL: origin, Catalogue: catalogue, Site: settled, Logger: slog.New(slog.DiscardHandler),
		AcquireWorker: func() (func(), error) { return func() {}, nil }, Searched: func(context.Context, string) {},
	}
	if change != nil {
		change(&o)
	}
	s := &opened{Handler: New(o), store: store}
	s.server = httptest.NewServer(s.Handler)
	t.Cleanup(s.server.Close)
	return s
}

// products returns twelve tools, of which the last eight have a tag.
func products() []catalog.Product {
	day := func(n int) time.Time { return time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC) }
	list := make([]catalog.Product, 12)
	for i := range list {
		n := i + 1
		list[i] = catalog.Product{ID: int64(n), Slug: fmt.Sprint("tool-", n), CreatedAt: day(n), UpdatedAt: day(n + 1), Version: 1, ProductFields: catalog.ProductFields{
			Name: fmt.Sprint("Tool ", n), Description: fmt.Sprintf("What tool %d does.", n), Categories: []string{"Writing"}, Type: catalog.Free,
			Section: catalog.OurProducts, Website: fmt.Sprintf("https://www.tool%d.example/", n), DisplayOrder: n, Tags: []string{},
		}}
		if n > 4 {
			list[i].Tags = []string{"Open Source"}
		}
	}
	list[0].UseCases, list[0].HasDeal, list[0].PromoText, list[0].VideoURL = "- Write letters\n- Write code", true, "20% off", "https://video.example/1"
	list[0].Description, list[0].IsFeatured = "Writes letters.\n\nAnd "+strings.Repeat("very ", 100)+"long ones.", true
	list[1].Categories, list[1].Type = []string{"Video", "Writing"}, catalog.Premium
	list[2].Categories, list[2].Type, list[2].Description = []string{"Video"}, catalog.Unknown, catalog.NoDescription
	list[3].Website = "javascript:alert(1)"
	return list
}

// connect opens a session of the SDK's own client.
func (s *opened) connect(t *testing.T, transport *sdk.StreamableClientTransport, options *sdk.ClientSessionOptions) *sdk.ClientSession {
	t.Helper()
	transport.Endpoint, transport.MaxRetries = s.server.URL, -1
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), transport, options)
	testcheck.NoError(t, err)
	t.Cleanup(func() { testcheck.NoError(t, session.Close()) })
	return session
}

// ask calls a tool once and returns the result, with its text.
func (s *opened) ask(t *testing.T, name string, arguments any) (*sdk.CallToolResult, string) {
	t.Helper()
	result, err := s.connect(t, &sdk.StreamableClientTransport{}, nil).CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	testcheck.NoError(t, err)
	if len(result.Content) != 1 {
		t.Fatalf("%s returns %d contents, want 1", name, len(result.Content))
	}
	return result, result.Content[0].(*sdk.TextContent).Text
}
