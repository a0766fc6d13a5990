package redirects_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/redirects"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

const origin = "https://tools.example"

// running is a site with its pages over a database.
type running struct {
	*store.Store
	queries   *redirects.Queries
	catalogue *browse.Live
	settings  *site.Live
	pages     http.Handler
	flush     func()
}

func start(t *testing.T, o db.Options) *running {
	t.Helper()
	s := storetest.OpenAt(t, o)
	r := &running{Store: s, queries: &redirects.Queries{DB: s.DB}}
	r.catalogue = storetest.Must(browse.NewLive(t.Context(), s, s.Now))(t)
	r.settings = storetest.Must(site.NewLive(t.Context(), s, site.Policy{SiteName: "Vitrine"}))(t)
	s.AfterCommit(func(ctx context.Context) {
		storetest.NoError(t, r.catalogue.Renew(ctx), r.settings.Renew(ctx))
	})
	parts := storetest.Must(redirects.Feature.Open(&feature.Kits{DB: s.DB, Catalogue: r.catalogue, Site: r.settings, Origin: origin, Logger: slog.New(slog.DiscardHandler)}))(t)
	r.flush = func() {
		ctx, stop := context.WithCancel(context.Background())
		stop()
		parts.Run[0](ctx)
	}
	table := storetest.Must(app.Pages(app.PagesOptions{}))(t)
	shown := storetest.Must(pages.New(pages.Options{
		PublicURL: origin, Client: pagestest.Built(), Table: table, Catalogue: r.catalogue, Site: r.settings, OldURL: parts.OldURL, Timeout: time.Minute,
		Renderer: pagestest.Renderer{
			OnNeeds:  func(context.Context, string, string) ([]string, error) { return []string{}, nil },
			OnRender: func(context.Context, []byte) (string, error) { return "<h1>Page</h1>", nil },
		},
		Answers: func(context.Context, string) pages.Answer {
			return pages.Answer{Status: http.StatusOK, Body: []byte("{}")}
		},
	}))(t)
	r.pages = shown.Handler()
	return r
}

// get requests a URL, and returns the status and where it leads.
func (r *running) get(path string) string {
	w := httptest.NewRecorder()
	r.pages.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return strings.TrimSpace(fmt.Sprint(w.Code, " ", w.Header().Get("Location")))
}

func (r *running) is(t *testing.T, path, want string) {
	t.Helper()
	storetest.Same(t, path, r.get(path), want)
}

