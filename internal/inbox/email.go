package inbox

import (
	"fmt"
	"net/url"
	"strings"

	"vitrine/internal/mail"
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
	subject, decision := fmt.Sprintf("%s is now on %s", s.ProductName, in.options.SiteName), in.approval(s)
	if s.Status == Rejected {
		subject, decision = fmt.Sprintf("Your submission of %s to %s", s.ProductName, in.options.SiteName), in.rejection(s)
	}
	text := []string{"Hello,", decision, "The status of your submission:\n" + in.options.Origin + s.StatusPath(),
		fmt.Sprintf("You are receiving this because this address was given with a submission to %s (%s). It is the only email about it.", in.options.SiteName, in.options.Origin)}
	return &mail.Email{To: s.Email, Subject: subject, Text: strings.Join(text, "\n\n") + "\n"}
}

func (in *Inbox) approval(s Submission) string {
	return fmt.Sprintf("thank you for submitting %s. It is now listed:\n%s/products/%s", s.ProductName, in.options.Origin, url.PathEscape(s.ProductSlug))
}

func (in *Inbox) rejection(s Submission) string {
	return fmt.Sprintf("thank you for submitting %s. We've decided not to list it. The reason:\n\n%s", s.ProductName, s.Reason)
}
