package pages

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/compare"
	"github.com/vitrine-directory/vitrine/internal/preview"
)

// previewName follows the path of a page in the path of its preview image.
const previewName = "/preview.png"

// previewLink is a link to a page's preview image. Its URL changes with the image.
type previewLink struct {
	Address       string
	Alt           string
	Width, Height int
}

// previewLinkOf returns the link to the preview image of the page with this head.
func (p *Pages) previewLinkOf(a address, h head, snapshot *browse.Snapshot) previewLink {
	return previewLink{
		Address: strings.TrimSuffix(h.Canonical, "/") + previewName + "?v=" + p.cardOf(a, h, snapshot).Key(),
		Alt:     h.Title + ": " + h.Description, Width: preview.Width, Height: preview.Height,
	}
}

// servePreview serves the preview image of the page whose path precedes previewName, and reports whether it could parse
// the URL. A page that does not exist has no image.
func (p *Pages) servePreview(w http.ResponseWriter, r *http.Request) bool {
	page, err := url.Parse(strings.TrimSuffix(r.URL.EscapedPath(), previewName))
	if err != nil {
		return false
	}
	if page.Path == "" {
		page.Path = "/"
	}
	snapshot := p.options.Catalogue.Snapshot()
	a, moved := p.resolve(page, snapshot)
	if moved != "" {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, strings.TrimSuffix(moved, "/")+previewName, http.StatusMovedPermanently)
		return true
	}
	h := p.headOf(a, snapshot)
	if h.Status == http.StatusGone {
		serveGone(w)
		return true
	}
	if h.Preview.Address == "" {
		p.serveFile(w, r, nil)
		return true
	}
	p.sendPreview(w, r, p.cardOf(a, h, snapshot))
	return true
}

// sendPreview sends a card's image. Clients may cache a URL with the image's key for ever.
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
	c.Serve(w, r)
}

// cardOf returns the content of a page's image.
func (p *Pages) cardOf(a address, h head, snapshot *browse.Snapshot) preview.Card {
	switch a.screen {
	case home, category, tag:
		switch about := topicOf(a.query, snapshot); {
		case about.category.Slug != "":
			return p.categoryCard(about.category, snapshot)
		case about.tag.Slug != "":
			return p.tagCard(about.tag, snapshot)
		}
		return p.homeCard(snapshot)
	case allCategories:
		return p.categoriesCard(h, snapshot)
	case collections:
		return p.collectionsCard(h, snapshot)
	case collection:
		return p.collectionCard(a, h, snapshot)
	case product:
		if item, ok := snapshot.Product(a.product); ok {
			return p.productCard(item.Product())
		}
	case alternatives:
		return p.alternativesCard(a, h, snapshot)
	}
	card := preview.Card{Site: h.SiteName, Title: screenTitle(&h), Fallback: h.SiteName, Text: h.Description}
	switch a.screen {
	case legal:
		card.Facts = []preview.Fact{{Text: "Last updated " + longDay(p.legalPage(a).Changed)}}
	case issue:
		if shown, ok := p.issueAt(a); ok {
			card.Kicker, card.Facts = issueName(shown), []preview.Fact{{Text: longDay(shown.SentAt)}}
		}
	case comparison:
		if c, ok := compare.Named(snapshot, a.comparison); ok {
			for _, shown := range c.Products() {
				card.Tools = append(card.Tools, previewTool(shown))
			}
		}
	}
	return card
}

func (p *Pages) homeCard(snapshot *browse.Snapshot) preview.Card {
	title, accent := p.options.Site.Settings().ShownTexts.Heading()
	return preview.Card{
		Site: p.siteName(), Title: title, Accent: accent,
		Text:  extent(snapshot, "AI tool") + ".",
		Tools: previewTools(browse.Query{}, snapshot),
	}
}

func (p *Pages) categoryCard(category catalog.Category, snapshot *browse.Snapshot) preview.Card {
	q := browse.Query{Category: category.Slug}
	about := p.factsOf(q, snapshot)
	return preview.Card{
		Site: p.siteName(), Title: category.Name + " AI tools", Fallback: "AI tools",
		Text:  about.sentences(count(about.total, "tool", "tools")),
		Tools: previewTools(q, snapshot),
	}
}

func (p *Pages) productCard(shown catalog.Product) preview.Card {
	card := preview.Card{
		Site: p.siteName(), Title: shown.Name, Text: shorten(p.about(shown), longestDescription),
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
	card.Facts = append(card.Facts, preview.Fact{Text: catalog.Host(shown.Website)})
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

// previewTool returns a product for an image. It shows only uploaded logos, so that drawing fetches nothing from other
// sites.
func previewTool(shown catalog.Product) preview.Tool {
	e := preview.Tool{Name: shown.Name}
	if name, ours := strings.CutPrefix(shown.Logo, "/uploads/"); ours && !strings.ContainsAny(name, `/\%?#`) {
		e.Logo, e.Color = name, shown.LogoColor
	}
	return e
}

// previewCandidates is how many products of a list compete for a logo in its image.
const previewCandidates = 24

// previewTools returns the first products of a list, those with an uploaded logo first.
func previewTools(q browse.Query, snapshot *browse.Snapshot) []preview.Tool {
	q.Limit = previewCandidates
	return previewToolsOf(listed(snapshot, q).Items)
}

// previewToolsOf returns the first products, those with an uploaded logo first.
func previewToolsOf(items []*browse.Item) []preview.Tool {
	var with, without []preview.Tool
	for _, item := range items {
		if e := previewTool(item.Product()); e.Logo != "" {
			with = append(with, e)
		} else {
			without = append(without, e)
		}
	}
	all := append(with, without...)
	return all[:min(len(all), preview.MaxTools)]
}
