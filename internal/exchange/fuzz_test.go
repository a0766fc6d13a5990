package exchange

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Read never panics and returns only valid rows.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"name,website,categories\nA,https://a.example,C\n",
		"name,website,categories,id\n\"A\n\",https://a.example,C;D,7\n\"open",
		`{"id":"a","name":"A","website":"https://a.example","categories":["C"]}`,
		`{"id":7,"slug":"a","name":"A","website":"https://a.example","categories":["C"],"tags":[null],"displayOrder":1e9}`,
		"\xEF\xBB\xBF\"\"\"\n,\"", "[", "\xff\xfe", "\xfe\xff\x00n\xd8\x00\x0a\x0a\x00",
		"sep=;\r\nname;website;categories\r\n\"A\tB\";https://a.example;\"C; D\"\r\n",
		`{"totalItems":1,"items":[{"collectionId":"x","title":"A","url":"https://a.example","expand":{"category":[{"name":"C"}]},"image":["a.png"]}]}`,
		"ID,post_title,url,post_category,post_content,post_images\n1,A,https://a.example,C|D>E,<p>x</p>,https://a.example/1.png|2|t|::x\n",
		`<rss><channel><item><title>A</title><post_type>t</post_type><status>publish</status><category domain="category">C</category>` +
			"<postmeta><meta_key>_url</meta_key><meta_value>https://a.example</meta_value></postmeta></item></channel></rss>",
	} {
		for format := range uint8(3) {
			f.Add(seed, format)
		}
	}
	f.Fuzz(func(t *testing.T, text string, format uint8) {
		result, err := Read(strings.NewReader(text), []Format{JSONLines, CSV, WordPress}[format%3], catalog.MatchAsk)
		if err != nil {
			return
		}
		total := strings.Count(text, "\n") + 1
		websites := map[string]bool{}
		for _, row := range result.Rows {
			if _, err := row.Draft.Check(true); err != nil || row.Line < 1 || row.Line > total {
				t.Errorf("line %d of %d: %v", row.Line, total, err)
			}
			if key := catalog.WebsiteKey(row.Draft.Website); websites[key] && row.ID == 0 {
				t.Errorf("line %d: the website %s is a duplicate", row.Line, key)
			} else {
				websites[key] = true
			}
		}
		for _, bad := range result.Bad {
			if bad.Line < 1 || bad.Line > total || len(bad.Reasons) == 0 {
				t.Errorf("a bad row without line or reason: %+v", bad)
			}
		}
	})
}
