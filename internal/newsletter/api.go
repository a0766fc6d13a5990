package newsletter

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// API is the calls of the newsletter.
type API struct {
	Subscriptions *Subscriptions // nil, as Issues: this site has no newsletter
	Issues        *Issues
	Visitor       func(c *httpapi.Call) *account.User // who makes a public call; nil: nobody who is signed in
	Catalogue     *browse.Live
	Site          *site.Live
}

// Group returns the calls, in the order of the route table.
func (a API) Group() httpapi.Group {
	return httpapi.Group{
		Name:  "newsletter",
		IsOff: a.Issues == nil,
		Routes: []httpapi.Route{
			httpapi.Post("/api/newsletter", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.requestNewsletter),
				httpapi.Done("requestNewsletter", "Request the newsletter; an email with a link to confirm is sent. The answer is the same for an email address that is subscribed")),
			httpapi.Post("/api/newsletter/confirm", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.confirmNewsletter),
				httpapi.Answers[Subscription]("confirmNewsletter", "Confirm a subscription with the token of its email")),
			httpapi.Post("/api/newsletter/leave", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.leaveNewsletter).Around(a.leaveByLink),
				httpapi.Done("leaveNewsletter", "Unsubscribe; mail programs post a form to this URL with the query token (RFC 8058)")),
			// for a person
			httpapi.Get("/api/newsletter/leave", httpapi.Public, httpapi.Fetch(a.openNewsletterSettings),
				httpapi.Undescribed()),
			httpapi.Get("/api/newsletter/settings", httpapi.Public, httpapi.Fetch(a.newsletterSettings),
				httpapi.Answers[Subscription]("newsletterSettings", "Get the subscription of the Newsletter-Token header, or of the signed-in account").NeedsSecret()),
			httpapi.Put("/api/newsletter/settings", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, a.changeNewsletter),
				httpapi.Answers[Subscription]("changeNewsletter", "Change topics and cadence; a signed-in account without a subscription gets one")),
			httpapi.Get("/api/newsletter/issues", httpapi.Public, httpapi.ReadSettings(a.issues),
				httpapi.Answers[[]site.IssueSummary]("listIssues", "List past issues, the newest first")),
			httpapi.Get("/api/newsletter/issues/{number}", httpapi.Public, httpapi.Read(a.issue),
				httpapi.Answers[site.Issue]("issue", "Get a past issue")),
			httpapi.Get("/api/admin/subscribers", httpapi.Audience.Records(), httpapi.Fetch(a.listSubscribers),
				httpapi.Answers[SubscriberPage]("listSubscribers", "List subscribers of the newsletter, the newest first, a page at a time", subscriberKeys()...)),
			httpapi.Delete("/api/admin/subscribers/{id}", httpapi.Audience.Change(), httpapi.Remove(NoSubscriber, a.removeSubscriber),
				httpapi.Done("removeSubscriber", "Delete a subscriber and everything that names the email address")),
			httpapi.Post("/api/admin/subscribers/import", httpapi.Audience.Change(), httpapi.Write(maxImportBody, a.importSubscribers),
				httpapi.Answers[ImportResult]("importSubscribers", "Add subscribers from another service as confirmed, with proof of their consent")),
			httpapi.Get("/api/admin/subscribers/export", httpapi.Audience.Records(), httpapi.Fetch(a.exportSubscribers),
				httpapi.Undescribed()),
			httpapi.Get("/api/admin/reader-numbers", httpapi.Audience.Records(), httpapi.Fetch(a.readerNumbers),
				httpapi.Answers[Numbers]("readerNumbers", "Get the number of readers, and what changed in the last 26 weeks")),
			httpapi.Get("/api/admin/newsletter/drafts/{cadence}", httpapi.Audience.Records(), httpapi.Fetch(ofDraft(a.getDraft)),
				httpapi.Answers[Draft]("draft", "Get the next issue of a cadence, with the new products unless an administrator has changed it")),
			httpapi.Put("/api/admin/newsletter/drafts/{cadence}", httpapi.Audience.Change(), httpapi.Write(httpapi.MaxBody, withDraft(a.saveDraft)),
				httpapi.Answers[Draft]("saveDraft", "Change the next issue of a cadence")),
			httpapi.Delete("/api/admin/newsletter/drafts/{cadence}", httpapi.Audience.Change(), httpapi.Bare(ofDraft(a.discardDraft)),
				httpapi.Done("discardDraft", "Discard the changes to the next issue, which is then made from new products again")),
			httpapi.Post("/api/admin/newsletter/drafts/{cadence}/preview", httpapi.Audience.Change(), httpapi.Write(httpapi.MaxBody, withDraft(a.previewDraft)),
				httpapi.Answers[EmailPreview]("previewDraft", "Compose the email of a draft; nothing is stored")),
			httpapi.Post("/api/admin/newsletter/drafts/{cadence}/test", httpapi.Audience.Change(), httpapi.Write(httpapi.MaxBody, withDraft(a.testDraft)),
				httpapi.Done("testDraft", "Send the email of a draft to yourself")),
			httpapi.Post("/api/admin/newsletter/drafts/{cadence}/send", httpapi.Audience.Change(), httpapi.Create(httpapi.MaxBody, withDraft(a.sendIssue)),
				httpapi.Answers[IssueReport]("sendIssue", "Send a draft to its subscribers, now or at a time")),
			httpapi.Get("/api/admin/newsletter/issues", httpapi.Audience.Records(), httpapi.Fetch(a.listIssues),
				httpapi.Answers[[]IssueReport]("listIssueReports", "List the latest 100 issues with their results, the newest first")),
			httpapi.Get("/api/admin/newsletter/issues/{id}", httpapi.Audience.Records(), httpapi.Fetch(httpapi.ByID(NoIssue, a.getIssue)),
				httpapi.Answers[IssueDetail]("issueDetail", "Get an issue with its results")),
			httpapi.Post("/api/admin/newsletter/issues/{id}/pause", httpapi.Audience.Change(), a.onIssue((*Issues).Pause),
				httpapi.Answers[IssueReport]("pauseIssue", "Pause an issue that is being sent")),
			httpapi.Post("/api/admin/newsletter/issues/{id}/resume", httpapi.Audience.Change(), a.onIssue((*Issues).Resume),
				httpapi.Answers[IssueReport]("resumeIssue", "Continue an issue that is paused")),
			httpapi.Post("/api/admin/newsletter/issues/{id}/stop", httpapi.Audience.Change(), a.onIssue((*Issues).Stop),
				httpapi.Answers[IssueReport]("stopIssue", "Stop sending an issue; the remaining subscribers don't get it")),
			httpapi.Post("/api/admin/newsletter/issues/{id}/unschedule", httpapi.Audience.Change(), a.onIssue((*Issues).Unschedule),
				httpapi.Answers[IssueReport]("unscheduleIssue", "Cancel a scheduled issue, which becomes a draft again")),
		},
		Params: []*huma.Param{
			httpapi.PathParam("number", "Number of the issue", &huma.Schema{Type: huma.TypeString}),
			httpapi.PathParam("cadence", "Which draft", httpapi.Enum(Cadences()...)),
		},
	}
}

