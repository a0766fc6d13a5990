package site

import (
	"slices"
	"time"
)

// ShownPage is a legal page as visitors see it.
type ShownPage struct {
	LegalPage
	Rendered
	LastUpdated string    `json:"lastUpdated" doc:"Day of the text that is shown, in words"`
	Changed     time.Time `json:"-"` // the same day
}

// printer renders the shown pages, and reuses those that have not changed. It is not safe for concurrent use.
type printer struct {
	renderer *Renderer
	policy   Policy
	printed  []ShownPage
}

// follow makes the built-in texts follow a policy.
func (p *printer) follow(policy Policy) {
	if p.policy != policy {
		p.policy, p.printed = policy, nil
	}
}

// print renders all legal pages: the saved ones, and the built-in ones for the others.
func (p *printer) print(saved []LegalPage) []ShownPage {
	shown := make([]ShownPage, 0, len(LegalTypes()))
	for _, page := range LegalTypes() {
		if at := slices.IndexFunc(saved, func(s LegalPage) bool { return s.Type == page.Type }); at >= 0 {
			page = saved[at]
		}
		at := slices.IndexFunc(p.printed, func(s ShownPage) bool { return s.LegalPage == page })
		if at >= 0 {
			shown = append(shown, p.printed[at])
			continue
		}
		shown = append(shown, p.printOne(page))
	}
	p.printed = shown
	return shown
}

func (p *printer) printOne(page LegalPage) ShownPage {
	text, day := page.Content, page.UpdatedAt
	if text == "" {
		text, day = builtIn(page.Type, p.policy), builtInDay
	}
	return ShownPage{page, p.renderer.Render(text), day.UTC().Format("January 2, 2006"), day}
}

// LegalPage returns the page of a type as visitors see it; an unknown type is NotFound.
func (s *Settings) LegalPage(kind LegalType) (ShownPage, error) {
	at := slices.IndexFunc(s.Shown, func(p ShownPage) bool { return p.Type == kind })
	if at < 0 {
		return ShownPage{}, errNoLegalPage()
	}
	return s.Shown[at], nil
}

// builtInDay is when the built-in texts were last changed: product.md, section 2.
var builtInDay = time.Date(2025, 1, 27, 0, 0, 0, 0, time.UTC)
