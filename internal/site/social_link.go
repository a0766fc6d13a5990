package site

import (
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// Limits of social links, from the project's decisions page; texts in code points.
const (
	MaxSocialLinks = 100 // all of them are on every page of the site
	maxPlatform    = 50
	maxSocialURL   = 500
	maxRank        = 1_000_000 // bound of displayOrder in both directions
)

// SocialLink links to the site's page on another platform.
type SocialLink struct {
	ID           int64     `json:"id" db:"id,serial"`
	Platform     string    `json:"platform" db:"platform" doc:"Name of the platform, at most 50 characters"`
	URL          string    `json:"url" db:"url" doc:"Absolute http(s) URL, at most 500 characters"`
	IsActive     bool      `json:"isActive" db:"is_active"`
	DisplayOrder int       `json:"displayOrder" db:"display_order"`
	CreatedAt    time.Time `json:"createdAt" db:"created_at"`
}

// Check cleans the link and checks every rule. The fault names each invalid field.
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

// SocialChange is a partial change of a social link; nil fields stay as they are.
type SocialChange struct {
	Platform     *string
	URL          *string
	IsActive     *bool
	DisplayOrder *int
}

// Apply returns the link after the change, checked.
func (change SocialChange) Apply(l SocialLink) (SocialLink, error) {
	field.Set(&l.Platform, change.Platform)
	field.Set(&l.URL, change.URL)
	field.Set(&l.IsActive, change.IsActive)
	field.Set(&l.DisplayOrder, change.DisplayOrder)
	return l.Check()
}

// Placement is the position of one social link.
type Placement struct {
	ID           int64 `json:"id"`
	DisplayOrder int   `json:"displayOrder"`
}

// CheckOrder checks a new order: at least one link, each once. The fault names the field "updates".
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

// ActiveLinks returns the social links that visitors see, in their order.
func (s *Settings) ActiveLinks() []SocialLink {
	active := make([]SocialLink, 0, len(s.SocialLinks))
	for _, link := range s.SocialLinks {
		if link.IsActive {
			active = append(active, link)
		}
	}
	return active
}
