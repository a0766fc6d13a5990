package logos_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

const (
	noIcon  = "The website has no icon of at least 64 pixels."
	onlySVG = "The website has only an SVG icon, which can't be a logo."
)

// sites are what websites answer, by host, and what is found there.
var sites = map[string]struct {
	files map[string]any // text of a page's head or of a file, or side of an icon; none: 404
	want  string
}{
	"sizes.example":     {map[string]any{"/": `<link rel="icon" href="/s.png" sizes="64x64"><link rel="icon" href="/l.png" sizes="256x256"><link rel="apple-touch-icon" href="/t.png">`, "/s.png": 64, "/l.png": 256, "/t.png": 180}, "/l.png"},
	"touch.example":     {map[string]any{"/": `<link rel="icon" href="/i.png"><link rel="apple-touch-icon" href="/t.png">`, "/i.png": 300, "/t.png": 180}, "/t.png"},
	"manifest.example":  {map[string]any{"/": `<link rel="icon" href="/i.png" sizes="64x64"><link rel="manifest" href="/m.json">`, "/m.json": `{"icons":[{"src":"a.svg"},{"src":"mono.png","sizes":"900x900","purpose":"monochrome"},{"src":"/big.png","sizes":"512x512"}]}`, "/i.png": 64, "/big.png": 512}, "/big.png"},
	"logo.example":      {map[string]any{"/": `<meta property="og:logo" content="/logo.png">`, "/logo.png": 200}, "/logo.png"},
	"favicon.example":   {map[string]any{"/": "", "/favicon.ico": 64}, "/favicon.ico"},
	"wide.example":      {map[string]any{"/": `<link rel="icon" href="/w.png" sizes="400x100"><link rel="icon" href="/q.png" sizes="96x96">`, "/w.png": 400, "/q.png": 96}, "/q.png"},
	"lies.example":      {map[string]any{"/": `<link rel="icon" href="/tiny.png" sizes="512x512"><link rel="icon" href="/ok.png" sizes="70x70">`, "/tiny.png": 16, "/ok.png": 70}, "/ok.png"},
	"broken.example":    {map[string]any{"/": `<link rel="apple-touch-icon" href="/page.png"><link rel="icon" href="/ok.png" sizes="128x128">`, "/page.png": "<html>", "/ok.png": 128}, "/ok.png"},
	"small.example":     {map[string]any{"/": `<link rel="icon" href="/i.png">`, "/i.png": 63, "/favicon.ico": 32}, "The website's largest icon has 63 pixels; a logo needs at least 64."},
	"stated.example":    {map[string]any{"/": `<link rel="icon" href="/i.png" sizes="48x48">`}, "The website's largest icon has 48 pixels; a logo needs at least 64."},
	"none.example":      {map[string]any{"/": ""}, noIcon},
	"both.example":      {map[string]any{"/": `<link rel="icon" href="/i.svg">`, "/favicon.ico": 48}, "The website has only an SVG and an icon of 48 pixels; a logo needs at least 64."},
	"unnamed.example":   {map[string]any{"/": "", "/favicon.ico": "<?xml version=\"1.0\"?><svg/>"}, onlySVG},
	"drawing.example":   {map[string]any{"/": `<link rel="icon" href="/i.svg" type="image/svg+xml">`, "/i.svg": "<svg/>"}, onlySVG},
	"refuses.example":   {map[string]any{"/apple-touch-icon.png": 180}, "/apple-touch-icon.png"},
	"forbidden.example": {map[string]any{"/robots.txt": "User-agent: *\nDisallow: /", "/": "", "/favicon.ico": 64}, "The website's robots.txt doesn't allow it."},
	"partly.example":    {map[string]any{"/robots.txt": "User-agent: vitrine\nDisallow: /big", "/": `<link rel="icon" href="/big.png" sizes="512x512">`, "/big.png": 512, "/favicon.ico": 70}, "/favicon.ico"},
	"failing.example":   {map[string]any{"/robots.txt": 500}, "The website's robots.txt doesn't allow it."},
	"moved.example":     {map[string]any{"/": "302 /en", "/en": `<link rel="icon" href="i.png" sizes="180x180">`, "/i.png": 180}, "/i.png"},
	"loop.example":      {map[string]any{"/": "302 /"}, "The website redirects too often."},
	"private.example":   {map[string]any{"/": "302 http://127.0.0.1/"}, "The website's URL isn't public."},
	"later.example":     {map[string]any{"/": "429 3600"}, "The website asked to come back later."},
	"soon.example":      {map[string]any{"/": "429 1", "/favicon.ico": 64}, "The website asked to come back later."},
	"cut.example":       {map[string]any{"/": "cut"}, "The website couldn't be reached."},
	"huge.example":      {map[string]any{"/": `<link rel="icon" href="/huge.png" sizes="512x512">`, "/huge.png": strings.Repeat("x", 1<<20+1), "/favicon.ico": 64}, "/favicon.ico"},
}

