package mirror_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/mirror"
	"vitrine/internal/site"
	"vitrine/internal/storetest"
)

// everything is a content with a row of each kind.
func everything() *mirror.Content {
	at := time.Date(2026, 1, 2, 3, 4, 5, 678_000, time.UTC)
	hash := strings.Repeat("a", 64)
	return &mirror.Content{
		Categories: []mirror.Category{{Category: catalog.Category{ID: 3, Name: "Éditeur", Slug: "editeur"}, OldNames: []string{"editor"}, OldSlugs: []string{}}},
		Products: []catalog.Product{{
			ID: 9, Slug: "one", CreatedAt: at, UpdatedAt: at,
			ProductFields: catalog.ProductFields{
				Name: "One <b>", Description: "a\nb", Categories: []string{"Éditeur"}, Tags: []string{}, Type: catalog.Unknown,
				Section: catalog.OurProducts, Website: "https://one.example/", Logo: "/uploads/" + hash + ".jpg", Images: []string{},
			},
		}},
		LegalPages:  []site.LegalPage{{Type: site.PrivacyPolicy, Title: "T", Content: "![x](/uploads/b.png) \u2028 end", UpdatedAt: at}},
		SocialLinks: []site.SocialLink{{ID: 1, Platform: "X", URL: "https://x.example/", CreatedAt: at}},
		Logos: []site.Logo{{ID: 2, Type: site.Favicon, Name: "Icon", FileName: "i.png", FileData: "data:image/png;base64,iVBORw0KGgo=",
			MimeType: "image/png", FileSize: 8, IsActive: true, CreatedAt: at, UpdatedAt: at}},
	}
}

func written(t *testing.T, c *mirror.Content) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := mirror.Write(&file, c); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Content is read as it was written.
func TestContentRoundTrip(t *testing.T) {
	want := everything()
	if err := want.Check(); err != nil {
		t.Fatal(err)
	}
	file := written(t, want)
	got, err := mirror.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if left := mirror.Compare(got, want); !left.Empty() || !bytes.Equal(written(t, got), file) {
		t.Errorf("differs: %s", left)
	}
	if images := strings.Join(got.Images(), " "); images != strings.Repeat("a", 64)+".jpg b.png" {
		t.Errorf("images: %s", images)
	}
}

