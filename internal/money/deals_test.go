package money_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/pagestest"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// The page of deals lists those that run, the soonest end first. Search engines get it from five on.
func TestDealsPage(t *testing.T) {
	list := pagestest.Tools(8)
	for i := range 4 {
		list[i].PromoText = fmt.Sprint("Deal ", i+1)
	}
	list[0].DealTo, list[1].DealTo, list[1].DealCode, list[1].DealURL = "2098-01-02T00:00:00Z", "2097-01-02T00:00:00Z", "SPRING_9", "https://net.example/?via=us"
	list[5].HasDeal, list[5].DealTo = true, "2001-01-01T00:00:00Z"
	list[6].HasDeal, list[6].DealFrom = true, "2099-01-01T00:00:00Z"
	h := pagestest.Open(t, list, nil)
	few := h.Page("/deals")
	storetest.Same(t, "the page of four: status, robots", []any{few.Status, few.Metas["robots"]}, []any{http.StatusOK, "noindex,follow"})
	if strings.Contains(h.Body("/sitemap.xml"), "/deals<") {
		t.Error("a page of four deals is in the sitemap")
	}
	list[4].HasDeal = true
	h.Move(list...)
	twin := h.Body("/deals.md")
	want := []string{
		"[Tool 2](https://tools.example/products/tool-2.md): Deal 2 · Code: SPRING\\_9 · Ends Jan 2, 2097 · affiliate link [net.example](https://net.example/?via=us)",
		"[Tool 1](https://tools.example/products/tool-1.md): Deal 1 · Ends Jan 2, 2098",
	}
	at := 0
	for _, line := range want {
		next := strings.Index(twin[at:], line)
		if next < 0 {
			t.Fatalf("%s\nis not after %d in\n%s", line, at, twin)
		}
		at += next
	}
	for name, has := range map[string]bool{"tool-3.md": true, "tool-5.md): Deal available": true, "tool-6.md": false, "tool-7.md": false, "tool-8.md": false} {
		if strings.Contains(twin, name) != has {
			t.Errorf("%s is listed: %t", name, !has)
		}
	}
	page := h.Page("/deals")
	storetest.Same(t, "robots", page.Metas["robots"], "")
	if !strings.Contains(h.Body("/sitemap.xml"), "/deals<") {
		t.Error("a page of five deals is not in the sitemap")
	}
	h = pagestest.Open(t, list, pagestest.PlainOnly)
	if plain := h.Body("/deals"); !strings.Contains(plain, `href="https://net.example/?via=us" rel="sponsored nofollow`) {
		t.Error("the link of a paid deal does not say so: " + plain)
	}
}