func serveSites(w http.ResponseWriter, r *http.Request) {
	host, _, _ := strings.Cut(r.Host, ":")
	switch content := sites[host].files[r.URL.Path].(type) {
	case nil:
		w.WriteHeader(http.StatusNotFound)
	case int:
		switch content {
		case http.StatusInternalServerError:
			w.WriteHeader(content)
		case 400:
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write(picture(400, 100, 3))
		default:
			sendPicture(w, content, 3)
		}
	case string:
		switch code, rest, _ := strings.Cut(content, " "); {
		case code == "302":
			w.Header().Set("Location", rest)
			w.WriteHeader(http.StatusFound)
		case code == "429":
			w.Header().Set("Retry-After", rest)
			w.WriteHeader(http.StatusTooManyRequests)
		case code == "cut":
			panic(http.ErrAbortHandler)
		case strings.Contains(r.URL.Path, "."):
			_, _ = w.Write([]byte(content))
		default:
			sendPage(w, content)
		}
	}
}

// The best icon of a website is found, by what it states and what it is, and why there is none.
func TestFind(t *testing.T) {
	t.Parallel()
	hosts, websites, want := []string{"silent.example"}, []string{}, map[string]string{}
	for host, s := range sites {
		hosts = append(hosts, host)
		want[host] = s.want
	}
	w := newWeb(t, hosts, serveSites)
	for _, host := range append(hosts[1:], "unknown.example") {
		websites = append(websites, w.url(host, "/"))
	}
	want["unknown.example"] = "The website couldn't be reached."
	f := newFixture(t, storetest.Migrated(t), w, gap)
	f.add(t, websites...)
	f.find(t)
	same(t, "results", f.results(t), want)
	run, err := (&logos.Queries{DB: f.DB}).LogoRun(t.Context())
	noError(t, err)
	same(t, "status", run.Status, logos.Idle)
	for host := range sites {
		if shortest := w.gap(host); shortest < gap {
			t.Errorf("%s was asked %s after the request before", host, shortest)
		}
	}
	if asked := w.paths("forbidden.example"); len(asked) > 0 {
		t.Errorf("a host that forbids it was asked for %v", asked)
	}
}

// Tools of a host share what its pages have in common: the same icons are read once.
func TestSameIcons(t *testing.T) {
	t.Parallel()
	w := newWeb(t, []string{"host.example"}, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/one", "/two":
			sendPage(w, `<link rel="icon" href="/i.png" sizes="128x128">`)
		case "/i.png":
			sendPicture(w, 128, 9)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	})
	f := newFixture(t, storetest.Migrated(t), w, gap)
	f.add(t, w.url("host.example", "/one"), w.url("host.example", "/two"))
	f.find(t)
	same(t, "asked for", w.paths("host.example"), []string{"/one", "/i.png", "/two"})
	run, err := (&logos.Queries{DB: f.DB}).LogoRun(t.Context())
	noError(t, err)
	same(t, "proposed", run.Proposed, 2)
}

// At most twenty requests run at once, however many hosts there are.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	var hosts []string
	for i := range 60 {
		hosts = append(hosts, fmt.Sprintf("host-%d.example", i))
	}
	w := newWeb(t, hosts, func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(10 * time.Millisecond)
		w.WriteHeader(http.StatusNotFound)
	})
	f := newFixture(t, storetest.Migrated(t), w, gap)
	for _, host := range hosts {
		f.add(t, w.url(host, "/"))
	}
	f.find(t)
	if w.most > 20 || w.most < 2 {
		t.Errorf("%d requests at once", w.most)
	}
}

