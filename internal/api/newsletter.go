package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/newsletter"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// tokenHeader has the token of a link in an email, where a request has no body.
const tokenHeader = "Newsletter-Token"

// NewsletterRequestInput is where a visitor wants the newsletter.
type NewsletterRequestInput struct {
	Email   string             `json:"email"`
	Topics  []int64            `json:"topics,omitempty" nullable:"false" doc:"Category ids, at most 100; empty: all topics"`
	Cadence newsletter.Cadence `json:"cadence,omitempty" enum:"weekly,monthly" doc:"weekly without it"`
}

// NewsletterTokenInput is the token of a link in an email.
type NewsletterTokenInput struct {
	Token string `json:"token,omitempty" doc:"Without it: of the account that is signed in"`
}

// NewsletterChoicesInput are what a subscriber wants to get.
type NewsletterChoicesInput struct {
	NewsletterTokenInput
	newsletter.Choices
}

func (o *Options) requestNewsletter(c *httpapi.Call, in NewsletterRequestInput) (any, error) {
	return nil, o.Newsletter.Request(c.Ctx(), c.Client(), in.Email, newsletter.Choices{Topics: in.Topics, Cadence: in.Cadence})
}

func (o *Options) confirmNewsletter(c *httpapi.Call, in NewsletterTokenInput) (any, error) {
	return o.Newsletter.Confirm(c.Ctx(), in.Token)
}

func (o *Options) newsletterSettings(c *httpapi.Call) (any, error) {
	return o.Newsletter.Subscription(c.Ctx(), c.Request.Header.Get(tokenHeader), o.Accounts.Visitor(c))
}

func (o *Options) changeNewsletter(c *httpapi.Call, in NewsletterChoicesInput) (any, error) {
	return o.Newsletter.Choose(c.Ctx(), in.Token, o.Accounts.Visitor(c), in.Choices)
}

// leaveNewsletter is called by our own screen, with the token in JSON.
func (o *Options) leaveNewsletter(c *httpapi.Call, in NewsletterTokenInput) (any, error) {
	return nil, o.Newsletter.Leave(c.Ctx(), in.Token, o.Accounts.Visitor(c))
}

// leaveByLink is called by mail programs, which post a form to the URL of the header List-Unsubscribe (RFC 8058).
func (o *Options) leaveByLink(c *httpapi.Call, fromScreen httpapi.CallFunc) (any, error) {
	if token := c.Request.URL.Query().Get("token"); token != "" {
		return nil, o.Newsletter.Leave(c.Ctx(), token, nil)
	}
	return fromScreen(c)
}

// openNewsletterSettings redirects a person who opens the URL of the header List-Unsubscribe in a browser. Programs that
// scan emails open links too, so a GET must not end the subscription.
func (o *Options) openNewsletterSettings(c *httpapi.Call) (any, error) {
	c.Sent = true
	h := c.Writer.Header()
	c.NoStore()
	h.Set("Location", "/newsletter/settings#"+url.PathEscape(c.Request.URL.Query().Get("token")))
	c.Writer.WriteHeader(http.StatusSeeOther)
	return nil, nil
}

// issues answers with the archive, the newest issue first.
func (o *Options) issues(_ *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := o.Site.Settings()
	list := []site.IssueSummary{}
	for _, issue := range settings.Issues {
		list = append(list, issue.Summary())
	}
	return httpapi.Reply{Body: httpapi.AppendValue(dst, list)}, nil
}

// issue answers with an issue. Its products have the slugs of today, so that no link is dead.
func (o *Options) issue(q *httpapi.Question, dst []byte) (httpapi.Reply, error) {
	settings := o.Site.Settings()
	snapshot := o.Catalogue.Snapshot()
	at := slices.IndexFunc(settings.Issues, func(i site.Issue) bool { return strconv.FormatInt(i.Number, 10) == q.Part })
	if at < 0 {
		return httpapi.Reply{}, fault.New(fault.NotFound, newsletter.NoIssue)
	}
	return httpapi.Reply{Body: httpapi.AppendValue(dst, settings.Issues[at].Linked(snapshot.SlugOf))}, nil
}

