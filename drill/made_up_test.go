package drill

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// madeUp are addresses that anybody can make up, with the status of the answer. %d is replaced by a number that no other
// request has, %s by the slugs of tools in an order that redirects to the right one. Most are comparisons, as most
// combinations of slugs are.
var madeUp = []struct {
	path   string
	status int
}{
	{"/compare/made-up-%d-vs-other-%d", http.StatusNotFound},
	{"/compare/%s", http.StatusMovedPermanently},
	{"/compare/%s-vs-made-up-%d", http.StatusNotFound},
	{"/compare/%s.md", http.StatusMovedPermanently},
	{"/compare/made-up-%d-vs-other-%d.md", http.StatusNotFound},
	{"/compare/made-up-%d-vs-other-%d/preview.png", http.StatusNotFound},
	{"/best/made-up-%d", http.StatusNotFound},
	{"/best/made-up-%d.md", http.StatusNotFound},
	{"/compare/%s-vs-made-up-%d-vs-made-up-%d", http.StatusNotFound},
	{"/compare/%s/preview.png", http.StatusMovedPermanently},
	{"/badge/made-up-%d.svg", http.StatusNotFound},
	{"/go/made-up-%d", http.StatusNotFound},
	{"/tag/made-up-%d.md", http.StatusNotFound},
	{"/tag/made-up-%d/feed.xml", http.StatusNotFound},
	{"/tool/made-up-%d", http.StatusNotFound},
	{"/compare/made-up-%d-vs-%s-vs-other-%d", http.StatusNotFound},
}

// madeUpRendered are made-up addresses too. Their pages are rendered, which takes longest: they are one request in ten.
var madeUpRendered = []string{"/alternatives/made-up-%d", "/tag/made-up-%d", "/category/made-up-%d/page/2", "/products/made-up-%d"}

// Names that nobody gave anything fill no cache, no memory and no log, however many are made up: two million in the long form.
// The access log has a line for each request, and nothing else is logged. Afterwards comparisons of existing tools
// are made, more than the cache has room for, and stay within its bound.
func TestMadeUpNames(t *testing.T) {
	parallel(t)
	batch, first, most := choose(500, 10_000), choose(1_500, 50_000), choose(3_000, 2_000_000)
	address := buckettest.FreeAddress(t)
	s := newSite(t, "", "--metrics-addr", address)
	metrics := s.client("")
	metrics.origin = "http://" + address
	s.fillReal(choose(200, 5465))
	s.start()
	m := &madeUpLoad{site: s, client: s.client(""), slugs: s.slugs()}
	m.client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	m.get("/", http.StatusOK)
	m.get("/page-not-found", http.StatusNotFound)
	s.emptyLog(3) // with the request for the slugs

	began := time.Now()
	for m.sent.Load() < int64(first) {
		m.send(batch)
	}
	cached, resident, stored := readCaches(metrics), s.memory("VmRSS"), s.stored()
	for m.sent.Load() < int64(most) && time.Since(began) < madeUpTime {
		m.send(batch)
	}
	took := time.Since(began)
	figure(t, "made-up addresses", m.sent.Load(), strconv.Itoa(most))
	if sent := m.sent.Load(); sent < int64(most) {
		t.Errorf("only %d addresses in %v", sent, took.Round(time.Second))
	}
	figure(t, "a second", int(float64(m.sent.Load())/took.Seconds()), "–")
	mustBeZero(t, "answers with another status", int(m.wrong.Load()))
	mustBeZero(t, "lines in the log besides those of requests", m.logged)
	figure(t, "cached after the first ones, after the last", fmt.Sprint(cached, ", ", readCaches(metrics)), "the same")
	storetest.Same(t, "what is cached", readCaches(metrics).String(), cached.String())
	figure(t, "resident MiB after the first ones, after the last", fmt.Sprint(resident>>20, ", ", s.memory("VmRSS")>>20), fmt.Sprint("at most ", madeUpMemory>>20, " more"))
	eventually(t, "the memory is as before", func() bool { return s.memory("VmRSS") <= resident+madeUpMemory })
	figure(t, "bytes of the database after the first ones, after the last", fmt.Sprint(stored, ", ", s.stored()), "the same")
	storetest.Same(t, "bytes of the database", s.stored(), stored)

	compared := choose(100, 8_000)
	m.compare(compared)
	after := readCaches(metrics)
	figure(t, "comparisons of existing tools", compared, "–")
	figure(t, "cached after them", after, fmt.Sprint("pages: at most ", cacheBound, " bytes"))
	mustBeZero(t, "comparisons with another status", int(m.wrong.Load()))
	if after.pageBytes > cacheBound || after.pages <= cached.pages {
		t.Errorf("cached: %s, want at most %d bytes and more pages than before: %s", after, cacheBound, cached)
	}
	s.stop()
}

const (
	madeUpTime   = time.Hour // for all made-up addresses of the long form, which took 35 min on two busy cores
	madeUpMemory = 24 << 20  // bytes that the process may have more after them than after the first ones
	cacheBound   = 64 << 20  // bytes of the cache of pages
)

