package app_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

const (
	webhookSecret = "twenty-four bytes and more"
	webhookBody   = `{"type":"catalog.changed"}`
)

// source is a production site whose images lie here.
type source struct {
	*store.Store
	images map[string][]byte
	opened atomic.Int64
	asked  atomic.Int64 // about images
	broken atomic.Bool
	silent bool // about images
	known  bool // it says which database it is
}

func (s *source) open(context.Context) (archive.Source, error) {
	s.opened.Add(1)
	if s.broken.Load() {
		return nil, errors.New("dial 10.0.0.1: refused")
	}
	return reading{s}, nil
}

// copying are the options of a development site with these options of its mirror.
func copying(o mirror.Options) siteOptions {
	o.Development = true
	return siteOptions{openers: map[string]opener{"mirror": mirrored(o)}}
}

func init() {
	inContract("administrator", "POST /api/sync/manual", "GET /api/verify-logos", "POST /api/sync-logos")
	inContract("signed request", "POST /api/sync/webhook")
	lastSuccesses = append([][3]string{
		{"POST /api/sync/preview", "", ""},
		{"POST /api/sync/manual", "", ""},
		{"GET /api/sync", "", ""}, // with a run
		{"POST /api/sync-logos", "", ""},
	}, lastSuccesses...)
	needScope(account.ScopeRead, "/api/verify-logos", mirror.ContentPath)
	needScope(account.ScopeReadAll, "/api/sync")
	complete = func(t *testing.T) siteOptions { return copying(mirror.Options{Open: production(t).open}) }
	var p *source
	onPostgres["what other sites ask for"] = postgresPart{func(t *testing.T, s *openSite) {
		s.deliver(delivery("msg", time.Now(), webhookBody, webhookSecret)).has(t, http.StatusAccepted)
		s.runUntil(t, func() bool { runs := s.runs(t); return len(runs) == 1 && !runs[0].EndedAt.IsZero() })
		s.asProduction(t, p)
	}, func(t *testing.T) siteOptions {
		p = production(t)
		return copying(mirror.Options{Open: p.open, Secrets: [][]byte{[]byte(webhookSecret)}})
	}}
}

// mirrored opens a mirror with these options.
func mirrored(o mirror.Options) opener {
	return func(s *openSite, k *feature.Kits) feature.Parts {
		o.Store, o.Uploads, o.Logger = &mirror.Queries{DB: k.DB, Kinds: k.Kinds}, siteImages{k.Files, k.Images}, slog.New(slog.DiscardHandler)
		return mirror.Parts(k, mirror.New(o))
	}
}

// siteImages are those of a site.
type siteImages struct {
	media.Files
	*media.Library
}

// reading is a source while it is open. To close it leaves the store open.
type reading struct{ *source }

func (r reading) Has(_ context.Context, name string) (bool, error) {
	r.asked.Add(1)
	return r.images[name] != nil, nil
}

func (r reading) Close() error { return nil }

func (r reading) Read(ctx context.Context, _ records.Kinds) (*archive.Content, string, error) {
	identity, err := "elsewhere", error(nil)
	if r.known {
		identity, err = r.Identity(ctx)
	}
	content, failed := (&archive.Queries{DB: r.DB, Kinds: r.Kinds}).Content(ctx)
	return content, identity, errors.Join(err, failed)
}

func (r reading) Image(_ context.Context, name string) ([]byte, error) {
	if r.silent {
		return nil, fault.New(fault.BadGateway, "gone")
	}
	if image, found := r.images[name]; found && len(image) == 0 {
		return nil, errors.New("the connection was reset")
	} else if found {
		return image, nil
	}
	return nil, fmt.Errorf("image %s: %w", name, fs.ErrNotExist)
}

