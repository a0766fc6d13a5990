package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/features"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// fakeStore is a catalogue and settings without a database, for tests of what the API does with them.
type fakeStore struct {
	all      catalog.All
	settings site.Settings
	version  int64
}

func (f *fakeStore) All(context.Context) (catalog.All, error) { return f.all, nil }

func (f *fakeStore) Changes(_ context.Context, since int64) (catalog.Changes, error) {
	changes := catalog.Changes{Version: f.all.Version, Categories: f.all.Categories, Collections: f.all.Collections, CollectionIDs: []int64{1, 2}}
	if since < f.all.Version {
		changes.Products = f.all.Products
	}
	return changes, nil
}

func (f *fakeStore) Settings(context.Context) (site.Settings, error) { return f.settings, nil }
func (f *fakeStore) SettingsVersion(context.Context) (int64, error)  { return f.version, nil }

// sampleDirectory is a small catalogue and settings that have something of everything.
func sampleDirectory() *fakeStore {
	day := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	product := func(id int64, name string, kind catalog.Type, section catalog.Section, categories ...string) catalog.Product {
		return catalog.Product{
			ID: id, Slug: catalog.Slug(name), CreatedAt: day, UpdatedAt: day, Version: 1,
			ProductFields: catalog.ProductFields{
				Name: name, Description: "What " + name + " does & <how>.", Categories: categories,
				Type: kind, Section: section, Website: "https://example.com/" + catalog.Slug(name),
			},
		}
	}
	alpha := product(1, "Alpha Writer", catalog.Free, catalog.OurProducts, "Writing")
	alpha.IsFeatured = true
	beta := product(2, "Beta Éditeur", catalog.Premium, catalog.RecommendedProducts, "Video", "Writing")
	beta.HasDeal = true
	f := &fakeStore{version: 1, all: catalog.All{
		Version:    7,
		Products:   []catalog.Product{alpha, beta},
		Categories: []catalog.Category{{ID: 3, Name: "Images", Slug: "images"}, {ID: 2, Name: "Video", Slug: "video"}, {ID: 1, Name: "Writing", Slug: "writing"}},
	}}
	for id := int64(3); id <= 30; id++ {
		f.all.Products = append(f.all.Products, product(id, fmt.Sprintf("Tool %02d", id), catalog.Freemium, catalog.RecommendedProducts, "Images"))
	}
	collection := catalog.CollectionFields{Slug: "best-of", Title: "Best <of>", Introduction: "**Why**", Author: "Ann", Status: catalog.CollectionPublished, PublishedAt: day,
		Tools: []catalog.CollectionTool{{ID: 2, Note: "Films & <more>"}, {ID: 99}, {ID: 1}}}
	f.all.Collections = []catalog.Collection{{ID: 1, CollectionFields: collection, CreatedAt: day, UpdatedAt: day, Version: 1},
		{ID: 2, CollectionFields: catalog.CollectionFields{Slug: "draft", Title: "Draft", Status: catalog.CollectionDraft}}}
	svg := "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cpath d='M0 0h9v9z'/%3E%3C/svg%3E" + strings.Repeat(" ", 100)
	f.settings = site.Settings{
		Values: site.DefaultValues(),
		SocialLinks: []site.SocialLink{
			{ID: 2, Platform: "Mastodon", URL: "https://social.example/@vitrine", IsActive: true, DisplayOrder: 1, CreatedAt: day},
			{ID: 1, Platform: "Old", URL: "https://old.example/", DisplayOrder: 2, CreatedAt: day},
		},
		Logos: []site.Logo{
			{ID: 1, Type: site.Favicon, Name: "Icon", FileName: "i.png", FileData: "data:image/png;base64,iVBORw0KGgo=", MimeType: "image/png", FileSize: 8, IsActive: true, CreatedAt: day, UpdatedAt: day},
			{ID: 2, Type: site.MainLogo, Name: "Main", FileName: "m.svg", FileData: svg, MimeType: "image/svg+xml", FileSize: 80, IsActive: true, CreatedAt: day, UpdatedAt: day},
		},
		Issues: []site.Issue{{
			Number: 3, Cadence: "weekly", Subject: "Three new tools", SentAt: day,
			IssueContent: site.IssueContent{Intro: "<p>Hello.</p>", Sections: []site.IssueSection{{Kind: site.NewProducts, Products: []site.IssueProduct{
				{ID: 1, Slug: "alpha-writer", Name: "Alpha Writer", Type: "Free", Categories: []site.IssueCategory{{ID: 1, Name: "Writing"}}},
			}}}},
		}},
		LegalPages: []site.LegalPage{{Type: site.TermsOfService, Title: "Our Terms", Content: "Be kind.", UpdatedAt: day}},
	}
	return f
}

// storage is what the API's two sources read from.
type storage interface {
	browse.Store
	site.Store
}

// fixture is an API with what it answers from.
type fixture struct {
	*httpapi.API
	options Options
}

// open makes an API over a store.
func open(t testing.TB, s storage) *fixture {
	t.Helper()
	return openWith(t, s, nil, nil)
}

// openWith makes an API that counts visits in a counter and writes to a database; nil: neither.
func openWith(t testing.TB, s storage, counter *visits.Counter, database *store.Store) *fixture {
	t.Helper()
	catalogue, err := browse.NewLive(t.Context(), s, time.Now)
	storetest.NoError(t, err)
	settings, err := site.NewLive(t.Context(), s, site.Policy{SiteName: "Vitrine"})
	storetest.NoError(t, err)
	k := &feature.Kits{Settings: withMail(), Catalogue: catalogue, Site: settings, Logger: slog.New(slog.DiscardHandler), DB: new(db.DB)}
	if database != nil {
		k.DB, k.Kinds, k.Catalog, k.Visits = database.DB, database.Kinds, &database.Catalog, &database.Visits
	}
	if k.Counter = counter; counter == nil {
		k.Counter = visits.NewCounter(nil, k.Logger) // it writes nothing, as nobody starts it
	}
	parts, err := features.Open(k)
	storetest.NoError(t, err)
	o := Options{Kits: k, Parts: parts}
	return &fixture{NewAPI(o), o}
}

// withMail returns the settings of a site that has everything that sends emails.
func withMail() config.Serve {
	var s config.Serve
	s.Accounts, s.Newsletter, s.SMTPURL = "on", "on", "smtp://127.0.0.1:1"
	return s
}

// ask sends a request without a body. The header is given as name, value, name, value.
func ask(a *fixture, method, target string, header ...string) *httptest.ResponseRecorder {
	return send(a, method, target, "", header...)
}

// send sends a request with a JSON body, as the server in front does: with the request id r-1.
func send(a *fixture, method, target, body string, header ...string) *httptest.ResponseRecorder {
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	r := httptest.NewRequest(method, "http://localhost/", content)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.RequestURI = target
	if u, err := url.ParseRequestURI(target); err == nil {
		r.URL = u
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	w.Header().Set("X-Request-Id", "r-1")
	a.Handler().ServeHTTP(w, r)
	return w
}

// get is a GET that must succeed.
func get(t testing.TB, a *fixture, target string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	w := ask(a, http.MethodGet, target, header...)
	if w.Code != http.StatusOK {
		t.Fatalf("GET %s: %d %s", target, w.Code, w.Body)
	}
	return w
}
