package site

import (
	"strings"
	"testing"
	"time"
)

// Every legal page has a built-in text with the required sections.
func TestBuiltInLegalPages(t *testing.T) {
	sections := map[LegalType][]string{
		PrivacyPolicy:       {"Information We Collect", "How We Use", "Sharing", "Security", "Your Rights", "Cookies", "Contact"},
		TermsOfService:      {"Acceptance", "Description", "User Responsibilities", "Content and Intellectual Property", "Third-Party Links", "Warranties", "Liability", "Modifications", "Contact"},
		AffiliateDisclaimer: {"Affiliate Relationships", "How Affiliate Links Work", "Editorial Independence", "Types of Programs", "Pricing and Purchase Terms", "Due Diligence", "Contact"},
		GDPRCookies:         {"Types of Cookies", "Your Rights Under the GDPR", "Managing Your Preferences", "Third-Party Cookies", "Data Retention", "Contact"},
	}
	p := printer{renderer: NewRenderer(), siteName: "A*b*<i>"}
	for _, page := range p.print(nil) {
		if len(page.Headings) != len(sections[page.Type]) {
			t.Errorf("%s has the sections %v", page.Type, page.Headings)
			continue
		}
		for i, topic := range sections[page.Type] {
			if !strings.Contains(page.Headings[i].Text, topic) {
				t.Errorf("section %d of %s is %q, want one about %s", i+1, page.Type, page.Headings[i].Text, topic)
			}
		}
		if page.LastUpdated != "January 27, 2025" || page.Content != "" || !page.UpdatedAt.IsZero() || page.Title == "" {
			t.Errorf("%s has the title %q, the date %s and the time of change %v", page.Type, page.Title, page.LastUpdated, page.UpdatedAt)
		}
		if strings.Contains(page.HTML, "{product}") || !strings.Contains(page.HTML, "A*b*&lt;i&gt;") {
			t.Errorf("%s does not name the site", page.Type)
		}
	}
	for _, kind := range []LegalType{PrivacyPolicy, GDPRCookies} {
		text := builtIn(kind, "Vitrine")
		if !strings.Contains(text, "24 months") || !strings.Contains(text, "within 30 days") {
			t.Errorf("%s does not state the retention of cookies or the time to answer requests", kind)
		}
	}
	cookies := builtIn(GDPRCookies, "Vitrine")
	for _, kind := range []string{"### Essential", "### Analytics", "### Functional", "### Marketing"} {
		if !strings.Contains(cookies, kind) {
			t.Errorf("the cookie policy has no section %s", kind)
		}
	}
}

// A saved page replaces the built-in text; without content it shows the built-in text.
func TestSavedLegalPages(t *testing.T) {
	p := printer{renderer: NewRenderer(), siteName: "Vitrine"}
	at := time.Date(2026, 5, 6, 23, 30, 0, 0, time.FixedZone("", 3600))
	saved := Settings{Shown: p.print([]LegalPage{{Type: GDPRCookies, Title: "Cookies", Content: "None.", UpdatedAt: at}, {Type: PrivacyPolicy, Title: "Privacy", UpdatedAt: at}})}
	if page, err := saved.LegalPage(GDPRCookies); err != nil || page.Title != "Cookies" || page.HTML != "<p>None.</p>" || page.LastUpdated != "May 6, 2026" {
		t.Errorf("%v, %+v", err, page)
	}
	if page, err := saved.LegalPage(PrivacyPolicy); err != nil || page.Title != "Privacy" || len(page.Headings) != 7 || page.LastUpdated != "January 27, 2025" {
		t.Errorf("%v, %+v", err, page)
	}
	if _, err := saved.LegalPage("nope"); err == nil {
		t.Error("an unknown type has a page")
	}
}
