package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// crawled is the number of product pages that a crawl reads: one per AI tool.
const crawled = 5465

// crawl reads each product page once, as a robot does: uncached, again, and after each of three changes to one product.
// It prints the share of pages after a change that came from the cache.
func crawl(ctx context.Context, server *process, rows []entry, changes *editor) error {
	count := min(crawled, len(rows))
	pages := scenario{name: "crawl", encoding: "br", most: int64(count), path: func(i int64) string {
		return "/products/" + url.PathEscape(slugOf(rows[i-1].ID))
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
	before, err := server.renderings(ctx)
	if err != nil {
		return err
	}
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
	after, err := server.renderings(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("\ncrawl of %d pages, br: cold %.0f/s · again %.0f/s · after a change of one product %.0f/s, %.2f %% of them from the cache\n",
		count, cold, again, median(changed), 100-100*float64(after-before)/float64(len(changed)*count))
	return nil
}

// slugOf returns the slug that the import assigns: a numeric one would be an ID.
func slugOf(id string) string {
	if _, err := strconv.ParseUint(id, 10, 64); err == nil {
		return "tool-" + id
	}
	return id
}

// renderings returns the number of pages that the program has rendered, from its metrics.
func (p *process) renderings(ctx context.Context) (count int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.metrics+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, fmt.Errorf("read the metrics: %w", err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "vitrine_render_duration_seconds_count") {
			outcome, err := strconv.Atoi(lines.Text()[strings.LastIndexByte(lines.Text(), ' ')+1:])
			if err != nil {
				return 0, fmt.Errorf("read the metrics: %w", err)
			}
			count += outcome
		}
	}
	if count == 0 && lines.Err() == nil {
		return 0, errors.New("the metrics do not count renderings")
	}
	return count, lines.Err()
}