// production is a site with a product that has an image, a social link and a legal page.
func production(t *testing.T) *source {
	image := []byte("\xff\xd8\xff picture")
	p := &source{Store: storetest.Open(t), images: map[string][]byte{media.NameOf(image): image}}
	_, imageFailed := p.SaveImage(t.Context(), "test", media.Image{FileName: media.NameOf(image), MimeType: "image/jpeg", Size: int64(len(image))})
	d := draft("Produced")
	d.Logo, d.Categories = media.Path+media.NameOf(image), []string{"Éditeur vidéo", "Writing"}
	storetest.Create(t, p.Store, d)
	_, linkFailed := p.AddSocialLink(t.Context(), "test", site.SocialLink{Platform: "GitHub", URL: "https://github.com/x", IsActive: true})
	_, _, pageFailed := p.SaveLegalPage(t.Context(), "test", site.LegalPage{Type: site.PrivacyPolicy, Title: "Ours", Content: "# Ours"})
	storetest.NoError(t, imageFailed, linkFailed, pageFailed)
	return p
}

// asProduction sees that the content of the site is that of production.
func (s *openSite) asProduction(t *testing.T, p *source) {
	t.Helper()
	want, failed := (&archive.Queries{DB: p.DB, Kinds: p.Kinds}).Content(t.Context())
	got, err := (&archive.Queries{DB: s.store.DB, Kinds: s.store.Kinds}).Content(t.Context())
	storetest.NoError(t, failed, err)
	if left := archive.Compare(got, want); !left.Empty() {
		t.Errorf("differs: %s", left)
	}
}

// private is what no sync may touch, byte by byte.
func (s *openSite) private() string {
	return storetest.Contents(s.t, s.place, "products", "product_categories", "product_slugs", "categories", "category_names", "category_slugs", "social_media_links",
		"logo_settings", "legal_pages", "collections", "collection_products", "alternative_picks", "comparison_verdicts", "site_settings", "images", "audit", "audit_files", "catalog_version", "sync_runs", "webhook_deliveries", "sessions")
}

// A sync copies all of production and nothing else.
func TestSync(t *testing.T) {
	t.Parallel()
	p := production(t)
	putBy := 0
	s := siteWith(t, copying(mirror.Options{Open: p.open, Before: func(context.Context) error { putBy++; return nil }}))
	before := s.private()
	putBy = 0
	preview := read[archive.Difference](t, s.ask(administrator, "POST", "/api/sync/preview", "{}"), http.StatusOK)
	storetest.Same(t, "preview", fmt.Sprint(preview.Counts()), fmt.Sprint(previewed))
	run := read[mirror.Run](t, s.ask(administrator, "POST", "/api/sync/manual", ""), http.StatusOK)
	if fmt.Sprint(run.Counts) != fmt.Sprint(preview.Counts()) || run.By != adminEmail || run.EndedAt.IsZero() {
		t.Errorf("the run is %+v, the preview was %v", run, preview.Counts())
	}
	s.asProduction(t, p)
	storetest.Same(t, "what is stored", s.private(), before)
	s.expect(t, nobody, "GET", "/api/products", "", 200, `[{"name":"Produced"}]`)
	for name := range p.images {
		s.ask(nobody, "GET", media.Path+name, "").has(t, http.StatusOK)
	}
	again := read[mirror.Run](t, s.ask(administrator, "POST", "/api/sync/manual", "{}"), http.StatusOK)
	storetest.Same(t, "a second time", fmt.Sprint(again.Counts["products"], again.Counts["images"]), "{1 0 0 0} {1 0 0 0}")
	storetest.Same(t, "backups: the second sync changes nothing", putBy, 1)
	state := read[mirror.State](t, s.ask(administrator, "GET", "/api/sync", ""), http.StatusOK)
	if len(state.Runs) != 2 || state.Runs[0].ID != again.ID || state.Unready != "" || state.Progress != (archive.Progress{}) {
		t.Errorf("state: %+v", state)
	}
}

