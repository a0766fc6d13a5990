package api

import "github.com/vitrine-directory/vitrine/internal/site"

// leastMainLogo is the minimum length at which the data of a main logo counts as an image (product.md, section 2).
const leastMainLogo = 100

func frame(v view, _ *question, dst []byte) (reply, error) {
	answer := Site{
		Name:        v.settings.ShownTexts.Name,
		Texts:       siteTexts(v.settings.ShownTexts),
		Categories:  v.snapshot.Categories(),
		SocialLinks: activeLinks(v.settings),
		Logos:       []SiteLogo{},
		Accounts:    v.accounts,
		Newsletter:  v.newsletter,
		Collections: len(v.snapshot.Collections()) > 0,
	}
	for _, logo := range v.settings.Logos {
		if logo.IsActive && (logo.Type != site.MainLogo || len(logo.FileData) > leastMainLogo) {
			answer.Logos = append(answer.Logos, SiteLogo{logo.Type, logo.Name, logo.Address(), logo.MimeType})
		}
	}
	return reply{body: appendValue(dst, answer)}, nil
}

func siteTexts(t site.Texts) SiteTexts {
	return SiteTexts{t.Tagline, t.Hero, t.HeroAccent, t.Introduction, t.Footer}
}
