package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// scenario is a request and what must come back.
type scenario struct {
	name, method, target string
	status               int
	body                 string // JSON that must be in the answer: objects may have more keys, lists are compared whole
	header               string // "Name: value" that must be there, or "Name:" that must not
}

// scenarios are those of the public calls. Those of a feature are added by its test.
var scenarios = []scenario{
	{"every product, without a limit, in the administrator's order", "GET", "/api/products", 200, `{"0": {"name": "Tool 30"}, "29": {"slug": "alpha-writer"}, "length": 30}`, "X-Total-Count: 30"},
	{"a list without a limit has no next page", "GET", "/api/products", 200, ``, "Link:"},
	{"a page of products", "GET", "/api/products?limit=2&sort=name", 200, `[{"name": "Alpha Writer"}, {"name": "Beta Éditeur"}]`, "X-Total-Count: 30"},
	{"products of a category by slug", "GET", "/api/products?category=video", 200, `[{"id": 2, "categories": ["Video", "Writing"], "tags": [], "images": []}]`, ""},
	{"products of a category by name", "GET", "/api/products?category=Writing&sort=name", 200, `[{"id": 1}, {"id": 2}]`, ""},
	{"products of any category", "GET", "/api/products?category=all&limit=1", 200, `{"length": 1}`, "X-Total-Count: 30"},
	{"an unknown category is an empty list", "GET", "/api/products?category=nope", 200, `[]`, "X-Total-Count: 0"},
	{"products by price", "GET", "/api/products?pricing=Premium", 200, `[{"type": "Premium"}]`, ""},
	{"products of a section", "GET", "/api/products?section=Our+Products", 200, `[{"section": "Our Products"}]`, ""},
	{"featured products", "GET", "/api/products?featured=true", 200, `[{"isFeatured": true}]`, ""},
	{"products with a deal", "GET", "/api/products?deal=true", 200, `[{"hasDeal": true}]`, ""},
	{"a search", "GET", "/api/products?search=alpha", 200, `[{"name": "Alpha Writer"}]`, "X-Total-Count: 1"},
	{"a search for nothing known is an empty list", "GET", "/api/products?search=zzzzqqqq", 200, `[]`, ""},
	{"empty values are skipped", "GET", "/api/products?category=&search=&pricing=&sort=&section=&featured=&deal=&limit=&cursor=", 200, `{"length": 30}`, ""},
	{"unknown keys are ignored", "GET", "/api/products?utm_source=x&limit=1", 200, `{"length": 1}`, ""},
	{"a product by id", "GET", "/api/products/1", 200, `{"id": 1, "slug": "alpha-writer", "description": "What Alpha Writer does & <how>.", "tags": [], "images": [], "website": "https://example.com/alpha-writer", "version": 1}`, ""},
	{"a product by slug", "GET", "/api/products/alpha-writer", 200, `{"id": 1}`, ""},
	{"a product by a slug with accents in the name", "GET", "/api/products/beta-editeur", 200, `{"name": "Beta Éditeur"}`, ""},
	{"similar products share a category", "GET", "/api/products/alpha-writer/similar", 200, `[{"id": 2}]`, ""},
	{"similar products are at most eight", "GET", "/api/products/3/similar", 200, `{"length": 8}`, ""},
	{"the cards of products by id, in that order", "GET", "/api/product-cards?ids=2,999999,1", 200, `[{"id": 2, "slug": "beta-editeur"}, {"id": 1, "categories": ["Writing"]}]`, ""},
	{"the tags of a product with a page", "GET", "/api/products/1/tags", 200, `[]`, ""},
	{"the tags of an unknown product", "GET", "/api/products/nope/tags", 404, `{"code": "not_found"}`, ""},
	{"no card of an unknown id", "GET", "/api/product-cards?ids=999999", 200, `[]`, ""},
	{"the screen of the directory", "GET", "/api/catalog?limit=2", 200, `{"total": 30, "sections": [
		{"section": "Our Products", "total": 1, "products": [{"slug": "alpha-writer"}], "next": ""},
		{"section": "Recommended AI Products", "total": 29, "products": [{"name": "Tool 30"}, {"name": "Tool 29"}]}],
		"facets": {"categories": [{"name": "Images", "slug": "images", "count": 28}, {"name": "Video", "count": 1}, {"name": "Writing", "count": 2}], "allCategories": 30,
		"pricing": [{"value": "Free", "count": 1}, {"value": "Freemium", "count": 28}, {"value": "Premium", "count": 1}, {"value": "Unknown", "count": 0}], "allPricing": 30}}`, ""},
	{"a facet's count ignores its own choice", "GET", "/api/catalog?category=writing&pricing=Free", 200, `{"total": 1,
		"facets": {"categories": [{"name": "Writing", "count": 1}], "allCategories": 1, "pricing": [{"value": "Free", "count": 1}, {"value": "Freemium", "count": 0}, {"value": "Premium", "count": 1}, {"value": "Unknown", "count": 0}], "allPricing": 2}}`, ""},
	{"the products without a listed price", "GET", "/api/products?pricing=Unknown", 200, `[]`, "X-Total-Count: 0"},
	{"an empty screen has lists", "GET", "/api/catalog?search=zzzzqqqq", 200, `{"total": 0, "correctedQuery": "", "sections": [], "facets": {"categories": [], "allCategories": 0, "allPricing": 0}}`, ""},
	{"a search for a character that is a pattern elsewhere", "GET", "/api/products?search=%25", 200, `[]`, ""},
	{"a search read with a typo forgiven", "GET", "/api/catalog?search=alhpa", 200, `{"total": 1, "correctedQuery": "alpha"}`, ""},
	{"a search of which no product has all words", "GET", "/api/catalog?search=please+find+an+alpha+writer+for+a+xylophonist", 200, `{"total": 1, "relaxedQuery": "alpha writer"}`, ""},
	{"its words in a header", "GET", "/api/products?search=please+find+an+alpha+writer+for+a+xylophonist", 200, `[{"name": "Alpha Writer"}]`, "X-Search-Relaxed: alpha%20writer"},
	{"a search for what is like a product", "GET", "/api/catalog?search=something+like+alpha+writer", 200, `{"alternativesTo": {"slug": "alpha-writer", "name": "Alpha Writer"}, "relaxedQuery": ""}`, ""},
	{"the product in a header", "GET", "/api/products?search=alternatives+to+alpha+writer&limit=1", 200, `[{"name": "Beta Éditeur"}]`, "X-Search-Alternatives-To: alpha-writer"},
	{"a search found as typed", "GET", "/api/catalog?search=alph", 200, `{"total": 1, "correctedQuery": ""}`, ""},
	{"a list of a search with a typo", "GET", "/api/products?search=alhpa", 200, `[{"slug": "alpha-writer"}]`, ""},
	{"one section of the screen", "GET", "/api/catalog?section=Our+Products", 200, `{"sections": [{"section": "Our Products"}]}`, ""},
	{"categories", "GET", "/api/categories", 200, `[{"name": "Images", "slug": "images"}, {"name": "Video"}, {"name": "Writing"}]`, ""},
	{"the list of all categories", "GET", "/api/category-overview", 200, `{"categories": [
		{"name": "Images", "slug": "images", "group": "Images & Design", "count": 28, "pricing": [{"value": "Free", "count": 0}, {"value": "Freemium", "count": 28}, {"value": "Premium", "count": 0}, {"value": "Unknown", "count": 0}]}, {"name": "Video", "count": 1}, {"name": "Writing", "count": 2}], "tags": []}`, ""},
	{"the rows of the home page, without categories as there are fewer than four", "GET", "/api/home-rows", 200, `{"categories": []}`, ""},
	{"the frame of a page", "GET", "/api/site", 200, `{"name": "Vitrine", "categories": [{"slug": "images", "group": "Images & Design"}, {"slug": "video"}, {"slug": "writing"}],
		"groups": ["Images & Design", "Video & Audio", "Writing & Research"],
		"socialLinks": [{"platform": "Mastodon"}], "logos": [{"type": "favicon", "mimeType": "image/png"}, {"type": "main", "name": "Main"}]}`, ""},
	{"active social links only", "GET", "/api/social-media", 200, `[{"platform": "Mastodon", "url": "https://social.example/@vitrine", "isActive": true}]`, ""},
	{"logo settings with their files", "GET", "/api/logo-settings", 200, `[{"type": "favicon", "fileData": "data:image/png;base64,iVBORw0KGgo="}, {"type": "main", "isActive": true}]`, ""},
	{"legal pages, saved or not", "GET", "/api/legal-pages", 200, `[{"type": "privacy-policy", "title": "Privacy Policy", "content": ""}, {"title": "Our Terms"}, {"type": "affiliate-disclaimer"}, {"type": "gdpr-cookies"}]`, ""},
	{"a saved legal page", "GET", "/api/legal-pages/terms-of-service", 200, `{"title": "Our Terms", "content": "Be kind."}`, ""},
	{"a legal page that was never saved", "GET", "/api/legal-pages/gdpr-cookies", 200, `{"title": "GDPR Cookies Disclaimer", "content": ""}`, ""},
	{"tools are sent in by our own form where no other is configured", "GET", "/api/submit-form", 200, `{"embed": "", "address": "", "sendsMail": false}`, ""},
	{"HEAD is GET without the body", "HEAD", "/api/categories", 200, ``, "Content-Type: application/json"},
	{"OPTIONS names the methods", "OPTIONS", "/api/products", 204, ``, "Allow: GET, HEAD, OPTIONS, POST"},
	{"OPTIONS grants nothing to other origins", "OPTIONS", "/api/products", 204, ``, "Access-Control-Allow-Origin:"},

	{"an unknown product", "GET", "/api/products/999999", 404, `{"code": "not_found", "message": "The product you're looking for doesn't exist or has been removed."}`, ""},
	{"similar to an unknown product", "GET", "/api/products/nope/similar", 404, `{"code": "not_found"}`, ""},
	{"cards without ids", "GET", "/api/product-cards", 400, `{"code": "bad_request"}`, ""},
	{"cards of something else", "GET", "/api/product-cards?ids=1,alpha-writer", 400, `{"code": "bad_request"}`, ""},
	{"too many cards", "GET", "/api/product-cards?ids=1" + strings.Repeat(",1", 500), 400, `{"message": "Please ask for at most 500 ids at a time."}`, ""},
	{"an unknown legal page", "GET", "/api/legal-pages/nope", 404, `{"code": "not_found"}`, ""},
	{"an unknown address", "GET", "/api/nope", 404, `{"code": "not_found"}`, "Content-Type: application/json"},
	{"the bare prefix", "GET", "/api/", 404, `{"code": "not_found"}`, ""},
	{"a slash at the end", "GET", "/api/products/", 404, `{"code": "not_found"}`, ""},
	{"a method that does not fit", "POST", "/api/products/1", 405, `{"code": "method_not_allowed"}`, "Allow: DELETE, GET, HEAD, OPTIONS, PUT"},
	{"DELETE where nothing can be deleted", "DELETE", "/api/categories", 405, `{"code": "method_not_allowed"}`, "Allow: GET, HEAD, OPTIONS"},
	{"TRACE", "TRACE", "/api/categories", 405, `{"code": "method_not_allowed"}`, "Allow: GET, HEAD, OPTIONS"},
	{"an unknown sort", "GET", "/api/products?sort=best", 400, `{"code": "bad_request"}`, "Cache-Control: no-store"},
	{"an unknown price", "GET", "/api/products?pricing=free", 400, `{"code": "bad_request"}`, ""},
	{"a limit of nothing", "GET", "/api/products?limit=0", 400, `{"code": "bad_request"}`, ""},
	{"a limit too high", "GET", "/api/products?limit=101", 400, `{"code": "bad_request"}`, ""},
	{"a limit that is no number", "GET", "/api/catalog?limit=ten", 400, `{"code": "bad_request"}`, ""},
	{"a broken cursor", "GET", "/api/products?limit=2&cursor=%21%21", 400, `{"code": "bad_request"}`, ""},
	{"a huge cursor", "GET", "/api/products?limit=2&cursor=" + strings.Repeat("A", 20_000), 400, `{"code": "bad_request"}`, ""},
	{"a cursor without its section", "GET", "/api/catalog?cursor=%21%21", 400, `{"code": "bad_request"}`, ""},
	{"a search of 10,000 characters", "GET", "/api/products?search=" + strings.Repeat("a", 10_000), 400, `{"code": "bad_request"}`, ""},
	{"invalid UTF-8", "GET", "/api/products?search=%ff%fe", 400, `{"code": "bad_request"}`, ""},
	{"a zero byte in the query", "GET", "/api/products?search=a%00b", 400, `{"code": "bad_request"}`, ""},
	{"an invalid escape", "GET", "/api/products?search=%zz", 400, `{"code": "bad_request"}`, ""},
	{"2,000 categories: the first counts", "GET", "/api/products?category=video" + strings.Repeat("&category=x", 2_000), 200, `[{"id": 2}]`, ""},
	{"a slash in disguise", "GET", "/api/products%2f1", 400, `{"code": "bad_request"}`, "Content-Type: application/json"},
	{"a backslash in disguise", "GET", "/api/products/%5C1", 400, `{"code": "bad_request"}`, ""},
	{"a zero byte in the path", "GET", "/api/products/1%00", 400, `{"code": "bad_request"}`, ""},
	{"a semicolon in the path", "GET", "/api/products;a=1", 400, `{"code": "bad_request"}`, ""},
	{"two slashes", "GET", "/api//products", 400, `{"code": "bad_request"}`, ""},
	{"a way up", "GET", "/api/x/../products", 400, `{"code": "bad_request"}`, ""},
	{"a way up in disguise", "GET", "/api/x/%2e%2e/products", 400, `{"code": "bad_request"}`, ""},
}

