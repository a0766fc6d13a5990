package newsletter

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// IssueEmail is the kind of the emails of an issue.
const IssueEmail mail.Kind = "newsletter-issue"

// maxIssues is how many issues are in memory while they are sent: one of each cadence, and stragglers.
const maxIssues = 4

// sentIssues are the issues that are being sent. They do not change.
type sentIssues struct {
	mutex sync.Mutex
	known map[int64]site.Issue
}

func (n *Issues) sentIssue(ctx context.Context, number int64) (site.Issue, error) {
	n.sent.mutex.Lock()
	defer n.sent.mutex.Unlock()
	if issue, ok := n.sent.known[number]; ok {
		return issue, nil
	}
	issue, err := n.Store.SentIssue(ctx, number)
	if err != nil {
		return site.Issue{}, err
	}
	if n.sent.known == nil || len(n.sent.known) >= maxIssues {
		n.sent.known = map[int64]site.Issue{}
	}
	n.sent.known[number] = issue
	return issue, nil
}

// ComposeIssue writes the email of an issue for one subscriber. isWanted is false if they get none: they have left or
// changed the cadence, nothing is in their topics, or the issue was stopped.
func (n *Issues) ComposeIssue(ctx context.Context, queued mail.Email) (message emails.Message, isWanted bool, err error) {
	subscriber, status, err := n.Store.IssueRecipient(ctx, queued.Issue, queued.SubscriberID)
	if fault.Is(err, fault.NotFound) {
		return emails.Message{}, false, nil
	}
	if err != nil {
		return emails.Message{}, false, err
	}
	issue, err := n.sentIssue(ctx, queued.Issue)
	if err != nil {
		return emails.Message{}, false, err
	}
	if status == Stopped || statusOf(subscriber) != Confirmed || string(subscriber.Cadence) != issue.Cadence {
		return emails.Message{}, false, nil
	}
	issue.IssueContent = forTopics(issue.IssueContent, subscriber.Topics, n.Catalogue.Snapshot())
	if len(issue.Sections) == 0 {
		return emails.Message{}, false, nil
	}
	message = n.compose(issue, queued.Token)
	message.To = subscriber.Email
	return message, true, nil
}

// compose writes the email of an issue. Without a token its links lead to no subscription.
func (n *Issues) compose(issue site.Issue, token string) emails.Message {
	e := emails.Issue{
		Subject: issue.Subject, Intro: issue.Intro, Cadence: issue.Cadence,
		Archive:  fmt.Sprintf("%s/newsletter/archive/%d", n.PublicURL, issue.Number),
		Settings: n.PublicURL + "/newsletter/settings",
	}
	if token != "" {
		e.Settings, e.Unsubscribe = settingsLink(n.PublicURL, token), leaveLink(n.PublicURL, token)
	}
	for _, section := range issue.Sections {
		s := emails.IssueSection{Title: sectionTitle(section.Kind)}
		for _, p := range section.Products {
			s.Products = append(s.Products, n.emailProduct(p, issue.Number))
		}
		e.Sections = append(e.Sections, s)
	}
	return n.Emails.Issue(e)
}

func sectionTitle(kind site.IssueSectionKind) string {
	switch kind {
	case site.FeaturedProducts:
		return "Featured"
	case site.Deals:
		return "Deals"
	case site.PopularProducts:
		return "Most popular"
	case site.SponsoredProducts:
		return "Sponsored"
	}
	return "New tools"
}

func (n *Issues) emailProduct(p site.IssueProduct, number int64) emails.IssueProduct {
	e := emails.IssueProduct{
		Name: p.Name, Description: p.Description,
		Page: n.PublicURL + "/products/" + p.Slug, Website: fmt.Sprintf("%s/go/%s?from=issue-%d", n.PublicURL, p.Slug, number),
	}
	if p.Booking > 0 {
		e.Website = fmt.Sprintf("%s/go/%s?from=booking-%d", n.PublicURL, p.Slug, p.Booking)
	}
	_, e.IsAffiliate = browse.LinkOf(n.Catalogue.Snapshot())(p.ID)
	for _, category := range p.Categories {
		e.Categories = append(e.Categories, category.Name)
	}
	if kind := catalog.Type(p.Type); kind != catalog.Unknown {
		e.Badges = append(e.Badges, kind.Label())
	}
	if p.HasDeal {
		e.Badges = append(e.Badges, "Deal")
	}
	// Only images of the site: another host would learn of each reader.
	if name, ours := strings.CutPrefix(p.Image, uploads); ours && !strings.ContainsAny(name, `/\%?#`) {
		e.Image = n.PublicURL + p.Image
	}
	return e
}
