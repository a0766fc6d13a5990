package crawler

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// mostProblems is how many problems of a kind a report lists.
const mostProblems = 20

// Report is what a crawl found.
type Report struct {
	Read     int                 // addresses that were read
	Indexed  int                 // pages that may be indexed
	NoIndex  int                 // pages that work but may not be indexed
	Depth    []int               // pages that may be indexed, by the clicks from the home page
	Inbound  []int               // for each page of a tool that may be indexed, the pages that link to it, in ascending order
	Problems map[string][]string // by kind, each with the addresses, the first mostProblems
	counts   map[string]int
}

// Kinds of problems.
const (
	Orphan           = "in the sitemap, but no page links to it"
	Unlisted         = "may be indexed, but is not in the sitemap"
	ListedWrongly    = "in the sitemap, but may not be indexed"
	Missing          = "a link to it, but nothing there"
	RedirectChain    = "a link to more than one redirect"
	Headings         = "not exactly one heading of the first level"
	NoTitle          = "no title"
	SameTitle        = "the title of another page"
	NoDescription    = "no description"
	SameDescription  = "the description of another page"
	ForeignCanonical = "not indexed, but the canonical URL of another page"
)

// Count returns how many addresses have a problem.
func (r *Report) Count(kind string) int { return r.counts[kind] }

// String returns the problems as text, one in a line.
func (r *Report) String() string {
	var b strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(r.Problems)) {
		fmt.Fprintf(&b, "%d: %s\n", r.counts[kind], kind)
		for _, address := range r.Problems[kind] {
			fmt.Fprintf(&b, "  %s\n", address)
		}
	}
	return b.String()
}

// InboundAt returns a quantile of Inbound: 0.99 for what 99 % of the tools have at most.
func (r *Report) InboundAt(quantile float64) int {
	if len(r.Inbound) == 0 {
		return 0
	}
	return r.Inbound[min(len(r.Inbound)-1, int(quantile*float64(len(r.Inbound))))]
}

func (r *Report) add(kind, address string) {
	if r.Problems == nil {
		r.Problems, r.counts = map[string][]string{}, map[string]int{}
	}
	if r.counts[kind]++; r.counts[kind] <= mostProblems {
		r.Problems[kind] = append(r.Problems[kind], address)
	}
}

// compare fills the report from the pages and from what the sitemap lists.
func (c *crawl) compare(listed []string) {
	r := &c.report
	r.Read = len(c.pages)
	inSitemap := map[string]bool{}
	for _, address := range listed {
		if inSitemap[address] {
			r.add(ListedWrongly, address+", twice")
		}
		inSitemap[address] = true
		switch found := c.pages[address]; {
		case found == nil:
			r.add(Orphan, address)
		case !found.indexable(address):
			r.add(ListedWrongly, address)
		}
	}
	titles, descriptions := map[string]string{}, map[string]string{}
	for _, address := range slices.Sorted(maps.Keys(c.pages)) {
		p := c.pages[address]
		switch {
		case p.hops > 1:
			r.add(RedirectChain, address)
		case p.status != http.StatusOK:
			r.add(Missing, fmt.Sprint(address, " answers ", p.status))
		case !p.isHTML || p.hops > 0:
		case p.noIndex:
			r.NoIndex++
			if p.canonical != "" && p.canonical != address {
				r.add(ForeignCanonical, address)
			}
		case p.indexable(address):
			r.index(address, p, inSitemap[address], titles, descriptions)
		}
	}
	slices.Sort(r.Inbound)
}

// index adds a page that may be indexed.
func (r *Report) index(address string, p *page, inSitemap bool, titles, descriptions map[string]string) {
	r.Indexed++
	for len(r.Depth) <= p.depth {
		r.Depth = append(r.Depth, 0)
	}
	r.Depth[p.depth]++
	if strings.HasPrefix(address, "/products/") {
		r.Inbound = append(r.Inbound, p.inbound)
	}
	if !inSitemap {
		r.add(Unlisted, address)
	}
	if p.headings != 1 {
		r.add(Headings, fmt.Sprint(address, " has ", p.headings))
	}
	r.unique(address, p.title, titles, NoTitle, SameTitle)
	r.unique(address, p.description, descriptions, NoDescription, SameDescription)
}

// unique checks that a text is there and on no other page.
func (r *Report) unique(address, text string, others map[string]string, none, same string) {
	if text == "" {
		r.add(none, address)
	} else if other, found := others[text]; found {
		r.add(same, address+" and "+other)
	} else {
		others[text] = address
	}
}

// sitemap returns the addresses in the sitemap, from all its files.
func (c *crawl) sitemap(ctx context.Context, publicURL string) ([]string, error) {
	files, addresses, err := c.sitemapFile(ctx, "/sitemap.xml", publicURL)
	for _, file := range files {
		_, more, failed := c.sitemapFile(ctx, file, publicURL)
		addresses, err = append(addresses, more...), errors.Join(err, failed)
	}
	if err == nil && len(addresses) == 0 {
		err = errors.New("the sitemap is empty")
	}
	return addresses, err
}

// sitemapFile returns what one file lists: other files or pages.
func (c *crawl) sitemapFile(ctx context.Context, path, publicURL string) (files, pages []string, err error) {
	response, err := c.get(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	var list struct {
		Files []string `xml:"sitemap>loc"`
		Pages []string `xml:"url>loc"`
	}
	if response.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("%s answers %d", path, response.StatusCode)
	}
	if err := xml.NewDecoder(response.Body).Decode(&list); err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", path, err)
	}
	for _, group := range []*[]string{&list.Files, &list.Pages} {
		for i, location := range *group {
			address, ours := local(location, "/", publicURL)
			if !ours {
				return nil, nil, fmt.Errorf("%s lists %q, which is not of the site", path, location)
			}
			(*group)[i] = address
		}
	}
	return list.Files, list.Pages, nil
}
