package drill

import (
	"fmt"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/crawler"
)

// What keeps pages out of a search engine's index is found by a crawler that begins at the home page: each page that may be indexed can
// be reached in four clicks and is in the sitemap, which has no other; no link leads nowhere; titles and descriptions differ.
func TestLinks(t *testing.T) {
	parallel(t)
	const publicURL = "https://tools.example"
	s := newSite(t, "", "--public-url", publicURL)
	s.fillReal(choose(600, 5465))
	s.start()
	report, err := crawler.Crawl(t.Context(), "http://"+s.address, publicURL, 50_000)
	noError(t, err)
	figure(t, "addresses read", report.Read, "–")
	figure(t, "pages that may be indexed", report.Indexed, "–")
	figure(t, "pages that may not", report.NoIndex, "–")
	figure(t, "by clicks from the home page", fmt.Sprint(report.Depth), "≤ 4")
	figure(t, "links to a tool: least, half, 99 %, most", fmt.Sprint(report.InboundAt(0), ", ", report.InboundAt(0.5), ", ", report.InboundAt(0.99), ", ", report.InboundAt(1)), "99 % ≤ 60")
	if len(report.Depth) > 5 {
		t.Errorf("pages by clicks from the home page: %v, want at most 4 clicks", report.Depth)
	}
	if most := report.InboundAt(0.99); most > 60 {
		t.Errorf("%d pages link to a tool at the 99th percentile, want at most 60", most)
	}
	if len(report.Problems) > 0 {
		t.Errorf("the crawler found:\n%s", report)
	}
	s.stop()
}
