package api

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/inbox"
)

// Inbox accepts visitors' submissions and admins' decisions about them.
type Inbox interface {
	Submit(ctx context.Context, client netip.Addr, sent inbox.Sent) (inbox.Submission, error)
	Where(ctx context.Context, website string) (inbox.WebsiteState, error)
	Submission(ctx context.Context, secret string) (inbox.Submission, error)
	Submissions(ctx context.Context, q inbox.Query) ([]inbox.Submission, inbox.Counts, error)
	SubmissionsOf(ctx context.Context, userID int64) ([]inbox.Submission, error)
	Approve(ctx context.Context, by string, id int64, d catalog.Draft) (catalog.Product, error)
	Reject(ctx context.Context, by string, id int64, reason string) (inbox.Submission, error)
	Delete(ctx context.Context, by string, id int64) error
}

const (
	maxSubmissionBody = 256 << 10 // bytes
	maxQueuePage      = 100
	defaultQueuePage  = 25
	noSuchSubmission  = "Submission not found. It may have been removed."
)

// SubmissionInput is a tool that a visitor submits.
type SubmissionInput struct {
	SubmissionDraft
	Company string `json:"company,omitempty" doc:"To be left empty: a field that people do not see"`
	Work    string `json:"work" doc:"Digits, so that the SHA-256 of \"vitrine submission\\n\", the website as it stands here, \"\\n\" and the digits begins with 16 zero bits"`
}

// SubmissionDraft is inbox.Draft with optional fields.
type SubmissionDraft struct {
	ProductName string       `json:"productName"`
	Website     string       `json:"website" doc:"Absolute http(s) URL"`
	Description string       `json:"description"`
	UseCases    string       `json:"useCases,omitempty"`
	Category    string       `json:"category" doc:"Name of a category, which need not be there yet"`
	Type        catalog.Type `json:"type" enum:"Free,Freemium,Premium"`
	Logo        string       `json:"logo,omitempty" doc:"Absolute http(s) URL"`
	VideoURL    string       `json:"videoUrl,omitempty" doc:"Absolute http(s) URL"`
	Email       string       `json:"email,omitempty" doc:"Where to email the decision, if the site sends email"`
	Notes       string       `json:"submissionNotes,omitempty" doc:"For the administrator only"`
}

// Submitted is the answer to a submission.
type Submitted struct {
	Status string `json:"status" doc:"Path of the submission's status page; only its sender knows it"`
	Key    string `json:"key" doc:"The end of that path"`
}

// SubmissionStatus is the status of a submission, for its sender.
type SubmissionStatus struct {
	ProductName string       `json:"productName"`
	Website     string       `json:"website"`
	Status      inbox.Status `json:"status" enum:"pending,approved,rejected"`
	Reason      string       `json:"reason" doc:"Why it was rejected"`
	ProductSlug string       `json:"productSlug" doc:"Of the product created from it, while that is in the directory; else empty"`
	CreatedAt   time.Time    `json:"createdAt"`
	DecidedAt   time.Time    `json:"decidedAt" doc:"Of the year 1 while it is pending"`
}

// AddressCheck says whether the site knows a tool's URL.
type AddressCheck struct {
	State       string `json:"state" enum:"new,listed,waiting" doc:"new: unknown; listed: in the directory; waiting: submitted and not decided"`
	ProductSlug string `json:"productSlug" doc:"Of the listed product; else empty"`
	ProductName string `json:"productName" doc:"Of the listed product; else empty"`
}

// SubmitForm is the configured form for visitors' submissions.
type SubmitForm struct {
	Embed   string `json:"embed" doc:"Path of the frame with the configured form; empty: the site's own form is shown"`
	Address string `json:"address" doc:"Of the configured form itself; empty: the site's own form is shown"`
}

// RejectInput is the reason for a rejection.
type RejectInput struct {
	Reason string `json:"reason" doc:"The sender reads it"`
}

// Queue is a page of submissions of one status, the newest first.
type Queue struct {
	Submissions []inbox.Submission `json:"submissions" nullable:"false"`
	Counts      inbox.Counts       `json:"counts"`
	Next        int64              `json:"next" doc:"What to give as before for the next page; 0 at the end"`
	SendsMail   bool               `json:"sendsMail" doc:"Whether submitters who gave an address are notified of a decision by email"`
}

