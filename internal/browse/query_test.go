package browse

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// A query reads every key; what it does not say is the default, and of a repeated key the first value counts. Relevance is
// the sort only of a search without a sort.
func TestQuery(t *testing.T) {
	standard := Query{Sort: SortManual}
	for address, want := range map[string]Query{
		"category=Vid%C3%A9o&search=+Cafe%CC%81%09bar+&pricing=Freemium&sort=name&section=Our+Products&featured=true&deal=false&limit=24": {
			Category: "video", Search: "Café bar", Type: catalog.Freemium, Sort: SortName, Section: catalog.OurProducts,
			Featured: Only, Deal: Without, Limit: 24,
		},
		"": standard,
		"category=&search=&pricing=&sort=&section=&featured=&deal=&limit=&cursor=": standard,
		"category=all&pricing=all":                       standard,
		"category=ALL":                                   standard,
		"unknown=1&utm_source=x":                         standard,
		"search=+&category=+":                            standard,
		"sort=&sort=new&sort=nonsense":                   standard,
		"sort=name&sort=nonsense&limit=&limit=3&limit=4": {Sort: SortName, Limit: 3},
		"search=a":          {Search: "a", Sort: SortRelevance},
		"search=a&sort=":    {Search: "a", Sort: SortRelevance},
		"search=a&sort=new": {Search: "a", Sort: SortManual},
	} {
		same(t, address, query(t, address), want)
	}
}

// The error of an invalid query lists the valid values.
func TestQueryErrors(t *testing.T) {
	for says, addresses := range map[string][]string{
		"new, latest, popular or name":            {"sort=oldest", "sort=relevance"},
		"Free, Freemium, Premium, Unknown or all": {"pricing=free", "pricing=unknown"},
		"Our Products or Recommended AI Products": {"section=Others"},
		"true or false":                           {"featured=yes", "deal=1"},
		"from 1 to 100":                           {"limit=0", "limit=101", "limit=-1", "limit=ten", "limit=99999999999999999999"},
		"a page from 1 to 100000":                 {"page=0", "page=100001", "page=two"},
		"a page or a cursor":                      {"page=2&cursor=x"},
		"at most 200 characters":                  {"search=" + strings.Repeat("ä", 201), "search=" + strings.Repeat("a", 100_000)},
		"UTF-8 without control characters":        {"search=a%00b", "search=%ff", "category=%00", "category=%c3%28"},
		"the page before":                         {"cursor=x", "cursor=" + strings.Repeat("A", 100_000)},
	} {
		for _, address := range addresses {
			values, err := url.ParseQuery(address)
			noError(t, err)
			_, err = ParseQuery(values)
			wantRefusal(t, err, fmt.Sprintf("%.60s", address))
			if !strings.Contains(fault.From(err).Message, says) {
				t.Errorf("%.60s: %v, want a sentence with %q", address, err, says)
			}
		}
	}
}

// A search of 200 characters is read, however they are encoded.
func TestQuerySearchLength(t *testing.T) {
	for _, character := range []string{"ä", "a\u0308", "界", "😀"} {
		q := query(t, url.Values{"search": {strings.Repeat(character, 200)}}.Encode())
		same(t, "code points of "+character, utf8.RuneCountInString(q.Search), 200)
	}
}

// A category that cannot exist is an empty list.
func TestQueryUnknownCategory(t *testing.T) {
	p := newStore(tool(1, "one")).snapshot()
	for _, category := range []string{"nowhere", strings.Repeat("x", 10_000), strings.Repeat("\ufdfa", 1_000), "\u0301"} {
		expect(t, p, query(t, url.Values{"category": {category}}.Encode()))
	}
}

// Of two thousand parameters of one key the first counts.
func TestQueryManyParameters(t *testing.T) {
	values := url.Values{}
	for i := range 2_000 {
		values.Add("category", strings.Repeat("é", 100+i%7))
		values.Add("search", "")
	}
	if q, err := ParseQuery(values); err != nil || q.Category != strings.Repeat("e", 100) || q.Search != "" {
		t.Errorf("%q, %q, %v", q.Category, q.Search, err)
	}
}

// Equal queries have equal keys, and others do not.
func TestQueryCacheKeys(t *testing.T) {
	groups := [][]string{
		{"", "sort=new", "category=all&pricing=all", "utm=1"},
		{"category=vid%C3%A9o", "category=VIDEO&sort=new"},
		{"search=a", "search=+a+", "search=a&pricing="},
		{"search=a&sort=new"}, {"search=A"}, {"category=a"}, {"sort=name"}, {"pricing=Free"}, {"limit=12"}, {"featured=true"},
		{"featured=false"}, {"deal=true"}, {"section=Our+Products"}, {"sort=popular"}, {"sort=latest"},
	}
	seen := map[string]int{}
	for i, group := range groups {
		for _, address := range group {
			key := query(t, address).Key()
			if j, ok := seen[key]; ok && j != i {
				t.Errorf("%q has the key of %q", address, groups[j])
			}
			seen[key] = i
		}
	}
	same(t, "keys of different queries", len(seen), len(groups))
}

