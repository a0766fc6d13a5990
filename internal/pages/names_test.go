package pages

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Whatever a tool is called, it has a page of its own, which no id is taken for, in any script, and which the sitemap has
// percent-encoded. Who writes the URL otherwise is redirected, with the query; what only says where a visitor is from changes nothing.
func TestNamesAsAddresses(t *testing.T) {
	slugs := map[string]string{
		"🎨": "tool", "🤖 +++": "tool-2", "1111": "tool-1111", "٣٣": "٣٣", "1e3": "1e3", "C": "c", "C++": "c-2", "C#": "c-3", "README.md": "readme-md", "feed.xml": "feed-xml", "new": "new",
		"작가": norm.NFD.String("작가"), "翻訳くん": "翻訳くん", "ผู้ช่วยเขียน": "ผู้ช่วย", "번역 도우미": "번역-도우미", "Écrire": "ecrire", "Привет": "привет",
	}
	var products []catalog.Product
	for name, slug := range slugs {
		p := tool(int64(1111+len(products)), name)
		if p.Slug = slug; !catalog.ValidSlug(slug) {
			t.Errorf("%q is no slug", slug)
		}
		products = append(products, p)
	}
	h := open(t, products, nil)
	sitemap := h.body("/sitemap.xml")
	for _, p := range products {
		address := "/products/" + url.PathEscape(p.Slug)
		page := h.page(address + "?utm_source=x&fbclid=1")
		storetest.Same(t, p.Name, []any{page.status, strings.HasPrefix(page.title, p.Name+":"), page.links["canonical"][0]}, []any{200, true, "https://tools.example" + address})
		storetest.Same(t, p.Name+" in the sitemap", strings.Contains(sitemap, "<loc>https://tools.example"+address+"</loc>"), true)
		storetest.Same(t, p.Name+" as text for its image", strings.HasPrefix(page.metas["og:image:alt"], p.Name), true)
		head := h.ask("HEAD", address)
		sent(t, "HEAD of "+p.Name, head, 200, "Content-Type", "text/html; charset=utf-8")
		storetest.Same(t, "bytes of HEAD", head.Body.Len(), 0)
		h.answersWith(t, map[string]string{
			address + "/?a=%2F&utm_source=x": "308 " + address + "?a=%2F&utm_source=x", strings.Replace(address, "p", "P", 1) + "?a=1": "308 " + address + "?a=1",
			address + ".md": "200", address + "/preview.png": "200", "/alternatives/" + url.PathEscape(p.Slug): "200",
		})
		storetest.Same(t, "HEAD of another spelling", h.ask("HEAD", address+"/").Code, 308)
	}
	h.answersWith(t, map[string]string{ // a slug that an earlier version did not compose, as people type it
		"/products/" + url.PathEscape("작가"):                      "301 /products/" + url.PathEscape(norm.NFD.String("작가")),
		"/products/" + url.PathEscape(norm.NFD.String("번역-도우미")): "301 /products/" + url.PathEscape("번역-도우미"),
	})
	for _, p := range products { // an id leads to its own tool
		storetest.Same(t, fmt.Sprint(p.ID), strings.HasPrefix(h.page(fmt.Sprint("/products/", p.ID)).title, p.Name+":"), true)
	}
}
