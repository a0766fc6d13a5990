package drill

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// The websites of twenty tools, each at a host of its own, are added by their URLs while the program is killed and started again. Each
// line ends, with a draft or a sentence, and no tool is added twice.
func TestAdditions(t *testing.T) {
	const website, domain = "93.184.215.14", "one.example"
	if os.Getenv(ownNetwork) == "" {
		parallel(t)
		var hosts strings.Builder
		hosts.WriteString("127.0.0.1 localhost\n")
		for i := range behaviors {
			fmt.Fprintf(&hosts, "%s host-%d.%s\n", website, i, domain)
		}
		inOwnNetwork(t, hosts.String())
		return
	}
	web := newWebsites(t, website+":80", domain)
	s := copies(t, 1, sqlite(t), "--public-url", "https://"+domain)[0]
	token := s.administrator()
	s.start()
	admin := s.client(token)
	var urls []string
	for i := range behaviors {
		urls = append(urls, fmt.Sprintf("http://host-%d.%s/tool-%d", i, domain, i))
	}
	type page struct {
		Lines []struct {
			URL, State, Reason string
			Product            int64
		}
	}
	count := func(p page, state string) (count int) {
		for _, line := range p.Lines {
			if line.State == state {
				count++
			}
		}
		return count
	}
	await := func(what string, ok func(page) bool) page {
		t.Helper()
		return awaitRun(t, func(p *page) { noError(t, admin.call("GET", "/api/admin/additions", nil, http.StatusOK, p)) }, what, ok)
	}
	began := time.Now()
	noError(t, admin.call("POST", "/api/admin/additions", map[string]any{"text": strings.Join(urls, "\n")}, http.StatusOK, nil))
	await("some are drafts and some are not read", func(p page) bool { return count(p, "draft") >= 3 && count(p, "queued") >= 3 })
	s.kill()
	s.launch()
	s.awaitReady(http.StatusOK)
	ended := await("all lines have ended", func(p page) bool { return count(p, "queued") == 0 })
	atMost(t, "add twenty tools by their URLs, killed once", time.Since(began), 5*time.Minute)
	figure(t, "requests at once, at most", web.most, "≤ 20")
	figure(t, "between two requests to a host, at least", web.gap, "≥ 5s")
	if web.most > 20 || web.gap < 5*time.Second || len(web.wrong) > 0 {
		t.Errorf("%d requests at once, %s between two at a host, forbidden: %v", web.most, web.gap, web.wrong)
	}
	for i, line := range ended.Lines {
		want := "draft"
		switch behaviors[i].name {
		case "missing page", "error", "refused by robots.txt", "connection that ends", "no answer", "redirect without end", "busy for an hour":
			want = "failed"
		}
		if line.State != want || want == "failed" && line.Reason == "" {
			t.Errorf("%s: %s is %s, want %s: %s", behaviors[i].name, line.URL, line.State, want, line.Reason)
		}
	}
	var products []struct{ Website, Status string }
	noError(t, admin.call("GET", "/api/admin/products", nil, http.StatusOK, &products))
	websites := map[string]bool{}
	for _, p := range products {
		if websites[p.Website] || p.Status != "draft" {
			t.Errorf("%s is there twice, or %s", p.Website, p.Status)
		}
		websites[p.Website] = true
	}
	if drafts := count(ended, "draft"); len(products) != drafts {
		t.Errorf("%d tools of %d lines", len(products), drafts)
	}
	s.check()
	s.stop()
}
