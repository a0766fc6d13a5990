package api

import (
	"fmt"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/site"
)

// leastMainLogo is the length of file data from which on a main logo is a picture and not a leftover (product.md, section 2).
const leastMainLogo = 100

func frame(v view, _ *question, dst []byte) (reply, error) {
	answer := Site{
		Name:        v.siteName,
		Products:    v.picture.Len(),
		Categories:  v.picture.Categories(),
		SocialLinks: activeLinks(v.settings),
		Logos:       []SiteLogo{},
	}
	for _, logo := range v.settings.Logos {
		if logo.IsActive && (logo.Type != site.MainLogo || len(logo.FileData) > leastMainLogo) {
			address := fmt.Sprintf("/logos/%s?v=%d", logo.Type, logo.UpdatedAt.Unix())
			answer.Logos = append(answer.Logos, SiteLogo{logo.Type, logo.Name, address, logo.MimeType})
		}
	}
	return reply{body: appendValue(dst, answer)}, nil
}

func categories(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendList(dst, v.picture.Categories(), func(dst []byte, c catalog.Category) []byte { return appendValue(dst, c) })}, nil
}

func socialLinks(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendValue(dst, activeLinks(v.settings))}, nil
}

func activeLinks(settings *site.Settings) []site.SocialLink {
	active := make([]site.SocialLink, 0, len(settings.SocialLinks))
	for _, link := range settings.SocialLinks {
		if link.IsActive {
			active = append(active, link)
		}
	}
	return active
}

func logoSettings(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendList(dst, v.settings.Logos, func(dst []byte, l site.Logo) []byte { return appendValue(dst, l) })}, nil
}

func legalPages(v view, _ *question, dst []byte) (reply, error) {
	pages := site.LegalTypes()
	for i := range pages {
		pages[i] = saved(v.settings, pages[i])
	}
	return reply{body: appendValue(dst, pages)}, nil
}

func legalPage(v view, q *question, dst []byte) (reply, error) {
	for _, page := range site.LegalTypes() {
		if string(page.Type) == q.part {
			return reply{body: appendValue(dst, saved(v.settings, page))}, nil
		}
	}
	return reply{}, fault.New(fault.NotFound, "There is no legal page of this type.")
}

// saved is the page as the administrator saved it, or as it is until then.
func saved(settings *site.Settings, page site.LegalPage) site.LegalPage {
	at := slices.IndexFunc(settings.LegalPages, func(p site.LegalPage) bool { return p.Type == page.Type })
	if at < 0 {
		return page
	}
	return settings.LegalPages[at]
}
