package main

import (
	"context"
	"fmt"
	"net/url"
	"sync/atomic"
	"time"
)

// crawled is how many products' pages a crawl reads.
const crawled = 1000

// crawl reads pages of products as a robot does, each once: from a site that has made none of them, again, and after each
// of three changes of one product.
func crawl(ctx context.Context, server *process, rows []entry, changes *editor) error {
	pages := scenario{name: "crawl", encoding: "br", most: crawled, path: func(i int64) string {
		return "/products/" + url.PathEscape(rows[i-1].ID)
	}}
	perSecond := func() (float64, error) {
		read, err := load(ctx, server.address, pages, &atomic.Int64{}, 5*time.Minute)
		if err != nil {
			return 0, err
		}
		return read.perSecond, read.onlyOK()
	}
	cold, err := perSecond()
	if err != nil {
		return err
	}
	again, err := perSecond()
	if err != nil {
		return err
	}
	var changed []float64
	for range 3 {
		if _, err := changes.update(ctx); err != nil {
			return err
		}
		after, err := perSecond()
		if err != nil {
			return err
		}
		changed = append(changed, after)
	}
	fmt.Printf("\ncrawl of %d pages, br: cold %.0f/s · again %.0f/s · after a change of one product %.0f/s\n", crawled, cold, again, median(changed))
	return nil
}
