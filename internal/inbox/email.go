package inbox

import (
	"fmt"
	"net/url"
	"strings"

	"vitrine/internal/mail"
)

// compose is how decisions are announced: by email, or, where the site sends none, not at all.
func (in *Inbox) compose() Compose {
	if in.options.Mail == nil {
		return func(Submission) *mail.Email { return nil }
	}
	return in.email
}

// email says what was decided. Who gave no address gets none.
func (in *Inbox) email(s Submission) *mail.Email {
	if s.Email == "" {
		return nil
	}
	subject, said := fmt.Sprintf("%s is now on %s", s.ProductName, in.options.SiteName), in.approval(s)
	if s.Status == Rejected {
		subject, said = fmt.Sprintf("Your submission of %s to %s", s.ProductName, in.options.SiteName), in.rejection(s)
	}
	text := []string{"Hello,", said, "The status of your submission:\n" + in.options.Origin + s.StatusPath(),
		fmt.Sprintf("You are receiving this because this address was given with a submission to %s (%s). It is the only email about it.", in.options.SiteName, in.options.Origin)}
	return &mail.Email{To: s.Email, Subject: subject, Text: strings.Join(text, "\n\n") + "\n"}
}

func (in *Inbox) approval(s Submission) string {
	return fmt.Sprintf("thank you for submitting %s. It is now listed:\n%s/products/%s", s.ProductName, in.options.Origin, url.PathEscape(s.ProductSlug))
}

func (in *Inbox) rejection(s Submission) string {
	return fmt.Sprintf("thank you for submitting %s. We've decided not to list it. The reason:\n\n%s", s.ProductName, s.Reason)
}
