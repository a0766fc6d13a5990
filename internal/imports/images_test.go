package imports_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/fetchtest"
	"github.com/vitrine-directory/vitrine/internal/imports"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

var (
	noError = storetest.NoError
	same    = storetest.Same
)

// gap is the time between two requests to a host in tests.
const gap = time.Millisecond

// imported is a site with imported products whose images are at other sites.
type imported struct {
	*imports.Queries
	store  *store.Store
	at     store.Options
	hosts  *fetch.Hosts
	images *media.Library
	port   uint16

	mu    sync.Mutex
	asked map[string]int        // requests by path
	gate  func(r *http.Request) // called before each answer; may be nil
}

func newImported(t *testing.T, o store.Options) *imported {
	t.Helper()
	s := storetest.OpenAt(t, o)
	i := &imported{Queries: &imports.Queries{DB: s.DB, Origin: "https://own.example"}, store: s, at: o, asked: map[string]int{}}
	i.port = fetchtest.At(t, "127.0.0.2:0", i.serve).Port
	getter := fetch.New(fetch.Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}, Ports: []uint16{i.port},
		Resolver: (&fetchtest.Names{Hosts: map[string][]string{"old.example": {"127.0.0.2"}, "cdn.example": {"127.0.0.2"}}}).Resolver(t)})
	i.hosts = fetch.NewHosts(getter, gap)
	files, err := media.OpenDisk(t.TempDir())
	noError(t, err)
	t.Cleanup(func() { noError(t, files.Close()) })
	i.images = media.NewLibrary(files, &s.Images)
	return i
}

func (i *imported) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	i.mu.Lock()
	i.asked[r.URL.Path]++
	i.mu.Unlock()
	if i.gate != nil {
		i.gate(r)
	}
	switch {
	case strings.HasPrefix(r.URL.Path, "/gone"):
		w.WriteHeader(http.StatusNotFound)
	case strings.HasPrefix(r.URL.Path, "/busy"):
		w.WriteHeader(http.StatusBadGateway)
	case strings.HasPrefix(r.URL.Path, "/page"):
		_, _ = w.Write([]byte("<html>"))
	default:
		picture := image.NewRGBA(image.Rect(0, 0, 80, 60))
		for at := range picture.Pix {
			picture.Pix[at] = byte(at * len(r.URL.Path))
		}
		picture.Set(1, 1, color.White)
		var file bytes.Buffer
		_ = png.Encode(&file, picture)
		_, _ = w.Write(file.Bytes())
	}
}

func (i *imported) job() *imports.Job {
	return imports.New(imports.Options{Queries: i.Queries, Images: i.images, Hosts: i.hosts, Logger: slog.New(slog.DiscardHandler)})
}

func (i *imported) url(host, path string) string {
	return fmt.Sprintf("http://%s:%d%s", host, i.port, path)
}

// add imports a product with a logo and images.
func (i *imported) add(t *testing.T, name, logo string, images ...string) (version int64) {
	t.Helper()
	draft := storetest.Draft(name)
	draft.Logo, draft.Images = logo, images
	_, err := i.store.ImportProducts(t.Context(), "ann", []catalog.ImportRow{{Line: 2, Draft: draft, Sets: catalog.FieldsNamed("logo", "images")}},
		catalog.ImportOptions{Written: func(ctx context.Context, w *db.WriteTx, products []catalog.Product) error {
			version = w.Version
			return i.Add(ctx, w, products)
		}})
	noError(t, err)
	return version
}

