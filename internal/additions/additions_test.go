package additions_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/deepteams/webp"

	"github.com/vitrine-directory/vitrine/internal/additions"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/fetchtest"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

var (
	noError = storetest.NoError
	same    = storetest.Same
)

// sites are what the paths of hosts answer: a page, or "301 URL", "404", "image", "webp". {port} is the server's.
var sites = map[string]string{
	"lumen.example/": `<title>Lumen – light for rooms</title><meta name="description" content="Lumen writes  articles and stories."><meta name="keywords" content="writing">
		<meta property="og:image" content="/shot.png"><meta property="og:site_name" content="Lumen">`,
	"lumen.example/shot.png": "image",
	"app.example/": `<script type="application/ld+json">{"@type":"WebApplication","name":"The App","description":"It does it."}</script><meta property="og:site_name" content="Other">
		<meta property="og:image" content="/shot">`,
	"app.example/shot":                   "webp",
	"gone.example/":                      `<title>Gone</title>`,
	"gone.example/old":                   "301 /",
	"gone.example/page":                  "302 /?utm_source=x",
	"gone.example/?utm_source=x":         `<title>Gone</title>`,
	"bare.example/":                      `<meta property="og:image" content="/none.png"><p>Short<p>Bare reads what you write and says it aloud, in any voice.`,
	"nothing.example/":                   `<p>Hello`,
	"away.example/":                      "302 http://elsewhere.example:{port}/new?utm_source=x#top",
	"elsewhere.example/new?utm_source=x": `<title>Elsewhere</title>`,
	"known.example/":                     "301 http://listed.example:{port}/",
	"listed.example/":                    `<title>Listed</title>`,
	"missing.example/":                   "404",
	"file.example/":                      "image",
	"closed.example/robots.txt":          "User-agent: *\nDisallow: /",
	"parked.example/":                    `<title>parked</title>`,
	"twin.example/":                      `<title>Listed AI</title>`,
	"long.example/":                      `<title>` + strings.Repeat("long ", 90) + `</title><meta name="description" content="` + strings.Repeat("words ", 200) + `">`,
}

type fixture struct {
	*store.Store
	queries *additions.Queries
	options additions.Options
	at      *fetchtest.Website

	mu    sync.Mutex
	asked map[string]int
	gate  func(ctx context.Context, host string) // may be nil
}

func newFixture(t *testing.T, o store.Options) *fixture {
	t.Helper()
	f := &fixture{Store: storetest.OpenAt(t, o), asked: map[string]int{}}
	f.queries = &additions.Queries{DB: f.DB}
	f.at = fetchtest.At(t, "127.0.0.2:0", f.serve)
	names := map[string][]string{}
	for place := range sites {
		host, _, _ := strings.Cut(place, "/")
		names[host] = []string{"127.0.0.2"}
	}
	for i := range 20 {
		names[fmt.Sprintf("tool-%d.example", i)] = []string{"127.0.0.2"}
	}
	files, err := media.OpenDisk(filepath.Join(t.TempDir(), "uploads"))
	noError(t, err)
	t.Cleanup(func() { files.Close() })
	catalogue, err := browse.NewLive(t.Context(), f.Store, time.Now)
	noError(t, err)
	f.options = additions.Options{
		Store: f.queries, Images: media.NewLibrary(files, &f.Images), Catalogue: catalogue, Logger: slog.New(slog.DiscardHandler),
		Hosts: fetch.NewHosts(fetch.New(fetch.Options{
			Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}, Ports: []uint16{f.at.Port}, Resolver: (&fetchtest.Names{Hosts: names}).Resolver(t),
		}), time.Millisecond),
		WhyEmpty: func(website *url.URL, _ fetch.Response) string {
			if strings.HasPrefix(website.Host, "parked.") {
				return "It is parked."
			}
			return ""
		},
	}
	f.options.Logo = func(ctx context.Context, _ *fetch.Hosts, images *media.Library, by string, page fetch.Page) (string, string, error) {
		if page.SiteName != "Lumen" {
			return "", "", nil
		}
		added, err := images.Add(ctx, by, media.Upload{File: picture(), Kind: media.Logo})
		return added.URL, added.LogoColor, err
	}
	return f
}