// tokenHeader has the token of a link in an email, where a request has no body.
const tokenHeader = "Newsletter-Token"

// NewsletterRequestInput is where a visitor wants the newsletter.
type NewsletterRequestInput struct {
	Email   string  `json:"email"`
	Topics  []int64 `json:"topics,omitempty" nullable:"false" doc:"Category ids, at most 100; empty: all topics"`
	Cadence Cadence `json:"cadence,omitempty" enum:"weekly,monthly" doc:"weekly without it"`
}

// NewsletterTokenInput is the token of a link in an email.
type NewsletterTokenInput struct {
	Token string `json:"token,omitempty" doc:"Without it: of the account that is signed in"`
}

// NewsletterChoicesInput are what a subscriber wants to get.
type NewsletterChoicesInput struct {
	NewsletterTokenInput
	Choices
}

func (a API) requestNewsletter(c *httpapi.Call, in NewsletterRequestInput) (any, error) {
	return nil, a.Subscriptions.Request(c.Ctx(), c.Client(), in.Email, Choices{Topics: in.Topics, Cadence: in.Cadence})
}

func (a API) confirmNewsletter(c *httpapi.Call, in NewsletterTokenInput) (any, error) {
	return a.Subscriptions.Confirm(c.Ctx(), in.Token)
}

func (a API) newsletterSettings(c *httpapi.Call) (any, error) {
	return a.Subscriptions.Subscription(c.Ctx(), c.Request.Header.Get(tokenHeader), a.Visitor(c))
}

