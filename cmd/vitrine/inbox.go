package main

import (
	"log/slog"

	"vitrine/internal/account"
	"vitrine/internal/api"
	"vitrine/internal/config"
	"vitrine/internal/emails"
	"vitrine/internal/inbox"
	"vitrine/internal/mail"
	"vitrine/internal/pages"
	"vitrine/internal/store"
)

// openSender returns what sends the site's emails; nil if it sends none.
func openSender(settings config.Serve, db *store.Store, log *slog.Logger) (*mail.Sender, error) {
	if settings.SMTPURL == "" {
		return nil, nil
	}
	server, err := mail.NewServer(settings.SMTPURL.Reveal(), settings.MailFrom)
	if err != nil {
		return nil, err
	}
	return mail.NewSender(db, server, settings.MailRate, log), nil
}

// openInbox returns the inbox; sender is nil if the site sends no emails.
func openInbox(settings config.Serve, db *store.Store, origin string, sender *mail.Sender) *inbox.Inbox {
	o := inbox.Options{Store: db, SiteName: settings.SiteName, Origin: origin}
	if sender != nil {
		o.Mail = sender.Call
	}
	return inbox.New(o)
}

// siteAccounts returns the accounts. Visitors can sign up if the settings allow it.
func siteAccounts(settings config.Serve, db *store.Store, origin string, sender *mail.Sender, log *slog.Logger) *account.Accounts {
	o := account.Options{Store: db, Logger: log, PublicURL: origin}
	if settings.HasAccounts() {
		o.Emails = emails.New(emails.Site{Name: settings.SiteName, URL: origin})
		o.Mail = sender.Call
	}
	return account.New(o)
}

// submitForm converts the configured form for the API.
func submitForm(settings config.Serve) api.SubmitForm {
	if settings.SubmitFormURL == "" {
		return api.SubmitForm{}
	}
	return api.SubmitForm{Embed: pages.EmbedPath, Address: settings.SubmitFormURL}
}
