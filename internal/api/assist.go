package api

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/assist"
	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
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

func (o *Options) generateDescription(c *httpapi.Call, in DescriptionInput) (any, error) {
	var checked httpapi.Checks
	checked.Need("productName", in.ProductName, "Please enter a product name first")
	checked.Need("websiteUrl", in.WebsiteURL, "Please enter a website URL first")
	order := orderFor(&checked, assist.Description, in.ProductName, in.WebsiteURL, "")
	return o.draft(c, checked, order, func(d assist.Draft) any { return DescriptionDraft{d.Text, d.Note} })
}

func (o *Options) enhanceDescription(c *httpapi.Call, in EnhancementInput) (any, error) {
	const both = "Please enter product name and website URL first"
	var checked httpapi.Checks
	checked.Need("productName", in.ProductName, both)
	checked.Need("websiteUrl", in.WebsiteURL, both)
	checked.AtMost("currentDescription", in.CurrentDescription, catalog.MaxText)
	order := orderFor(&checked, assist.Enhancement, in.ProductName, in.WebsiteURL, in.CurrentDescription)
	return o.draft(c, checked, order, func(d assist.Draft) any { return DescriptionDraft{d.Text, d.Note} })
}

func (o *Options) generateUseCases(c *httpapi.Call, in UseCasesInput) (any, error) {
	var checked httpapi.Checks
	checked.Need("productName", in.ProductName, "Please enter a product name first")
	checked.AtMost("description", in.Description, catalog.MaxText)
	order := orderFor(&checked, assist.UseCases, in.ProductName, in.WebsiteURL, in.Description)
	return o.draft(c, checked, order, func(d assist.Draft) any { return UseCasesDraft{d.Text, d.Note} })
}

