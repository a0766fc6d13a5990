// Package site is what the administrator sets about the site: legal pages, social links, logos.
package site

import "time"

// SocialLink leads to the site's page on another platform.
type SocialLink struct {
	ID           int64     `json:"id"`
	Platform     string    `json:"platform" doc:"Name of the platform, at most 50 characters"`
	URL          string    `json:"url" doc:"Absolute http(s) URL, at most 500 characters"`
	IsActive     bool      `json:"isActive"`
	DisplayOrder int       `json:"displayOrder"`
	CreatedAt    time.Time `json:"createdAt"`
}

// LogoType is where a site logo is used.
type LogoType string

// The logo types.
const (
	MainLogo    LogoType = "main"
	CompactLogo LogoType = "compact"
	Favicon     LogoType = "favicon"
)

// Logo is a site logo; there is one of each type.
type Logo struct {
	ID        int64     `json:"id"`
	Type      LogoType  `json:"type" enum:"main,compact,favicon"`
	Name      string    `json:"name"`
	FileName  string    `json:"fileName"`
	FileData  string    `json:"fileData" doc:"The file as a data URL"`
	MimeType  string    `json:"mimeType"`
	FileSize  int64     `json:"fileSize" doc:"Bytes"`
	IsActive  bool      `json:"isActive"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// LegalType is which legal page it is; it is also the page's address.
type LegalType string

// The legal pages, in the order in which the footer lists them.
const (
	PrivacyPolicy       LegalType = "privacy-policy"
	TermsOfService      LegalType = "terms-of-service"
	AffiliateDisclaimer LegalType = "affiliate-disclaimer"
	GDPRCookies         LegalType = "gdpr-cookies"
)

// LegalTypes are all legal pages with the titles they have until one is saved.
func LegalTypes() []LegalPage {
	return []LegalPage{
		{Type: PrivacyPolicy, Title: "Privacy Policy"},
		{Type: TermsOfService, Title: "Terms of Service"},
		{Type: AffiliateDisclaimer, Title: "Affiliate Disclaimer"},
		{Type: GDPRCookies, Title: "GDPR Cookies Disclaimer"},
	}
}

// LegalPage is the text of one legal page. UpdatedAt is zero, and Content empty, while none has been saved.
type LegalPage struct {
	Type      LegalType `json:"type" enum:"privacy-policy,terms-of-service,affiliate-disclaimer,gdpr-cookies"`
	Title     string    `json:"title"`
	Content   string    `json:"content" doc:"Markdown"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Settings is all of it, as one transaction saw it.
type Settings struct {
	SocialLinks []SocialLink // by displayOrder, then id; inactive ones too
	Logos       []Logo       // by type
	LegalPages  []LegalPage  // the saved ones, by type
}
