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

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// everything returns content with a row of each kind.
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
		}, {
			ID: 12, Slug: "two", CreatedAt: at, UpdatedAt: at,
			ProductFields: catalog.ProductFields{
				Name: "Two", Description: "b", Categories: []string{"Éditeur"}, Tags: []string{}, Type: catalog.Unknown,
				Section: catalog.OurProducts, Website: "https://two.example/", Images: []string{},
			},
		}},
		Picks:    []mirror.Picks{{Product: 9, Picks: catalog.Picks{Pinned: []int64{12}, Hidden: []int64{}}}},
		Verdicts: []site.Verdict{{Products: "9,12", Text: "![z](/uploads/d.png) <b>", UpdatedAt: at}},
		Settings: []mirror.Setting{{Name: "index.toolFacts", Value: "3"}, {Name: "texts.hero", Value: "Tools <b>"}, {Name: "theme.corners", Value: "square"}},
		OldSlugs: []catalog.OldSlug{{Slug: "uno", ProductID: 9}},
		Collections: []catalog.Collection{{ID: 4, CreatedAt: at, UpdatedAt: at, CollectionFields: catalog.CollectionFields{
			Slug: "best", Title: "Best <b>", Introduction: "![y](/uploads/c.png)", Status: catalog.CollectionPublished, PublishedAt: at,
			Tools: []catalog.CollectionTool{{ID: 9, Note: "Why\n</script>"}},
		}, OldSlugs: []string{"top"}}},
		LegalPages:  []site.LegalPage{{Type: site.PrivacyPolicy, Title: "T", Content: "![x](/uploads/b.png) \u2028 end", UpdatedAt: at}},
		SocialLinks: []site.SocialLink{{ID: 1, Platform: "X", URL: "https://x.example/", CreatedAt: at}},
		Logos: []site.Logo{{ID: 2, Type: site.Favicon, Name: "Icon", FileName: "i.png", FileData: "data:image/png;base64,iVBORw0KGgo=",
			MimeType: "image/png", FileSize: 8, IsActive: true, CreatedAt: at, UpdatedAt: at}},
	}
}

// written returns the content as a file.
func written(t *testing.T, c *mirror.Content) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := mirror.Write(&file, c); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Content is the same after writing and reading.
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
	if difference := mirror.Compare(got, want); !difference.Empty() || !bytes.Equal(written(t, got), file) {
		t.Errorf("the content differs: %s", difference)
	}
	if images := strings.Join(got.Images(), " "); images != strings.Repeat("a", 64)+".jpg b.png c.png d.png" {
		t.Errorf("got images %s", images)
	}
}

