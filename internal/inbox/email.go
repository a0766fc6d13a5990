package inbox

import (
	"net/url"

	"github.com/vitrine-directory/vitrine/internal/mail"
)

// compose returns the function that composes decision emails; it composes none if the site sends no mail.
func (in *Inbox) compose() Compose {
	if in.options.Mail == nil {
		return func(Submission) *mail.Email { return nil }
	}
	return in.email
}

// email composes the email about a decision, or returns nil if the sender gave no address.
func (in *Inbox) email(s Submission) *mail.Email {
	if s.Email == "" {
		return nil
	}
	status := in.options.Origin + s.StatusPath()
	product := ""
	if s.ProductSlug != "" {
		product = in.options.Origin + "/products/" + url.PathEscape(s.ProductSlug)
	}
	m := in.options.Emails.SubmissionApproved(s.ProductName, product, status)
	if s.Status == Rejected {
		m = in.options.Emails.SubmissionRejected(s.ProductName, s.Reason, status)
	}
	return &mail.Email{To: s.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML}
}
