package emails

import (
	"fmt"
	"time"
)

// SignUpCode goes to somebody who signs up. The code confirms the address.
func (t *Templates) SignUpCode(code string, within time.Duration) Message {
	return t.compose(content{
		Subject:    fmt.Sprintf("%s is your %s code", code, t.site().Name),
		Heading:    "Confirm your email",
		Paragraphs: []string{fmt.Sprintf("Enter this code to finish creating your %s account. %s", t.site().Name, works(within))},
		Code:       code,
		Links:      []link{t.link("Enter the code", "/verify")},
		NotYou:     "If it wasn't you, ignore this email: without the code, nothing happens.",
		Why:        fmt.Sprintf("You are receiving this because someone signed up at %s with this email address.", t.site()),
	})
}

// AlreadyRegistered goes to an address that has an account, when somebody signs up with it.
func (t *Templates) AlreadyRegistered() Message {
	return t.compose(content{
		Subject: fmt.Sprintf("You already have a %s account", t.site().Name),
		Heading: "You already have an account",
		Paragraphs: []string{"Someone, perhaps you, tried to sign up with this email address. You already have an account: " +
			"sign in, or reset your password if you've forgotten it."},
		Links:  t.waysIn(),
		NotYou: nothingChanged,
		Why:    fmt.Sprintf("You are receiving this because someone tried to sign up at %s with this email address.", t.site()),
	})
}

// ResetCode goes to somebody who forgot the password. The code allows a new one.
func (t *Templates) ResetCode(code string, within time.Duration) Message {
	return t.compose(content{
		Subject:    fmt.Sprintf("Reset your %s password", t.site().Name),
		Heading:    "Reset your password",
		Paragraphs: []string{fmt.Sprintf("Enter this code to choose a new password. %s The new password signs you out everywhere.", works(within))},
		Code:       code,
		Links:      []link{t.link("Enter the code", "/forgot")},
		NotYou:     "If it wasn't you, ignore this email: your password stays the same.",
		Why:        fmt.Sprintf("You are receiving this because someone asked to reset the password of your account at %s.", t.site()),
	})
}

// EmailChangeCurrent goes to an account's current address, when somebody signed in to it asks to change that to
// newEmail. The code confirms the change, on the page with this path.
func (t *Templates) EmailChangeCurrent(code, newEmail, page string, within time.Duration) Message {
	return t.compose(content{
		Subject: fmt.Sprintf("Confirm the new email of your %s account", t.site().Name),
		Heading: "Confirm your email change",
		Paragraphs: []string{
			fmt.Sprintf("Someone, most likely you, asked to change your account's email to %s.", line(newEmail)),
			fmt.Sprintf("Enter this code to confirm the change. %s You'll also need the code we sent to the new email address.", works(within)),
		},
		Code:   code,
		Links:  []link{t.link("Enter the code", page), t.link("Not you? Change your password", page)},
		NotYou: "If it wasn't you, someone may know your password, so change it. Without this code, your email stays the same.",
		Why:    fmt.Sprintf("You are receiving this because your account at %s uses this email address.", t.site()),
	})
}

// EmailChangeNew goes to the new address of an account. The code confirms that the reader has both.
func (t *Templates) EmailChangeNew(code, page string, within time.Duration) Message {
	return t.compose(content{
		Subject:    fmt.Sprintf("Confirm your new email for %s", t.site().Name),
		Heading:    "Confirm your new email",
		Paragraphs: []string{fmt.Sprintf("Enter this code to use this email address for your %s account. %s", t.site().Name, works(within))},
		Code:       code,
		Links:      []link{t.link("Enter the code", page)},
		NotYou:     "If it wasn't you, ignore this email: without the code, nothing changes.",
		Why:        fmt.Sprintf("You are receiving this because someone asked to use this email address for an account at %s.", t.site()),
	})
}

// EmailTaken goes to the new address of an account instead of EmailChangeNew, if it has an account of its own.
func (t *Templates) EmailTaken() Message {
	return t.compose(content{
		Subject: fmt.Sprintf("This email already has a %s account", t.site().Name),
		Heading: "This email already has an account",
		Paragraphs: []string{
			"Someone, perhaps you, asked to use this email address for another account. It already has one, so nothing has changed.",
			"To use it for the other account, sign in to this one, then change its email or delete it.",
		},
		Links:  t.waysIn(),
		NotYou: nothingChanged,
		Why:    fmt.Sprintf("You are receiving this because someone asked to use this email address for an account at %s.", t.site()),
	})
}

