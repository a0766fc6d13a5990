package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/fault"
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

func requestNewsletter(c *call, in NewsletterRequestInput) (any, error) {
	return nil, c.options.Newsletter.Request(c.ctx(), c.client(), in.Email, newsletter.Choices{Topics: in.Topics, Cadence: in.Cadence})
}

func confirmNewsletter(c *call, in NewsletterTokenInput) (any, error) {
	return c.options.Newsletter.Confirm(c.ctx(), in.Token)
}

func newsletterSettings(c *call) (any, error) {
	return c.options.Newsletter.Subscription(c.ctx(), c.request.Header.Get(tokenHeader), c.user())
}

func changeNewsletter(c *call, in NewsletterChoicesInput) (any, error) {
	return c.options.Newsletter.Choose(c.ctx(), in.Token, c.user(), in.Choices)
}

// leaveNewsletter is called by our own screen, with the token in JSON, and by mail programs, which post a form to the URL
// of the header List-Unsubscribe (RFC 8058).
func leaveNewsletter() handler {
	fromScreen := write(maxLoginBody, func(c *call, in NewsletterTokenInput) (any, error) {
		return nil, c.options.Newsletter.Leave(c.ctx(), in.Token, c.user())
	})
	h := fromScreen
	h.do = func(c *call) (any, error) {
		if token := c.request.URL.Query().Get("token"); token != "" {
			return nil, c.options.Newsletter.Leave(c.ctx(), token, nil)
		}
		return fromScreen.do(c)
	}
	return h
}

// openNewsletterSettings redirects a person who opens the URL of the header List-Unsubscribe in a browser. Programs that
// scan emails open links too, so a GET must not end the subscription.
func openNewsletterSettings(c *call) (any, error) {
	c.sent = true
	h := c.writer.Header()
	h["Cache-Control"] = noStore
	h.Set("Location", "/newsletter/settings#"+url.PathEscape(c.request.URL.Query().Get("token")))
	c.writer.WriteHeader(http.StatusSeeOther)
	return nil, nil
}

// issues answers with the archive, the newest issue first.
func issues(v view, _ *question, dst []byte) (reply, error) {
	list := []site.IssueSummary{}
	for _, issue := range v.settings.Issues {
		list = append(list, issue.Summary())
	}
	return reply{body: appendValue(dst, list)}, nil
}

// issue answers with an issue. Its products have the slugs of today, so that no link is dead.
func issue(v view, q *question, dst []byte) (reply, error) {
	at := slices.IndexFunc(v.settings.Issues, func(i site.Issue) bool { return strconv.FormatInt(i.Number, 10) == q.part })
	if at < 0 {
		return reply{}, fault.New(fault.NotFound, newsletter.NoIssue)
	}
	return reply{body: appendValue(dst, v.settings.Issues[at].Linked(v.snapshot.SlugOf))}, nil
}
