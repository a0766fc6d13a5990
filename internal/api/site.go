package api

import (
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// leastMainLogo is the minimum length at which the data of a main logo counts as an image (product.md, section 2).
const leastMainLogo = 100

func (o *Options) frame(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := o.Site.Settings()
	snapshot := o.Catalogue.Snapshot()
	answer := Site{
		Name:        settings.ShownTexts.Name,
		Texts:       siteTexts(settings.ShownTexts),
		Categories:  snapshot.Categories(),
		SocialLinks: activeLinks(settings),
		Logos:       []SiteLogo{},
		Accounts:    o.areAccountsOpen(),
		Newsletter:  o.Newsletter != nil,
		Collections: len(snapshot.Collections()) > 0,
	}
	for _, logo := range settings.Logos {
		if logo.IsActive && (logo.Type != site.MainLogo || len(logo.FileData) > leastMainLogo) {
			answer.Logos = append(answer.Logos, SiteLogo{logo.Type, logo.Name, logo.Address(), logo.MimeType})
		}
	}
	return httpapi.Reply{Body: httpapi.AppendValue(dst, answer)}, nil
}

func siteTexts(t site.Texts) SiteTexts {
	return SiteTexts{t.Tagline, t.Hero, t.HeroAccent, t.Introduction, t.Footer}
}