func (i *imported) product(t *testing.T, name string) catalog.Product {
	t.Helper()
	for _, p := range storetest.ReadAll(t, i.store).Products {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no product %s", name)
	return catalog.Product{}
}

func (i *imported) status(t *testing.T) imports.Images {
	t.Helper()
	status, err := i.Status(t.Context())
	noError(t, err)
	return status
}

func isHere(url string) bool { return strings.HasPrefix(url, media.Path) }

// The images of imported products are saved here; a product keeps the URL of one that can't be.
func TestImages(t *testing.T) {
	t.Parallel()
	storetest.EachMigrated(t, func(t *testing.T, o store.Options) {
		i := newImported(t, o)
		shared := i.url("cdn.example", "/shared.png")
		i.add(t, "Anvil", shared, shared, i.url("old.example", "/a.png"), "https://own.example/uploads/x.jpg")
		i.add(t, "Brush", shared, i.url("old.example", "/gone.png"), i.url("old.example", "/page.png"))
		i.add(t, "Chalk", i.url("old.example", "/busy.png"))
		i.add(t, "Drill", i.url("old.example", "/drill.png"))
		changed := i.product(t, "Drill")
		draft := storetest.Draft("Drill")
		draft.Logo = "/uploads/own.jpg"
		_, err := i.store.UpdateProduct(t.Context(), "bob", changed.ID, changed.Version, draft)
		noError(t, err)
		same(t, "pending", i.status(t).Pending, 7)

		did, err := i.job().Do(t.Context())
		noError(t, err)
		same(t, "it was done", did, true)
		anvil, brush := i.product(t, "Anvil"), i.product(t, "Brush")
		if !isHere(anvil.Logo) || anvil.LogoColor == "" || !isHere(anvil.Images[0]) || !isHere(anvil.Images[1]) || anvil.Images[0] == anvil.Logo || anvil.Images[2] != "https://own.example/uploads/x.jpg" {
			t.Errorf("Anvil has %s %s %v", anvil.Logo, anvil.LogoColor, anvil.Images)
		}
		same(t, "the logo of Brush", brush.Logo, anvil.Logo)
		same(t, "the images of Brush", brush.Images, []string{i.url("old.example", "/gone.png"), i.url("old.example", "/page.png")})
		same(t, "the logo of Drill", i.product(t, "Drill").Logo, "/uploads/own.jpg")
		same(t, "requests for an image that is needed no more", i.asked["/drill.png"], 0)
		status := i.status(t)
		same(t, "pending and failed", []int{status.Pending, status.Failed}, []int{1, 2})
		same(t, "reasons", []string{status.Listed[0].Reason, status.Listed[1].Reason}, []string{"The website answered with status 404.", "It isn't a JPG, PNG, GIF or WebP image."})

		for range 2 { // a website that is busy is tried later
			did, err = i.job().Do(t.Context())
			noError(t, err)
			same(t, "done before it is due", did, false)
			storetest.Exec(t, o, "UPDATE import_images SET due_at = 0 WHERE state = 'pending'")
			_, err = i.job().Do(t.Context())
			noError(t, err)
		}
		same(t, "tries", i.asked["/busy.png"], 3)
		same(t, "failed", i.status(t).Failed, 3)
		noError(t, i.Retry(t.Context(), "ann"))
		same(t, "pending again", i.status(t).Pending, 3)
		noError(t, i.Forget(t.Context(), "ann"))
		same(t, "after they are forgotten", i.status(t), imports.Images{Listed: []imports.FailedImage{}})
	})
}

// What an undo of the import takes away needs no images.
func TestImagesUndone(t *testing.T) {
	t.Parallel()
	i := newImported(t, storetest.Migrated(t))
	version := i.add(t, "Anvil", i.url("old.example", "/a.png"))
	undone, err := i.store.Undo(t.Context(), "ann", version, audit.ChangedSince(""))
	noError(t, err)
	same(t, "undone", undone.Restored, 1)
	same(t, "pending", i.status(t).Pending, 0)
	_, err = i.job().Do(t.Context())
	noError(t, err)
	same(t, "requests", i.asked["/a.png"], 0)
	same(t, "rows", len(storetest.Column(t, i.at, "SELECT url FROM import_images")), 0)
}

// A copy that is killed loses no image: another one goes on with those that are left.
func TestImagesInterrupted(t *testing.T) {
	t.Parallel()
	i := newImported(t, storetest.Migrated(t))
	const tools = 6
	for n := range tools {
		i.add(t, fmt.Sprintf("Tool %d", n), i.url("old.example", fmt.Sprintf("/%d.png", n)))
	}
	stuck := make(chan struct{})
	i.gate = func(r *http.Request) {
		if r.URL.Path == "/3.png" {
			select {
			case <-stuck:
			case <-r.Context().Done():
			}
		}
	}
	ctx, kill := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { _, err := i.job().Do(ctx); ended <- err }()
	testwait.Until(t, "it is at the fourth", func() bool {
		i.mu.Lock()
		defer i.mu.Unlock()
		return i.asked["/3.png"] > 0
	})
	kill()
	<-ended
	same(t, "pending", i.status(t).Pending, tools)
	close(stuck)
	_, err := i.job().Do(t.Context())
	noError(t, err)
	for n := range tools {
		if p := i.product(t, fmt.Sprintf("Tool %d", n)); !isHere(p.Logo) {
			t.Errorf("%s has %s", p.Name, p.Logo)
		}
	}
	same(t, "left", i.status(t).Pending, 0)
}
