package inbox

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
)

// API is the calls about submissions.
type API struct {
	Inbox      *Inbox
	Visitor    func(c *httpapi.Call) *account.User // who makes a public call; nil: nobody who is signed in
	Catalogue  *browse.Live
	SubmitForm SubmitForm // the configured form; zero: the site's own
	SendsMail  bool       // whether submitters are notified by email
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name: "inbox",
		Routes: []httpapi.Route{
			httpapi.Get("/api/submit-form", httpapi.Public, httpapi.Read(a.submitForm),
				httpapi.Answers[SubmitForm]("submitForm", "Get the form in which visitors submit a product")),
			httpapi.Get("/api/submissions/check", httpapi.Public, httpapi.Fetch(a.checkAddress),
				httpapi.Answers[AddressCheck]("checkAddress", "Report whether a product's website is already listed or submitted, however its URL is spelled", addressKeys()...)),
			httpapi.Post("/api/submissions", httpapi.Public, httpapi.Create(maxSubmissionBody, a.submitProduct),
				httpapi.Answers[Submitted]("submitProduct", "Submit a product; an administrator decides")),
			httpapi.Get("/api/submission-status/{key}", httpapi.Public, httpapi.Fetch(a.submissionStatus),
				httpapi.Answers[SubmissionStatus]("submissionStatus", "Get the status of a submission, for its submitter").NeedsSecret()),
			httpapi.Get("/api/submissions", httpapi.Inbox.Records(), httpapi.Fetch(a.listSubmissions),
				httpapi.Answers[Queue]("listSubmissions", "List submissions, the newest first", queueKeys()...)),
			httpapi.Post("/api/submissions/decide", httpapi.Inbox.Change(), httpapi.Write(httpapi.MaxBody, a.decide),
				httpapi.Answers[Decided]("decideSubmissions", "Approve many submissions as they are, or reject them for one reason: all of them, or none")),
			httpapi.Post("/api/submissions/{id}/approve", httpapi.Inbox.Change(), httpapi.Create(httpapi.MaxBody, httpapi.WithID(noSuchSubmission, a.approveSubmission)),
				httpapi.Answers[catalog.Product]("approveSubmission", "Approve a submission, and create its product")),
			httpapi.Post("/api/submissions/{id}/reject", httpapi.Inbox.Change(), httpapi.Write(httpapi.MaxBody, httpapi.WithID(noSuchSubmission, a.rejectSubmission)),
				httpapi.Answers[Submission]("rejectSubmission", "Reject a submission, with a reason")),
			httpapi.Delete("/api/submissions/{id}", httpapi.Inbox.Change(), httpapi.Remove(noSuchSubmission, a.deleteSubmission),
				httpapi.Done("deleteSubmission", "Delete a submission without notifying its submitter")),
		},
		Params: []*huma.Param{httpapi.PathParam("key", "The end of the status link", &huma.Schema{Type: huma.TypeString})},
	}
}

const (
	maxSubmissionBody = 256 << 10 // bytes
	maxQueuePage      = 100
	defaultQueuePage  = 25
	noSuchSubmission  = "Submission not found. It may have been removed."
)

// SubmissionInput is a tool that a visitor submits.
type SubmissionInput struct {
	Draft
	Company string `json:"company" doc:"To be left empty: a field that people do not see"`
	Work    string `json:"work" doc:"Digits, so that the SHA-256 of \"vitrine submission\\n\", the website as it stands here, \"\\n\" and the digits begins with 16 zero bits"`
}

// TransformSchema adds what Draft does not describe: most fields are optional. huma calls it.
func (SubmissionInput) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"work", "productName", "website", "description", "category", "type"}
	for _, url := range []string{"logo", "videoUrl"} {
		s.Properties[url].Description = s.Properties["website"].Description
	}
	s.Properties["email"].Description = "Where to email the decision, if the site sends email"
	return s
}

// Submitted is the answer to a submission.
type Submitted struct {
	Status string `json:"status" doc:"Path of the submission's status page; only its submitter knows it"`
	Key    string `json:"key" doc:"The end of that path"`
}

