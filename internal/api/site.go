package api

import (
	"vitrine/internal/catalog"
	"vitrine/internal/site"
)

// leastMainLogo is the length of file data from which on a main logo is an image and not a leftover (product.md, section 2).
const leastMainLogo = 100

func frame(v view, _ *question, dst []byte) (reply, error) {
	answer := Site{
		Name:        v.siteName,
		Categories:  v.snapshot.Categories(),
		SocialLinks: activeLinks(v.settings),
		Logos:       []SiteLogo{},
	}
	for _, logo := range v.settings.Logos {
		if logo.IsActive && (logo.Type != site.MainLogo || len(logo.FileData) > leastMainLogo) {
			answer.Logos = append(answer.Logos, SiteLogo{logo.Type, logo.Name, logo.Address(), logo.MimeType})
		}
	}
	return reply{body: appendValue(dst, answer)}, nil
}

func categories(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendList(dst, v.snapshot.Categories(), func(dst []byte, c catalog.Category) []byte { return appendValue(dst, c) })}, nil
}