func (a API) changeNewsletter(c *httpapi.Call, in NewsletterChoicesInput) (any, error) {
	return a.Subscriptions.Choose(c.Ctx(), in.Token, a.Visitor(c), in.Choices)
}

// leaveNewsletter is called by our own screen, with the token in JSON.
func (a API) leaveNewsletter(c *httpapi.Call, in NewsletterTokenInput) (any, error) {
	return nil, a.Subscriptions.Leave(c.Ctx(), in.Token, a.Visitor(c))
}

// leaveByLink is called by mail programs, which post a form to the URL of the header List-Unsubscribe (RFC 8058).
func (a API) leaveByLink(c *httpapi.Call, fromScreen httpapi.CallFunc) (any, error) {
	if token := c.Request.URL.Query().Get("token"); token != "" {
		return nil, a.Subscriptions.Leave(c.Ctx(), token, nil)
	}
	return fromScreen(c)
}

// openNewsletterSettings redirects a person who opens the URL of the header List-Unsubscribe in a browser. Programs that
// scan emails open links too, so a GET must not end the subscription.
func (a API) openNewsletterSettings(c *httpapi.Call) (any, error) {
	c.Sent = true
	h := c.Writer.Header()
	c.NoStore()
	h.Set("Location", "/newsletter/settings#"+url.PathEscape(c.Request.URL.Query().Get("token")))
	c.Writer.WriteHeader(http.StatusSeeOther)
	return nil, nil
}

// issues answers with the archive, the newest issue first.
func (a API) issues(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := a.Site.Settings()
	list := []site.IssueSummary{}
	for _, issue := range settings.Issues {
		list = append(list, issue.Summary())
	}
	return httpapi.Reply{Body: httpapi.AppendValue(dst, list)}, nil
}

// issue answers with an issue. Its products have the slugs of today, so that no link is dead.
func (a API) issue(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := a.Site.Settings()
	snapshot := a.Catalogue.Snapshot()
	at := slices.IndexFunc(settings.Issues, func(i site.Issue) bool { return strconv.FormatInt(i.Number, 10) == q.Part })
	if at < 0 {
		return httpapi.Reply{}, fault.New(fault.NotFound, NoIssue)
	}
	return httpapi.Reply{Body: httpapi.AppendValue(dst, settings.Issues[at].Linked(browse.LinkOf(snapshot)))}, nil
}

// EmailPreview is a composed email.
type EmailPreview struct {
	Subject string `json:"subject"`
	HTML    string `json:"html"`
	Text    string `json:"text"`
}

// IssueSendInput is a draft to send, now or at a time.
type IssueSendInput struct {
	DraftInput
	Schedule
}

const noCadence = "The newsletter is weekly or monthly."

// ofDraft passes the cadence in the URL to a call.
func ofDraft(do func(c *httpapi.Call, cadence Cadence) (any, error)) httpapi.CallFunc {
	return func(c *httpapi.Call) (any, error) {
		cadence := Cadence(c.Request.PathValue("cadence"))
		if !slices.Contains(Cadences(), cadence) {
			return nil, fault.New(fault.NotFound, noCadence)
		}
		return do(c, cadence)
	}
}

// withDraft is ofDraft for a call with a body.
func withDraft[B any](do func(c *httpapi.Call, cadence Cadence, in B) (any, error)) func(c *httpapi.Call, in B) (any, error) {
	return func(c *httpapi.Call, in B) (any, error) {
		return ofDraft(func(c *httpapi.Call, cadence Cadence) (any, error) { return do(c, cadence, in) })(c)
	}
}

func (a API) getDraft(c *httpapi.Call, cadence Cadence) (any, error) {
	return a.Issues.Draft(c.Ctx(), cadence)
}

func (a API) saveDraft(c *httpapi.Call, cadence Cadence, in DraftInput) (any, error) {
	return a.Issues.SaveDraft(c.Ctx(), c.By, cadence, in)
}

func (a API) discardDraft(c *httpapi.Call, cadence Cadence) (any, error) {
	return nil, a.Issues.Store.DiscardDraft(c.Ctx(), c.By, cadence)
}

func (a API) previewDraft(c *httpapi.Call, cadence Cadence, in DraftInput) (any, error) {
	message, err := a.Issues.Preview(c.Ctx(), cadence, in)
	return EmailPreview{message.Subject, message.HTML, message.Text}, err
}