// A sync by address needs a token, and copies the same.
func TestSyncByAddress(t *testing.T) {
	t.Parallel()
	from := siteWith(t, siteOptions{})
	address, token := "http://"+from.address, strings.TrimPrefix(from.shown[reader].Get("Authorization"), "Bearer ")
	remote := func(context.Context) (archive.Source, error) { return mirror.NewRemote(address+"/", token), nil }
	s := siteWith(t, copying(mirror.Options{Open: remote}))
	_, err := from.store.CreateProduct(t.Context(), "test", draft("From afar "+t.Name()))
	storetest.NoError(t, err)
	read[mirror.Run](t, s.ask(administrator, "POST", "/api/sync/manual", ""), http.StatusOK)
	s.asProduction(t, &source{Store: from.store})
	wrong := func(context.Context) (archive.Source, error) { return mirror.NewRemote(address, "vitrine_wrong"), nil }
	s = siteWith(t, copying(mirror.Options{Open: wrong}))
	s.ask(administrator, "POST", "/api/sync/manual", "").failed(t, http.StatusBadGateway, "rejected the token")
	itself := mirror.New(mirror.Options{
		Development: true, Open: (&source{Store: from.store, known: true}).open, Store: &mirror.Queries{DB: from.store.DB, Kinds: from.store.Kinds}, Logger: slog.New(slog.DiscardHandler),
	})
	if _, err := itself.Sync(t.Context(), "test", mirror.Manual); !fault.Is(err, fault.Conflict) {
		t.Errorf("a site copied to itself: %v", err)
	}
}

// A sync that cannot be made says why, and changes nothing.
func TestSyncErrors(t *testing.T) {
	t.Parallel()
	p := production(t)
	p.silent = true
	down := production(t)
	down.broken.Store(true)
	away := func(context.Context) (archive.Source, error) {
		return nil, fault.New(fault.Unavailable, "The database cannot answer.")
	}
	full := func(context.Context) error { return errors.New("disk full") }
	for name, try := range map[string]struct {
		options siteOptions
		status  int
		says    string
	}{
		"a source that is down":     {copying(mirror.Options{Open: down.open}), 502, "The production site can't be read."},
		"a database that is away":   {copying(mirror.Options{Open: away}), 502, "The production site can't be read."},
		"an image that never comes": {copying(mirror.Options{Open: p.open}), 502, "gone"},
		"no source":                 {copying(mirror.Options{}), 503, "VITRINE_PRODUCTION_DATABASE_URL"},
		"production":                {siteOptions{openers: map[string]opener{"mirror": mirrored(mirror.Options{Open: p.open})}}, 409, "VITRINE_ROLE=development"},
		"no backup":                 {copying(mirror.Options{Open: p.open, Before: full}), 503, "backed up"},
	} {
		t.Run(name, func(t *testing.T) {
			s := siteWith(t, try.options)
			before := storetest.Contents(t, s.place, "sessions", "audit", "sync_runs")
			got := s.ask(administrator, "POST", "/api/sync/manual", "")
			got.failed(t, try.status, "Failed to sync database. Please try again. ", try.says)
			got.lacks(t, "10.0.0.1")
			storetest.Same(t, "what is stored", storetest.Contents(t, s.place, "sessions", "audit", "sync_runs"), before)
			for _, run := range read[mirror.State](t, s.ask(administrator, "GET", "/api/sync", ""), http.StatusOK).Runs {
				if run.Failure == "" || run.EndedAt.IsZero() {
					t.Errorf("the run is noted as %+v", run)
				}
			}
		})
	}
}

// delivery signs a delivery of the webhook.
func delivery(id string, at time.Time, body, secret string) http.Header {
	timestamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(id + "." + timestamp + "." + body))
	return http.Header{
		"Content-Type": {"application/json"}, "Webhook-Id": {id}, "Webhook-Timestamp": {timestamp},
		"Webhook-Signature": {"v1,bm9uc2Vuc2U= v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))},
	}
}

// deliver sends a delivery of the webhook.
func (s *openSite) deliver(header http.Header) reply {
	s.t.Helper()
	return s.send("POST", "/api/sync/webhook", strings.NewReader(webhookBody), header)
}

