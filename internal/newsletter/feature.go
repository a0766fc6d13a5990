package newsletter

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Feature is what the program is told of the newsletter.
var Feature = feature.Feature{
	Name: "newsletter", Kinds: Kinds(), CategoryMerged: MergeTopics, AddressChanged: MoveSubscription,
	Screens: map[string]string{"/admin/newsletter": "Newsletter"},
	Keys:    []feature.StoredKey{{Table: "newsletters", Text: "email", Key: "email_key", Where: "TRUE", IsUnique: true, KeyOf: account.EmailKey}},
	OwnEmails: func(o *mail.Owners) {
		o.IssueState, o.IssueEnded = EmailState, CountFailures
	},
	ReadSettings: func(ctx context.Context, tx db.Tx, to *site.Settings) (err error) {
		to.Issues, err = Archive(ctx, tx)
		return err
	},
	Open: open,
}

func open(k *feature.Kits) (feature.Parts, error) {
	if !k.Settings.HasNewsletter() {
		return Parts(k, nil), nil
	}
	return Parts(k, New(Options{
		Store: &Queries{DB: k.DB}, Readers: k.Users, Visits: k.Visits, Catalogue: k.Catalogue, Site: k.Site, PublicURL: k.Origin,
		Mail: k.Mail, Emails: k.Emails,
	})), nil
}

// Parts is what a site's newsletter brings to it; nil: it has none.
func Parts(k *feature.Kits, n *Newsletter) feature.Parts {
	parts := feature.Parts{Calls: API{Newsletter: n, Visitor: account.API{Accounts: k.Accounts}.Visitor, Catalogue: k.Catalogue, Site: k.Site}.Group()}
	if n == nil {
		drop := func(context.Context, mail.Email) (emails.Message, bool, error) { return emails.Message{}, false, nil } // it was switched off since
		parts.Composes = map[mail.Kind]mail.Composer{IssueEmail: drop, ConfirmEmail: drop}
		return parts
	}
	parts.Composes = map[mail.Kind]mail.Composer{IssueEmail: n.ComposeIssue, ConfirmEmail: n.ComposeConfirmation}
	parts.Jobs = []jobs.Job{
		{Name: "newsletter", Every: time.Hour, Limit: time.Minute, Do: func(ctx context.Context) (string, error) {
			return "subscriptions removed that were not confirmed in time, and emails of old issues", errors.Join(n.Tidy(ctx), n.TidyIssues(ctx))
		}},
		{Name: "issues", Every: time.Minute, Limit: 5 * time.Minute, Do: func(ctx context.Context) (string, error) {
			return n.RunIssues(ctx, feature.Scheduler)
		}},
	}
	return parts
}
