// Package inbox manages visitors' submissions and their rules: the fields of a submission, how many one client may
// send, and the email about an administrator's decision.
//
// # To change
//
//   - the fields of a submission: submission.go; limits: limit.go; go test ./internal/inbox, and -run
//     "Submission|Email" in internal/store and internal/app
//   - what its emails say: internal/emails; how emails are sent and retried: internal/mail
//   - /submit without scripts, and with the form of another host: pages.go, embed.html, embed.js; go test ./internal/inbox -run Form
package inbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// Limits in code points of the fields that products do not have.
const (
	MaxNotes  = 2_000
	MaxReason = 2_000
)

// Status is the status of a submission.
type Status string

// The statuses. A rejected submission can still be approved; an approved one is a product.
const (
	Pending  Status = "pending"
	Approved Status = "approved"
	Rejected Status = "rejected"
)

// Statuses returns all statuses.
func Statuses() []Status { return []Status{Pending, Approved, Rejected} }

// MailState is the status of the email to the submitter.
type MailState string

// The states of the email. NoMail: there is no email, because the sender gave no address, the submission is pending, or
// the site sends no mail.
const (
	NoMail      MailState = ""
	MailWaiting MailState = "waiting"
	MailSent    MailState = "sent"
	MailFailed  MailState = "failed"
)

// Draft is what a visitor enters about a tool.
type Draft struct {
	ProductName string       `json:"productName"`
	Website     string       `json:"website" doc:"Absolute http(s) URL"`
	Description string       `json:"description"`
	UseCases    string       `json:"useCases"`
	Category    string       `json:"category" doc:"Name of a category, which need not be there yet"`
	Type        catalog.Type `json:"type" enum:"Free,Freemium,Premium"`
	Logo        string       `json:"logo" doc:"Absolute http(s) URL, or empty"`
	VideoURL    string       `json:"videoUrl" doc:"Absolute http(s) URL, or empty"`
	Email       string       `json:"email" doc:"Of the submitter, or empty"`
	Notes       string       `json:"submissionNotes" doc:"For the administrator only"`
}

// Submission is an accepted draft and its status.
type Submission struct {
	ID int64 `json:"id"`
	Draft
	Status      Status    `json:"status" enum:"pending,approved,rejected"`
	Reason      string    `json:"reason" doc:"Why it was rejected; the submitter sees it"`
	ProductSlug string    `json:"productSlug" doc:"Of the product created from it, while that is in the catalog; else empty"`
	Mail        MailState `json:"mail" enum:",waiting,sent,failed" doc:"Status of the email to the submitter; empty: no email"`
	CreatedAt   time.Time `json:"createdAt"`
	DecidedAt   time.Time `json:"decidedAt" doc:"Of the year 1 while it is pending"`
	DecidedBy   string    `json:"decidedBy" doc:"Email of the administrator; empty while it is pending"`

	Secret string `json:"-"` // the end of the status link
	UserID int64  `json:"-"` // of a sender who was signed in; set only when it is added
}

// StatusPath returns the path of the submission's status page, which only its sender knows.
func (s Submission) StatusPath() string { return "/submit/status/" + s.Secret }

// Query selects submissions for the administrator.
type Query struct {
	Status Status
	Before int64 // only those with a smaller id; 0: from the newest on
	Limit  int
}

// Counts are the numbers of submissions by status.
type Counts struct {
	Pending  int `json:"pending"`
	Approved int `json:"approved"`
	Rejected int `json:"rejected"`
}

// Check cleans the draft and checks every rule: those of a product, so that each submission can become one, and its
// own. The fault names each invalid field by its name in the form.
func (d Draft) Check() (Draft, error) {
	p, err := d.Product().Check(false)
	fields := fieldsOf(err)
	if err != nil && len(fields) == 0 {
		return d, err
	}
	d.ProductName, d.Website, d.Description, d.UseCases = p.Name, p.Website, p.Description, p.UseCases
	d.VideoURL, d.Logo, d.Category = p.VideoURL, p.Logo, strings.Join(p.Categories, "")
	if d.Logo != "" && !field.WebURL(d.Logo) && !named(fields, "logo") {
		fields = append(fields, fault.Field{Field: "logo", Message: "Please enter a valid URL that starts with http:// or https://"})
	}
	d.Email, d.Notes = strings.TrimSpace(d.Email), field.Clean(d.Notes)
	if d.Email != "" && !field.IsEmail(d.Email) {
		fields = append(fields, fault.Field{Field: "email", Message: "Please enter a valid email address, for example you@example.com"})
	}
	if sentence := textFault(d.Notes, MaxNotes); sentence != "" {
		fields = append(fields, fault.Field{Field: "submissionNotes", Message: sentence})
	}
	return d, fault.InvalidFields(fields)
}

// Product returns the draft as a product, which the administrator's dialog starts with.
func (d Draft) Product() catalog.Draft {
	return catalog.Draft{
		ProductFields: catalog.ProductFields{
			Name: d.ProductName, Website: d.Website, Description: d.Description, UseCases: d.UseCases, Categories: []string{d.Category},
			Type: d.Type, Section: catalog.RecommendedProducts, Logo: d.Logo, VideoURL: d.VideoURL,
		},
	}
}

// senderNames maps a product's fields to their names in the form.
var senderNames = map[string]string{"name": "productName", "categories": "category"}

func fieldsOf(err error) []fault.Field {
	var f *fault.Fault
	if !errors.As(err, &f) {
		return nil
	}
	fields := make([]fault.Field, len(f.Fields))
	for i, field := range f.Fields {
		if name := senderNames[field.Field]; name != "" {
			field.Field = name
		}
		fields[i] = field
	}
	return fields
}

func named(fields []fault.Field, name string) bool {
	return slices.ContainsFunc(fields, func(f fault.Field) bool { return f.Field == name })
}

// textFault returns the error of a clean text of several lines, or "".
func textFault(text string, limit int) string {
	switch {
	case !field.IsLine(strings.NewReplacer("\n", " ", "\t", " ").Replace(text)):
		return "Please remove invisible control characters"
	case utf8.RuneCountInString(text) > limit:
		return fmt.Sprintf("Please use at most %d characters", limit)
	}
	return ""
}

// checkReason cleans and checks the reason of a rejection.
func checkReason(reason string) (string, error) {
	reason = field.Clean(reason)
	sentence := textFault(reason, MaxReason)
	if reason == "" {
		sentence = "Please enter a reason; the submitter sees it"
	}
	if sentence == "" {
		return reason, nil
	}
	return "", fault.InvalidFields([]fault.Field{{Field: "reason", Message: sentence}})
}