func (f *fixture) serve(w http.ResponseWriter, r *http.Request) {
	host, _, _ := strings.Cut(r.Host, ":")
	f.mu.Lock()
	f.asked[host+r.URL.RequestURI()]++
	f.mu.Unlock()
	content, isKnown := sites[host+r.URL.RequestURI()]
	if strings.HasPrefix(host, "tool-") && r.URL.Path == "/" {
		if f.gate != nil {
			f.gate(r.Context(), host)
		}
		content, isKnown = "<title>"+host+"</title><p>This is a tool, and it does something.", true
	}
	content = strings.ReplaceAll(content, "{port}", fmt.Sprint(f.at.Port))
	var status int
	switch _, _ = fmt.Sscanf(content, "%3d", &status); {
	case !isKnown, status == http.StatusNotFound:
		w.WriteHeader(http.StatusNotFound)
	case status > 0:
		http.Redirect(w, r, content[4:], status)
	case content == "image":
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(picture())
	case content == "webp":
		w.Header().Set("Content-Type", "image/webp")
		_ = webp.Encode(w, drawn(), webp.DefaultOptions()) // the test sees what is missing
	default:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(content))
	}
}

// drawn is an image of two colors.
func drawn() image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, 200, 200))
	for i := range 200 * 200 {
		img.SetNRGBA(i%200, i/200, color.NRGBA{uint8(i % 200), 80, 40, 255})
	}
	return img
}

// picture is it as a PNG.
func picture() []byte {
	var out bytes.Buffer
	_ = png.Encode(&out, drawn()) // a buffer never fails
	return out.Bytes()
}

// paste adds the hosts' URLs.
func (f *fixture) paste(t *testing.T, hosts ...string) {
	t.Helper()
	var urls []string
	for _, host := range hosts {
		urls = append(urls, fmt.Sprintf("http://%s:%d/", host, f.at.Port))
	}
	_, err := f.queries.Paste(t.Context(), "ann", strings.Join(urls, "\n"))
	noError(t, err)
}

// lines returns the newest list's lines by host.
func (f *fixture) lines(t *testing.T) map[string]additions.Line {
	t.Helper()
	page, err := f.queries.Page(t.Context(), 0)
	noError(t, err)
	lines := map[string]additions.Line{}
	for _, l := range page.Lines {
		lines[fetch.HostOf(l.URL)] = l
	}
	return lines
}

// Pages of a site that lead to its home page are one tool, at the home page.
func TestRedirectsHome(t *testing.T) {
	t.Parallel()
	f := newFixture(t, storetest.Migrated(t))
	site := fmt.Sprintf("http://gone.example:%d/", f.at.Port)
	_, err := f.queries.Paste(t.Context(), "ann", site+"old\n"+site+"page")
	noError(t, err)
	_, err = additions.New(f.options).Do(t.Context())
	noError(t, err)
	page := storetest.Must(f.queries.Page(t.Context(), 0))(t)
	var ends []string
	for _, l := range page.Lines {
		ends = append(ends, string(l.State)+" "+l.Reason)
	}
	slices.Sort(ends)
	same(t, "lines", ends, []string{"draft It redirects to gone.example.", "duplicate It redirects to another URL. It's already in the catalog."})
	all := storetest.Must(f.Store.All(t.Context()))(t)
	same(t, "website", all.Products[0].Website, site)
}

