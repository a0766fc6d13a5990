package money

import (
	"cmp"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/pages"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

const (
	dealsPath  = "/deals"
	leastDeals = 5   // search engines don't index a page of fewer
	mostDeals  = 200 // on the page
)

// dealsPage lists the deals that run, the soonest end first. The front end has its title too.
var dealsPage = pages.Page{
	Paths:    []string{dealsPath},
	Module:   "src/public/money/deals.tsx",
	Head:     dealsHead,
	Markdown: dealsMarkdown,
	Card: func(v *pages.View, _ pages.Address, card *preview.Card) {
		card.Tools = pages.PreviewTools(deals(v.Snapshot))
	},
	URLs: func(v *pages.View) []pages.SitemapURL {
		items := deals(v.Snapshot)
		if len(items) < leastDeals {
			return nil
		}
		var changed time.Time
		for _, item := range items {
			changed = pages.Later(changed, item.UpdatedAt())
		}
		return []pages.SitemapURL{{Path: dealsPath, Changed: changed}}
	},
	Footer: func(v *pages.View) string {
		if !browse.HasDeals(v.Snapshot) {
			return ""
		}
		return "Deals"
	},
}

// deals returns the products with a deal that runs, as the page lists them.
func deals(s *browse.Snapshot) []*browse.Item {
	items := browse.Deals(s)
	return items[:min(mostDeals, len(items))]
}

func dealsHead(v *pages.View, a pages.Address, h *pages.Head) {
	items := deals(v.Snapshot)
	h.Title = "Deals – " + h.SiteName
	h.Description = "Deals and codes for AI tools on " + h.SiteName + "."
	if len(items) > 0 {
		h.Description = pages.Count(len(items), "deal", "deals") + " on AI tools right now" + pages.Examples(items) + "."
	}
	h.Canonical = v.Origin + a.Path
	h.NoIndex = len(items) < leastDeals
	h.Twin = pages.Twin{Title: "Deals", Path: dealsPath}
	h.Crumbs = []pages.Crumb{{Name: "Deals", Path: dealsPath}}
	if len(items) > 0 {
		h.Nodes = append(h.Nodes, v.ItemList(h.Canonical, pages.Listing{Items: items, Total: len(items)}))
	}
}

func dealsMarkdown(v *pages.View, _ pages.Address, m *pages.Markdown) {
	items := deals(v.Snapshot)
	m.Title = "Deals"
	if len(items) == 0 {
		m.Paragraph(noDeals)
	}
	for _, item := range items {
		m.Write("- %s: %s\n", m.TwinLink(item.Name(), pages.ProductPath(item.Slug())), cmp.Or(m.Offer(item), "Deal available"))
	}
}

// noDeals is what the page says without any. The front end has it too.
const noDeals = "No deals are running right now."

// Deal is a tool with its deal.
type Deal struct {
	Product browse.ProductCard `json:"product"`
	Text    string             `json:"text" doc:"What the deal is; empty: that there is one"`
	Code    string             `json:"code" doc:"To enter for it, or empty"`
	URL     string             `json:"url" doc:"Where it is; empty: where Visit leads"`
	To      string             `json:"to" doc:"When it ends (RFC 3339, in UTC); empty: it doesn't"`
}

// deals answers with the deals that run, the soonest end first.
func (a API) deals(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	s := a.Catalogue.Snapshot()
	return httpapi.Reply{Body: httpapi.AppendList(dst, deals(s), func(dst []byte, item *browse.Item) []byte {
		p := item.Product()
		dst = s.AppendCard(append(dst, `{"product":`...), item)
		for _, field := range [][2]string{{"text", p.PromoText}, {"code", p.DealCode}, {"url", p.DealURL}, {"to", p.DealTo}} {
			dst = httpapi.AppendText(append(dst, `,"`+field[0]+`":`...), field[1])
		}
		return append(dst, '}')
	})}, nil
}
