package api

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// maxPrompt is the longest instruction for a drafted text, in code points, from the project's decisions page.
const maxPrompt = 10_000

// errNotConfigured answers every call for a drafted text that has what it needs.
func errNotConfigured() error {
	f := fault.New(fault.Unavailable,
		"AI drafting is not configured. Please set VITRINE_AI_BASE_URL, VITRINE_AI_API_KEY and VITRINE_AI_MODEL, and restart the site.")
	f.Code, f.RetryAfter = "not_configured", time.Hour
	return f
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

// DescriptionDraft is a drafted description.
type DescriptionDraft struct {
	Description string `json:"description"`
}

// UseCasesDraft is drafted use cases.
type UseCasesDraft struct {
	UseCases string `json:"useCases"`
}

// LegalContentDraft is the drafted text of a legal page.
type LegalContentDraft struct {
	Content string `json:"content"`
}

func generateDescription(_ *call, in DescriptionInput) (answer, error) {
	var c checks
	c.need("productName", in.ProductName, "Please enter a product name first")
	c.need("websiteUrl", in.WebsiteURL, "Please enter a website URL first")
	c.product(in.ProductName, in.WebsiteURL)
	return answer{}, cmp.Or(c.fault(), errNotConfigured())
}

func enhanceDescription(_ *call, in EnhancementInput) (answer, error) {
	const both = "Please enter product name and website URL first"
	var c checks
	c.need("productName", in.ProductName, both)
	c.need("websiteUrl", in.WebsiteURL, both)
	c.product(in.ProductName, in.WebsiteURL)
	c.atMost("currentDescription", in.CurrentDescription, catalog.MaxText)
	return answer{}, cmp.Or(c.fault(), errNotConfigured())
}

func generateUseCases(_ *call, in UseCasesInput) (answer, error) {
	var c checks
	c.need("productName", in.ProductName, "Please enter a product name first")
	c.product(in.ProductName, in.WebsiteURL)
	c.atMost("description", in.Description, catalog.MaxText)
	return answer{}, cmp.Or(c.fault(), errNotConfigured())
}

func generateLegalContent(_ *call, in LegalContentInput) (answer, error) {
	var c checks
	c.need("prompt", in.Prompt, "Please enter a custom prompt or use the default suggestion")
	c.atMost("prompt", in.Prompt, maxPrompt)
	if in.PageType != "" && !slices.Contains(legalTypes(), in.PageType) {
		c.fail("pageType", "Please choose one of the four legal pages")
	}
	return answer{}, cmp.Or(c.fault(), errNotConfigured())
}

// product holds a name and a website, where they are given, against their limits.
func (c *checks) product(name, website string) {
	c.atMost("productName", name, catalog.MaxName)
	website = strings.TrimSpace(website)
	if website != "" && (len(website) > catalog.MaxWebsite || !catalog.WebURL(website)) {
		c.fail("websiteUrl", "Please enter a valid URL that starts with http:// or https://")
	}
}
