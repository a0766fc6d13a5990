package inbox

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/mail"
	"github.com/vitrine-directory/vitrine/internal/source"
)

// Compose returns the email that announces a decision, or nil to send none.
type Compose func(Submission) *mail.Email

// WebsiteState is where a website is already known. The zero value means nowhere.
type WebsiteState struct {
	ProductID int64 // of a product with this website; 0: none
	Waiting   bool  // it was submitted and is pending
}

// Options configures an Inbox.
type Options struct {
	Queries *Queries
	Emails  *emails.Templates // for senders
	Origin  string            // the site's URL, for absolute links
	Mail    func()            // called when an email may be ready to send; nil: the site sends no mail
	Now     func() time.Time  // nil: time.Now
}

// Inbox accepts submissions, and decisions about them. What has no further rule is called on its Queries.
type Inbox struct {
	Queries *Queries
	options Options
	tries   tries
}

// New returns an Inbox.
func New(o Options) *Inbox {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Inbox{o.Queries, o, newTries()}
}

// Sent is a submitted form.
type Sent struct {
	Draft
	Trap   string // a hidden field that only bots fill in
	Work   string // the proof of work, for the website as it was sent
	UserID int64  // of a signed-in sender; else 0
	Posted bool   // without JavaScript and so without the proof of work: the limit is lower
}

// Submit adds a submission. The result contains the secret of its status link.
func (in *Inbox) Submit(ctx context.Context, client netip.Addr, sent Sent) (Submission, error) {
	sender := source.Of(client).String()
	if err := in.tries.takeTry(sender, in.options.Now()); err != nil {
		return Submission{}, err
	}
	if sent.Trap != "" {
		return Submission{}, fault.InvalidFields([]fault.Field{{Field: "company", Message: "Please leave this field empty"}})
	}
	draft, err := sent.Draft.Check()
	if err != nil {
		return Submission{}, err
	}
	most := MaxPerHour
	if sent.Posted {
		most = PostedAnHour
	} else if !workDone(sent.Website, sent.Work) {
		return Submission{}, errNoWork()
	}
	return in.Queries.AddSubmission(ctx, sender, most, Submission{Draft: draft, UserID: sent.UserID, Status: Pending, Secret: rand.Text()})
}

// SubmitForm adds a submission from a form posted without JavaScript, and returns the path of its status page.
func (in *Inbox) SubmitForm(ctx context.Context, form url.Values) (path string, err error) {
	submission, err := in.Submit(ctx, source.From(ctx), Sent{Draft: Draft{
		ProductName: form.Get("productName"), Website: form.Get("website"), Description: form.Get("description"), UseCases: form.Get("useCases"),
		Category: form.Get("category"), Type: catalog.Type(form.Get("type")), Logo: form.Get("logo"), VideoURL: form.Get("videoUrl"),
		Email: form.Get("email"), Notes: form.Get("submissionNotes"),
	}, Trap: form.Get("company"), Posted: true})
	return submission.StatusPath(), err
}

// Where returns whether a website is in the catalogue or was submitted. A text that is not a URL is Invalid.
func (in *Inbox) Where(ctx context.Context, website string) (WebsiteState, error) {
	website = strings.TrimSpace(website)
	if len(website) > catalog.MaxWebsite || !field.WebURL(website) {
		return WebsiteState{}, fault.InvalidFields([]fault.Field{{Field: "website", Message: "Please enter a valid URL that starts with http:// or https://"}})
	}
	return in.Queries.WebsiteState(ctx, website)
}

// Submission returns the submission whose status link ends in the secret.
func (in *Inbox) Submission(ctx context.Context, secret string) (Submission, error) {
	if len(secret) != secretAlphabet {
		return Submission{}, fault.New(fault.NotFound, noSuchSubmission)
	}
	return in.Queries.SubmissionBySecret(ctx, secret)
}

// Approve creates the product from a draft that has passed every rule, and approves the submission.
func (in *Inbox) Approve(ctx context.Context, by string, id int64, d catalog.Draft) (catalog.Product, error) {
	p, err := in.Queries.ApproveSubmission(ctx, by, id, d, in.compose())
	in.decided(err)
	return p, err
}

// Reject rejects a submission with a reason.
func (in *Inbox) Reject(ctx context.Context, by string, id int64, reason string) (Submission, error) {
	reason, err := checkReason(reason)
	if err != nil {
		return Submission{}, err
	}
	s, err := in.Queries.RejectSubmission(ctx, by, id, reason, in.compose())
	in.decided(err)
	return s, err
}

// Decide approves submissions as they are, or rejects them for one reason: all of them, or none. It returns how many.
func (in *Inbox) Decide(ctx context.Context, by string, d DecideInput) (decided int, err error) {
	ids := slices.Compact(slices.Sorted(slices.Values(d.IDs)))
	switch {
	case len(ids) == 0:
		return 0, fault.InvalidFields([]fault.Field{{Field: "ids", Message: "Please choose at least one submission"}})
	case len(ids) > maxQueuePage:
		return 0, fault.InvalidFields([]fault.Field{{Field: "ids", Message: fmt.Sprintf("Please choose at most %d submissions", maxQueuePage)}})
	}
	switch d.Status {
	case Approved:
		err = in.Queries.ApproveSubmissions(ctx, by, ids, in.compose())
	case Rejected:
		if d.Reason, err = checkReason(d.Reason); err == nil {
			err = in.Queries.RejectSubmissions(ctx, by, ids, d.Reason, in.compose())
		}
	default:
		err = fault.InvalidFields([]fault.Field{{Field: "status", Message: "Please choose approved or rejected"}})
	}
	in.decided(err)
	return len(ids), err
}

// Tidy deletes submissions, including the senders' email addresses, once Retention has passed since the decision.
func (in *Inbox) Tidy(ctx context.Context, by string) (removed int, err error) {
	return in.Queries.ForgetSubmissions(ctx, by, in.options.Now().Add(-Retention))
}

func (in *Inbox) decided(err error) {
	if err == nil && in.options.Mail != nil {
		in.options.Mail()
	}
}