// Each website becomes a draft of what it says, or a sentence.
func TestRead(t *testing.T) {
	t.Parallel()
	f := newFixture(t, storetest.Migrated(t))
	for i, category := range []string{"Writing", "Writing", "Writing", "Audio"} {
		d := storetest.Draft(fmt.Sprintf("Writer %d", i))
		d.Description, d.Categories = "Writes articles and stories for you.", []string{category}
		storetest.Create(t, f.Store, d)
	}
	listed := storetest.Draft("Listed")
	listed.Website = fmt.Sprintf("http://listed.example:%d/", f.at.Port)
	storetest.Create(t, f.Store, listed)
	noError(t, f.options.Catalogue.Renew(t.Context()))
	hosts := []string{"lumen.example", "app.example", "bare.example", "nothing.example", "away.example", "known.example", "missing.example", "file.example", "closed.example",
		"parked.example", "twin.example", "long.example", "unknown.example"}
	f.paste(t, hosts...)
	did, err := additions.New(f.options).Do(t.Context())
	noError(t, err)
	same(t, "it was done", did, true)
	lines := f.lines(t)
	all, err := f.Store.All(t.Context())
	noError(t, err)
	products := map[int64]catalog.Product{}
	for _, p := range all.Products {
		products[p.ID] = p
	}
	for host, want := range map[string]string{
		"away.example":    "draft It redirects to elsewhere.example.",
		"known.example":   "duplicate It redirects to another URL. It's already in the catalog.",
		"missing.example": "failed The website answers with status 404.",
		"file.example":    "failed The website sent something other than a page.",
		"closed.example":  "failed The website's robots.txt doesn't allow it.",
		"parked.example":  "failed It is parked.",
		"twin.example":    `draft "Listed" has much the same name.`,
		"unknown.example": "failed The website's host doesn't exist.",
		"lumen.example":   "draft",
	} {
		same(t, host, strings.TrimSpace(string(lines[host].State)+" "+lines[host].Reason), want)
	}
	of := func(host string) catalog.Product { return products[lines[host].Product] }
	lumen := of("lumen.example")
	same(t, "draft", []any{lumen.Name, lumen.Description, lumen.Type, lumen.Status, lumen.Categories, len(lumen.Images), lumen.Logo != "", lumen.Website},
		[]any{"Lumen", "Lumen writes articles and stories.", catalog.Unknown, catalog.StatusDraft, []string{"Writing"}, 1, true, fmt.Sprintf("http://lumen.example:%d/", f.at.Port)})
	same(t, "application", []any{of("app.example").Name, of("app.example").Description, len(of("app.example").Images)}, []any{"The App", "It does it.", 1})
	bare := of("bare.example")
	same(t, "without a description or an image", []any{bare.Description, len(bare.Images)}, []any{"Bare reads what you write and says it aloud, in any voice.", 0})
	nothing := of("nothing.example")
	same(t, "without anything", []any{nothing.Name, nothing.Description, nothing.Categories}, []any{"nothing.example", catalog.NoDescription, []string{catalog.OtherCategory}})
	same(t, "where it moved", of("away.example").Website, fmt.Sprintf("http://elsewhere.example:%d/new", f.at.Port))
	if long := of("long.example"); len(long.Name) > catalog.MaxName || !strings.HasSuffix(long.Name, "long") || !strings.HasSuffix(long.Description, "words…") {
		t.Errorf("got %q: %q", long.Name, long.Description)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for place, count := range f.asked {
		if count > 1 {
			t.Errorf("%s was asked for %d times", place, count)
		}
	}
}

// Of two copies of the program one reads. When it is killed, the other goes on, and no tool is added twice.
func TestCopies(t *testing.T) {
	t.Parallel()
	o := storetest.Migrated(t)
	f := newFixture(t, o)
	open := make(chan struct{}, 20)
	f.gate = func(ctx context.Context, _ string) {
		select {
		case <-open:
		case <-ctx.Done():
		}
	}
	var hosts []string
	for i := range 20 {
		hosts = append(hosts, fmt.Sprintf("tool-%d.example", i))
	}
	f.paste(t, hosts...)
	others := f.options
	others.Store = &additions.Queries{DB: storetest.OpenAt(t, o).DB}
	second := additions.New(others)
	ctx, kill := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { _, err := additions.New(f.options).Do(ctx); ended <- err }()
	for range 8 {
		open <- struct{}{}
	}
	drafts := func() (count int) {
		for _, l := range f.lines(t) {
			if l.State == additions.Draft {
				count++
			}
		}
		return count
	}
	testwait.Until(t, "some are drafts", func() bool { return drafts() == 8 })
	did, err := second.Do(t.Context())
	noError(t, err)
	same(t, "done by the second copy beside the first", did, false)
	kill()
	<-ended
	close(open)
	did, err = second.Do(t.Context())
	noError(t, err)
	same(t, "done by the second copy", []any{did, drafts()}, []any{true, 20})
	all, err := f.Store.All(t.Context())
	noError(t, err)
	websites := map[string]bool{}
	for _, p := range all.Products {
		websites[p.Website] = true
	}
	same(t, "tools and websites", []int{len(all.Products), len(slices.Collect(maps.Keys(websites)))}, []int{20, 20})
}
