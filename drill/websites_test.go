package drill

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// behaviors are what the websites of a host do, by the number of the host. found says whether the logos of their tools are
// found.
var behaviors = []struct {
	name  string
	found bool
	serve func(w http.ResponseWriter, r *http.Request, tool int)
}{
	{"icon", true, withHead(`<link rel="icon" href="/small.png" sizes="32x32"><link rel="icon" href="/icon-%d.png" sizes="192x192">`)},
	{"touch icon", true, withHead(`<link rel="apple-touch-icon" href="/icon-%d.png">`)},
	{"manifest", true, withHead(`<link rel="manifest" href="/manifest-%d.json">`)},
	{"logo", true, withHead(`<meta property="og:logo" content="/icon-%d.png">`)},
	{"ICO", true, withHead(`<link rel="shortcut icon" href="/icon-%d.ico">`)},
	{"delay", true, func(w http.ResponseWriter, r *http.Request, tool int) {
		time.Sleep(time.Second)
		withHead(`<link rel="apple-touch-icon" href="/icon-%d.png">`)(w, r, tool)
	}},
	{"redirect", true, func(w http.ResponseWriter, r *http.Request, tool int) {
		if strings.HasPrefix(r.URL.Path, "/tool-") {
			http.Redirect(w, r, fmt.Sprintf("/en/tool-%d", tool), http.StatusMovedPermanently)
			return
		}
		withHead(`<link rel="apple-touch-icon" href="/icon-%d.png">`)(w, r, tool)
	}},
	{"broken before good", true, withHead(`<link rel="icon" href="/page-%d.png" sizes="512x512"><link rel="icon" href="/cut-%[1]d.png" sizes="256x256"><link rel="icon" href="/icon-%[1]d.png" sizes="128x128">`)},
	{"huge before good", true, withHead(`<link rel="icon" href="/huge-%d.png" sizes="512x512"><link rel="icon" href="/endless-%[1]d.png" sizes="256x256"><link rel="icon" href="/icon-%[1]d.png" sizes="128x128">`)},
	{"missing page", false, func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(http.StatusNotFound) }},
	{"error", false, func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(http.StatusInternalServerError) }},
	{"no icon", false, withHead(`<!-- %d -->`)},
	{"small icon", false, withHead(`<link rel="icon" href="/small.png?%d">`)},
	{"only broken icons", false, withHead(`<link rel="icon" href="/page-%d.png" sizes="512x512"><link rel="icon" href="/cut-%[1]d.png" sizes="256x256"><link rel="icon" href="/huge-%[1]d.png" sizes="128x128">`)},
	{"refused by robots.txt", false, withHead(`<link rel="icon" href="/icon-%d.png" sizes="192x192">`)},
	{"connection that ends", false, func(http.ResponseWriter, *http.Request, int) { panic(http.ErrAbortHandler) }},
	{"no answer", false, func(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }},
	{"redirect without end", false, func(w http.ResponseWriter, r *http.Request, _ int) {
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	}},
	{"icon of the host", false, withHead(`<link rel="icon" href="/same.png" sizes="192x192"><!-- %d -->`)},
	{"busy for an hour", false, func(w http.ResponseWriter, _ *http.Request, _ int) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	}},
}

func withHead(head string) func(http.ResponseWriter, *http.Request, int) {
	return func(w http.ResponseWriter, _ *http.Request, tool int) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<!doctype html><html><head><title>Tool</title>"+head+"</head><body>A tool.</body></html>", tool)
	}
}

// websites is many hosts at one address, whose requests are noted.
type websites struct {
	t    testing.TB
	site string // what the hosts' names end with

	mu     sync.Mutex
	last   map[string]time.Time // request of each host
	latest time.Time            // request of all
	gap    time.Duration        // shortest time between two requests to a host
	asked  int
	now    int // requests at this moment
	most   int
	wrong  []string
}

func newWebsites(t testing.TB, address, site string) *websites {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	noError(t, err)
	w := &websites{t: t, site: site, last: map[string]time.Time{}, gap: time.Hour}
	server := &http.Server{Handler: http.HandlerFunc(w.serve), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }() // it ends with the test
	t.Cleanup(func() { _ = server.Close() })
	return w
}

// restFor is longer than a host is left alone between two requests.
const restFor = 7 * time.Second

// mustRest waits until nobody has asked for restFor. It fails if the requests go on.
func (w *websites) mustRest() {
	w.t.Helper()
	eventually(w.t, "no website is asked any more", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return time.Since(w.latest) > restFor
	})
}

