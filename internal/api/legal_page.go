package api

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/fault"
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

func legalPages(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendList(dst, v.settings.Shown, func(dst []byte, p site.ShownPage) []byte { return appendValue(dst, p.LegalPage) })}, nil
}

func legalPage(v view, q *question, dst []byte) (reply, error) {
	page, err := v.settings.LegalPage(site.LegalType(q.part))
	if err != nil {
		return reply{}, err
	}
	return reply{body: appendValue(dst, page)}, nil
}

func saveLegalPage(c *call, in LegalPageInput) (any, error) {
	if in.Content == nil {
		return nil, fault.InvalidFields([]fault.Field{{Field: "content", Message: "Please send the page's content"}})
	}
	page, err := site.LegalPage{Type: in.Type, Title: in.Title, Content: *in.Content}.Check()
	if err != nil {
		return nil, err
	}
	page, c.created, err = c.options.Store.SaveLegalPage(c.ctx(), c.by, page)
	return page, err
}

func previewLegalPage(c *call, in LegalPreviewInput) (any, error) {
	return c.options.Site.Preview(in.Content)
}
