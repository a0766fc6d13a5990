package pages

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"vitrine/internal/browse"
	"vitrine/internal/catalog"
	"vitrine/internal/preview"
	"vitrine/internal/site"
)

// previewName is what a page's preview image has behind the page's address.
const previewName = "/preview.png"

// previewLink leads to a page's preview image. Its address moves when the image does.
type previewLink struct {
	Address       string
	Alt           string
	Width, Height int
}

// previewLinkOf is the way to the preview image of a page that has the head.
func (p *Pages) previewLinkOf(a address, h head, snapshot *browse.Snapshot) previewLink {
	return previewLink{
		Address: strings.TrimSuffix(h.Canonical, "/") + previewName + "?v=" + p.cardOf(a, h, snapshot).Key(),
		Alt:     h.Title + ": " + h.Description, Width: preview.Width, Height: preview.Height,
	}
}

// servePreview answers with the preview image of the page whose address is before previewName; it reports whether
// the address can be read. What has no page has no image.
func (p *Pages) servePreview(w http.ResponseWriter, r *http.Request) bool {
	page, err := url.Parse(strings.TrimSuffix(r.URL.EscapedPath(), previewName))
	if err != nil {
		return false
	}
	if page.Path == "" {
		page.Path = "/"
	}
	snapshot := p.options.Catalogue.Snapshot()
	a, moved := resolve(page, snapshot)
	switch {
	case moved == "/":
		moved = ""
		fallthrough
	case moved != "":
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, moved+previewName, http.StatusMovedPermanently)
		return true
	}
	h := p.headOf(a, snapshot)
	if h.Preview.Address == "" {
		p.serveFile(w, r, nil)
		return true
	}
	p.sendPreview(w, r, p.cardOf(a, h, snapshot))
	return true
}

// sendPreview sends a card's image. Who names the image itself may keep it for ever.
func (p *Pages) sendPreview(w http.ResponseWriter, r *http.Request, card preview.Card) {
	c, err := p.previews.get(r.Context(), card)
	if err != nil && !errors.Is(err, errTooManyPreviews) {
		p.options.Logger.ErrorContext(r.Context(), "draw a preview image", "path", r.URL.Path, "error", err)
	}
	switch {
	case c == nil:
		w.Header().Set("Retry-After", "2")
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "This image cannot be drawn right now. Please try again.", http.StatusServiceUnavailable)
		return
	case err != nil:
		w.Header().Set("Cache-Control", "no-store")
	case r.URL.Query().Get("v") == card.Key():
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	default:
		w.Header().Set("Cache-Control", "no-cache")
	}
	c.serve(w, r)
}

// cardOf is what the image of a page says.
func (p *Pages) cardOf(a address, h head, snapshot *browse.Snapshot) preview.Card {
	switch a.screen {
	case home:
		if category, known := snapshot.Category(a.filters.category); known {
			return p.categoryCard(category, snapshot)
		}
		return p.homeCard(snapshot)
	case product:
		if item, ok := snapshot.Product(a.product); ok {
			return p.productCard(item.Product())
		}
	}
	title := strings.TrimSuffix(h.Title, " – "+h.SiteName)
	card := preview.Card{Site: h.SiteName, Title: title, Fallback: h.SiteName, Text: h.Description}
	if page, err := p.options.Site.Settings().LegalPage(site.LegalType(strings.TrimPrefix(a.path, "/"))); a.screen == legal && err == nil {
		card.Facts = []preview.Fact{{Text: "Last updated " + page.Changed.UTC().Format("January 2, 2006")}}
	}
	return card
}

func (p *Pages) homeCard(snapshot *browse.Snapshot) preview.Card {
	return preview.Card{
		Site: p.options.SiteName, Title: "AI tools worth putting behind glass", Accent: 2,
		Text:  extent(snapshot, "AI tool") + ".",
		Tools: previewTools(browse.Query{}, snapshot),
	}
}

func (p *Pages) categoryCard(category catalog.Category, snapshot *browse.Snapshot) preview.Card {
	about := p.factsOf(category, snapshot)
	return preview.Card{
		Site: p.options.SiteName, Title: category.Name + " AI tools", Fallback: "AI tools",
		Text:  about.sentences(count(about.total, "tool", "tools")),
		Tools: previewTools(browse.Query{Category: category.Slug}, snapshot),
	}
}

func (p *Pages) productCard(shown catalog.Product) preview.Card {
	card := preview.Card{
		Site: p.options.SiteName, Title: shown.Name, Fallback: hostOf(plainHost(shown.Website)), Text: shorten(p.about(shown), longestDescription),
		Facts: []preview.Fact{{Text: shown.Type.Label(), Tone: toneOf(shown.Type)}},
		Tools: []preview.Tool{previewTool(shown)},
	}
	if len(shown.Categories) > 0 {
		card.Kicker = shown.Categories[0]
	}
	if shown.IsFeatured {
		card.Facts = append(card.Facts, preview.Fact{Text: "Featured", Tone: preview.Featured})
	}
	if shown.HasDeal {
		card.Facts = append(card.Facts, preview.Fact{Text: "Deal", Tone: preview.Deal})
	}
	card.Facts = append(card.Facts, preview.Fact{Text: hostOf(shown.Website)})
	return card
}

func toneOf(kind catalog.Type) preview.Tone {
	switch kind {
	case catalog.Free:
		return preview.Free
	case catalog.Freemium:
		return preview.Freemium
	case catalog.Premium:
		return preview.Premium
	}
	return preview.Other
}

// previewTool is a product as an image shows it. Only uploads are looked at: nothing is fetched from elsewhere.
func previewTool(shown catalog.Product) preview.Tool {
	e := preview.Tool{Name: shown.Name}
	if name, ours := strings.CutPrefix(shown.Logo, "/uploads/"); ours && !strings.ContainsAny(name, `/\%?#`) {
		e.Logo, e.Color = name, shown.LogoColor
	}
	return e
}

// looked is how many products of a list are looked at for logos to show.
const looked = 24

// previewTools are the first products of a list, those with a logo of ours before all others.
func previewTools(q browse.Query, snapshot *browse.Snapshot) []preview.Tool {
	q.Limit = looked
	page, err := snapshot.List(q)
	if err != nil {
		return nil // only a cursor could be wrong, and there is none
	}
	var with, without []preview.Tool
	for _, item := range page.Items {
		if e := previewTool(item.Product()); e.Logo != "" {
			with = append(with, e)
		} else {
			without = append(without, e)
		}
	}
	all := append(with, without...)
	return all[:min(len(all), preview.MaxTools)]
}
