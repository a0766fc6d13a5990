package api

import (
	"context"
	"slices"
	"strings"

	"vitrine/internal/assist"
	"vitrine/internal/audit"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/site"
)

// maxPrompt is the longest instruction for a drafted text, in code points, from the project's decisions page; maxLegal
// the longest content of a legal page.
const (
	maxPrompt = 10_000
	maxLegal  = 200_000
)

// Recorder notes what changes nothing else.
type Recorder interface {
	Record(ctx context.Context, by string, e audit.Event) error
}

// DescriptionInput asks for a description of a product.
type DescriptionInput struct {
	ProductName string `json:"productName"`
	WebsiteURL  string `json:"websiteUrl"`
}

// EnhancementInput asks for a better description of a product.
type EnhancementInput struct {
	ProductName        string `json:"productName"`
	WebsiteURL         string `json:"websiteUrl"`
	CurrentDescription string `json:"currentDescription"`
}

// UseCasesInput asks for use cases of a product.
type UseCasesInput struct {
	ProductName string `json:"productName"`
	WebsiteURL  string `json:"websiteUrl,omitempty"`
	Description string `json:"description,omitempty"`
}

// LegalContentInput asks for the text of a legal page.
type LegalContentInput struct {
	Prompt         string `json:"prompt"`
	PageType       string `json:"pageType,omitempty" enum:"privacy-policy,terms-of-service,affiliate-disclaimer,gdpr-cookies"`
	CurrentContent string `json:"currentContent,omitempty"`
}

// FillInput asks what a website says of a tool.
type FillInput struct {
	URL string `json:"url" doc:"Absolute http(s) URL of a public website"`
}

// DescriptionDraft is a drafted description.
type DescriptionDraft struct {
	Description string `json:"description"`
	Note        string `json:"note" doc:"What is to be known of the draft; mostly empty"`
}

// UseCasesDraft is drafted use cases.
type UseCasesDraft struct {
	UseCases string `json:"useCases"`
	Note     string `json:"note" doc:"What is to be known of the draft; mostly empty"`
}

// LegalContentDraft is the drafted text of a legal page.
type LegalContentDraft struct {
	Content string `json:"content"`
	Note    string `json:"note" doc:"What is to be known of the draft; mostly empty"`
}

func generateDescription(c *call, in DescriptionInput) (answer, error) {
	var checked checks
	checked.need("productName", in.ProductName, "Please enter a product name first")
	checked.need("websiteUrl", in.WebsiteURL, "Please enter a website URL first")
	o := checked.order(assist.Description, in.ProductName, in.WebsiteURL, "")
	return c.draft(checked, o, func(d assist.Draft) any { return DescriptionDraft{d.Text, d.Note} })
}

func enhanceDescription(c *call, in EnhancementInput) (answer, error) {
	const both = "Please enter product name and website URL first"
	var checked checks
	checked.need("productName", in.ProductName, both)
	checked.need("websiteUrl", in.WebsiteURL, both)
	checked.atMost("currentDescription", in.CurrentDescription, catalog.MaxText)
	o := checked.order(assist.Enhancement, in.ProductName, in.WebsiteURL, in.CurrentDescription)
	return c.draft(checked, o, func(d assist.Draft) any { return DescriptionDraft{d.Text, d.Note} })
}

func generateUseCases(c *call, in UseCasesInput) (answer, error) {
	var checked checks
	checked.need("productName", in.ProductName, "Please enter a product name first")
	checked.atMost("description", in.Description, catalog.MaxText)
	o := checked.order(assist.UseCases, in.ProductName, in.WebsiteURL, in.Description)
	return c.draft(checked, o, func(d assist.Draft) any { return UseCasesDraft{d.Text, d.Note} })
}

func generateLegalContent(c *call, in LegalContentInput) (answer, error) {
	var checked checks
	checked.need("prompt", in.Prompt, "Please enter a custom prompt or use the default suggestion")
	checked.atMost("prompt", in.Prompt, maxPrompt)
	checked.atMost("currentContent", in.CurrentContent, maxLegal)
	if in.PageType != "" && !slices.Contains(legalTypes(), in.PageType) {
		checked.fail("pageType", "Please choose one of the four legal pages")
	}
	o := assist.Order{Kind: assist.LegalContent, Page: titleOf(in.PageType), Instructions: catalog.Clean(in.Prompt), Present: catalog.Clean(in.CurrentContent)}
	return c.draft(checked, o, func(d assist.Draft) any { return LegalContentDraft{d.Text, d.Note} })
}

// titleOf is what a type of legal page is called.
func titleOf(pageType string) string {
	for _, page := range site.LegalTypes() {
		if string(page.Type) == pageType {
			return page.Title
		}
	}
	return "a legal page"
}

// order is an order for a text about a product, whose name and website are held against their limits.
func (c *checks) order(kind assist.Kind, name, website, present string) assist.Order {
	name, website = catalog.Clean(name), strings.TrimSpace(website)
	c.atMost("productName", name, catalog.MaxName)
	if website != "" {
		c.website("websiteUrl", website)
	}
	return assist.Order{Kind: kind, Name: name, Website: website, Present: catalog.Clean(present)}
}

func (c *checks) website(field, website string) {
	if len(website) > catalog.MaxWebsite || !catalog.WebURL(website) {
		c.fail(field, "Please enter a valid URL that starts with http:// or https://")
	}
}

// draft has a text drafted, answers with it as a whole or as it is written, and notes that it was asked for.
func (c *call) draft(checked checks, o assist.Order, shape func(assist.Draft) any) (answer, error) {
	if err := checked.fault(); err != nil {
		return answer{}, err
	}
	leave, err := c.api.options.Assistant.Admit(c.request.Context(), c.by, o)
	if err != nil {
		return answer{}, err
	}
	defer leave()
	out := newPieces(c)
	drafted, err := c.api.options.Assistant.Write(c.request.Context(), o, out.writer())
	if noted := c.noteDraft(o, drafted, err); err == nil {
		err = noted
	}
	return out.end(shape(drafted), err)
}

// noteDraft writes a line of the audit about a draft: what for, how long and how it ended, and nothing of its text.
func (c *call) noteDraft(o assist.Order, drafted assist.Draft, failed error) error {
	outcome := "done"
	switch {
	case c.request.Context().Err() != nil:
		outcome = "stopped"
	case failed != nil:
		outcome = fault.From(failed).StableCode()
	}
	e := audit.Event{Action: "draft", Object: "drafts", After: map[string]any{
		"name": o.Subject(), "kind": o.Kind, "website": o.Website, "model": c.api.options.Assistant.Model(),
		"characters": len([]rune(drafted.Text)), "outcome": outcome,
	}}
	return c.api.options.Store.Record(context.WithoutCancel(c.request.Context()), c.by, e)
}

func drafting(c *call) (answer, error) {
	return answer{body: c.api.options.Assistant.Status()}, nil
}

func fillFromWebsite(c *call, in FillInput) (answer, error) {
	var checked checks
	website := strings.TrimSpace(in.URL)
	checked.need("url", website, "Please enter a website URL first")
	if website != "" {
		checked.website("url", website)
	}
	if err := checked.fault(); err != nil {
		return answer{}, err
	}
	names := []string{}
	for _, category := range c.api.options.Catalogue.Snapshot().Categories() {
		names = append(names, category.Name)
	}
	found, err := c.api.options.Assistant.Suggest(c.request.Context(), c.by, website, names)
	return answer{body: found}, err
}