// SubmissionStatus is the status of a submission, for its sender.
type SubmissionStatus struct {
	ProductName string    `json:"productName"`
	Website     string    `json:"website"`
	Status      Status    `json:"status" enum:"pending,approved,rejected"`
	Reason      string    `json:"reason" doc:"Why it was rejected"`
	ProductSlug string    `json:"productSlug" doc:"Of the product created from it, while visitors see it; else empty"`
	CreatedAt   time.Time `json:"createdAt"`
	DecidedAt   time.Time `json:"decidedAt" doc:"Of the year 1 while it is pending"`
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

	SendsMail bool `json:"sendsMail" doc:"Whether submitters who give an email address are notified of a decision"`
}

// RejectInput is the reason for a rejection.
type RejectInput struct {
	Reason string `json:"reason" doc:"The submitter sees it"`
}

// DecideInput is a decision about many submissions.
type DecideInput struct {
	IDs    []int64 `json:"ids" nullable:"false" doc:"Of the submissions, at most 100"`
	Status Status  `json:"status" enum:"approved,rejected" doc:"approved: each becomes a product as it was submitted"`
	Reason string  `json:"reason,omitempty" doc:"Of a rejection; the submitters see it"`
}

// Decided is how many submissions were decided.
type Decided struct {
	Decided int `json:"decided"`
}

// QueuedSubmission is a submission with what helps to decide.
type QueuedSubmission struct {
	Submission
	Others     Counts      `json:"others" doc:"Other submissions of its submitter, by account or email address"`
	Duplicates []Duplicate `json:"duplicates" nullable:"false" doc:"Products that are probably the same, while it is not approved"`
}

// Duplicate is a product that is probably the one of a submission.
type Duplicate struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
	Same string `json:"same" enum:"website,name" doc:"What both have, however it is spelled"`
}

// Queue is a page of submissions of one status, the newest first.
type Queue struct {
	Submissions []QueuedSubmission `json:"submissions" nullable:"false"`
	Counts      Counts             `json:"counts"`
	Next        int64              `json:"next" doc:"What to give as before for the next page; 0 at the end"`
	SendsMail   bool               `json:"sendsMail" doc:"Whether submitters who gave an email address are notified of a decision"`
	Reasons     []string           `json:"reasons" nullable:"false" doc:"Of rejections, the most used first, at most 10"`
}

func (a API) submitForm(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	form := a.SubmitForm
	form.SendsMail = a.SendsMail
	return httpapi.Reply{Body: httpapi.AppendValue(dst, form)}, nil
}

func (a API) submitProduct(c *httpapi.Call, in SubmissionInput) (any, error) {
	if a.SubmitForm.Embed != "" {
		return nil, fault.New(fault.NotFound, "This site takes submissions through another form.")
	}
	sent := Sent{Draft: in.Draft, Trap: in.Company, Work: in.Work}
	if user := a.Visitor(c); user != nil {
		sent.UserID = user.ID
	}
	submission, err := a.Inbox.Submit(c.Ctx(), c.Client(), sent)
	return Submitted{submission.StatusPath(), submission.Secret}, err
}

func (a API) checkAddress(c *httpapi.Call) (any, error) {
	where, err := a.Inbox.Where(c.Ctx(), c.Request.URL.Query().Get("website"))
	if err != nil {
		return nil, err
	}
	found := AddressCheck{State: "new"}
	switch item, shown := a.Catalogue.Snapshot().Product(strconv.FormatInt(where.ProductID, 10)); {
	case shown:
		found = AddressCheck{"listed", item.Slug(), item.Name()}
	case where.ProductID != 0:
		found.State = "listed"
	case where.Waiting:
		found.State = "waiting"
	}
	return found, nil
}