func submitForm(v view, _ *question, dst []byte) (reply, error) {
	return reply{body: appendValue(dst, v.submitForm)}, nil
}

func submitProduct(c *call, in SubmissionInput) (any, error) {
	if c.options.SubmitForm.Embed != "" {
		return nil, fault.New(fault.NotFound, "This site takes submissions through another form.")
	}
	sent := inbox.Sent{Draft: inbox.Draft(in.SubmissionDraft), Trap: in.Company, Work: in.Work}
	if user := c.user(); user != nil {
		sent.UserID = user.ID
	}
	submission, err := c.options.Inbox.Submit(c.ctx(), c.client(), sent)
	return Submitted{submission.StatusPath(), submission.Secret}, err
}

func checkAddress(c *call) (any, error) {
	where, err := c.options.Inbox.Where(c.ctx(), c.request.URL.Query().Get("website"))
	if err != nil {
		return nil, err
	}
	found := AddressCheck{State: "new"}
	switch item, shown := c.options.Catalogue.Snapshot().Product(strconv.FormatInt(where.ProductID, 10)); {
	case shown:
		found = AddressCheck{"listed", item.Slug(), item.Name()}
	case where.ProductID != 0:
		found.State = "listed"
	case where.Waiting:
		found.State = "waiting"
	}
	return found, nil
}

func submissionStatus(c *call) (any, error) {
	c.writer.Header().Set("X-Robots-Tag", "noindex")
	s, err := c.options.Inbox.Submission(c.ctx(), c.request.PathValue("key"))
	return SubmissionStatus{s.ProductName, s.Website, s.Status, s.Reason, s.ProductSlug, s.CreatedAt, s.DecidedAt}, err
}

func listSubmissions(c *call) (any, error) {
	q, err := queueQuery(c.request)
	if err != nil {
		return nil, err
	}
	limit := q.Limit
	q.Limit++ // the extra submission shows whether there is a next page
	found, counts, err := c.options.Inbox.Submissions(c.ctx(), q)
	queue := Queue{Submissions: found, Counts: counts, SendsMail: c.options.SendsMail}
	if len(found) > limit {
		queue.Submissions = found[:limit]
		queue.Next = queue.Submissions[limit-1].ID
	}
	return queue, err
}

func approveSubmission(c *call, id int64, in ProductInput) (any, error) {
	d, err := in.draft()
	if err != nil {
		return nil, err
	}
	return c.options.Inbox.Approve(c.ctx(), c.by, id, d)
}

func rejectSubmission(c *call, id int64, in RejectInput) (any, error) {
	return c.options.Inbox.Reject(c.ctx(), c.by, id, in.Reason)
}

func deleteSubmission(c *call, id int64) error {
	return c.options.Inbox.Delete(c.ctx(), c.by, id)
}

// queueQuery parses the query. It skips empty values and ignores unknown keys.
func queueQuery(r *http.Request) (q inbox.Query, err error) {
	values, err := queryOf(r)
	if err != nil {
		return q, err
	}
	q.Status = inbox.Pending
	if status := inbox.Status(values.Get("status")); status != "" {
		q.Status = status
	}
	if !slices.Contains(inbox.Statuses(), q.Status) {
		return q, fault.New(fault.BadRequest, "The key status takes pending, approved or rejected.")
	}
	if q.Before, err = wholeNumber("before", values.Get("before"), 0, 1<<62); err != nil {
		return q, err
	}
	limit, err := wholeNumber("limit", values.Get("limit"), defaultQueuePage, maxQueuePage)
	q.Limit = int(limit)
	return q, err
}

// queueKeys describes the query of the queue.
func queueKeys() []*huma.Param {
	return []*huma.Param{
		query("status", "Only those of this status; without it, pending", words("pending", "approved", "rejected")),
		query("before", "Only those with a smaller id: next of the page before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
		query("limit", fmt.Sprintf("Submissions in a page, at most %d; %d without it", maxQueuePage, defaultQueuePage), &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
	}
}

// addressKeys describes the query of the address check.
func addressKeys() []*huma.Param {
	website := query("website", "The tool's address, as it is being typed", &huma.Schema{Type: huma.TypeString})
	website.Required = true
	return []*huma.Param{website}
}
