package newsletter

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/attention"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
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
		drop := func(context.Context, mail.Email) (emails.Message, bool, error) { return emails.Message{}, false, nil } // it was switched off since
		return feature.Parts{Calls: API{}.Group(), Composes: map[mail.Kind]mail.Composer{IssueEmail: drop, ConfirmEmail: drop}}, nil
	}
	subscriptions := &Subscriptions{
		Store: SubscriberQueries{k.DB}, Users: account.UserQueries{DB: k.DB}, Catalogue: k.Catalogue, Emails: k.Emails, Mail: k.Mail, PublicURL: k.Origin,
	}
	issues := &Issues{
		Store: IssueQueries{k.DB}, Visits: k.Visits, Catalogue: k.Catalogue, Site: k.Site, Emails: k.Emails, Mail: k.Mail, PublicURL: k.Origin,
	}
	return feature.Parts{
		Attention: []attention.Source{{Kind: "newsletter-emails", Area: httpapi.Audience, URL: "/admin/newsletter", Count: func(ctx context.Context) (int, error) {
			return issues.Store.CountRefused(ctx, time.Now().Add(-attention.Recently))
		}}},
		Calls:    API{subscriptions, issues, account.API{Accounts: k.Accounts}.Visitor, k.Catalogue, k.Site}.Group(),
		Composes: map[mail.Kind]mail.Composer{IssueEmail: issues.ComposeIssue, ConfirmEmail: subscriptions.ComposeConfirmation},
		Jobs: []jobs.Job{
			{Name: "newsletter", Title: "Remove unconfirmed subscriptions", Every: time.Hour, Limit: time.Minute, Do: func(ctx context.Context) (string, error) {
				return "subscriptions removed that were not confirmed in time, and emails of old issues", errors.Join(subscriptions.Tidy(ctx), issues.Tidy(ctx))
			}},
			{Name: "issues", Title: "Send the newsletter", Every: time.Minute, Limit: 5 * time.Minute, Do: func(ctx context.Context) (string, error) {
				return issues.Run(ctx, feature.Scheduler)
			}},
		},
	}, nil
}
