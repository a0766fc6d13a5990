package api

import (
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine/internal/audit"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/inbox"
)

// Inbox takes what visitors send in, and what is decided about it.
type Inbox interface {
	Submit(ctx context.Context, client netip.Addr, sent inbox.Sent) (inbox.Submission, error)
	Where(ctx context.Context, website string) (inbox.Whereabouts, error)
	Submission(ctx context.Context, secret string) (inbox.Submission, error)
	Submissions(ctx context.Context, q inbox.Query) ([]inbox.Submission, inbox.Counts, error)
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

// SubmissionInput is what a visitor says about a tool.
type SubmissionInput struct {
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
	Company     string       `json:"company,omitempty" doc:"To be left empty: a field that people do not see"`
	Work        string       `json:"work" doc:"Digits, so that the SHA-256 of \"vitrine submission\\n\", the website as it stands here, \"\\n\" and the digits begins with 16 zero bits"`
}

// Submitted is a submission that was taken.
type Submitted struct {
	Status string `json:"status" doc:"Path of the submission's status page; only its sender knows it"`
	Key    string `json:"key" doc:"The end of that path"`
}

// SubmissionStatus is the status of the submission, for its sender.
type SubmissionStatus struct {
	ProductName string       `json:"productName"`
	Website     string       `json:"website"`
	Status      inbox.Status `json:"status" enum:"pending,approved,rejected"`
	Reason      string       `json:"reason" doc:"Why it was rejected"`
	ProductSlug string       `json:"productSlug" doc:"Of the product that came of it, while that is in the directory; else empty"`
	CreatedAt   time.Time    `json:"createdAt"`
	DecidedAt   time.Time    `json:"decidedAt" doc:"Of the year 1 while it is pending"`
}

// AddressCheck reports whether a tool's address is known here.
type AddressCheck struct {
	State       string `json:"state" enum:"new,listed,waiting" doc:"new: unknown; listed: in the directory; waiting: submitted and not decided"`
	ProductSlug string `json:"productSlug" doc:"Of the listed product; else empty"`
	ProductName string `json:"productName" doc:"Of the listed product; else empty"`
}

// SubmitForm says where visitors send a tool in.
type SubmitForm struct {
	Embed   string `json:"embed" doc:"Path of the frame with the configured form; empty: the site's own form is shown"`
	Address string `json:"address" doc:"Of the configured form itself; empty: the site's own form is shown"`
}

// RejectInput says why a submission is rejected.
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

func submitProduct(c *call, sent SubmissionInput) (answer, error) {
	if c.api.options.SubmitForm.Embed != "" {
		return answer{}, fault.New(fault.NotFound, "This site takes submissions through another form.")
	}
	client, _ := netip.ParseAddr(audit.From(c.request.Context()).Address) // who has none (a Unix socket) is counted as one client
	kept, err := c.api.options.Inbox.Submit(c.request.Context(), client, inbox.Sent{Draft: inbox.Draft{
		ProductName: sent.ProductName, Website: sent.Website, Description: sent.Description, UseCases: sent.UseCases, Category: sent.Category,
		Type: sent.Type, Logo: sent.Logo, VideoURL: sent.VideoURL, Email: sent.Email, Notes: sent.Notes,
	}, Trap: sent.Company, Work: sent.Work})
	return answer{body: Submitted{kept.StatusPath(), kept.Secret}}, err
}

func checkAddress(c *call) (answer, error) {
	where, err := c.api.options.Inbox.Where(c.request.Context(), c.request.URL.Query().Get("website"))
	if err != nil {
		return answer{}, err
	}
	found := AddressCheck{State: "new"}
	switch item, shown := c.api.options.Catalogue.Snapshot().Product(strconv.FormatInt(where.ProductID, 10)); {
	case shown:
		found = AddressCheck{"listed", item.Slug(), item.Name()}
	case where.ProductID != 0:
		found.State = "listed"
	case where.Waiting:
		found.State = "waiting"
	}
	return answer{body: found}, nil
}

func submissionStatus(c *call) (answer, error) {
	c.writer.Header().Set("X-Robots-Tag", "noindex")
	s, err := c.api.options.Inbox.Submission(c.request.Context(), c.request.PathValue("key"))
	return answer{body: SubmissionStatus{s.ProductName, s.Website, s.Status, s.Reason, s.ProductSlug, s.CreatedAt, s.DecidedAt}}, err
}

func listSubmissions(c *call) (answer, error) {
	q, err := queueQuery(c.request.URL.RawQuery)
	if err != nil {
		return answer{}, err
	}
	limit := q.Limit
	q.Limit++ // one more reports whether there is a next page
	found, counts, err := c.api.options.Inbox.Submissions(c.request.Context(), q)
	queue := Queue{Submissions: found, Counts: counts, SendsMail: c.api.options.SendsMail}
	if len(found) > limit {
		queue.Submissions = found[:limit]
		queue.Next = queue.Submissions[limit-1].ID
	}
	return answer{body: queue}, err
}

func approveSubmission(c *call, in ProductInput) (answer, error) {
	id, err := c.id("id", noSuchSubmission)
	if err != nil {
		return answer{}, err
	}
	d, err := in.draft()
	if err != nil {
		return answer{}, err
	}
	p, err := c.api.options.Inbox.Approve(c.request.Context(), c.by, id, d)
	return answer{body: p}, err
}

func rejectSubmission(c *call, in RejectInput) (answer, error) {
	id, err := c.id("id", noSuchSubmission)
	if err != nil {
		return answer{}, err
	}
	s, err := c.api.options.Inbox.Reject(c.request.Context(), c.by, id, in.Reason)
	return answer{body: s}, err
}

func deleteSubmission(c *call) (answer, error) {
	id, err := c.id("id", noSuchSubmission)
	if err != nil {
		return answer{}, err
	}
	return done, c.api.options.Inbox.Delete(c.request.Context(), c.by, id)
}

// queueQuery reads the query of an address. Empty values are skipped, unknown keys count for nothing.
func queueQuery(raw string) (q inbox.Query, err error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return q, fault.Because(fault.BadRequest, "The query of this address cannot be read. Please write it as key=value pairs.", err)
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

// queueKeys are the keys of the queue's query.
func queueKeys() []*huma.Param {
	return []*huma.Param{
		query("status", "Only those of this status; without it, pending", words("pending", "approved", "rejected")),
		query("before", "Only those with a smaller id: next of the page before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
		query("limit", fmt.Sprintf("Submissions in a page, at most %d; %d without it", maxQueuePage, defaultQueuePage), &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
	}
}

// addressKeys are the keys of the address check.
func addressKeys() []*huma.Param {
	website := query("website", "The tool's address, as it is being typed", &huma.Schema{Type: huma.TypeString})
	website.Required = true
	return []*huma.Param{website}
}
