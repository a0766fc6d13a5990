package site

import (
	"fmt"
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
	for _, policy := range policies("A*b*<i>") {
		p := printer{renderer: NewRenderer(), policy: policy}
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
			if strings.Contains(page.HTML, "{{") || !strings.Contains(page.HTML, "A*b*&lt;i&gt;") {
				t.Errorf("%s does not name the site", page.Type)
			}
		}
		for _, kind := range []LegalType{PrivacyPolicy, GDPRCookies} {
			text := builtIn(kind, policy)
			if !strings.Contains(text, "24 months") || !strings.Contains(text, "within 30 days") {
				t.Errorf("%s does not state the retention of cookies or the time to answer requests", kind)
			}
		}
		cookies := builtIn(GDPRCookies, policy)
		for _, kind := range []string{"### Essential", "### Analytics", "### Functional", "### Marketing"} {
			if !strings.Contains(cookies, kind) {
				t.Errorf("the cookie policy has no section %s", kind)
			}
		}
	}
}

// policies returns each policy that a site can have: accounts and the newsletter need mail.
func policies(siteName string) []Policy {
	return []Policy{
		{SiteName: siteName},
		{SiteName: siteName, Mail: true},
		{SiteName: siteName, Mail: true, Accounts: true},
		{SiteName: siteName, Mail: true, Newsletter: true},
		{SiteName: siteName, Mail: true, Accounts: true, Newsletter: true},
	}
}

// The built-in texts say what accounts and emails keep if there are any, and nothing about them otherwise.
func TestBuiltInPolicies(t *testing.T) {
	for _, test := range []struct {
		kind     LegalType
		needs    string // "accounts", "mail" or "newsletter", or one of them after "no "
		sentence string
	}{
		{PrivacyPolicy, "accounts", "your email address and whether you confirmed it, your name, a hash of your password, when you signed up and when you last used the account, the tools you save"},
		{PrivacyPolicy, "accounts", "until you delete your account, which removes all of it at once"},
		{PrivacyPolicy, "accounts", "backups keep it until they expire"},
		{PrivacyPolicy, "accounts", "An account that isn't confirmed is deleted after 7 days"},
		{PrivacyPolicy, "accounts", "stored as a hash, for 10 minutes"},
		{PrivacyPolicy, "accounts", "We only email you about your account and your submissions"},
		{PrivacyPolicy, "accounts", "](/account)"},
		{PrivacyPolicy, "accounts", "Cookies are set only when you create an account or sign in"},
		{PrivacyPolicy, "no accounts", "Cookies that keep a session and recognize the browser are set only when someone signs in."},
		{PrivacyPolicy, "mail", "we email you our decision, once"},
		{PrivacyPolicy, "mail", "We delete an email once it is sent."},
		{PrivacyPolicy, "no mail", "This site sends no email: you follow our decision on the submission's private page."},
		{GDPRCookies, "accounts", "`sid`, or `__Host-sid` on an encrypted connection, keeps your session; only our server can read it."},
		{GDPRCookies, "accounts", "`signed_in` holds only \"1\""},
		{GDPRCookies, "accounts", "The two cookies of a session end 24 hours after their last use, and seven days after signing in at the latest."},
		{GDPRCookies, "accounts", "your account keeps it too"},
		{GDPRCookies, "no accounts", "sets two when someone signs in"},
		{GDPRCookies, "no accounts", "Session cookies of signed-in people end 24 hours after their last use"},
		{PrivacyPolicy, "newsletter", "we keep your email address, the topics you chose and how often you want it, when you subscribed and confirmed, and which version of the sentence beside the form you agreed to"},
		{PrivacyPolicy, "newsletter", "until you unsubscribe, which takes one click in any issue"},
		{PrivacyPolicy, "newsletter", "marked as unsubscribed, so that we don't write to you again, until you ask us to delete them"},
		{PrivacyPolicy, "newsletter", "An address that isn't confirmed gets no more than the email to confirm it, and is deleted after 7 days."},
		{PrivacyPolicy, "newsletter", "we keep for 180 days whom we sent it to"},
		{PrivacyPolicy, "newsletter", "how often the links of an issue are followed, not by whom"},
		{PrivacyPolicy, "newsletter", "your submissions, and the newsletter if you subscribe."},
		{PrivacyPolicy, "newsletter", "- to send the newsletter to those who subscribe;"},
		{GDPRCookies, "newsletter", "The images in our newsletter are the same for every reader"},
		{GDPRCookies, "mail", "emails"},
	} {
		for _, policy := range policies("Vitrine") {
			part, isLeftOut := strings.CutPrefix(test.needs, "no ")
			want := map[string]bool{"accounts": policy.Accounts, "mail": policy.Mail, "newsletter": policy.Newsletter}[part] != isLeftOut
			has := strings.Contains(builtIn(test.kind, policy), test.sentence)
			same(t, fmt.Sprintf("%s of %+v contains %q", test.kind, policy, test.sentence), has, want)
		}
	}
	for _, policy := range policies("Vitrine") {
		for _, kind := range []LegalType{PrivacyPolicy, GDPRCookies} {
			text := builtIn(kind, policy)
			if !policy.Accounts && strings.Contains(text, "account") {
				t.Errorf("%s of %+v mentions accounts", kind, policy)
			}
			if !policy.Newsletter && strings.Contains(text, "newsletter") {
				t.Errorf("%s of %+v mentions the newsletter", kind, policy)
			}
			if has := strings.Contains(text, "If you delete an account, the subscription"); kind == PrivacyPolicy && has != (policy.Accounts && policy.Newsletter) {
				t.Errorf("%s of %+v says what a deleted account does to a subscription: %t", kind, policy, has)
			}
			if has := strings.Contains(text, "emails hold no images"); kind == GDPRCookies && has != (policy.Mail && !policy.Newsletter) {
				t.Errorf("%s of %+v says that emails have no images: %t", kind, policy, has)
			}
			if !policy.Mail && strings.Contains(strings.ReplaceAll(text, "This site sends no email", ""), "emails") {
				t.Errorf("%s of %+v mentions emails", kind, policy)
			}
		}
	}
}

// A saved page replaces the built-in text; without content it shows the built-in text.
func TestSavedLegalPages(t *testing.T) {
	p := printer{renderer: NewRenderer(), policy: Policy{SiteName: "Vitrine"}}
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
