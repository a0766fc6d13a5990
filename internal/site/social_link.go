package site

import (
	"fmt"
	"time"
	"unicode/utf8"

	"vitrine/internal/fault"
	"vitrine/internal/field"
)

// Limits of social links, from the project's decisions page; texts in code points.
const (
	MaxSocialLinks = 100 // on every page of the site
	maxPlatform    = 50
	maxSocialURL   = 500
	maxRank        = 1_000_000 // the farthest place in the order, to either side
)

// SocialLink leads to the site's page on another platform.
type SocialLink struct {
	ID           int64     `json:"id"`
	Platform     string    `json:"platform" doc:"Name of the platform, at most 50 characters"`
	URL          string    `json:"url" doc:"Absolute http(s) URL, at most 500 characters"`
	IsActive     bool      `json:"isActive"`
	DisplayOrder int       `json:"displayOrder"`
	CreatedAt    time.Time `json:"createdAt"`
}

// Check cleans the link and holds it against every rule. The fault names each field that fails.
func (l SocialLink) Check() (SocialLink, error) {
	var c field.Checker
	l.Platform = c.Line("platform", l.Platform, maxPlatform, "Platform is required")
	l.URL = field.Clean(l.URL)
	switch {
	case utf8.RuneCountInString(l.URL) > maxSocialURL:
		c.Fail("url", fmt.Sprintf("Please use at most %d characters", maxSocialURL))
	case !field.WebURL(l.URL):
		c.Fail("url", "Please enter a valid URL")
	}
	c.Number("displayOrder", l.DisplayOrder, -maxRank, maxRank)
	return l, c.Fault()
}

// SocialChange is what a change sets of a social link; what is nil stays.
type SocialChange struct {
	Platform     *string
	URL          *string
	IsActive     *bool
	DisplayOrder *int
}

// Apply is the link after the change, checked.
func (change SocialChange) Apply(l SocialLink) (SocialLink, error) {
	set(&l.Platform, change.Platform)
	set(&l.URL, change.URL)
	set(&l.IsActive, change.IsActive)
	set(&l.DisplayOrder, change.DisplayOrder)
	return l.Check()
}

func set[T any](value *T, to *T) {
	if to != nil {
		*value = *to
	}
}

// Placement is the place of one social link in their order.
type Placement struct {
	ID           int64 `json:"id"`
	DisplayOrder int   `json:"displayOrder"`
}

// CheckOrder holds a new order against the rules: at least one link, each once. The fault names the field "updates".
func CheckOrder(order []Placement) error {
	var c field.Checker
	if len(order) == 0 || len(order) > MaxSocialLinks {
		c.Fail("updates", fmt.Sprintf("Please name 1 to %d links", MaxSocialLinks))
		return c.Fault()
	}
	seen := map[int64]bool{}
	for _, placed := range order {
		switch {
		case seen[placed.ID]:
			c.Fail("updates", "A link is named twice. Nothing was moved")
		case placed.DisplayOrder < -maxRank || placed.DisplayOrder > maxRank:
			c.Fail("updates", fmt.Sprintf("Please give each link an order from %d to %d", -maxRank, maxRank))
		default:
			seen[placed.ID] = true
			continue
		}
		return c.Fault()
	}
	return nil
}

// ErrTooManyLinks is the fault of one link more than there may be.
func ErrTooManyLinks() error {
	return fault.New(fault.Conflict, fmt.Sprintf("There can be at most %d social links. Please delete one first.", MaxSocialLinks))
}

// ErrUnknownLink is the fault of an order that names a link that is not there.
func ErrUnknownLink() error {
	return fault.InvalidFields([]fault.Field{{Field: "updates", Message: "A link of the list does not exist. It may have been deleted. Nothing was moved"}})
}