func TestScenarios(t *testing.T) {
	t.Parallel()
	try := func(t *testing.T, from storage) {
		a := open(t, from)
		for _, s := range scenarios {
			t.Run(s.name, func(t *testing.T) { s.run(t, a) })
		}
	}
	t.Run("memory", func(t *testing.T) { try(t, sampleDirectory()) })
	s := storetest.Open(t)
	fill(t, s, sampleDirectory())
	try(t, s)
}

// fill writes the directory into an empty database.
func fill(t *testing.T, s *store.Store, from *fakeStore) {
	t.Helper()
	for _, p := range from.all.Products {
		storetest.Create(t, s, catalog.Draft{ProductFields: p.ProductFields})
	}
	for _, link := range from.settings.SocialLinks {
		link.ID = 0
		_, err := s.AddSocialLink(t.Context(), "test", link)
		storetest.NoError(t, err)
	}
	for _, logo := range from.settings.Logos {
		_, _, err := s.SaveLogo(t.Context(), "test", logo)
		storetest.NoError(t, err)
	}
	for _, page := range from.settings.LegalPages {
		_, _, err := s.SaveLegalPage(t.Context(), "test", page)
		storetest.NoError(t, err)
	}
	for _, c := range from.all.Collections {
		c.Tools = slices.DeleteFunc(slices.Clone(c.Tools), func(tool catalog.CollectionTool) bool { return tool.ID == 99 })
		published := "NULL"
		if c.Status == catalog.CollectionPublished {
			published = fmt.Sprint(c.PublishedAt.UnixMicro())
		}
		_, err := s.Writer().ExecContext(t.Context(), fmt.Sprintf("INSERT INTO collections (id, slug, title, introduction, author, published_at, created_at, updated_at, version, changed_in) "+
			"VALUES (%d, '%s', '%s', '%s', '%s', %s, 1, 1, 1, 0)", c.ID, c.Slug, c.Title, c.Introduction, c.Author, published))
		storetest.NoError(t, err)
		for i, tool := range c.Tools {
			_, err := s.Writer().ExecContext(t.Context(), fmt.Sprintf("INSERT INTO collection_products VALUES (%d, %d, %d, '%s')", c.ID, tool.ID, i, tool.Note))
			storetest.NoError(t, err)
		}
	}
	for _, issue := range from.settings.Issues {
		content, err := json.Marshal(issue.IssueContent)
		storetest.NoError(t, err)
		_, err = s.Writer().ExecContext(t.Context(), fmt.Sprintf("INSERT INTO newsletter_issues (number, cadence, status, subject, intro, items, content, started_at, finished_at) "+
			"VALUES (%d, '%s', 'sent', '%s', '', '[]', '%s', %d, 2)", issue.Number, issue.Cadence, issue.Subject, content, issue.SentAt.UnixMicro()))
		storetest.NoError(t, err)
	}
}

