package api

import (
	"context"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// maxPrompt is the maximum length of an instruction for a draft, in code points, from the project's decisions page;
// maxLegal is that of a legal page's content.
const (
	maxPrompt = 10_000
	maxLegal  = 200_000
)

// Recorder writes an audit entry for an action that changes no data.
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

// FillInput asks for the fields of a tool from its website.
type FillInput struct {
	URL string `json:"url" doc:"Absolute http(s) URL of a public website"`
}

// DescriptionDraft is a drafted description.
type DescriptionDraft struct {
	Description string `json:"description"`
	Note        string `json:"note" doc:"A note about the draft for the administrator; usually empty"`
}

// UseCasesDraft is drafted use cases.
type UseCasesDraft struct {
	UseCases string `json:"useCases"`
	Note     string `json:"note" doc:"A note about the draft for the administrator; usually empty"`
}

// LegalContentDraft is the drafted text of a legal page.
type LegalContentDraft struct {
	Content string `json:"content"`
	Note    string `json:"note" doc:"A note about the draft for the administrator; usually empty"`
}

func generateDescription(c *call, in DescriptionInput) (any, error) {
	var checked checks
	checked.need("productName", in.ProductName, "Please enter a product name first")
	checked.need("websiteUrl", in.WebsiteURL, "Please enter a website URL first")
	o := checked.order(assist.Description, in.ProductName, in.WebsiteURL, "")
	return c.draft(checked, o, func(d assist.Draft) any { return DescriptionDraft{d.Text, d.Note} })
}

func enhanceDescription(c *call, in EnhancementInput) (any, error) {
	const both = "Please enter product name and website URL first"
	var checked checks
	checked.need("productName", in.ProductName, both)
	checked.need("websiteUrl", in.WebsiteURL, both)
	checked.atMost("currentDescription", in.CurrentDescription, catalog.MaxText)
	o := checked.order(assist.Enhancement, in.ProductName, in.WebsiteURL, in.CurrentDescription)
	return c.draft(checked, o, func(d assist.Draft) any { return DescriptionDraft{d.Text, d.Note} })
}

func generateUseCases(c *call, in UseCasesInput) (any, error) {
	var checked checks
	checked.need("productName", in.ProductName, "Please enter a product name first")
	checked.atMost("description", in.Description, catalog.MaxText)
	o := checked.order(assist.UseCases, in.ProductName, in.WebsiteURL, in.Description)
	return c.draft(checked, o, func(d assist.Draft) any { return UseCasesDraft{d.Text, d.Note} })
}

func generateLegalContent(c *call, in LegalContentInput) (any, error) {
	var checked checks
	checked.need("prompt", in.Prompt, "Please enter a custom prompt or use the default suggestion")
	checked.atMost("prompt", in.Prompt, maxPrompt)
	checked.atMost("currentContent", in.CurrentContent, maxLegal)
	if in.PageType != "" && !slices.Contains(legalTypes(), in.PageType) {
		checked.fail("pageType", "Please choose one of the four legal pages")
	}
	o := assist.Order{Kind: assist.LegalContent, Page: titleOf(in.PageType), Instructions: field.Clean(in.Prompt), Present: field.Clean(in.CurrentContent)}
	return c.draft(checked, o, func(d assist.Draft) any { return LegalContentDraft{d.Text, d.Note} })
}

// titleOf returns the title of a legal page.
func titleOf(pageType string) string {
	for _, page := range site.LegalTypes() {
		if string(page.Type) == pageType {
			return page.Title
		}
	}
	return "a legal page"
}

// order validates the name and website, and returns a draft order for a text about a product.
func (c *checks) order(kind assist.Kind, name, website, present string) assist.Order {
	name, website = field.Clean(name), strings.TrimSpace(website)
	c.atMost("productName", name, catalog.MaxName)
	if website != "" {
		c.website("websiteUrl", website)
	}
	return assist.Order{Kind: kind, Name: name, Website: website, Present: field.Clean(present)}
}

// draft requests a draft from the assistant, sends it whole or as a stream, and records it in the audit.
func (c *call) draft(checked checks, o assist.Order, shape func(assist.Draft) any) (any, error) {
	if err := checked.fault(); err != nil {
		return nil, err
	}
	leave, err := c.options.Assistant.Admit(c.ctx(), c.by, o)
	if err != nil {
		return nil, err
	}
	defer leave()
	stream := newEventStream(c)
	drafted, err := c.options.Assistant.Write(c.ctx(), o, stream.text())
	if noted := c.noteDraft(o, drafted, err); err == nil {
		err = noted
	}
	return stream.end(shape(drafted), err)
}

// noteDraft records a draft in the audit: its subject, length and outcome, but not its text.
func (c *call) noteDraft(o assist.Order, drafted assist.Draft, failed error) error {
	outcome := "done"
	switch {
	case c.ctx().Err() != nil:
		outcome = "stopped"
	case failed != nil:
		outcome = fault.From(failed).StableCode()
	}
	e := audit.Event{Action: "draft", Object: "drafts", After: map[string]any{
		"name": o.Subject(), "kind": o.Kind, "website": o.Website, "model": c.options.Assistant.Model(),
		"characters": len([]rune(drafted.Text)), "outcome": outcome,
	}}
	return c.options.Store.Record(context.WithoutCancel(c.ctx()), c.by, e)
}

func drafting(c *call) (any, error) {
	return c.options.Assistant.Status(), nil
}

func fillFromWebsite(c *call, in FillInput) (any, error) {
	var checked checks
	website := strings.TrimSpace(in.URL)
	checked.need("url", website, "Please enter a website URL first")
	if website != "" {
		checked.website("url", website)
	}
	if err := checked.fault(); err != nil {
		return nil, err
	}
	names := []string{}
	for _, category := range c.options.Catalogue.Snapshot().Categories() {
		names = append(names, category.Name)
	}
	return c.options.Assistant.Suggest(c.ctx(), c.by, website, names)
}