// Only a signed delivery of the webhook is accepted.
func TestSyncDeliveryVerified(t *testing.T) {
	t.Parallel()
	p := production(t)
	s := siteWith(t, copying(mirror.Options{Open: p.open, Secrets: [][]byte{[]byte(webhookSecret)}}))
	opened := p.opened.Load()
	good := delivery("msg_1", time.Now(), webhookBody, webhookSecret)
	with := func(name string, values ...string) http.Header {
		h := good.Clone()
		h[name] = values
		return h
	}
	for name, header := range map[string]http.Header{
		"nothing":                 {"Content-Type": {"application/json"}},
		"the cookie alone":        s.json(administrator),
		"another secret":          delivery("msg_2", time.Now(), webhookBody, webhookSecret+"!"),
		"an empty secret":         delivery("msg_3", time.Now(), webhookBody, ""),
		"the signature of others": delivery("msg_4", time.Now(), webhookBody+" ", webhookSecret),
		"an old time":             delivery("msg_5", time.Now().Add(-5*time.Minute-2*time.Second), webhookBody, webhookSecret),
		"a time to come":          delivery("msg_6", time.Now().Add(6*time.Minute), webhookBody, webhookSecret),
		"an id with a dot":        delivery("a.b", time.Now(), webhookBody, webhookSecret),
		"the id of another":       with("Webhook-Id", "msg_7"),
	} {
		t.Run(name, func(t *testing.T) { s.deliver(header).failed(t, http.StatusUnauthorized) })
	}
	s.ask(nobody, "POST", "/api/sync/webhook?secret="+url.QueryEscape(webhookSecret), webhookBody).failed(t, http.StatusUnauthorized)
	for _, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		s.deliver(with(name, good.Get(name), good.Get(name))).failed(t, http.StatusBadRequest)
	}
	for range 3 { // the first is taken, the others are the same
		got := s.deliver(good)
		got.has(t, http.StatusAccepted)
		storetest.Same(t, "the answer to a good one", got.body, `{"accepted":true}`)
	}
	storetest.Same(t, "openings of the source before anybody synced", p.opened.Load(), opened)
	s.runUntil(t, func() bool { runs := s.runs(t); return len(runs) == 1 && !runs[0].EndedAt.IsZero() })
	s.asProduction(t, p)
	s.ask(administrator, "GET", "/api/audit?action=webhook", "").contains(t, "msg_1")
}

// runUntil makes the syncs that are asked for until the condition holds.
func (s *openSite) runUntil(t *testing.T, condition func() bool) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.partsOf("mirror").Run[0](ctx) })
	defer running.Wait()
	defer stop()
	testwait.Until(t, "the runs are as wanted", condition)
}

// runs are the syncs that were made, the newest first.
func (s *openSite) runs(t *testing.T) []mirror.Run {
	t.Helper()
	runs, err := (&mirror.Queries{DB: s.store.DB, Kinds: s.store.Kinds}).Runs(t.Context(), 100)
	storetest.NoError(t, err)
	return runs
}

// A hundred deliveries at once are at most two syncs.
func TestSyncDeliveryBurst(t *testing.T) {
	t.Parallel()
	p := production(t)
	s := siteWith(t, copying(mirror.Options{Open: p.open, Secrets: [][]byte{[]byte("another one that is long enough"), []byte(webhookSecret)}}))
	var sending sync.WaitGroup
	sendAll := sync.OnceFunc(func() {
		for i := range 100 {
			sending.Go(func() {
				header := delivery(fmt.Sprint("many_", i), time.Now(), webhookBody, webhookSecret)
				answer := s.deliver(header)
				for range 20 { // a busy machine lets some wait too long for the others, and they are sent again
					if answer.status != http.StatusServiceUnavailable {
						break
					}
					answer = s.deliver(header)
				}
				answer.has(t, http.StatusAccepted)
			})
		}
		sending.Wait()
	})
	s.runUntil(t, func() bool {
		sendAll() // while the syncs run
		pending, err := (&mirror.Queries{DB: s.store.DB, Kinds: s.store.Kinds}).SyncPending(t.Context())
		return err == nil && !pending
	})
	s.asProduction(t, p)
	if runs := s.runs(t); len(runs) == 0 || len(runs) > 2 {
		t.Errorf("%d syncs", len(runs))
	}
}

