package api

import (
	"context"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/fault"
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

// cadence returns the cadence in the URL.
func (c *call) cadence() (newsletter.Cadence, error) {
	cadence := newsletter.Cadence(c.request.PathValue("cadence"))
	if !slices.Contains(newsletter.Cadences(), cadence) {
		return "", fault.New(fault.NotFound, noCadence)
	}
	return cadence, nil
}

func getDraft(c *call) (any, error) {
	cadence, err := c.cadence()
	if err != nil {
		return nil, err
	}
	return c.options.Newsletter.Draft(c.ctx(), cadence)
}

func saveDraft(c *call, in newsletter.DraftInput) (any, error) {
	cadence, err := c.cadence()
	if err != nil {
		return nil, err
	}
	return c.options.Newsletter.SaveDraft(c.ctx(), c.by, cadence, in)
}

func discardDraft(c *call) (any, error) {
	cadence, err := c.cadence()
	if err != nil {
		return nil, err
	}
	return nil, c.options.Newsletter.DiscardDraft(c.ctx(), c.by, cadence)
}

func previewDraft(c *call, in newsletter.DraftInput) (any, error) {
	cadence, err := c.cadence()
	if err != nil {
		return nil, err
	}
	message, err := c.options.Newsletter.Preview(c.ctx(), cadence, in)
	return EmailPreview{message.Subject, message.HTML, message.Text}, err
}

func testDraft(c *call, in newsletter.DraftInput) (any, error) {
	cadence, err := c.cadence()
	if err != nil {
		return nil, err
	}
	return nil, c.options.Newsletter.SendTest(c.ctx(), cadence, c.identity.User.Email, in)
}

func sendIssue(c *call, in IssueSendInput) (any, error) {
	cadence, err := c.cadence()
	if err != nil {
		return nil, err
	}
	return c.options.Newsletter.Send(c.ctx(), c.by, cadence, in.DraftInput, in.Schedule)
}

func listIssues(c *call) (any, error) { return c.options.Newsletter.Issues(c.ctx()) }

func getIssue(c *call) (any, error) {
	return withID(newsletter.NoIssue, func(c *call, number int64, _ nothing) (any, error) {
		return c.options.Newsletter.Issue(c.ctx(), number)
	})(c, nothing{})
}

// onIssue makes a change of the issue in the URL.
func onIssue(change func(n *newsletter.Newsletter, ctx context.Context, by string, number int64) (newsletter.IssueReport, error)) handler {
	return bare(func(c *call) (any, error) {
		return withID(newsletter.NoIssue, func(c *call, number int64, _ nothing) (any, error) {
			return change(c.options.Newsletter, c.ctx(), c.by, number)
		})(c, nothing{})
	})
}
