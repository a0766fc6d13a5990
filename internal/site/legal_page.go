package site

import (
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// Limits of a legal page in code points, from the project's decisions page.
const (
	maxTitle   = 255
	maxContent = 200_000
)

// LegalType identifies a legal page; it is also the page's path.
type LegalType string

// The legal pages, in the order in which the footer lists them.
const (
	PrivacyPolicy       LegalType = "privacy-policy"
	TermsOfService      LegalType = "terms-of-service"
	AffiliateDisclaimer LegalType = "affiliate-disclaimer"
	GDPRCookies         LegalType = "gdpr-cookies"
)

// LegalTypes returns all legal pages with their default titles.
func LegalTypes() []LegalPage {
	return []LegalPage{
		{Type: PrivacyPolicy, Title: "Privacy Policy"},
		{Type: TermsOfService, Title: "Terms of Service"},
		{Type: AffiliateDisclaimer, Title: "Affiliate Disclaimer"},
		{Type: GDPRCookies, Title: "GDPR Cookies Disclaimer"},
	}
}

// LegalPage is the text of one legal page. UpdatedAt is zero and Content empty until one is saved.
type LegalPage struct {
	Type      LegalType `json:"type" db:"type,key" enum:"privacy-policy,terms-of-service,affiliate-disclaimer,gdpr-cookies"`
	Title     string    `json:"title" db:"title"`
	Content   string    `json:"content" db:"content" doc:"Markdown; empty: visitors see the text that comes with the program"`
	UpdatedAt time.Time `json:"updatedAt,omitzero" db:"updated_at" doc:"Not there while none has been saved"`
}

// Check cleans the page and checks every rule. The fault names each invalid field.
func (p LegalPage) Check() (LegalPage, error) {
	var c field.Checker
	if !field.OneOf(p.Type, PrivacyPolicy, TermsOfService, AffiliateDisclaimer, GDPRCookies) {
		c.Fail("type", "Please choose one of the four legal pages")
	}
	p.Title = c.Line("title", p.Title, maxTitle, "Please enter a title")
	p.Content = c.Text("content", p.Content, maxContent, "")
	return p, c.Fault()
}

// CheckContent is Check for the content alone.
func CheckContent(content string) (string, error) {
	var c field.Checker
	content = c.Text("content", content, maxContent, "")
	return content, c.Fault()
}

// errNoLegalPage is the fault for an unknown type.
func errNoLegalPage() error {
	return fault.New(fault.NotFound, "There is no such legal page.")
}