// wordPress writes the export of a site with tools, and returns with it where each of its URLs must lead.
func wordPress(tools, posts int) (file string, want map[string]string) {
	want = map[string]string{}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>writing</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>Writing</wp:cat_name></wp:category>
<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>old-video</wp:category_nicename><wp:category_parent>writing</wp:category_parent><wp:cat_name>Video</wp:cat_name></wp:category>
<wp:tag><wp:term_id>5</wp:term_id><wp:tag_slug>quick</wp:tag_slug><wp:tag_name>Quick</wp:tag_name></wp:tag>`)
	want["/category/writing/"] = "308 /category/writing"
	want["/?cat=3"] = "301 /category/writing"
	want["/category/writing/old-video/"], want["/?cat=4"] = "301 /category/video", "301 /category/video"
	want["/tag/quick/"], want["/?tag=quick"] = "410", "410" // no tool has the tag
	item := func(id int, kind, path, slug, title, website string) {
		fmt.Fprintf(&b, "<item><title>%s</title><link>https://old.example%s</link><guid>https://old.example/?post_type=%s&amp;p=%d</guid><wp:post_id>%d</wp:post_id>"+
			"<wp:post_name>%s</wp:post_name><wp:post_type>%s</wp:post_type><wp:status>publish</wp:status>", title, path, kind, id, id, slug, kind)
		if website != "" {
			fmt.Fprintf(&b, "<wp:postmeta><wp:meta_key>website</wp:meta_key><wp:meta_value>%s</wp:meta_value></wp:postmeta>", website)
		}
		b.WriteString("</item>\n")
	}
	for i := range tools {
		id := 100 + i
		path, slug, title, website := fmt.Sprintf("/tool/Tool-%d/", i), fmt.Sprintf("old-tool-%d", i), "Renamed", fmt.Sprintf("https://www.tool-%d.example/", i)
		switch i % 3 {
		case 1: // found by its slug
			slug, website = fmt.Sprintf("tool-%d", i), ""
		case 2: // found by its name
			title, website = fmt.Sprintf("Tool %d", i), ""
		}
		item(id, "listing", path, slug, title, website)
		to := fmt.Sprintf("301 /products/tool-%d", i)
		want[path], want[fmt.Sprintf("/?p=%d", id)], want[fmt.Sprintf("/?post_type=listing&p=%d", id)] = to, to, to
	}
	for i := range posts {
		id := 100_000 + i
		path := fmt.Sprintf("/2024/05/b%%C3%%BCcher-%d/", i)
		item(id, "post", path, fmt.Sprintf("post-%d", i), fmt.Sprintf("News %d", i), "")
		want[path], want[fmt.Sprintf("/?p=%d", id)], want[fmt.Sprintf("/?post_type=post&p=%d", id)] = "410", "410", "410"
	}
	b.WriteString("</channel></rss>")
	return b.String(), want
}

// Each URL of a WordPress site leads to the tool, category or tag, or says that it is gone, also after a restart.
func TestWordPress(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, o db.Options) {
		const tools, posts = 1_600, 67
		r := start(t, o)
		var rows []catalog.ImportRow
		for i := range tools {
			d := storetest.Draft(fmt.Sprintf("Tool %d", i), []string{"Writing", "Video"}[i%2])
			d.Website = fmt.Sprintf("https://tool-%d.example", i)
			rows = append(rows, catalog.ImportRow{Line: i + 1, Draft: d})
		}
		storetest.Must(r.ImportProducts(t.Context(), "test", rows, catalog.ImportOptions{}))(t)
		file, want := wordPress(tools, posts)
		if len(want) < 5_000 {
			t.Fatalf("the site has %d URLs", len(want))
		}
		read := func(isDry bool) redirects.Import {
			return storetest.Must(r.queries.Import(t.Context(), "ann", strings.NewReader(file), r.catalogue.Snapshot(), origin, redirects.MarkGone, isDry))(t)
		}
		dry, made := read(true), read(false)
		storetest.Same(t, "dry run", []int{dry.Added, dry.Unmatched, int(dry.Version)}, []int{len(want) - 1, 3*posts + 2, 0})
		storetest.Same(t, "added", made.Added, dry.Added)
		for range 2 {
			wrong := 0
			for path, to := range want {
				if got := r.get(path); got != to {
					if wrong++; wrong < 5 {
						t.Errorf("%s leads to %q, not %q", path, got, to)
					}
				}
			}
			storetest.Same(t, "wrong", wrong, 0)
			r.flush()
			storetest.NoError(t, r.Close())
			r = start(t, o)
		}
		version := storetest.ReadAll(t, r.Store).Version
		storetest.Must(r.Undo(t.Context(), "ann", made.Version, ""))(t)
		r.is(t, "/tool/Tool-1/", "404")
		storetest.Must(r.Undo(t.Context(), "ann", version+1, ""))(t)
		r.is(t, "/tool/Tool-1/", "301 /products/tool-1")
		var hits int64
		storetest.NoError(t, r.ReadOne(t.Context(), "count", &hits, "SELECT SUM(hits) FROM redirect_hits"))
		storetest.Same(t, "hits", hits, int64(2*(len(want)-1)))
	})
}

// Where an old URL leads follows what becomes of its target; the site's own pages go before it.
func TestOldURLs(t *testing.T) {
	r := start(t, storetest.Migrated(t))
	pen := storetest.Create(t, r.Store, storetest.Draft("Pen", "Writing"))
	add := func(from, to string, status int) redirects.Redirect {
		t.Helper()
		return storetest.Must(r.queries.Create(t.Context(), "ann", redirects.Input{From: from, To: to, Status: status}, r.catalogue.Snapshot()))(t)
	}
	add("/Tool/Pen", "/products/pen", 0)
	add("/tool/pen", "", 410)
	add("/caf\u00e9", "/category/writing", 302)
	add("/a", "/b?utm_source=x", 0)
	add("/b", "/tool/Pen/", 308)
	add("/loop", "/loop2", 0)
	add("/loop2", "/loop", 0)
	add("/feed", "/feed.xml", 0)
	add("/nowhere", "/no-page", 0)
	add("/products/pen", "/tools", 0)
	add("/category/gone", "/tools", 0)
	add("/?page_id=7", "/tools", 0)
	add("/?tag=writing", "/category/writing", 0)
	add("/shop?item=1", "/collections", 0)
	for path, want := range map[string]string{
		"/Tool/Pen": "301 /products/pen", "/Tool/Pen/": "301 /products/pen", "/TOOL/PEN": "301 /products/pen", "/tool/pen": "410", "/Tool/Pen?utm_source=x": "301 /products/pen",
		"/caf%C3%A9": "302 /category/writing", "/caf%c3%a9/": "302 /category/writing", "/cafe%CC%81": "302 /category/writing",
		"/a": "301 /products/pen", "/b": "308 /products/pen", "/loop": "404", "/feed/": "301 /feed.xml", "/nowhere": "404",
		"/products/pen": "200", "/category/gone": "301 /tools", "/category/gone/": "301 /tools", "/": "200", "/?page_id=7": "301 /tools", "/?page_id=8": "200", "/?tag=writing": "301 /category/writing",
		"/?page_id=7&category=writing": "200", "/index.php?page_id=7": "301 /tools", "/shop": "404", "/shop?item=1": "301 /collections", "/Tool/Pencil": "404", "/%ff": "404",
	} {
		r.is(t, path, want)
	}
	category := func(name string) int64 { c, _ := r.catalogue.Snapshot().Categories().Find(name); return c.ID }
	storetest.Create(t, r.Store, storetest.Draft("Film", "Video"))
	storetest.Must(r.MergeCategory(t.Context(), "ann", category("Writing"), category("Video")))(t)
	r.is(t, "/café", "302 /category/video")
	d := storetest.Draft("Pen", "Video")
	d.Slug = "quill"
	storetest.Must(r.UpdateProduct(t.Context(), "ann", pen.ID, 0, d))(t)
	r.is(t, "/Tool/Pen", "301 /products/quill")
	d.Status = catalog.Hidden
	storetest.Must(r.UpdateProduct(t.Context(), "ann", pen.ID, 0, d))(t)
	r.is(t, "/Tool/Pen", "404")
	r.is(t, "/a", "404")
}
