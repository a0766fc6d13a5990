package newsletter

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Limits of a draft. The email of the largest one stays below what Gmail shows.
const (
	maxSubject  = 150   // characters
	maxIntro    = 5_000 // characters
	maxProducts = 60
)

// DraftItem is a product of a draft.
type DraftItem struct {
	Section site.IssueSectionKind `json:"section" enum:"new,featured,deals,popular"`
	Product site.IssueProduct     `json:"product"`
}

// Draft is the next issue of a cadence.
type Draft struct {
	Cadence    Cadence     `json:"cadence" enum:"weekly,monthly"`
	IsStored   bool        `json:"isStored" doc:"An administrator has changed it; otherwise it is made again from new products"`
	Number     int64       `json:"number" doc:"The number that it gets if it is the next to be sent"`
	Subject    string      `json:"subject"`
	Intro      string      `json:"intro" doc:"Markdown"`
	Items      []DraftItem `json:"items" nullable:"false" doc:"In their order"`
	Since      time.Time   `json:"since" doc:"When the last issue of this cadence was sent; without one, a week or a month ago"`
	Recipients int         `json:"recipients" doc:"Subscribers who would get it now"`
}

// ItemInput is a product of a draft as an administrator sends it.
type ItemInput struct {
	Section   site.IssueSectionKind `json:"section" enum:"new,featured,deals,popular"`
	ProductID int64                 `json:"productId"`
}

// DraftInput is a draft as an administrator sends it.
type DraftInput struct {
	Subject string      `json:"subject" db:"subject" doc:"1 to 150 characters"`
	Intro   string      `json:"intro,omitempty" db:"intro" doc:"Markdown, at most 5,000 characters"`
	Items   []ItemInput `json:"items" db:"items,json" nullable:"false" doc:"1 to 60 products, each once"`
}

// NextIssue is what the store knows of the next issue of a cadence.
type NextIssue struct {
	Stored     *DraftInput // an administrator's changes; nil: none
	Number     int64       // that it gets if it is the next to be sent
	LastSent   time.Time   // when the last issue of this cadence was sent; zero: none was
	LastItems  []ItemInput // of that issue
	Recipients int
}

// Draft returns the next issue of a cadence. Products that were deleted since it was stored are left out.
func (n *Issues) Draft(ctx context.Context, cadence Cadence) (Draft, error) {
	next, err := n.Store.NextIssue(ctx, cadence)
	if err != nil {
		return Draft{}, err
	}
	d := Draft{Cadence: cadence, IsStored: next.Stored != nil, Number: next.Number, Since: next.LastSent, Recipients: next.Recipients, Items: []DraftItem{}}
	if d.Since.IsZero() {
		d.Since = n.Store.Now().Add(-cadence.period())
	}
	snapshot := n.Catalogue.Snapshot()
	in := next.Stored
	if in == nil {
		if in, err = n.suggest(ctx, snapshot, cadence, d.Since, next.LastItems); err != nil {
			return Draft{}, err
		}
	}
	d.Subject, d.Intro = in.Subject, in.Intro
	for _, item := range in.Items {
		if found, ok := productOf(snapshot, item.ProductID); ok {
			d.Items = append(d.Items, DraftItem{item.Section, issueProduct(snapshot, found)})
		}
	}
	return d, nil
}

// period is the time that an issue covers.
func (c Cadence) period() time.Duration {
	if c == Monthly {
		return 30 * 24 * time.Hour
	}
	return 7 * 24 * time.Hour
}

// SaveDraft stores an administrator's changes of the next issue.
func (n *Issues) SaveDraft(ctx context.Context, by string, cadence Cadence, in DraftInput) (Draft, error) {
	in, err := in.check(n.Catalogue.Snapshot())
	if err != nil {
		return Draft{}, err
	}
	if err := n.Store.SaveDraft(ctx, by, cadence, in); err != nil {
		return Draft{}, err
	}
	return n.Draft(ctx, cadence)
}

// check cleans a draft and checks every rule. The fault names each invalid field.
func (in DraftInput) check(snapshot *browse.Snapshot) (DraftInput, error) {
	var c field.Checker
	in.Subject = c.Line("subject", in.Subject, maxSubject, "Please enter a subject")
	in.Intro = c.Text("intro", in.Intro, maxIntro, "")
	if message := checkItems(in.Items, snapshot); message != "" {
		c.Fail("items", message)
	}
	return in, c.Fault()
}

// checkItems returns what is wrong with the products of a draft, as a sentence; "" if nothing is.
func checkItems(items []ItemInput, snapshot *browse.Snapshot) string {
	switch {
	case len(items) == 0:
		return "Please add at least one tool"
	case len(items) > maxProducts:
		return fmt.Sprintf("Please use at most %d tools", maxProducts)
	}
	seen := map[int64]bool{}
	for i, item := range items {
		found, ok := productOf(snapshot, item.ProductID)
		switch {
		case !field.OneOf(item.Section, site.IssueSectionKinds()...):
			return fmt.Sprintf("Please choose a section for tool %d in the list: new, featured, deals or popular", i+1)
		case !ok:
			return fmt.Sprintf("Tool %d in the list does not exist any more. Please remove it", i+1)
		case seen[item.ProductID]:
			return fmt.Sprintf("%s is in the list twice. Please remove it once", found.Name())
		}
		seen[item.ProductID] = true
	}
	return ""
}

func productOf(snapshot *browse.Snapshot, id int64) (*browse.Item, bool) {
	return snapshot.Product(strconv.FormatInt(id, 10))
}
