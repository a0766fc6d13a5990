package logos_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"net/http"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/fetchtest"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

var (
	noError = storetest.NoError
	same    = storetest.Same
)

// web is websites of many hosts at one address, which notes what they are asked for.
type web struct {
	at      *fetchtest.Website
	getter  *fetch.Reader
	handler func(w http.ResponseWriter, r *http.Request)

	mu    sync.Mutex
	asked []request
	now   int // requests at this moment
	most  int
}

type request struct {
	host, path string
	at         time.Time
}

// newWeb starts websites of these hosts.
func newWeb(t *testing.T, hosts []string, handler http.HandlerFunc) *web {
	t.Helper()
	w := &web{handler: handler}
	w.at = fetchtest.At(t, "127.0.0.2:0", w.serve)
	names := map[string][]string{}
	for _, host := range hosts {
		names[host] = []string{"127.0.0.2"}
	}
	w.getter = fetch.New(fetch.Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}, Contact: "https://tools.example",
		Ports: []uint16{w.at.Port}, Resolver: (&fetchtest.Names{Hosts: names}).Resolver(t)})
	return w
}

func (w *web) serve(rw http.ResponseWriter, r *http.Request) {
	host, _, _ := strings.Cut(r.Host, ":")
	w.mu.Lock()
	w.asked = append(w.asked, request{host, r.URL.Path, time.Now()})
	w.now++
	w.most = max(w.most, w.now)
	w.mu.Unlock()
	w.handler(rw, r)
	w.mu.Lock()
	w.now--
	w.mu.Unlock()
}

func (w *web) url(host, path string) string {
	return fmt.Sprintf("http://%s:%d%s", host, w.at.Port, path)
}

// paths returns what a host was asked for, in order, without its robots.txt.
func (w *web) paths(host string) (paths []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.asked {
		if r.host == host && r.path != "/robots.txt" {
			paths = append(paths, r.path)
		}
	}
	return paths
}

// gap returns the shortest time between two requests to a host.
func (w *web) gap(host string) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	gap, last := time.Hour, time.Time{}
	for _, r := range w.asked {
		if r.host == host {
			if !last.IsZero() {
				gap = min(gap, r.at.Sub(last))
			}
			last = r.at
		}
	}
	return gap
}

// picture is a PNG of two colors, of which one depends on the seed.
func picture(width, height int, seed uint8) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{200, seed, 40, 255}
			if x < width/2 {
				c = color.NRGBA{20, 20, 60, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	var out bytes.Buffer
	_ = png.Encode(&out, img) // a buffer never fails
	return out.Bytes()
}

func sendPicture(w http.ResponseWriter, side int, seed uint8) {
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(picture(side, side, seed))
}

func sendPage(w http.ResponseWriter, head string) {
	w.Header().Set("Content-Type", "text/html")
	_, _ = fmt.Fprintf(w, "<!doctype html><html><head>%s</head><body>Hello</body></html>", head)
}

// fixture is a database with a job.
type fixture struct {
	*store.Store
	job *logos.Job
	web *web
}

const gap = 20 * time.Millisecond // between two requests to a host

func newFixture(t *testing.T, o store.Options, w *web, interval time.Duration) *fixture {
	t.Helper()
	s := storetest.OpenAt(t, o)
	files, err := media.OpenDisk(filepath.Join(t.TempDir(), "uploads"))
	noError(t, err)
	t.Cleanup(func() { files.Close() })
	job := logos.New(logos.Options{Store: &logos.Queries{DB: s.DB}, Images: media.NewLibrary(files, &s.Images), Hosts: fetch.NewHosts(w.getter, interval), Logger: slog.New(slog.DiscardHandler)})
	return &fixture{s, job, w}
}

// add creates a tool for each website.
func (f *fixture) add(t *testing.T, websites ...string) {
	t.Helper()
	for i, website := range websites {
		d := storetest.Draft(fmt.Sprint("Tool ", i))
		d.Website = website
		storetest.Create(t, f.Store, d)
	}
}

// find starts a search and waits for its end.
func (f *fixture) find(t *testing.T) {
	t.Helper()
	noError(t, (&logos.Queries{DB: f.DB}).StartLogos(t.Context(), "ann", false))
	did, err := f.job.Do(t.Context())
	noError(t, err)
	same(t, "it was done", did, true)
}

// results returns the path of the source, or the reason, of each tool.
func (f *fixture) results(t *testing.T) (found map[string]string) {
	t.Helper()
	found = map[string]string{}
	for _, state := range []logos.State{logos.Proposed, logos.NotFound} {
		for after := int64(-1); after != 0; {
			page, err := (&logos.Queries{DB: f.DB}).LogoProposals(t.Context(), state, max(0, after))
			noError(t, err)
			for _, p := range page.Proposals {
				_, path, _ := strings.Cut(p.Source, fmt.Sprint(":", f.web.at.Port))
				found[logos.HostOf(p.Website)] = path + p.Reason
				if (state == logos.Proposed) != strings.HasPrefix(p.Image, media.Path) {
					t.Errorf("%s is %s, with the image %q", p.Website, state, p.Image)
				}
			}
			after = page.Next
		}
	}
	return found
}
