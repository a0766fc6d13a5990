package assist

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/audit"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// API is the calls that draft texts.
type API struct {
	Assistant *Assistant
	Record    func(ctx context.Context, by string, e audit.Event) error // writes an entry of the history
	Catalogue *browse.Live
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "assist",
		Routes: []httpapi.Route{
			httpapi.Get("/api/drafting", httpapi.Catalog.Records(), httpapi.Fetch(a.drafting),
				httpapi.Answers[Status]("drafting", "Report whether drafting is available")),
			httpapi.Post("/api/fill-from-website", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxBody, a.fillFromWebsite),
				httpapi.Answers[Suggestion]("fillFromWebsite", "Suggest a product's fields from its website")),
			httpapi.Post("/api/generate-description", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxDraftBody, a.generateDescription),
				httpapi.Answers[DescriptionDraft]("generateDescription", "Draft a description")),
			httpapi.Post("/api/enhance-description", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxDraftBody, a.enhanceDescription),
				httpapi.Answers[DescriptionDraft]("enhanceDescription", "Draft an improved description")),
			httpapi.Post("/api/ai/generate-usecases", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxDraftBody, a.generateUseCases),
				httpapi.Answers[UseCasesDraft]("generateUseCases", "Draft use cases")),
			httpapi.Post("/api/ai/generate-phrases", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxDraftBody, a.generatePhrases),
				httpapi.Answers[PhrasesDraft]("generatePhrases", "Draft phrases that people say who need a product")),
			httpapi.Post("/api/ai/generate-collection-introduction", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxDraftBody, a.generateIntroduction),
				httpapi.Answers[IntroductionDraft]("generateCollectionIntroduction", "Draft the introduction of a collection")),
			httpapi.Post("/api/ai/generate-collection-note", httpapi.Catalog.Change(), httpapi.Write(httpapi.MaxDraftBody, a.generateToolNote),
				httpapi.Answers[ToolNoteDraft]("generateCollectionNote", "Draft a note on a product of a collection")),
			httpapi.Post("/api/ai/generate-legal-content", httpapi.Settings.Change(), httpapi.Write(httpapi.MaxDraftBody, a.generateLegalContent),
				httpapi.Answers[LegalContentDraft]("generateLegalContent", "Draft the text of a legal page")),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[Status]():     "Drafting",
			reflect.TypeFor[Suggestion](): "WebsiteSuggestion",
		},
	}
}

// maxPrompt is the maximum length of an instruction for a draft, in code points, from the project's decisions page.
const maxPrompt = 10_000

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

// UseCasesInput asks for use cases of a product, or for phrases.
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

// PhrasesDraft is drafted phrases of a product.
type PhrasesDraft struct {
	Phrases string `json:"phrases" doc:"One a line"`
	Note    string `json:"note" doc:"A note about the draft for the administrator; usually empty"`
}

// LegalContentDraft is the drafted text of a legal page.
type LegalContentDraft struct {
	Content string `json:"content"`
	Note    string `json:"note" doc:"A note about the draft for the administrator; usually empty"`
}

func (a API) generateDescription(c *httpapi.Call, in DescriptionInput) (any, error) {
	var checked httpapi.Checks
	checked.Need("productName", in.ProductName, "Please enter a product name first")
	checked.Need("websiteUrl", in.WebsiteURL, "Please enter a website URL first")
	order := orderFor(&checked, Description, in.ProductName, in.WebsiteURL, "")
	return a.draft(c, checked, order, func(d Draft) any { return DescriptionDraft{d.Text, d.Note} })
}

func (a API) enhanceDescription(c *httpapi.Call, in EnhancementInput) (any, error) {
	const both = "Please enter product name and website URL first"
	var checked httpapi.Checks
	checked.Need("productName", in.ProductName, both)
	checked.Need("websiteUrl", in.WebsiteURL, both)
	checked.AtMost("currentDescription", in.CurrentDescription, catalog.MaxText)
	order := orderFor(&checked, Enhancement, in.ProductName, in.WebsiteURL, in.CurrentDescription)
	return a.draft(c, checked, order, func(d Draft) any { return DescriptionDraft{d.Text, d.Note} })
}