// Truncated or malformed content is refused.
func TestContentTruncated(t *testing.T) {
	file := written(t, everything())
	for length := range len(file) - 1 { // only the last newline may be missing
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
	for name, invalid := range map[string]string{
		"no format":    strings.Replace(string(file), `"format":1`, `"form":1`, 1),
		"an HTML page": "<html>",
		"a second end": string(file) + string(lines[len(lines)-2]),
	} {
		if _, err := mirror.Read(strings.NewReader(invalid)); !errors.Is(err, mirror.ErrNotContent) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Check applies every rule to another site's content.
func TestContentCheck(t *testing.T) {
	for name, change := range map[string]func(c *mirror.Content){
		"a script as website":                           func(c *mirror.Content) { c.Products[0].Website = "javascript:alert(1)" },
		"an untrimmed name":                             func(c *mirror.Content) { c.Products[0].Name = " One" },
		"a product without ID":                          func(c *mirror.Content) { c.Products[0].ID = 0 },
		"a product without slug":                        func(c *mirror.Content) { c.Products[0].Slug = "" },
		"a former slug of another product":              func(c *mirror.Content) { c.OldSlugs[0].ProductID = 8 },
		"a former slug that is present":                 func(c *mirror.Content) { c.OldSlugs[0].Slug = "one" },
		"a former slug that is no slug":                 func(c *mirror.Content) { c.OldSlugs[0].Slug = "../x" },
		"a former slug of a collection that is no slug": func(c *mirror.Content) { c.Collections[0].OldSlugs = []string{"../x"} },
		"an unknown category":                           func(c *mirror.Content) { c.Products[0].Categories = []string{"Other"} },
		"two products with a slug":                      func(c *mirror.Content) { p := c.Products[0]; p.ID++; c.Products = append(c.Products, p) },
		"a product twice":                               func(c *mirror.Content) { p := c.Products[0]; p.Slug = "two"; c.Products = append(c.Products, p) },
		"two spellings of a category": func(c *mirror.Content) {
			g := c.Categories[0]
			g.ID, g.Slug, g.Name = 4, "x", "EDITEUR"
			c.Categories = append(c.Categories, g)
		},
		"picks of no product":             func(c *mirror.Content) { c.Picks[0].Product = 8 },
		"a pick that doesn't exist":       func(c *mirror.Content) { c.Picks[0].Hidden = []int64{8} },
		"a pick of the tool itself":       func(c *mirror.Content) { c.Picks[0].Hidden = []int64{9} },
		"picks twice":                     func(c *mirror.Content) { c.Picks = append(c.Picks, c.Picks[0]) },
		"a verdict on a missing tool":     func(c *mirror.Content) { c.Verdicts[0].Products = "9,13" },
		"a verdict in another order":      func(c *mirror.Content) { c.Verdicts[0].Products = "12,9" },
		"a verdict on one tool":           func(c *mirror.Content) { c.Verdicts[0].Products = "9" },
		"a verdict without text":          func(c *mirror.Content) { c.Verdicts[0].Text = "" },
		"a setting in another form":       func(c *mirror.Content) { c.Settings[0].Value = "03" },
		"a setting out of range":          func(c *mirror.Content) { c.Settings[0].Value = "99" },
		"a setting of the site's address": func(c *mirror.Content) { c.Settings[0] = mirror.Setting{Name: "indexNow.key", Value: "0123456789"} },
		"a default as a setting":          func(c *mirror.Content) { c.Settings[0].Value = "2" },
		"colors that nobody can read":     func(c *mirror.Content) { c.Settings[0] = mirror.Setting{Name: "theme.darkText", Value: "#000000"} },
		"a setting twice":                 func(c *mirror.Content) { c.Settings = append(c.Settings, c.Settings[0]) },
		"a category without slug":         func(c *mirror.Content) { c.Categories[0].Slug = "A B" },
		"an unknown legal page":           func(c *mirror.Content) { c.LegalPages[0].Type = "imprint" },
		"a link that is a script":         func(c *mirror.Content) { c.SocialLinks[0].URL = "javascript:alert(1)" },
		"a logo of another type":          func(c *mirror.Content) { c.Logos[0].MimeType = "text/html" },
		"a logo without an image":         func(c *mirror.Content) { c.Logos[0].FileData = "data:image/png;base64,PGI+" },
		"a drawing with a script": func(c *mirror.Content) {
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

// A notice is sent again until the peer accepts it.
func TestNoticeRetry(t *testing.T) {
	t.Parallel()
	secret := []byte("a secret of enough bytes, surely")
	began, o := time.Now(), storetest.Migrated(t)
	o.Now = func() time.Time { return began.Add(20 * time.Since(began)) } // the store's time passes faster
	s := storetest.OpenAt(t, o)
	var (
		lock    sync.Mutex
		headers []http.Header
		bodies  []string
	)
	accepted := make(chan struct{})
	peer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		lock.Lock()
		defer lock.Unlock()
		headers, bodies = append(headers, r.Header), append(bodies, string(body))
		if len(bodies) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		close(accepted)
	}))
	defer peer.Close()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		mirror.NewNotifier(&mirror.Queries{DB: s.DB}, peer.URL, secret, slog.New(slog.DiscardHandler)).Run(ctx)
	})
	defer running.Wait()
	defer stop()
	select {
	case <-accepted: // after a debounce of 3 seconds and a retry 5 seconds later
	case <-time.After(time.Minute):
		t.Fatal("the notice was not accepted within a minute")
	}
	lock.Lock()
	defer lock.Unlock()
	receiver := mirror.New(mirror.Options{Store: &mirror.Queries{DB: s.DB}, Development: true, Secrets: [][]byte{secret}, Logger: slog.New(slog.DiscardHandler),
		Open: func(context.Context) (mirror.Source, error) { return nil, errors.New("not opened here") }})
	for i, header := range headers {
		if err := receiver.Take(t.Context(), header, []byte(bodies[i])); err != nil || !strings.HasPrefix(bodies[i], `{"data":{"version":`) {
			t.Errorf("delivery %d: %v, %s", i, err, bodies[i])
		}
	}
}

func TestCompareProduct(t *testing.T) {
	long := strings.Repeat("é", 1_000)
	for name, c := range map[string]struct{ before, after, wantBefore, wantAfter string }{
		"short texts":                    {"Draws.", "Paints.", "Draws.", "Paints."},
		"long texts":                     {"a" + long, "b", "a" + long[:2*299] + "…", "b"},
		"long texts with a common start": {long + "a", long + "b", "…" + long[:2*30] + "a", "…" + long[:2*30] + "b"},
		"a long text with an addition":   {long, long + "!", "…" + long[:2*30], "…" + long[:2*30] + "!"},
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