// Of two copies of the program one looks for logos. When it is stopped, the other one goes on with what is pending; a run
// that is paused goes on once it is resumed.
func TestCopies(t *testing.T) {
	t.Parallel()
	const tools = 12
	var hosts []string
	gates := map[string]chan struct{}{}
	for i := range tools {
		hosts = append(hosts, fmt.Sprintf("host-%02d.example", i))
		gates[hosts[i]] = make(chan struct{})
	}
	w := newWeb(t, hosts, func(w http.ResponseWriter, r *http.Request) {
		host, _, _ := strings.Cut(r.Host, ":")
		switch r.URL.Path {
		case "/":
			select {
			case <-gates[host]:
				sendPage(w, "")
			case <-r.Context().Done():
			}
		case "/favicon.ico":
			sendPicture(w, 64, 5)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	})
	place := storetest.Migrated(t)
	first, second := newFixture(t, place, w, gap), newFixture(t, place, w, gap)
	for _, host := range hosts {
		first.add(t, w.url(host, "/"))
	}
	noError(t, (&logos.Queries{DB: first.DB}).StartLogos(t.Context(), "ann", false))
	ctx, kill := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { _, err := first.job.Do(ctx); ended <- err }()
	open := func(from, to int) {
		t.Helper()
		for _, host := range hosts[from:to] {
			close(gates[host])
		}
		testwait.Until(t, "so many are proposed", func() bool {
			run, err := (&logos.Queries{DB: second.DB}).LogoRun(t.Context())
			return err == nil && run.Proposed == to
		})
	}
	open(0, 4)
	did, err := second.job.Do(t.Context())
	noError(t, err)
	same(t, "done by the second copy beside the first", did, false)
	kill()
	if err := <-ended; err == nil {
		t.Error("a run that was stopped says that it is done")
	}
	go func() { _, err := second.job.Do(t.Context()); ended <- err }()
	open(4, 8)
	noError(t, (&logos.Queries{DB: second.DB}).PauseLogos(t.Context(), "ann"), <-ended)
	did, err = first.job.Do(t.Context())
	noError(t, err)
	same(t, "done while it is paused", did, false)
	noError(t, (&logos.Queries{DB: second.DB}).ResumeLogos(t.Context(), "ann"))
	go func() { _, err := second.job.Do(t.Context()); ended <- err }()
	open(8, tools)
	noError(t, <-ended)
	for _, host := range hosts[:4] {
		same(t, "asked for once", w.paths(host), []string{"/", "/favicon.ico"})
	}
}

// Follow begins a run once it is woken.
func TestFollow(t *testing.T) {
	t.Parallel()
	w := newWeb(t, []string{"host.example"}, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	f := newFixture(t, storetest.Migrated(t), w, gap)
	f.add(t, w.url("host.example", "/"))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); f.job.Follow(ctx) }()
	noError(t, (&logos.Queries{DB: f.DB}).StartLogos(t.Context(), "ann", false))
	f.job.Wake()
	testwait.Until(t, "the run has ended", func() bool {
		run, err := (&logos.Queries{DB: f.DB}).LogoRun(t.Context())
		return err == nil && run.None == 1 && run.Status == logos.Idle
	})
	same(t, "looked at", f.job.Looked(), int64(1))
	stop()
	<-ended
}

// A search that was started so accepts what it found at the tools' own hosts, as one change; all else is for review.
func TestAcceptOwn(t *testing.T) {
	t.Parallel()
	var port uint16
	w := newWeb(t, []string{"own.example", "www.domain.example", "static.domain.example", "away.example", "cdn.example", "platform.example", "sold.example"}, func(w http.ResponseWriter, r *http.Request) {
		host, _, _ := strings.Cut(r.Host, ":")
		elsewhere := func(host string) string { return fmt.Sprintf("http://%s:%d/i.png", host, port) }
		switch {
		case r.URL.Path == "/robots.txt" || r.URL.Path == "/favicon.ico":
			w.WriteHeader(http.StatusNotFound)
		case host == "www.domain.example":
			sendPage(w, `<link rel="icon" sizes="128x128" href="`+elsewhere("static.domain.example")+`">`)
		case host == "away.example" && r.URL.Path == "/i.png":
			http.Redirect(w, r, elsewhere("cdn.example"), http.StatusFound)
		case host == "sold.example":
			http.Redirect(w, r, fmt.Sprintf("http://cdn.example:%d/", port), http.StatusFound)
		case r.URL.Path == "/i.png":
			sendPicture(w, 128, 9)
		default:
			sendPage(w, `<link rel="icon" sizes="128x128" href="/i.png">`)
		}
	})
	port = w.at.Port
	f := newFixture(t, storetest.Migrated(t), w, gap)
	f.add(t, w.url("own.example", "/?ref=us"), w.url("www.domain.example", "/"), w.url("away.example", "/"), w.url("platform.example", "/tools/1"), w.url("sold.example", "/"))
	queries := &logos.Queries{DB: f.DB}
	noError(t, queries.StartLogos(t.Context(), "ann", true))
	_, err := f.job.Do(t.Context())
	noError(t, err)
	want := map[string]string{"away.example": "/i.png", "platform.example": "/i.png", "sold.example": "/i.png"}
	same(t, "left for review", f.results(t), want)
	run, err := queries.LogoRun(t.Context())
	noError(t, err)
	same(t, "missing, and whether it was asked to accept", []any{run.Missing, run.AcceptOwn}, []any{3, true})
	version, err := f.Version(t.Context())
	noError(t, err)
	undone, err := f.Undo(t.Context(), "ann", version, "")
	noError(t, err)
	same(t, "undone as one", undone.Restored, 2)
}