// createWithLogo makes a product that may name an upload that is not here, as an import does.
func (s *openSite) createWithLogo(name, logo string) {
	s.t.Helper()
	d := draft(name)
	d.Logo, d.Website = logo, "https://example.com/"+strings.ReplaceAll(name, " ", "-")
	_, err := s.store.ImportProducts(s.t.Context(), "test", []catalog.ImportRow{{Line: 1, Draft: d, Sets: catalog.FieldsNamed("logo")}}, catalog.ImportOptions{})
	storetest.NoError(s.t, err)
}

// Logos are looked for here and in production.
func TestSyncLogoStatus(t *testing.T) {
	t.Parallel()
	there := []byte("\xff\xd8\xff there")
	p := &source{Store: storetest.Open(t), images: map[string][]byte{media.NameOf(there): there}}
	imageOf := func(digit string) string { return strings.Repeat(digit, 64) + ".jpg" }
	begin := func(t *testing.T, o siteOptions) *openSite {
		s := siteWith(t, o)
		both := read[media.Added](t, s.ask(administrator, "POST", "/api/upload", bodyOf("POST /api/upload")), http.StatusOK).URL
		p.images[strings.TrimPrefix(both, media.Path)] = []byte("there too")
		for name, logo := range map[string]string{
			"both": both, "there": media.Path + media.NameOf(there), "nowhere": media.Path + imageOf("0"),
			"outside": "https://logo.example/a.png", "none": "", "inside": "data:image/png;base64,AAAA",
		} {
			s.createWithLogo(name, logo)
		}
		return s
	}
	says := func(t *testing.T, s *openSite, want map[string]string) {
		t.Helper()
		said := map[string]string{}
		for _, e := range read[[]mirror.LogoEntry](t, s.ask(administrator, "GET", "/api/verify-logos", ""), http.StatusOK) {
			said[e.Name] = asJSON([]any{e.Status, e.Synced, e.DevExists, e.ProdExists})
		}
		for name, line := range want {
			storetest.Same(t, name, said[name], line)
		}
	}
	s := begin(t, copying(mirror.Options{Open: p.open}))
	p.asked.Store(0)
	want := map[string]string{
		"both": `["exists",true,true,true]`, "there": `["missing",false,false,true]`, "nowhere": `["missing",false,false,false]`,
		"outside": `["external",false,null,null]`, "none": `["none",false,null,null]`, "inside": `["exists",true,null,null]`,
	}
	says(t, s, want)
	says(t, s, want)
	storetest.Same(t, "questions to production about 3 images", p.asked.Load(), int64(3))
	s.expect(t, administrator, "POST", "/api/sync-logos", "", 200, `{"synced":1,"missing":1,"failed":0,"failures":[]}`)
	want["there"] = `["exists",true,true,true]`
	says(t, s, want)
	p.broken.Store(true)
	s.ask(administrator, "POST", "/api/sync-logos", "").failed(t, http.StatusBadGateway)
	p.broken.Store(false)
	t.Run("one bad image never stops the others", func(t *testing.T) {
		s := begin(t, copying(mirror.Options{Open: p.open}))
		for digit, image := range map[string]string{"1": "another", "2": ""} {
			p.images[imageOf(digit)] = []byte(image)
			defer delete(p.images, imageOf(digit))
			s.createWithLogo("bad "+digit, media.Path+imageOf(digit))
		}
		s.expect(t, administrator, "POST", "/api/sync-logos", "", 200, asJSON(mirror.LogosSynced{Synced: 1, Missing: 1, Failed: 2, Failures: []mirror.LogoFailure{
			{Name: imageOf("1"), Product: "bad 1", Reason: "Production sends another image by this name."},
			{Name: imageOf("2"), Product: "bad 2", Reason: "The production site can't be read."},
		}}))
	})
	t.Run("production has no other site to ask", func(t *testing.T) {
		s := begin(t, siteOptions{})
		says(t, s, map[string]string{"both": `["exists",true,null,true]`, "there": `["missing",false,null,false]`, "outside": `["external",false,null,null]`})
		s.ask(administrator, "POST", "/api/sync-logos", "").failed(t, http.StatusConflict)
	})
}