// awaitRun asks for the state of a run until it is so, for as long as a run of this size may take.
func awaitRun[State any](t *testing.T, ask func(*State), what string, ok func(State) bool) (state State) {
	t.Helper()
	for deadline := time.Now().Add(choose(5*time.Minute, 40*time.Minute)); ; time.Sleep(200 * time.Millisecond) {
		if ask(&state); ok(state) {
			return state
		}
		if time.Now().After(deadline) {
			t.Fatalf("not in time: %s: %+v", what, state)
		}
	}
}

func (w *websites) serve(rw http.ResponseWriter, r *http.Request) {
	arrived := time.Now()
	host, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(r.Host, "host-"), "."+w.site))
	behavior := behaviors[host%len(behaviors)]
	w.mu.Lock()
	w.asked++
	w.now++
	w.most = max(w.most, w.now)
	if last, again := w.last[r.Host]; again {
		w.gap = min(w.gap, arrived.Sub(last))
	}
	w.last[r.Host], w.latest = arrived, arrived
	if behavior.name == "refused by robots.txt" && r.URL.Path != "/robots.txt" || !strings.Contains(r.UserAgent(), "+https://"+w.site) {
		w.wrong = append(w.wrong, r.Host+r.URL.Path+" by "+r.UserAgent())
	}
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.now--
	}()
	switch tool := numberIn(r.URL.Path); {
	case r.URL.Path == "/robots.txt" && behavior.name == "refused by robots.txt":
		fmt.Fprint(rw, "User-agent: *\nDisallow: /\n")
	case strings.Contains(r.URL.Path, "."):
		serveFile(rw, r, tool)
	default:
		behavior.serve(rw, r, tool)
	}
}

// numberIn returns the number in a path such as /icon-7.png; 0 if there is none.
func numberIn(path string) int {
	number, _ := strconv.Atoi(strings.TrimFunc(path[strings.LastIndexByte(path, '/')+1:], func(r rune) bool { return r < '0' || r > '9' }))
	return number
}

func serveFile(w http.ResponseWriter, r *http.Request, tool int) {
	name, _, _ := strings.Cut(r.URL.Path, "-")
	switch {
	case name == "/icon" && strings.HasSuffix(r.URL.Path, ".ico"):
		_, _ = w.Write(icoOf(toolIcon(tool, 64)))
	case name == "/icon":
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(toolIcon(tool, 192))
	case name == "/manifest":
		fmt.Fprintf(w, `{"icons":[{"src":"/small.png","sizes":"48x48"},{"src":"/icon-%d.png","sizes":"512x512"}]}`, tool)
	case r.URL.Path == "/same.png":
		_, _ = w.Write(toolIcon(0, 192))
	case r.URL.Path == "/small.png":
		_, _ = w.Write(toolIcon(1, 32))
	case name == "/page":
		fmt.Fprint(w, "<!doctype html><title>Not found</title>")
	case name == "/cut":
		whole := toolIcon(tool, 192)
		_, _ = w.Write(whole[:len(whole)/2])
	case name == "/huge": // pixels
		file := slices.Clone(toolIcon(tool, 64))
		binary.BigEndian.PutUint32(file[16:], 60_000)
		binary.BigEndian.PutUint32(file[20:], 60_000)
		_, _ = w.Write(file)
	case name == "/endless": // bytes
		for written, err := 0, error(nil); err == nil && written < 64<<20; written += 1 << 16 {
			_, err = w.Write(make([]byte, 1<<16))
		}
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// toolColor is the color of a tool's icon.
func toolColor(tool int) color.NRGBA {
	return color.NRGBA{uint8(40 + tool%13*16), uint8(40 + tool/13%13*16), uint8(40 + tool/169%33*6), 255}
}

// toolIcon is a PNG in the color of the tool, with a dark edge.
func toolIcon(tool, side int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			c := toolColor(tool)
			if min(x, y, side-1-x, side-1-y) < side/8 {
				c = color.NRGBA{10, 10, 10, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	var file bytes.Buffer
	_ = png.Encode(&file, img) // a buffer never fails
	return file.Bytes()
}

// icoOf is an ICO with one PNG.
func icoOf(png []byte) []byte {
	head := []byte{0, 0, 1, 0, 1, 0, 64, 64, 0, 0, 1, 0, 32, 0}
	return append(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(head, uint32(len(png))), 22), png...)
}