func (a API) testDraft(c *httpapi.Call, cadence Cadence, in DraftInput) (any, error) {
	return nil, a.Issues.SendTest(c.Ctx(), cadence, c.By, in)
}

func (a API) sendIssue(c *httpapi.Call, cadence Cadence, in IssueSendInput) (any, error) {
	return a.Issues.Send(c.Ctx(), c.By, cadence, in.DraftInput, in.Schedule)
}

func (a API) listIssues(c *httpapi.Call) (any, error) {
	return a.Issues.Store.IssueReports(c.Ctx())
}

func (a API) getIssue(c *httpapi.Call, number int64) (any, error) {
	return a.Issues.Store.IssueDetail(c.Ctx(), number)
}

// onIssue makes a change of the issue in the URL.
func (a API) onIssue(change func(n *Issues, ctx context.Context, by string, number int64) (IssueReport, error)) httpapi.Handler {
	return httpapi.Bare(httpapi.ByID(NoIssue, func(c *httpapi.Call, number int64) (any, error) {
		return change(a.Issues, c.Ctx(), c.By, number)
	}))
}

const (
	maxImportBody         = 2 << 20 // bytes of a list of subscribers
	defaultSubscriberPage = 50
	maxSubscriberPage     = 100
)

func (a API) listSubscribers(c *httpapi.Call) (any, error) {
	q, err := subscriberQuery(c.Request)
	if err != nil {
		return nil, err
	}
	return a.Subscriptions.Subscribers(c.Ctx(), q)
}

func (a API) removeSubscriber(c *httpapi.Call, id int64) error {
	return a.Subscriptions.Store.RemoveSubscriber(c.Ctx(), c.By, id)
}

func (a API) importSubscribers(c *httpapi.Call, in ImportInput) (any, error) {
	return a.Subscriptions.Import(c.Ctx(), c.By, in)
}

// exportSubscribers answers with the confirmed subscribers as a CSV file.
func (a API) exportSubscribers(c *httpapi.Call) (any, error) {
	var file bytes.Buffer
	if err := a.Subscriptions.Export(c.Ctx(), &file); err != nil {
		return nil, err
	}
	h := c.Writer.Header()
	c.NoStore()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="subscribers.csv"`)
	c.Sent = true
	_, _ = c.Writer.Write(file.Bytes()) // the client may have disconnected
	return nil, nil
}

func (a API) readerNumbers(c *httpapi.Call) (any, error) { return a.Subscriptions.Numbers(c.Ctx()) }

// subscriberQuery parses the query. It skips empty values and ignores unknown keys.
func subscriberQuery(r *http.Request) (q SubscriberQuery, err error) {
	values, err := httpapi.QueryOf(r)
	if err != nil {
		return q, err
	}
	q = SubscriberQuery{Filter: SubscriberFilter(values.Get("filter"))}
	if q.Search, err = httpapi.SearchOf(values); err != nil {
		return q, err
	}
	if q.Filter == "all" {
		q.Filter = ""
	}
	if q.Filter != "" && !slices.Contains(SubscriberFilters(), q.Filter) {
		return q, fault.New(fault.BadRequest, "The key filter takes all, confirmed, unconfirmed, unsubscribed or refused.")
	}
	if q.Topic, err = httpapi.WholeNumber("topic", values.Get("topic"), 0, 1<<53); err != nil {
		return q, err
	}
	if q.After, err = httpapi.WholeNumber("after", values.Get("after"), 0, 1<<53); err != nil {
		return q, err
	}
	limit, err := httpapi.WholeNumber("limit", values.Get("limit"), defaultSubscriberPage, maxSubscriberPage)
	q.Limit = int(limit)
	return q, err
}

// subscriberKeys describes the query of the subscribers.
func subscriberKeys() []*huma.Param {
	text := &huma.Schema{Type: huma.TypeString}
	number := &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
	return []*huma.Param{
		httpapi.Param("search", fmt.Sprintf("A part of the email, in any case; at most %d characters", httpapi.MaxSearch), text),
		httpapi.Param("topic", "Those who get this topic: a category id", number),
		httpapi.Param("filter", "Only those of this status; all without it", httpapi.Enum(append([]SubscriberFilter{"all"}, SubscriberFilters()...)...)),
		httpapi.Param("after", "Where the page begins: next of the page before", number),
		httpapi.Param("limit", fmt.Sprintf("Subscribers in a page, at most %d; %d without it", maxSubscriberPage, defaultSubscriberPage), number),
	}
}