// The query of a page's URL is read and written by the rules of the front end (filters.test.ts).
func TestPageQuery(t *testing.T) {
	text, err := os.ReadFile("testdata/page_queries.json")
	noError(t, err)
	var cases []struct {
		Query   string
		Words   map[string]any
		Besides string // the query again, without its category and its tag
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		q := ParsePageQuery(strings.TrimPrefix(c.Query, "?"))
		words := map[string]string{}
		for name, value := range c.Words {
			words[name] = fmt.Sprint(value)
		}
		got := map[string]string{}
		for _, pair := range q.pairs() {
			got[pair[0]] = pair[1]
		}
		same(t, c.Query+" is read", got, words)
		q.Category, q.Tag = "", ""
		same(t, c.Query+" is written", q.Encode(), c.Besides)
	}
}

// The URL of a page for any query is read as that query again.
func TestPageQueryRoundTrip(t *testing.T) {
	keys := rapid.SampledFrom([]string{"category", "tag", "search", "pricing", "sort", "featured", "deal", "section", "cursor", "x", "%63ategory", "%"})
	values := rapid.OneOf(rapid.SampledFrom([]string{"Free", "new", "latest", "true", "all", "Our%20Products", "%zz", "%ff", "+"}), rapid.StringN(0, 30, -1))
	rapid.Check(t, func(t *rapid.T) {
		var pairs []string
		for range rapid.IntRange(0, 6).Draw(t, "pairs") {
			pairs = append(pairs, keys.Draw(t, "key")+"="+values.Draw(t, "value"))
		}
		q := ParsePageQuery(strings.Join(pairs, "&"))
		if again := ParsePageQuery(strings.TrimPrefix(q.Encode(), "?")); again != q {
			t.Errorf("%q was read as %+v, its URL %q as %+v", pairs, q, q.Encode(), again)
		}
	})
}

// A page's query is answered as the API answers it, or refused as the API refuses it.
func TestPageQueryStrict(t *testing.T) {
	if q, err := ParsePageQuery("category=Vid%C3%A9o&search=Cafe%CC%81++bar&deal=true").Strict(); err != nil || q != (Query{Category: "video", Search: "Café bar", Sort: SortRelevance, Deal: Only}) {
		t.Errorf("%+v, %v", q, err)
	}
	for _, query := range []string{"search=%00", "section=Our+Products&cursor=broken"} {
		_, err := ParsePageQuery(query).Strict()
		wantRefusal(t, err, query)
	}
}

func FuzzParseQuery(f *testing.F) {
	for _, address := range []string{
		"", "category=writing&pricing=Free&sort=popular&search=a%20b&limit=24", "cursor=AQABAgME", "search=%00", "search=%ff",
		"category=%EF%B7%BA", "section=Our+Products&featured=true&deal=false", "limit=1e3", "a;b=c", "search=e%CC%81",
	} {
		f.Add(address)
	}
	p := newStore(manyTools(20)...).snapshot()
	f.Fuzz(func(t *testing.T, address string) {
		values, _ := url.ParseQuery(address)
		q, err := ParseQuery(values)
		if err != nil {
			sentence(t, err, values)
			return
		}
		if len(q.Key()) > 8<<10 || !utf8.ValidString(q.Key()) {
			t.Errorf("key of %d bytes", len(q.Key()))
		}
		again := url.Values{"search": {q.Search}, "sort": {string(q.Sort)}}
		if q.Sort == SortRelevance {
			again.Del("sort")
		}
		if same, err := ParseQuery(again); err != nil || same.Search != q.Search || same.Sort != q.Sort {
			t.Errorf("read again: %+v, %v, want %+v", same, err, q)
		}
		if _, err := p.List(q); err != nil {
			t.Errorf("a query that was read is not answered: %v", err)
		}
	})
}

// sentence checks that a fault is a whole sentence and repeats nothing of what was sent.
func sentence(t *testing.T, err error, values url.Values) {
	t.Helper()
	message := fault.From(err).Message
	if !fault.Is(err, fault.BadRequest) || !strings.HasPrefix(message, "Please") && !strings.HasPrefix(message, "This") || !strings.HasSuffix(message, ".") {
		t.Errorf("not a sentence of ours: %q", message)
	}
	for _, list := range values {
		for _, value := range list {
			if len(value) > 20 && strings.Contains(message, value) {
				t.Errorf("the message repeats what was sent: %q", message)
			}
		}
	}
}