func (a API) submissionStatus(c *httpapi.Call) (any, error) {
	c.Writer.Header().Set("X-Robots-Tag", "noindex")
	s, err := a.Inbox.Submission(c.Ctx(), c.Request.PathValue("key"))
	if _, shown := a.Catalogue.Snapshot().Product(s.ProductSlug); !shown {
		s.ProductSlug = ""
	}
	return SubmissionStatus{s.ProductName, s.Website, s.Status, s.Reason, s.ProductSlug, s.CreatedAt, s.DecidedAt}, err
}

func (a API) listSubmissions(c *httpapi.Call) (any, error) {
	q, err := queueQuery(c.Request)
	if err != nil {
		return nil, err
	}
	limit := q.Limit
	q.Limit++ // the extra submission shows whether there is a next page
	queue, err := a.Inbox.Queries.Submissions(c.Ctx(), q)
	queue.SendsMail = a.SendsMail
	if len(queue.Submissions) > limit {
		queue.Submissions = queue.Submissions[:limit]
		queue.Next = queue.Submissions[limit-1].ID
	}
	for i := range queue.Submissions {
		if s := &queue.Submissions[i]; s.Status != Approved {
			s.Duplicates = append(s.Duplicates, a.sameName(s)...)
		}
	}
	return queue, err
}

// sameName returns the products with the name of a submission, however it is spelled, but those that are known to have its website.
func (a API) sameName(s *QueuedSubmission) (list []Duplicate) {
	for _, item := range browse.Namesakes(a.Catalogue.Snapshot(), s.ProductName) {
		if !slices.ContainsFunc(s.Duplicates, func(d Duplicate) bool { return d.Slug == item.Slug() }) {
			list = append(list, Duplicate{item.Slug(), item.Name(), "name"})
		}
	}
	return list
}

func (a API) decide(c *httpapi.Call, in DecideInput) (any, error) {
	decided, err := a.Inbox.Decide(c.Ctx(), c.By, in)
	return Decided{decided}, err
}

func (a API) approveSubmission(c *httpapi.Call, id int64, in catalog.ProductInput) (any, error) {
	d, err := in.Draft()
	if err != nil {
		return nil, err
	}
	return a.Inbox.Approve(c.Ctx(), c.By, id, d)
}

func (a API) rejectSubmission(c *httpapi.Call, id int64, in RejectInput) (any, error) {
	return a.Inbox.Reject(c.Ctx(), c.By, id, in.Reason)
}

func (a API) deleteSubmission(c *httpapi.Call, id int64) error {
	return a.Inbox.Queries.DeleteSubmission(c.Ctx(), c.By, id)
}

// queueQuery parses the query. It skips empty values and ignores unknown keys.
func queueQuery(r *http.Request) (q Query, err error) {
	values, err := httpapi.QueryOf(r)
	if err != nil {
		return q, err
	}
	q.Status = Pending
	if status := Status(values.Get("status")); status != "" {
		q.Status = status
	}
	if !slices.Contains(Statuses(), q.Status) {
		return q, fault.New(fault.BadRequest, "The key status takes pending, approved or rejected.")
	}
	if q.Before, err = httpapi.WholeNumber("before", values.Get("before"), 0, 1<<62); err != nil {
		return q, err
	}
	limit, err := httpapi.WholeNumber("limit", values.Get("limit"), defaultQueuePage, maxQueuePage)
	q.Limit = int(limit)
	return q, err
}

// queueKeys describes the query of the queue.
func queueKeys() []*huma.Param {
	return []*huma.Param{
		httpapi.Param("status", "Only those of this status; without it, pending", httpapi.Enum(Statuses()...)),
		httpapi.Param("before", "Only those with a smaller id: next of the page before", &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
		httpapi.Param("limit", fmt.Sprintf("Submissions in a page, at most %d; %d without it", maxQueuePage, defaultQueuePage), &huma.Schema{Type: huma.TypeInteger, Format: "int64"}),
	}
}

// addressKeys describes the query of the address check.
func addressKeys() []*huma.Param {
	website := httpapi.Param("website", "The product's URL, as it is being typed", &huma.Schema{Type: huma.TypeString})
	website.Required = true
	return []*huma.Param{website}
}