func (a API) generateUseCases(c *httpapi.Call, in UseCasesInput) (any, error) {
	checked, order := in.order(UseCases)
	return a.draft(c, checked, order, func(d Draft) any { return UseCasesDraft{d.Text, d.Note} })
}

func (a API) generatePhrases(c *httpapi.Call, in UseCasesInput) (any, error) {
	checked, order := in.order(Phrases)
	return a.draft(c, checked, order, func(d Draft) any { return PhrasesDraft{d.Text, d.Note} })
}

func (in UseCasesInput) order(kind Kind) (checked httpapi.Checks, order Order) {
	checked.Need("productName", in.ProductName, "Please enter a product name first")
	checked.AtMost("description", in.Description, catalog.MaxText)
	return checked, orderFor(&checked, kind, in.ProductName, in.WebsiteURL, in.Description)
}

func (a API) generateLegalContent(c *httpapi.Call, in LegalContentInput) (any, error) {
	var checked httpapi.Checks
	checked.Need("prompt", in.Prompt, "Please enter a custom prompt or use the default suggestion")
	checked.AtMost("prompt", in.Prompt, maxPrompt)
	checked.AtMost("currentContent", in.CurrentContent, maxLegal)
	if in.PageType != "" && titleOf(in.PageType) == "" {
		checked.Fail("pageType", "Please choose one of the four legal pages")
	}
	order := Order{Kind: LegalContent, Page: cmp.Or(titleOf(in.PageType), "a legal page"), Instructions: field.Clean(in.Prompt), Present: field.Clean(in.CurrentContent)}
	return a.draft(c, checked, order, func(d Draft) any { return LegalContentDraft{d.Text, d.Note} })
}

// titleOf returns the title of a legal page; empty: there is no such page.
func titleOf(pageType string) string {
	for _, page := range site.LegalTypes() {
		if string(page.Type) == pageType {
			return page.Title
		}
	}
	return ""
}

// orderFor validates the name and website, and returns a draft order for a text about a product.
func orderFor(c *httpapi.Checks, kind Kind, name, website, present string) Order {
	name, website = field.Clean(name), strings.TrimSpace(website)
	c.AtMost("productName", name, catalog.MaxName)
	if website != "" {
		checkWebsite(c, "websiteUrl", website)
	}
	return Order{Kind: kind, Name: name, Website: website, Present: field.Clean(present)}
}

func checkWebsite(c *httpapi.Checks, name, website string) {
	if len(website) > catalog.MaxWebsite || !field.WebURL(website) {
		c.Fail(name, "Please enter a valid URL that starts with http:// or https://")
	}
}

// draft requests a draft from the assistant, sends it whole or as a stream, and records it in the audit.
func (a API) draft(c *httpapi.Call, checked httpapi.Checks, order Order, shape func(Draft) any) (any, error) {
	if err := checked.Fault(); err != nil {
		return nil, err
	}
	leave, err := a.Assistant.Admit(c.Ctx(), c.By, order)
	if err != nil {
		return nil, err
	}
	defer leave()
	stream := httpapi.NewEventStream(c)
	drafted, err := a.Assistant.Write(c.Ctx(), order, stream.Text())
	if noted := a.noteDraft(c, order, drafted, err); err == nil {
		err = noted
	}
	return stream.End(shape(drafted), err)
}

// noteDraft records a draft in the audit: its subject, length and outcome, but not its text.
func (a API) noteDraft(c *httpapi.Call, order Order, drafted Draft, failed error) error {
	outcome := "done"
	switch {
	case c.Ctx().Err() != nil:
		outcome = "stopped"
	case failed != nil:
		outcome = fault.From(failed).StableCode()
	}
	e := audit.Event{Action: "draft", Object: "drafts", After: map[string]any{
		"name": order.Subject(), "kind": order.Kind, "website": order.Website, "model": a.Assistant.Model(),
		"characters": len([]rune(drafted.Text)), "outcome": outcome,
	}}
	return a.Record(context.WithoutCancel(c.Ctx()), c.By, e)
}