// newsletterCalls are the calls of newsletter.
func (o *Options) newsletterCalls() httpapi.Group {
	return httpapi.Group{
		Name:  "newsletter",
		IsOff: o.Newsletter == nil,
		Routes: []httpapi.Route{
			httpapi.Post("/api/newsletter", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, o.requestNewsletter),
				httpapi.Done("requestNewsletter", "Request the newsletter; an email with a link to confirm is sent. The answer is the same for an address that has it")),
			httpapi.Post("/api/newsletter/confirm", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, o.confirmNewsletter),
				httpapi.Answers[newsletter.Subscription]("confirmNewsletter", "Confirm a subscription with the token of its email")),
			httpapi.Post("/api/newsletter/leave", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, o.leaveNewsletter).Around(o.leaveByLink),
				httpapi.Done("leaveNewsletter", "Unsubscribe; mail programs post a form to this URL with the query token (RFC 8058)")),
			// for a person
			httpapi.Get("/api/newsletter/leave", httpapi.Public, httpapi.Fetch(o.openNewsletterSettings),
				httpapi.Undescribed()),
			httpapi.Get("/api/newsletter/settings", httpapi.Public, httpapi.Fetch(o.newsletterSettings),
				httpapi.Answers[newsletter.Subscription]("newsletterSettings", "Get the subscription of the header Newsletter-Token, or of the account that is signed in").NeedsSecret()),
			httpapi.Put("/api/newsletter/settings", httpapi.Public, httpapi.Write(httpapi.MaxSmallBody, o.changeNewsletter),
				httpapi.Answers[newsletter.Subscription]("changeNewsletter", "Change topics and cadence; an account that is signed in gets a subscription")),
			httpapi.Get("/api/newsletter/issues", httpapi.Public, httpapi.ReadSettings(o.issues),
				httpapi.Answers[[]site.IssueSummary]("listIssues", "List past issues, the newest first")),
			httpapi.Get("/api/newsletter/issues/{number}", httpapi.Public, httpapi.Read(o.issue),
				httpapi.Answers[site.Issue]("issue", "Get a past issue")),
			httpapi.Get("/api/admin/subscribers", httpapi.Records, httpapi.Fetch(o.listSubscribers),
				httpapi.Answers[newsletter.SubscriberPage]("listSubscribers", "List subscribers of the newsletter, the newest first, a page at a time", subscriberKeys()...)),
			httpapi.Delete("/api/admin/subscribers/{id}", httpapi.Admin, httpapi.Remove(newsletter.NoSubscriber, o.removeSubscriber),
				httpapi.Done("removeSubscriber", "Remove a subscriber with everything that names the address")),
			httpapi.Post("/api/admin/subscribers/import", httpapi.Admin, httpapi.Write(maxImportBody, o.importSubscribers),
				httpapi.Answers[newsletter.ImportResult]("importSubscribers", "Add subscribers from another service as confirmed, with proof of their consent")),
			httpapi.Get("/api/admin/subscribers/export", httpapi.Records, httpapi.Fetch(o.exportSubscribers),
				httpapi.Undescribed()),
			httpapi.Get("/api/admin/reader-numbers", httpapi.Records, httpapi.Fetch(o.readerNumbers),
				httpapi.Answers[newsletter.Numbers]("readerNumbers", "Get how many readers there are, and what happened in the last 26 weeks")),
			httpapi.Get("/api/admin/newsletter/drafts/{cadence}", httpapi.Records, httpapi.Fetch(o.getDraft),
				httpapi.Answers[newsletter.Draft]("draft", "Get the next issue of a cadence, made from what is new unless an administrator has changed it")),
			httpapi.Put("/api/admin/newsletter/drafts/{cadence}", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.saveDraft),
				httpapi.Answers[newsletter.Draft]("saveDraft", "Change the next issue of a cadence")),
			httpapi.Delete("/api/admin/newsletter/drafts/{cadence}", httpapi.Admin, httpapi.Bare(o.discardDraft),
				httpapi.Done("discardDraft", "Forget the changes: the next issue is made from what is new again")),
			httpapi.Post("/api/admin/newsletter/drafts/{cadence}/preview", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.previewDraft),
				httpapi.Answers[EmailPreview]("previewDraft", "Compose the email of a draft; nothing is stored")),
			httpapi.Post("/api/admin/newsletter/drafts/{cadence}/test", httpapi.Admin, httpapi.Write(httpapi.MaxBody, o.testDraft),
				httpapi.Done("testDraft", "Send the email of a draft to yourself")),
			httpapi.Post("/api/admin/newsletter/drafts/{cadence}/send", httpapi.Admin, httpapi.Create(httpapi.MaxBody, o.sendIssue),
				httpapi.Answers[newsletter.IssueReport]("sendIssue", "Send a draft to its subscribers, now or at a time")),
			httpapi.Get("/api/admin/newsletter/issues", httpapi.Records, httpapi.Fetch(o.listIssues),
				httpapi.Answers[[]newsletter.IssueReport]("listIssueReports", "List the latest 100 issues with their results, the newest first")),
			httpapi.Get("/api/admin/newsletter/issues/{id}", httpapi.Records, httpapi.Fetch(httpapi.ByID(newsletter.NoIssue, o.getIssue)),
				httpapi.Answers[newsletter.IssueDetail]("issueDetail", "Get an issue with its results")),
			httpapi.Post("/api/admin/newsletter/issues/{id}/pause", httpapi.Admin, o.onIssue((*newsletter.Newsletter).Pause),
				httpapi.Answers[newsletter.IssueReport]("pauseIssue", "Pause an issue that is being sent")),
			httpapi.Post("/api/admin/newsletter/issues/{id}/resume", httpapi.Admin, o.onIssue((*newsletter.Newsletter).Resume),
				httpapi.Answers[newsletter.IssueReport]("resumeIssue", "Continue an issue that is paused")),
			httpapi.Post("/api/admin/newsletter/issues/{id}/stop", httpapi.Admin, o.onIssue((*newsletter.Newsletter).Stop),
				httpapi.Answers[newsletter.IssueReport]("stopIssue", "Stop an issue: who has not got it will not")),
			httpapi.Post("/api/admin/newsletter/issues/{id}/unschedule", httpapi.Admin, o.onIssue((*newsletter.Newsletter).Unschedule),
				httpapi.Answers[newsletter.IssueReport]("unscheduleIssue", "Make a scheduled issue a draft again")),
		},
		Params: []*huma.Param{
			httpapi.PathParam("number", "Number of the issue", &huma.Schema{Type: huma.TypeString}),
			httpapi.PathParam("cadence", "Which draft", httpapi.Enum(newsletter.Cadences()...)),
		},
	}
}
