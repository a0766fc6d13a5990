// Package crawler reads a site's pages as a search engine does, from the home page along the links in their HTML, and reports what keeps
// pages out of its index: no link to them, too many clicks, links that lead nowhere, a sitemap that says otherwise.
//
// The drills and the benchmarks run it on the real program.
//
// # To change
//
//   - what is read from a page: page.go; what is compared at the end: report.go; go test ./internal/crawler
//   - the bounds that our own site has to meet: drill/links_test.go
package crawler

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

const (
	connections = 8                // pages that are read at a time
	longestPage = 8 << 20          // bytes that are read of a page
	pageTimeout = 30 * time.Second // for a page, until its last byte
	maxHops     = 5                // redirects that are taken; more than one is a problem
)

// crawl is one run. Only the goroutine of Crawl changes its maps.
type crawl struct {
	client  *http.Client
	origin  string
	maximum int
	pages   map[string]*page // by address without the origin, everything that was read
	queue   []string         // what is read next, all as many clicks from the home page
	report  Report
}

// Crawl reads the site at an origin ("http://127.0.0.1:8080") and compares what it finds with its sitemap. It follows only the links of
// pages that may be indexed, and reads at most maximum addresses. publicURL is the origin that the site has in its own links.
func Crawl(ctx context.Context, origin, publicURL string, maximum int) (*Report, error) {
	c := &crawl{
		client: &http.Client{
			Transport:     &http.Transport{MaxIdleConnsPerHost: connections},
			Timeout:       pageTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		origin: origin, maximum: maximum, pages: map[string]*page{},
	}
	defer c.client.CloseIdleConnections()
	c.add("/", 0)
	for depth := 0; len(c.queue) > 0; depth++ {
		addresses := c.queue
		c.queue = nil
		if err := c.readAll(ctx, addresses, publicURL); err != nil {
			return nil, err
		}
		for _, address := range addresses {
			if err := c.follow(address, depth); err != nil {
				return nil, err
			}
		}
	}
	listed, err := c.sitemap(ctx, publicURL)
	if err != nil {
		return nil, err
	}
	c.compare(listed)
	return &c.report, nil
}

// add queues an address that is new.
func (c *crawl) add(address string, depth int) {
	if c.pages[address] == nil {
		c.pages[address] = &page{depth: depth}
		c.queue = append(c.queue, address)
	}
}

// follow queues what a page links to, and counts the links.
func (c *crawl) follow(address string, depth int) error {
	from := c.pages[address]
	if !from.indexable(address) {
		return nil
	}
	for _, link := range from.links {
		c.add(link, depth+1)
		c.pages[link].inbound++
	}
	from.links = nil
	if len(c.pages) > c.maximum {
		return fmt.Errorf("the site has more than %d URLs", c.maximum)
	}
	return nil
}

// readAll reads pages in parallel.
func (c *crawl) readAll(ctx context.Context, addresses []string, publicURL string) error {
	queue := make(chan string)
	failed := make(chan error, connections) // one for each goroutine
	var group sync.WaitGroup
	for range connections {
		group.Go(func() {
			var first error
			for address := range queue { // after an error the rest is only taken from the queue
				if first == nil {
					first = c.read(ctx, address, publicURL)
				}
			}
			failed <- first
		})
	}
	for _, address := range addresses {
		queue <- address
	}
	close(queue)
	group.Wait()
	for range connections {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// read reads what is at an address into its page, and follows redirects.
func (c *crawl) read(ctx context.Context, address, publicURL string) error {
	into := c.pages[address]
	at := address
	for into.hops = 0; into.hops <= maxHops; into.hops++ {
		response, err := c.get(ctx, at)
		if err != nil {
			return err
		}
		into.status = response.StatusCode
		location := response.Header.Get("Location")
		if into.status < 300 || into.status >= 400 || location == "" {
			return into.parse(response, at, publicURL)
		}
		response.Body.Close()
		next, ours := local(location, at, publicURL)
		if !ours { // leaves the site: a redirect to a tool's website
			into.status = http.StatusOK
			return nil
		}
		at = next
	}
	return nil
}

// get requests an address of the site. The caller closes the body.
func (c *crawl) get(ctx context.Context, address string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.origin+address, nil)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", address, err)
	}
	request.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	response, err := c.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", address, err)
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(response.Body, longestPage), response.Body}
	return response, nil
}

// local returns a link's address on the site, without its fragment. ours is false for another site.
func local(link, from, publicURL string) (address string, ours bool) {
	base, err := url.Parse(publicURL + from)
	if err != nil {
		return "", false
	}
	target, err := base.Parse(link)
	if err != nil {
		return "", false
	}
	target.Fragment, target.RawFragment = "", ""
	address, ours = strings.CutPrefix(target.String(), publicURL)
	if ours && !strings.HasPrefix(address, "/") {
		address = "/" + address
	}
	return address, ours
}