func (a API) drafting(c *httpapi.Call) (any, error) {
	return a.Assistant.Status(), nil
}

func (a API) fillFromWebsite(c *httpapi.Call, in FillInput) (any, error) {
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
	for _, category := range a.Catalogue.Snapshot().Categories().All() {
		names = append(names, category.Name)
	}
	return a.Assistant.Suggest(c.Ctx(), c.By, website, names)
}

// IntroductionInput asks for the introduction of a collection.
type IntroductionInput struct {
	Title               string  `json:"title"`
	CurrentIntroduction string  `json:"currentIntroduction,omitempty"`
	Tools               []int64 `json:"tools" nullable:"false" doc:"Ids of its products, at most 200; the draft uses the first 40"`
}

// ToolNoteInput asks for a note on a tool of a collection.
type ToolNoteInput struct {
	Title string `json:"title" doc:"Of the collection"`
	Tool  int64  `json:"tool" doc:"Number of the product"`
}

// IntroductionDraft is the drafted introduction of a collection.
type IntroductionDraft struct {
	Introduction string `json:"introduction" doc:"Markdown"`
	Note         string `json:"note" doc:"A note about the draft for the administrator; usually empty"`
}

// ToolNoteDraft is a drafted note on a tool.
type ToolNoteDraft struct {
	Text string `json:"text"`
	Note string `json:"note" doc:"A note about the draft for the administrator; usually empty"`
}

// Limits of what an introduction is drafted from.
const (
	quotedTools = 40
	quotedText  = 200 // code points of a tool's description
)

func (a API) generateIntroduction(c *httpapi.Call, in IntroductionInput) (any, error) {
	var checked httpapi.Checks
	checked.Need("title", in.Title, "Please enter a title first")
	checked.AtMost("title", in.Title, catalog.MaxTitle)
	checked.AtMost("currentIntroduction", in.CurrentIntroduction, catalog.MaxIntroduction)
	switch {
	case len(in.Tools) == 0:
		checked.Fail("tools", "Please add tools first")
	case len(in.Tools) > catalog.MaxCollectionTools:
		checked.Fail("tools", fmt.Sprintf("Please choose at most %d tools", catalog.MaxCollectionTools))
	}
	order := Order{Kind: Introduction, Name: field.Clean(in.Title), Present: field.Clean(in.CurrentIntroduction),
		Tools: linesAbout(in.Tools, a.Catalogue.Snapshot())}
	return a.draft(c, checked, order, func(d Draft) any { return IntroductionDraft{d.Text, d.Note} })
}

// linesAbout returns a line about each of the first products: its name and the beginning of its description.
func linesAbout(ids []int64, snapshot *browse.Snapshot) string {
	var b strings.Builder
	for _, id := range ids[:min(len(ids), quotedTools)] {
		if item, found := snapshot.Product(strconv.FormatInt(id, 10)); found {
			product := item.Product()
			text := []rune(strings.Join(strings.Fields(product.OwnDescription()), " "))
			fmt.Fprintf(&b, "\n- %s: %s", item.Name(), string(text[:min(len(text), quotedText)]))
		}
	}
	return b.String()
}

func (a API) generateToolNote(c *httpapi.Call, in ToolNoteInput) (any, error) {
	var checked httpapi.Checks
	checked.Need("title", in.Title, "Please enter a title first")
	checked.AtMost("title", in.Title, catalog.MaxTitle)
	order := Order{Kind: ToolNote, Page: field.Clean(in.Title)}
	if item, found := a.Catalogue.Snapshot().Product(strconv.FormatInt(in.Tool, 10)); found {
		product := item.Product()
		order.Name, order.Present = product.Name, product.OwnDescription()
	} else {
		checked.Fail("tool", "This tool doesn't exist any more. Please reload the page")
	}
	return a.draft(c, checked, order, func(d Draft) any { return ToolNoteDraft(d) })
}