// run asks three times: the answer is made, made and kept, and found.
func (s scenario) run(t *testing.T, a *fixture) {
	for range 3 {
		w := ask(a, s.method, s.target)
		if w.Code != s.status {
			t.Fatalf("status %d, want %d; %.300s", w.Code, s.status, w.Body)
		}
		if name, value, _ := strings.Cut(s.header, ":"); s.header != "" && w.Header().Get(name) != strings.TrimSpace(value) {
			t.Errorf("%s: %q, want%q", name, w.Header().Get(name), value)
		}
		if s.status >= http.StatusBadRequest {
			mustBeFailure(t, w.Body.Bytes())
		}
		if s.body == "" {
			continue
		}
		Contains(t, w.Body.String(), s.body)
	}
}

// mustBeFailure holds a body against the shape of every failure: a sentence, twice, and a code.
func mustBeFailure(t *testing.T, body []byte) {
	t.Helper()
	var failure httpapi.Error
	if err := json.Unmarshal(body, &failure); err != nil {
		t.Fatalf("not the body of a failure: %v in %.200s", err, body)
	}
	if failure.Error != failure.Message || !strings.HasSuffix(failure.Message, ".") || failure.Code == "" {
		t.Errorf("no sentence, or no code: %s", body)
	}
}

// Contains checks that the JSON of an answer has what is wanted: objects may have more keys, lists are compared whole.
func Contains(t *testing.T, got, want string) {
	t.Helper()
	if err := within(parse(t, want), parse(t, got), "$"); err != nil {
		t.Errorf("%v\nin %.600s", err, got)
	}
}

func parse(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("not JSON: %v in %.200s", err, text)
	}
	return value
}

// within returns where the wanted JSON is not in the other. Of a list, an object can name single elements and the length.
func within(want, got any, at string) error {
	switch want := want.(type) {
	case map[string]any:
		object, isObject := got.(map[string]any)
		if list, isList := got.([]any); isList {
			object, isObject = map[string]any{"length": float64(len(list))}, true
			for i, element := range list {
				object[fmt.Sprint(i)] = element
			}
		}
		if !isObject {
			return fmt.Errorf("%s is %T, want an object", at, got)
		}
		for key, value := range want {
			if err := within(value, object[key], at+"."+key); err != nil {
				return err
			}
		}
		return nil
	case []any:
		list, isList := got.([]any)
		if !isList || len(list) != len(want) {
			return fmt.Errorf("%s is %v, want %d elements", at, got, len(want))
		}
		for i := range want {
			if err := within(want[i], list[i], fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
		return nil
	}
	if want != got {
		return fmt.Errorf("%s is %v, want %v", at, got, want)
	}
	return nil
}
