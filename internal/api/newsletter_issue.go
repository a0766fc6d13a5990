package api

import (
	"context"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
)

// EmailPreview is a composed email.
type EmailPreview struct {
	Subject string `json:"subject"`
	HTML    string `json:"html"`
	Text    string `json:"text"`
}

// IssueSendInput is a draft to send, now or at a time.
type IssueSendInput struct {
	newsletter.DraftInput
	newsletter.Schedule
}

const noCadence = "The newsletter is weekly or monthly."

// cadenceOf returns the cadence in the URL.
func cadenceOf(c *httpapi.Call) (newsletter.Cadence, error) {
	cadence := newsletter.Cadence(c.Request.PathValue("cadence"))
	if !slices.Contains(newsletter.Cadences(), cadence) {
		return "", fault.New(fault.NotFound, noCadence)
	}
	return cadence, nil
}

func (o *Options) getDraft(c *httpapi.Call) (any, error) {
	cadence, err := cadenceOf(c)
	if err != nil {
		return nil, err
	}
	return o.Newsletter.Draft(c.Ctx(), cadence)
}

func (o *Options) saveDraft(c *httpapi.Call, in newsletter.DraftInput) (any, error) {
	cadence, err := cadenceOf(c)
	if err != nil {
		return nil, err
	}
	return o.Newsletter.SaveDraft(c.Ctx(), c.By, cadence, in)
}

func (o *Options) discardDraft(c *httpapi.Call) (any, error) {
	cadence, err := cadenceOf(c)
	if err != nil {
		return nil, err
	}
	return nil, o.Newsletter.DiscardDraft(c.Ctx(), c.By, cadence)
}

func (o *Options) previewDraft(c *httpapi.Call, in newsletter.DraftInput) (any, error) {
	cadence, err := cadenceOf(c)
	if err != nil {
		return nil, err
	}
	message, err := o.Newsletter.Preview(c.Ctx(), cadence, in)
	return EmailPreview{message.Subject, message.HTML, message.Text}, err
}

func (o *Options) testDraft(c *httpapi.Call, in newsletter.DraftInput) (any, error) {
	cadence, err := cadenceOf(c)
	if err != nil {
		return nil, err
	}
	return nil, o.Newsletter.SendTest(c.Ctx(), cadence, account.IdentityOf(c).User.Email, in)
}

func (o *Options) sendIssue(c *httpapi.Call, in IssueSendInput) (any, error) {
	cadence, err := cadenceOf(c)
	if err != nil {
		return nil, err
	}
	return o.Newsletter.Send(c.Ctx(), c.By, cadence, in.DraftInput, in.Schedule)
}

func (o *Options) listIssues(c *httpapi.Call) (any, error) { return o.Newsletter.Issues(c.Ctx()) }

func (o *Options) getIssue(c *httpapi.Call, number int64) (any, error) {
	return o.Newsletter.Issue(c.Ctx(), number)
}

// onIssue makes a change of the issue in the URL.
func (o *Options) onIssue(change func(n *newsletter.Newsletter, ctx context.Context, by string, number int64) (newsletter.IssueReport, error)) httpapi.Handler {
	return httpapi.Bare(httpapi.ByID(newsletter.NoIssue, func(c *httpapi.Call, number int64) (any, error) {
		return change(o.Newsletter, c.Ctx(), c.By, number)
	}))
}
