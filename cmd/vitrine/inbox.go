package main

import (
	"log/slog"

	"vitrine/internal/api"
	"vitrine/internal/config"
	"vitrine/internal/inbox"
	"vitrine/internal/mail"
	"vitrine/internal/pages"
	"vitrine/internal/store"
)

// openInbox returns the inbox and its email sender, which is nil if the site sends no mail.
func openInbox(settings config.Serve, db *store.Store, origin string, log *slog.Logger) (*inbox.Inbox, *mail.Sender, error) {
	o := inbox.Options{Store: db, SiteName: settings.SiteName, Origin: origin}
	if settings.SMTPURL == "" {
		return inbox.New(o), nil, nil
	}
	server, err := mail.NewServer(settings.SMTPURL.Reveal(), settings.MailFrom)
	if err != nil {
		return nil, nil, err
	}
	post := mail.NewSender(db, server, log)
	o.Mail = post.Call
	return inbox.New(o), post, nil
}

// submitForm converts the configured form for the API.
func submitForm(settings config.Serve) api.SubmitForm {
	if settings.SubmitFormURL == "" {
		return api.SubmitForm{}
	}
	return api.SubmitForm{Embed: pages.EmbedPath, Address: settings.SubmitFormURL}
}
