package exchange_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// readOldURLs returns the URLs of a file, a line each.
func readOldURLs(text string) (string, error) {
	var lines []string
	err := exchange.ReadOldURLs(strings.NewReader(text), func(o exchange.OldURL) error {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%d %s>%s %s %s %s %s", o.Line, o.From, o.To, o.Status, o.Taxonomy, o.Slug, o.Name)))
		return nil
	})
	return strings.Join(lines, "\n"), err
}

func TestOldURLs(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"a table without a header":      {"/a,/b\n\n/c\n", "1 /a>/b\n3 /c>"},
		"with columns in any order":     {"Status;New URL;Old URL\n410;;/a\n301;\"/b;c\";/d\n", "2 /a> 410\n3 /d>/b;c 301"},
		"tabs in UTF-16":                {"\xFF\xFE/\x00a\x00\t\x00/\x00b\x00\n\x00", "1 /a>/b"},
		"a quoted formula":              {"old,new\n'=1+1,'@x\n", "2 =1+1>@x"},
		"a row that cannot be read":     {"old,new\n/a,\"b\" c\n/d,/e\n", "2 >\n3 /d>/e"},
		"a sitemap, without its images": {"<?xml version=\"1.0\"?>\n<urlset xmlns:image=\"i\">\n<url><loc> https://a.example/x </loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></url></urlset>", "3 https://a.example/x>"},
		"a WordPress export": {`<rss xmlns:wp="w"><channel><link>https://a.example/blog</link><wp:base_blog_url>https://a.example/blog/</wp:base_blog_url>
<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename>x</wp:category_nicename><wp:cat_name>X &amp; Y</wp:cat_name></wp:category>
<wp:term><wp:term_id>3</wp:term_id><wp:term_taxonomy>topic</wp:term_taxonomy><wp:term_slug>z</wp:term_slug><wp:term_name>Z</wp:term_name></wp:term>
<item><title>Pen</title><link>https://a.example/blog/pen/</link><guid>https://a.example/blog/?page_id=7</guid><wp:post_id>7</wp:post_id><wp:post_name>pen</wp:post_name><wp:status>publish</wp:status><wp:post_type>page</wp:post_type><category domain="own" nicename="q">Q</category></item>
<item><title>Draft</title><link>https://a.example/blog/?p=8</link><wp:status>draft</wp:status><wp:post_type>post</wp:post_type></item></channel></rss>`,
			"2 https://a.example/blog/category/x/>  category x X & Y\n2 https://a.example/blog/?cat=2>  category x X & Y\n" +
				"3 https://a.example/blog/topic/z/>  topic z Z\n3 https://a.example/blog/?topic=z>  topic z Z\n" +
				"4 https://a.example/blog/own/q/>  own q Q\n4 https://a.example/blog/?own=q>  own q Q\n" +
				"4 https://a.example/blog/pen/>   pen Pen\n4 https://a.example/blog/?page_id=7>   pen Pen"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readOldURLs(test.text)
			storetest.NoError(t, err)
			storetest.Same(t, "URLs", got, test.want)
		})
	}
	for name, text := range map[string]string{
		"an empty file": "", "a list of sitemaps": "<sitemapindex></sitemapindex>", "another XML": "<html></html>", "broken XML": "<urlset><url><loc>x</url>",
		"a table without old URLs": "new,status\n/a,301\n", "an element without end": "<urlset><url><loc>" + strings.Repeat("x", 17<<20),
	} {
		if _, err := readOldURLs(text); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