// madeUpLoad sends requests over a few connections.
type madeUpLoad struct {
	site        *site
	client      *client
	slugs       []string // of existing tools, in order
	sent, wrong atomic.Int64
	logged      int // lines that are not of requests
}

// send sends this many requests for made-up addresses, waits until all are logged and empties the log.
func (m *madeUpLoad) send(count int) {
	from := int(m.sent.Load())
	m.each(count, func(n int) {
		n += from
		if n%10 == 0 {
			m.get(m.path(madeUpRendered[n/10%len(madeUpRendered)], n), http.StatusNotFound)
		} else {
			m.get(m.path(madeUp[n%len(madeUp)].path, n), madeUp[n%len(madeUp)].status)
		}
		m.sent.Add(1)
	})
	for _, line := range m.site.emptyLog(count) {
		m.client.t.Errorf("logged: %s", line)
		m.logged++
	}
}

// path returns an address of a kind for a number. The slugs are those of four tools from the last to the first: which they are
// depends on the number.
func (m *madeUpLoad) path(kind string, n int) string {
	var chosen []string
	for rest := n; len(chosen) < 4; rest /= 37 {
		at := rest%37 + len(chosen)*37
		chosen = append([]string{m.slugs[at]}, chosen...)
	}
	kind = strings.ReplaceAll(kind, "%d", strconv.Itoa(n))
	if strings.Contains(kind, "made-up") { // with these, at most four
		chosen = chosen[:2]
	}
	return strings.Replace(kind, "%s", strings.Join(chosen, "-vs-"), 1)
}

// compare reads comparisons of two existing tools each.
func (m *madeUpLoad) compare(count int) {
	var paths []string
	for i, first := range m.slugs {
		for _, second := range m.slugs[i+1:] {
			if len(paths) < count {
				paths = append(paths, "/compare/"+first+"-vs-"+second)
			}
		}
	}
	m.each(len(paths), func(n int) { m.get(paths[n], http.StatusOK) })
}

// each calls do with each number below count, in a few goroutines.
func (m *madeUpLoad) each(count int, do func(n int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for n := next.Add(1) - 1; n < int64(count); n = next.Add(1) - 1 {
				do(int(n))
			}
		})
	}
	group.Wait()
}

// get reads an address and counts an answer with another status. It shows the first ones.
func (m *madeUpLoad) get(path string, status int) {
	got, err := m.client.do("GET", path, nil)
	if err == nil && got.status == status {
		return
	}
	if m.wrong.Add(1) <= 10 {
		m.client.t.Errorf("%s: %d, %v, want %d", path, got.status, err, status)
	}
}

// slugs returns the slugs of the tools in order, without those that "-vs-" makes ambiguous.
func (s *site) slugs() []string {
	s.t.Helper()
	all, err := s.client("").products()
	noError(s.t, err)
	var slugs []string
	for _, product := range all {
		if !strings.Contains(product.Slug, "vs") {
			slugs = append(slugs, product.Slug)
		}
	}
	slices.Sort(slugs)
	return slugs
}

// stored returns the bytes of the site's SQLite database.
func (s *site) stored() int64 {
	s.t.Helper()
	info, err := os.Stat(s.file())
	noError(s.t, err)
	return info.Size()
}

// emptyLog waits until the log has a line for each of this many requests, and no more. It empties the log and returns the other
// lines.
func (s *site) emptyLog(requests int) (others []string) {
	s.t.Helper()
	var text []byte
	eventually(s.t, fmt.Sprint(requests, " requests are logged"), func() bool {
		var err error
		text, err = os.ReadFile(s.log)
		noError(s.t, err)
		return bytes.Count(text, requestLine) == requests
	})
	noError(s.t, os.Truncate(s.log, 0))
	for line := range bytes.Lines(text) {
		if !bytes.Contains(line, requestLine) {
			others = append(others, string(line))
		}
	}
	return others
}

// requestLine is in each line of the access log.
var requestLine = []byte(`"msg":"request"`)

// caches are the sizes of the caches, from the metrics.
type caches struct{ pages, answers, pageBytes int }

func (c caches) String() string {
	return fmt.Sprintf("%d pages with %d bytes and %d answers", c.pages, c.pageBytes, c.answers)
}

func readCaches(metrics *client) caches {
	metrics.t.Helper()
	got, err := metrics.do("GET", "/metrics", nil)
	noError(metrics.t, err)
	value := func(name string) int {
		_, after, _ := strings.Cut(string(got.body), "\n"+name+" ")
		number, _, _ := strings.Cut(after, "\n")
		value, err := strconv.ParseFloat(number, 64)
		if err != nil {
			metrics.t.Fatalf("%s is %q", name, number)
		}
		return int(value)
	}
	return caches{value(`vitrine_cache_entries{cache="pages"}`), value(`vitrine_cache_entries{cache="api"}`), value(`vitrine_cache_bytes{cache="pages"}`)}
}
