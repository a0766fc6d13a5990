// Package site is what the administrator sets about the site: legal pages, social links, logos.
package site

// Settings is all of it, as one transaction saw it.
type Settings struct {
	SocialLinks []SocialLink // by displayOrder, then id; inactive ones too
	Logos       []Logo       // by type
	LegalPages  []LegalPage  // the saved ones, by type
	Shown       []ShownPage  // all legal pages as visitors see them, in the footer's order; Live makes them
}