// Invitation goes to somebody whom an owner of the site has invited to manage it. inviter is the owner's name, or their email.
func (t *Templates) Invitation(inviter, role, acceptURL string, within time.Duration) Message {
	subject := fmt.Sprintf("You're invited to manage %s", t.site().Name)
	return t.compose(content{
		Subject: subject,
		Heading: subject,
		Paragraphs: []string{fmt.Sprintf("%s invited you to manage %s as %s. Choose your password to accept. The link works once, for %d days.",
			short(line(inviter)), t.site().Name, role, int(within.Hours()/24))},
		Links:  []link{{"Accept the invitation", acceptURL}},
		NotYou: "If you didn't expect it, ignore this email: nothing happens then.",
		Why:    fmt.Sprintf("You are receiving this because someone invited this email address at %s.", t.site()),
	})
}

// ConfirmSubscription goes to somebody who asked for the newsletter. Nothing else is sent before its link is used.
func (t *Templates) ConfirmSubscription(confirmURL, cadence string) Message {
	return t.compose(content{
		Subject:    fmt.Sprintf("Confirm your subscription to %s", t.site().Name),
		Heading:    "Confirm your subscription",
		Paragraphs: []string{fmt.Sprintf("You asked for the %s newsletter of %s, with new AI tools. Confirm your subscription to get it.", cadence, t.site().Name)},
		Links:      []link{{"Confirm subscription", confirmURL}},
		NotYou:     "If it wasn't you, ignore this email: without your confirmation, we won't send you anything else.",
		Why:        fmt.Sprintf("You are receiving this because someone entered this email address at %s.", t.site()),
	})
}

// AlreadySubscribed goes to a subscriber when somebody asks for the newsletter with their address.
func (t *Templates) AlreadySubscribed(settingsURL string) Message {
	return t.compose(content{
		Subject:    fmt.Sprintf("You're already subscribed to %s", t.site().Name),
		Heading:    "You're already subscribed",
		Paragraphs: []string{"Someone, perhaps you, asked for our newsletter with this email address. You're already subscribed. You can change your topics and how often it comes, or unsubscribe."},
		Links:      []link{{"Change your subscription", settingsURL}},
		NotYou:     nothingChanged,
		Why:        fmt.Sprintf("You are receiving this because you subscribed to the newsletter of %s.", t.site()),
	})
}

// SubmissionApproved goes to the sender of a submission that is now listed; without a URL it will be, from a time to come.
func (t *Templates) SubmissionApproved(productName, productURL, statusURL string) Message {
	name := line(productName)
	title, text := fmt.Sprintf("%s is now on %s", short(name), t.site().Name), "It's now listed."
	links := []link{{"View your listing", productURL}, {statusLabel, statusURL}}
	if productURL == "" {
		title, text, links = fmt.Sprintf("%s will be on %s", short(name), t.site().Name), "We've approved it, and it isn't listed yet.", links[1:]
	}
	return t.compose(content{
		Subject:    title,
		Heading:    title,
		Paragraphs: []string{fmt.Sprintf("Thank you for submitting %s. %s", name, text)},
		Links:      links,
		NotYou:     notSubmitted,
		Why:        t.whyDecision(),
	})
}

// SubmissionRejected goes to the sender of a submission that is not listed.
func (t *Templates) SubmissionRejected(productName, reason, statusURL string) Message {
	name := line(productName)
	return t.compose(content{
		Subject:    fmt.Sprintf("Your submission of %s to %s", short(name), t.site().Name),
		Heading:    fmt.Sprintf("Your submission of %s", short(name)),
		Paragraphs: []string{fmt.Sprintf("Thank you for submitting %s. We've decided not to list it. The reason:", name)},
		Quote:      lines(reason),
		Links:      []link{{statusLabel, statusURL}},
		NotYou:     notSubmitted,
		Why:        t.whyDecision(),
	})
}

const (
	nothingChanged = "If it wasn't you, ignore this email: nothing has changed."
	notSubmitted   = "If you didn't submit it, ignore this email."
	statusLabel    = "View submission status"
)

func (t *Templates) whyDecision() string {
	return fmt.Sprintf("You are receiving this because this email address was given with a submission to %s. It's the only email about it.", t.site())
}

// works says how long a code is valid.
func works(within time.Duration) string {
	return fmt.Sprintf("It works for %d minutes.", int(within.Minutes()))
}

func (t *Templates) link(label, path string) link { return link{label, t.site().URL + path} }

// waysIn leads somebody who has an account into it.
func (t *Templates) waysIn() []link {
	return []link{t.link("Sign in", "/sign-in"), t.link("Reset your password", "/forgot")}
}
