package site

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
)

// IssueSectionKind is a part of a newsletter issue.
type IssueSectionKind string

// The sections of an issue, in their order.
const (
	NewProducts      IssueSectionKind = "new"
	FeaturedProducts IssueSectionKind = "featured"
	Deals            IssueSectionKind = "deals"
	PopularProducts  IssueSectionKind = "popular"

	// SponsoredProducts is who has booked the place at the beginning of an issue when it is sent. Its draft and the archive are
	// without it.
	SponsoredProducts IssueSectionKind = "sponsored"
)

// IssueSectionKinds returns the sections of a draft, in their order.
func IssueSectionKinds() []IssueSectionKind {
	return []IssueSectionKind{NewProducts, FeaturedProducts, Deals, PopularProducts}
}

// Issue is a newsletter issue as it was sent.
type Issue struct {
	Number       int64  `json:"number" db:"number,key"`
	Cadence      string `json:"cadence" db:"cadence" enum:"weekly,monthly"`
	Subject      string `json:"subject" db:"subject"`
	IssueContent `db:"content,json"`
	SentAt       time.Time `json:"sentAt" db:"started_at"`
}

// IssueContent is what an issue says. It is stored when the issue is sent, and stays the same.
type IssueContent struct {
	Intro    string         `json:"intro" doc:"HTML, sanitized; may be empty"`
	Sections []IssueSection `json:"sections" nullable:"false" doc:"Those that have products"`
}

// Products returns the products of all sections, in their order.
func (c IssueContent) Products() iter.Seq[IssueProduct] {
	return func(yield func(IssueProduct) bool) {
		for _, section := range c.Sections {
			for _, product := range section.Products {
				if !yield(product) {
					return
				}
			}
		}
	}
}

// Linked returns the issue with what its products have now: their slug, and whether an affiliate link leads to their website. A
// product without a page has none. A place that was booked in the email is not in it.
func (i Issue) Linked(now func(product int64) (slug string, hasAffiliateLink bool)) Issue {
	i.Sections = slices.DeleteFunc(slices.Clone(i.Sections), func(s IssueSection) bool { return s.Kind == SponsoredProducts })
	for s, section := range i.Sections {
		products := slices.Clone(section.Products)
		for p := range products {
			products[p].Slug, products[p].HasAffiliateLink = now(products[p].ID)
		}
		i.Sections[s].Products = products
	}
	return i
}

// IssueFrom returns the number of the issue that a link to a product's website names, as those in issues do (issue-12); 0 for
// anything else, an issue that was not sent, and one without the product.
func (s *Settings) IssueFrom(name string, product int64) int64 {
	digits, isIssue := strings.CutPrefix(name, "issue-")
	number, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || !isIssue || strconv.FormatInt(number, 10) != digits || !s.HasIssue(number, product) {
		return 0
	}
	return number
}

// HasIssue reports whether the issue with this number was sent and has the product.
func (s *Settings) HasIssue(number, product int64) bool {
	for _, issue := range s.Issues {
		if issue.Number == number {
			for p := range issue.Products() {
				if p.ID == product {
					return true
				}
			}
		}
	}
	return false
}

// IssueSection is a part of an issue.
type IssueSection struct {
	Kind     IssueSectionKind `json:"kind" enum:"new,featured,deals,popular"`
	Products []IssueProduct   `json:"products" nullable:"false"`
}

// IssueProduct is a product as it was when the issue was sent.
type IssueProduct struct {
	ID          int64           `json:"id"`
	Slug        string          `json:"slug" doc:"The present one; empty if it is not listed any more"`
	Name        string          `json:"name"`
	Description string          `json:"description" doc:"Cut to what an email shows"`
	Image       string          `json:"image" doc:"Path or URL; empty: none"`
	Categories  []IssueCategory `json:"categories" nullable:"false"`
	Type        string          `json:"type" doc:"Pricing: Free, Freemium, Premium or Unknown"`
	HasDeal     bool            `json:"hasDeal"`

	HasAffiliateLink bool  `json:"hasAffiliateLink" doc:"An affiliate link leads to its website now"`
	Booking          int64 `json:"booking" doc:"Number of the booking of its place in the email; 0: none"`
}

// IssueCategory is a topic of a product.
type IssueCategory struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// IssueSummary is an issue in the list of the archive.
type IssueSummary struct {
	Number   int64     `json:"number"`
	Cadence  string    `json:"cadence" enum:"weekly,monthly"`
	Subject  string    `json:"subject"`
	SentAt   time.Time `json:"sentAt"`
	Products int       `json:"products" doc:"How many products it has"`
}

// Summary returns the issue as the archive lists it.
func (i Issue) Summary() IssueSummary {
	s := IssueSummary{Number: i.Number, Cadence: i.Cadence, Subject: i.Subject, SentAt: i.SentAt}
	for range i.Products() {
		s.Products++
	}
	return s
}