// A part of the content is never taken for the whole.
func TestContentTruncated(t *testing.T) {
	file := written(t, everything())
	for length := range len(file) - 1 { // without the last line's end it is whole
		if _, err := mirror.Read(bytes.NewReader(file[:length])); !errors.Is(err, mirror.ErrNotContent) {
			t.Fatalf("the first %d bytes of %d: %v", length, len(file), err)
		}
	}
	lines := bytes.SplitAfter(file, []byte("\n"))
	for i := range lines[:len(lines)-1] {
		without := bytes.Join(append(append([][]byte{}, lines[:i]...), lines[i+1:]...), nil)
		if _, err := mirror.Read(bytes.NewReader(without)); !errors.Is(err, mirror.ErrNotContent) {
			t.Errorf("without line %d: %v", i+1, err)
		}
	}
	for name, wrong := range map[string]string{
		"no form":        strings.Replace(string(file), `"format":1`, `"form":1`, 1),
		"something else": "<html>",
		"a second end":   string(file) + string(lines[len(lines)-2]),
	} {
		if _, err := mirror.Read(strings.NewReader(wrong)); !errors.Is(err, mirror.ErrNotContent) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Content of another site is checked against each rule.
func TestContentCheck(t *testing.T) {
	for name, change := range map[string]func(c *mirror.Content){
		"a script as website":      func(c *mirror.Content) { c.Products[0].Website = "javascript:alert(1)" },
		"a name that is not tidy":  func(c *mirror.Content) { c.Products[0].Name = " One" },
		"a product without number": func(c *mirror.Content) { c.Products[0].ID = 0 },
		"a product without slug":   func(c *mirror.Content) { c.Products[0].Slug = "" },
		"an unknown category":      func(c *mirror.Content) { c.Products[0].Categories = []string{"Other"} },
		"two products of one slug": func(c *mirror.Content) { p := c.Products[0]; p.ID++; c.Products = append(c.Products, p) },
		"a product twice":          func(c *mirror.Content) { p := c.Products[0]; p.Slug = "two"; c.Products = append(c.Products, p) },
		"a category by another key": func(c *mirror.Content) {
			g := c.Categories[0]
			g.ID, g.Slug, g.Name = 4, "x", "EDITEUR"
			c.Categories = append(c.Categories, g)
		},
		"a category without slug": func(c *mirror.Content) { c.Categories[0].Slug = "A B" },
		"an unknown legal page":   func(c *mirror.Content) { c.LegalPages[0].Type = "imprint" },
		"a link that is a script": func(c *mirror.Content) { c.SocialLinks[0].URL = "javascript:alert(1)" },
		"a logo of another type":  func(c *mirror.Content) { c.Logos[0].MimeType = "text/html" },
		"a logo that is no image": func(c *mirror.Content) { c.Logos[0].FileData = "data:image/png;base64,PGI+" },
		"a drawing that runs": func(c *mirror.Content) {
			c.Logos[0].MimeType, c.Logos[0].FileSize = "image/svg+xml", 65
			c.Logos[0].FileData = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxzY3JpcHQvPjwvc3ZnPg=="
		},
	} {
		c := everything()
		change(c)
		if err := c.Check(); !fault.Is(err, fault.Invalid) || strings.Contains(err.Error(), "000") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// deliveries records the deliveries that a peer has received.
type deliveries struct {
	mu      sync.Mutex
	headers []http.Header
	bodies  []string
}

// A notice is sent until it is received.
func TestNoticeRetry(t *testing.T) {
	secret := []byte("a secret of enough bytes, surely")
	s := storetest.Open(t)
	var got deliveries
	taken := make(chan struct{})
	peer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got.mu.Lock()
		defer got.mu.Unlock()
		got.headers, got.bodies = append(got.headers, r.Header), append(got.bodies, string(body))
		if len(got.bodies) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		close(taken)
	}))
	defer peer.Close()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { mirror.NewNotifier(s, peer.URL, secret, slog.New(slog.DiscardHandler)).Run(ctx) })
	defer running.Wait()
	defer stop()
	select {
	case <-taken: // after 3 seconds of quiet, and 5 more for the second try
	case <-time.After(time.Minute):
		t.Fatal("nothing was sent")
	}
	got.mu.Lock()
	defer got.mu.Unlock()
	taker := mirror.New(mirror.Options{Store: s, Development: true, Secrets: [][]byte{secret}, Logger: slog.New(slog.DiscardHandler),
		Open: func(context.Context) (mirror.Source, error) { return nil, errors.New("not opened here") }})
	for i, header := range got.headers {
		if err := taker.Take(t.Context(), header, []byte(got.bodies[i])); err != nil || !strings.HasPrefix(got.bodies[i], `{"data":{"version":`) {
			t.Errorf("delivery %d: %v, %s", i, err, got.bodies[i])
		}
	}
}

func TestCompareProduct(t *testing.T) {
	long := strings.Repeat("é", 1_000)
	for name, c := range map[string]struct{ before, after, wantBefore, wantAfter string }{
		"short texts whole":             {"Draws.", "Paints.", "Draws.", "Paints."},
		"long texts from their start":   {"a" + long, "b", "a" + long[:2*299] + "…", "b"},
		"long texts that begin alike":   {long + "a", long + "b", "…" + long[:2*30] + "a", "…" + long[:2*30] + "b"},
		"a long text that went on here": {long, long + "!", "…" + long[:2*30], "…" + long[:2*30] + "!"},
	} {
		t.Run(name, func(t *testing.T) {
			got := mirror.CompareProduct(&catalog.Product{ID: 7, ProductFields: catalog.ProductFields{Name: "Old", Description: c.before}}, catalog.Product{ID: 7, ProductFields: catalog.ProductFields{Name: "New", Description: c.after}})
			want := mirror.RowDifference{ID: "7", Name: "New", Change: "changed", Fields: []mirror.FieldDifference{
				{Field: "description", Before: c.wantBefore, After: c.wantAfter}, {Field: "name", Before: "Old", After: "New"}}}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		})
	}
}
