package drill

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// A crawler reads the page of each product once from a site that has just started, beside two busy processes. Each page
// has to have its heading, text and links: a search engine stores nothing of an empty one.
func TestCrawl(t *testing.T) {
	for _, connections := range []int{16, 64} { // not parallel: it keeps all processors busy
		t.Run(fmt.Sprint(connections, " connections"), func(t *testing.T) { crawl(t, connections, 2) })
	}
}

func crawl(t *testing.T, connections, busy int) {
	s := newSite(t, "")
	s.fillReal(choose(300, 5465))
	s.start()
	c := s.client("")
	if home, err := c.do("GET", "/", nil); err != nil || home.status != http.StatusOK {
		t.Fatalf("the front end has not been built, run make build first: %d, %v", home.status, err)
	}
	products, err := c.products()
	noError(t, err)
	var categories []catalog.Category
	noError(t, c.call("GET", "/api/categories", nil, http.StatusOK, &categories))
	categoryPaths := map[string]string{}
	for _, category := range categories {
		categoryPaths[category.Name] = "/category/" + category.Slug
	}
	keepBusy(t, busy)
	queue := make(chan *catalog.Product)
	var group sync.WaitGroup
	var took durations
	var lock sync.Mutex
	var plain, incomplete int
	for range connections {
		group.Go(func() {
			for p := range queue {
				began := time.Now()
				page, err := c.do("GET", "/products/"+p.Slug, nil)
				took.add(time.Since(began))
				lock.Lock()
				if bytes.Contains(page.body, []byte(`<div id="root" data-plain`)) {
					plain++
				}
				if missing := missingFrom(page.body, p, categoryPaths[p.Categories[0]]); err != nil || page.status != http.StatusOK || missing != "" {
					count(t, &incomplete, "%s: %d, %v; it lacks %s", p.Slug, page.status, err, missing)
				}
				lock.Unlock()
			}
		})
	}
	for _, p := range products {
		queue <- p
	}
	close(queue)
	group.Wait()
	figure(t, "pages", len(products), "–")
	figure(t, "written by Go as they could not be rendered in time", plain, "–")
	figure(t, "a page", &took, "–")
	figure(t, "most memory, in MiB", s.memory("VmHWM")>>20, "–")
	mustBeZero(t, "pages without heading, text or links", incomplete)
	s.stop()
}

// fillReal imports the first n tools of the real catalogue, in the folder VITRINE_DATA or beside the checkout. If it is
// missing, the tools are made up.
func (s *site) fillReal(n int) {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(cmp.Or(os.Getenv("VITRINE_DATA"), "../../shared/data"), "ai-tools.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		s.t.Log("NOT MEASURED on real tools: no ai-tools.jsonl in VITRINE_DATA or beside the checkout")
		s.fill(newContent(s.t, "filled", n, 0))
		return
	}
	noError(s.t, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	s.do(string(bytes.Join(lines[:min(n, len(lines))], nil)), "import", "--format", "jsonl", "-")
}

// missingFrom returns what a product's page lacks of its heading, its text, and the links to its website and category.
func missingFrom(page []byte, p *catalog.Product, categoryPath string) string {
	tree, err := html.Parse(strings.NewReader(renderedPart(page)))
	if err != nil {
		return err.Error()
	}
	heading, text, links := "", textOf(tree), map[string]bool{}
	for node := range tree.Descendants() {
		if node.Data == "h1" {
			heading = textOf(node)
		}
		for _, attribute := range node.Attr {
			if node.Data == "a" && attribute.Key == "href" {
				links[attribute.Val] = true
			}
		}
	}
	switch {
	case heading != oneLine(p.Name):
		return fmt.Sprintf("its heading, which is %q", heading)
	case !strings.Contains(text, oneLine(p.Description)):
		return fmt.Sprintf("its description in %q", text)
	case !links[p.Website]:
		return fmt.Sprintf("a link to %s in %v", p.Website, links)
	case !links[categoryPath]:
		return fmt.Sprintf("a link to %s in %v", categoryPath, links)
	}
	return ""
}

// textOf returns the text in an element on one line.
func textOf(element *html.Node) string {
	var text strings.Builder
	for node := range element.Descendants() {
		if node.Type == html.TextNode {
			text.WriteString(node.Data)
		}
	}
	return oneLine(text.String())
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// keepBusy runs this many processes that use all processor time they can get until the test ends.
func keepBusy(t testing.TB, processes int) {
	t.Helper()
	for range processes {
		command := exec.CommandContext(t.Context(), "sh", "-c", "i=0; while [ $i -lt 5000000000 ]; do i=$((i+1)); done")
		noError(t, command.Start())
		t.Cleanup(func() { _ = command.Wait() }) // it is killed with the test's context
	}
}