func (o *Options) generateLegalContent(c *httpapi.Call, in LegalContentInput) (any, error) {
	var checked httpapi.Checks
	checked.Need("prompt", in.Prompt, "Please enter a custom prompt or use the default suggestion")
	checked.AtMost("prompt", in.Prompt, maxPrompt)
	checked.AtMost("currentContent", in.CurrentContent, maxLegal)
	if in.PageType != "" && !slices.Contains(legalTypes(), site.LegalType(in.PageType)) {
		checked.Fail("pageType", "Please choose one of the four legal pages")
	}
	order := assist.Order{Kind: assist.LegalContent, Page: titleOf(in.PageType), Instructions: field.Clean(in.Prompt), Present: field.Clean(in.CurrentContent)}
	return o.draft(c, checked, order, func(d assist.Draft) any { return LegalContentDraft{d.Text, d.Note} })
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

// orderFor validates the name and website, and returns a draft order for a text about a product.
func orderFor(c *httpapi.Checks, kind assist.Kind, name, website, present string) assist.Order {
	name, website = field.Clean(name), strings.TrimSpace(website)
	c.AtMost("productName", name, catalog.MaxName)
	if website != "" {
		checkWebsite(c, "websiteUrl", website)
	}
	return assist.Order{Kind: kind, Name: name, Website: website, Present: field.Clean(present)}
}

func checkWebsite(c *httpapi.Checks, name, website string) {
	if len(website) > catalog.MaxWebsite || !field.WebURL(website) {
		c.Fail(name, "Please enter a valid URL that starts with http:// or https://")
	}
}

// draft requests a draft from the assistant, sends it whole or as a stream, and records it in the audit.
func (o *Options) draft(c *httpapi.Call, checked httpapi.Checks, order assist.Order, shape func(assist.Draft) any) (any, error) {
	if err := checked.Fault(); err != nil {
		return nil, err
	}
	leave, err := o.Assistant.Admit(c.Ctx(), c.By, order)
	if err != nil {
		return nil, err
	}
	defer leave()
	stream := httpapi.NewEventStream(c)
	drafted, err := o.Assistant.Write(c.Ctx(), order, stream.Text())
	if noted := o.noteDraft(c, order, drafted, err); err == nil {
		err = noted
	}
	return stream.End(shape(drafted), err)
}

// noteDraft records a draft in the audit: its subject, length and outcome, but not its text.
func (o *Options) noteDraft(c *httpapi.Call, order assist.Order, drafted assist.Draft, failed error) error {
	outcome := "done"
	switch {
	case c.Ctx().Err() != nil:
		outcome = "stopped"
	case failed != nil:
		outcome = fault.From(failed).StableCode()
	}
	e := audit.Event{Action: "draft", Object: "drafts", After: map[string]any{
		"name": order.Subject(), "kind": order.Kind, "website": order.Website, "model": o.Assistant.Model(),
		"characters": len([]rune(drafted.Text)), "outcome": outcome,
	}}
	return o.Store.Record(context.WithoutCancel(c.Ctx()), c.By, e)
}

func (o *Options) drafting(c *httpapi.Call) (any, error) {
	return o.Assistant.Status(), nil
}

func (o *Options) fillFromWebsite(c *httpapi.Call, in FillInput) (any, error) {
	var checked httpapi.Checks
	website := strings.TrimSpace(in.URL)
	checked.Need("url", website, "Please enter a website URL first")
	if website != "" {
		checkWebsite(&checked, "url", website)
	}
	if err := checked.Fault(); err != nil {
		return nil, err
	}
	names := []string{}
	for _, category := range o.Catalogue.Snapshot().Categories() {
		names = append(names, category.Name)
	}
	return o.Assistant.Suggest(c.Ctx(), c.By, website, names)
}

// assistCalls are the calls of assist.
func (o *Options) assistCalls() httpapi.Group {
	return httpapi.Group{
		Name: "assist",
		Routes: []httpapi.Route{
			httpapi.Get("/api/drafting", httpapi.Records, httpapi.Fetch(o.drafting),
				httpapi.Answers[assist.Status]("drafting", "Report whether drafting is available")),
			httpapi.Post("/api/fill-from-website", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.fillFromWebsite),
				httpapi.Answers[assist.Suggestion]("fillFromWebsite", "Suggest a tool's fields from its website")),
			httpapi.Post("/api/generate-description", httpapi.Admin, httpapi.Write(httpapi.MaxDraftBody, o.generateDescription),
				httpapi.Answers[DescriptionDraft]("generateDescription", "Draft a description")),
			httpapi.Post("/api/enhance-description", httpapi.Admin, httpapi.Write(httpapi.MaxDraftBody, o.enhanceDescription),
				httpapi.Answers[DescriptionDraft]("enhanceDescription", "Draft a better description")),
			httpapi.Post("/api/ai/generate-usecases", httpapi.Admin, httpapi.Write(httpapi.MaxDraftBody, o.generateUseCases),
				httpapi.Answers[UseCasesDraft]("generateUseCases", "Draft use cases")),
			httpapi.Post("/api/ai/generate-collection-introduction", httpapi.Admin, httpapi.Write(httpapi.MaxDraftBody, o.generateIntroduction),
				httpapi.Answers[IntroductionDraft]("generateCollectionIntroduction", "Draft the introduction of a collection")),
			httpapi.Post("/api/ai/generate-collection-note", httpapi.Admin, httpapi.Write(httpapi.MaxDraftBody, o.generateToolNote),
				httpapi.Answers[ToolNoteDraft]("generateCollectionNote", "Draft a note on a tool of a collection")),
			httpapi.Post("/api/ai/generate-legal-content", httpapi.Admin, httpapi.Write(httpapi.MaxDraftBody, o.generateLegalContent),
				httpapi.Answers[LegalContentDraft]("generateLegalContent", "Draft the text of a legal page")),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[assist.Status]():     "Drafting",
			reflect.TypeFor[assist.Suggestion](): "WebsiteSuggestion",
		},
	}
}
