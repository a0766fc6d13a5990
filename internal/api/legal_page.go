package api

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// LegalStore changes legal pages.
type LegalStore interface {
	SaveLegalPage(ctx context.Context, by string, page site.LegalPage) (saved site.LegalPage, created bool, err error)
}

// LegalPageInput is the text of a legal page.
type LegalPageInput struct {
	Type    site.LegalType `json:"type" enum:"privacy-policy,terms-of-service,affiliate-disclaimer,gdpr-cookies"`
	Title   string         `json:"title" doc:"At most 255 characters"`
	Content *string        `json:"content" nullable:"false" doc:"Markdown, at most 200,000 characters; empty: visitors see the text that comes with the program"`
}

// LegalPreviewInput is a text to render as a legal page.
type LegalPreviewInput struct {
	Content string `json:"content" doc:"Markdown, at most 200,000 characters"`
}

func (o *Options) legalPages(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := o.Site.Settings()
	return httpapi.Reply{Body: httpapi.AppendList(dst, settings.Shown, func(dst []byte, p site.ShownPage) []byte { return httpapi.AppendValue(dst, p.LegalPage) })}, nil
}

func (o *Options) legalPage(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := o.Site.Settings()
	page, err := settings.LegalPage(site.LegalType(q.Part))
	if err != nil {
		return httpapi.Reply{}, err
	}
	return httpapi.Reply{Body: httpapi.AppendValue(dst, page)}, nil
}

func (o *Options) saveLegalPage(c *httpapi.Call, in LegalPageInput) (any, error) {
	if in.Content == nil {
		return nil, fault.InvalidFields([]fault.Field{{Field: "content", Message: "Please send the page's content"}})
	}
	page, err := site.LegalPage{Type: in.Type, Title: in.Title, Content: *in.Content}.Check()
	if err != nil {
		return nil, err
	}
	page, c.Created, err = o.Store.SaveLegalPage(c.Ctx(), c.By, page)
	return page, err
}

func (o *Options) previewLegalPage(c *httpapi.Call, in LegalPreviewInput) (any, error) {
	return o.Site.Preview(in.Content)
}

// legalTypes returns the types of legal pages.
func legalTypes() []site.LegalType {
	var types []site.LegalType
	for _, page := range site.LegalTypes() {
		types = append(types, page.Type)
	}
	return types
}
