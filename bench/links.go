package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/vitrine-directory/vitrine/internal/crawler"
)

// links crawls a site with s.crawled products along its links, always on SQLite, and prints what the drill of the same kind prints of a
// smaller one.
func links(ctx context.Context, s settings) error {
	if s.crawled == 0 {
		return nil
	}
	folder, err := os.MkdirTemp("", "vitrine-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	rows, err := entries(s.data, s.crawled)
	if err != nil {
		return err
	}
	place := []string{"--data", folder}
	if _, err := importRows(ctx, s.program, folder, place, rows); err != nil {
		return err
	}
	address, err := freeAddress()
	if err != nil {
		return err
	}
	const publicURL = "https://tools.example"
	server, _, err := start(ctx, address, "/", s.program, append([]string{"serve", "--addr", address, "--public-url", publicURL}, place...)...)
	if err != nil {
		return err
	}
	defer server.stop()
	begin := time.Now()
	report, err := crawler.Crawl(ctx, "http://"+address, publicURL, 20*s.crawled+10_000)
	if err != nil {
		return err
	}
	fmt.Printf("\n## Links of %d products\n\n%d addresses read in %.0f s, %d pages may be indexed, %d may not; clicks from the home page %v; "+
		"links to a tool: least %d, half %d, 99 %% %d, most %d\n\n%s", s.crawled, report.Read, time.Since(begin).Seconds(), report.Indexed, report.NoIndex,
		report.Depth, report.InboundAt(0), report.InboundAt(0.5), report.InboundAt(0.99), report.InboundAt(1), report)
	return nil
}
