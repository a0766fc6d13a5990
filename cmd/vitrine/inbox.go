package main

import (
	"context"
	"log/slog"
	"maps"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/app"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/digest"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
)

// openSender returns what sends the site's emails; nil if it sends none.
func openSender(settings config.Serve, db *store.Store, name func() string, log *slog.Logger) (*mail.Sender, error) {
	if settings.SMTPURL == "" {
		return nil, nil
	}
	server, err := mail.NewServer(settings.SMTPURL.Reveal(), settings.MailFrom, name)
	if err != nil {
		return nil, err
	}
	return mail.NewSender(db, server, settings.MailRate, log), nil
}

// openInbox returns the inbox; sender is nil if the site sends no emails.
func openInbox(db *store.Store, templates *emails.Templates, origin string, sender *mail.Sender) *inbox.Inbox {
	o := inbox.Options{Queries: &db.Inbox, Emails: templates, Origin: origin}
	if sender != nil {
		o.Mail = sender.Call
	}
	return inbox.New(o)
}

// siteAccounts returns the accounts. Visitors can sign up if the settings allow it.
func siteAccounts(settings config.Serve, db *store.Store, templates *emails.Templates, origin string, sender *mail.Sender, log *slog.Logger) *account.Accounts {
	o := account.Options{DB: db.DB, AddressChanged: db.AddressChanged, Logger: log, PublicURL: origin, IsClosed: !settings.HasAccounts(), SecretKey: secretKey(settings)}
	if sender != nil {
		o.Emails = templates
		o.Mail = sender.Call
	}
	return account.New(o)
}

// secretKey returns what encrypts secrets in the database. Only a site with SQLite has a folder that all of it shares.
func secretKey(settings config.Serve) *twofactor.Key {
	if settings.DatabaseURL != "" {
		return twofactor.KeyIn(settings.SecretKey.Reveal(), "")
	}
	return twofactor.KeyIn(settings.SecretKey.Reveal(), settings.Data)
}

// composer returns what writes the emails that are composed when they are sent: the feature that they are of, or the accounts.
func composer(accounts *account.Accounts, opened []feature.Parts) mail.Composer {
	composes := map[mail.Kind]mail.Composer{}
	for _, parts := range opened {
		maps.Copy(composes, parts.Composes)
	}
	return func(ctx context.Context, queued mail.Email) (emails.Message, bool, error) {
		if compose := composes[queued.Kind]; compose != nil {
			return compose(ctx, queued)
		}
		return accounts.ComposeEmail(ctx, queued)
	}
}

// notices returns what emails administrators about what needs them.
func notices(kits *feature.Kits, opened []feature.Parts, clocked []jobs.Job) *digest.Digest {
	titles := map[string]string{}
	for _, job := range clocked {
		titles[job.Name] = job.Title
	}
	return &digest.Digest{
		DB: kits.DB, Emails: kits.Emails, Mail: kits.Mail, Sources: app.Needs(kits, opened), Titles: titles,
		To: kits.Settings.NotifyEmail, IsDaily: kits.Settings.NotifySubmissions == "daily",
	}
}

// submitForm converts the configured form for the API.
func submitForm(settings config.Serve) inbox.SubmitForm {
	if settings.SubmitFormURL == "" {
		return inbox.SubmitForm{}
	}
	return inbox.SubmitForm{Embed: inbox.EmbedPath, Address: settings.SubmitFormURL}
}
