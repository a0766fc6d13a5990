package drill

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"

	"vitrine/internal/catalog"
	"vitrine/internal/store"
)

// TestCrawl reads the page of each tool once from a server that has just started, on a machine that is busy. No page may
// come without its heading, text and links: a search engine or an assistant would store nothing.
func TestCrawl(t *testing.T) {
	for _, connections := range []int{16, 64} {
		t.Run(fmt.Sprint(connections, " connections"), func(t *testing.T) { crawl(t, connections, 2) })
	}
}

// crawl reads all pages over so many connections, with so many busy processes beside.
func crawl(t *testing.T, connections, busy int) {
	s := newSite(t, store.Options{})
	s.do(string(crawledTools(t, rounds(300, 6000))), "import", "--format", "jsonl", "-")
	s.start()
	c := s.client("")
	if home, err := c.ask(t.Context(), http.MethodGet, "/", nil); err != nil || unbuilt(home) {
		t.Fatalf("the front end has not been built, run make build first: %v", err)
	}
	products := c.products(t)
	keepBusy(t, busy)
	met := &crawled{}
	queue := make(chan catalog.Product)
	var group sync.WaitGroup
	for range connections {
		group.Go(func() {
			for p := range queue {
				met.add(t, c, p)
			}
		})
	}
	for _, p := range products {
		queue <- p
	}
	close(queue)
	group.Wait()
	figure(t, "pages", len(products), "–")
	figure(t, "written by Go as they could not be rendered in time", met.plain.Load(), "–")
	figure(t, "a page", &met.took, "–")
	figure(t, "most memory", fmt.Sprint(s.peakMemory()>>20, " MiB"), "–")
	none(t, "pages without heading, text or links", int(met.hollow))
	s.stop()
}

// crawledTools are lines of a catalogue file: the first ones of the real catalogue that lies beside the checkout, or in
// VITRINE_DATA. Without either it generates lines.
func crawledTools(t testing.TB, most int) []byte {
	t.Helper()
	folder := os.Getenv("VITRINE_DATA")
	if folder == "" {
		folder = "../../shared/data"
	}
	text, err := os.ReadFile(filepath.Join(folder, "ai-tools.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		for i := range most {
			text = fmt.Appendf(text, `{"name":"Tool %d","website":"https://tool-%d.example","description":"What tool %d does.","categories":["Writing"]}`+"\n", i, i, i)
		}
	} else if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	return bytes.Join(lines[:min(most, len(lines))], nil)
}

// keepBusy has so many processes use all the processor time they get until the test ends.
func keepBusy(t testing.TB, processes int) {
	t.Helper()
	for range processes {
		command := exec.CommandContext(t.Context(), "sh", "-c", "i=0; while [ $i -lt 5000000000 ]; do i=$((i+1)); done")
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = command.Wait() }) // it is killed with the test's context
	}
}

// peakMemory is the most memory that the running program has had in use, in bytes.
func (s *site) peakMemory() int64 {
	s.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.running.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return kilobytes << 10
}

// crawled is what a crawl has met.
type crawled struct {
	took   durations
	plain  atomic.Int64 // pages that Go has written
	lock   sync.Mutex
	hollow int
}

func (m *crawled) add(t testing.TB, c *client, p catalog.Product) {
	began := time.Now()
	page, err := c.ask(t.Context(), http.MethodGet, "/products/"+url.PathEscape(p.Slug), nil)
	m.took.add(time.Since(began))
	if err == nil && page.status != http.StatusOK {
		err = fmt.Errorf("status %d", page.status)
	}
	if err == nil {
		err = showsProduct(page.body, p)
	}
	if bytes.Contains(page.body, []byte(`<div id="root" data-plain`)) {
		m.plain.Add(1)
	}
	if err != nil {
		m.lock.Lock()
		defer m.lock.Unlock()
		fails(t, &m.hollow, "%s: %v", p.Slug, err)
	}
}

// showsProduct reports what a product's page lacks: its heading, its text, or the links to its website and its categories.
func showsProduct(page []byte, p catalog.Product) error {
	tree, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return err
	}
	root := elementWith(tree, "id", "root")
	if root == nil {
		return fmt.Errorf("no root in %.300s", page)
	}
	heading, links := "", map[string]bool{}
	for node := range root.Descendants() {
		switch node.Data {
		case "h1":
			heading = words(node)
		case "a":
			links[attribute(node, "href")] = true
		}
	}
	switch text := words(root); {
	case heading != strings.Join(strings.Fields(p.Name), " "):
		return fmt.Errorf("the heading is %q, not %q", heading, p.Name)
	case !strings.Contains(text, strings.Join(strings.Fields(p.Description), " ")):
		return fmt.Errorf("the description is not in %q", text)
	case !links[p.Website]:
		return fmt.Errorf("no link to %s in %v", p.Website, links)
	case len(p.Categories) > 0 && !links["/category/"+catalog.Slug(p.Categories[0])]:
		return fmt.Errorf("no link to %s in %v", p.Categories[0], links)
	}
	return nil
}

func elementWith(tree *html.Node, name, value string) *html.Node {
	for node := range tree.Descendants() {
		if node.Type == html.ElementNode && attribute(node, name) == value {
			return node
		}
	}
	return nil
}

func attribute(node *html.Node, name string) string {
	at := slices.IndexFunc(node.Attr, func(a html.Attribute) bool { return a.Key == name })
	if at < 0 {
		return ""
	}
	return node.Attr[at].Val
}

// words is the text in an element, on one line.
func words(element *html.Node) string {
	var text strings.Builder
	for node := range element.Descendants() {
		if node.Type == html.TextNode {
			text.WriteString(node.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
