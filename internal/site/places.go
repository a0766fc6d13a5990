package site

import (
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// Places is how the site sells its places: how many tools stand at one at a time, and what the page about them says.
type Places struct {
	Home       int    `json:"home" doc:"Tools in the row of the home page at a time"`
	Category   int    `json:"category" doc:"Tools above a category at a time"`
	Newsletter int    `json:"newsletter" doc:"Tools at the beginning of an issue"`
	Text       string `json:"text" doc:"Text of /advertise, Markdown; empty: there is no such page"`
	PayURL     string `json:"payUrl" doc:"Where places are paid for; may be empty"`
}

// PlacesChange is a partial change of the places; nil fields stay as they are.
type PlacesChange struct {
	Home       *int    `json:"home,omitempty" nullable:"false" doc:"From 1 to 12; bookings that are there stay"`
	Category   *int    `json:"category,omitempty" nullable:"false" doc:"From 1 to 4"`
	Newsletter *int    `json:"newsletter,omitempty" nullable:"false" doc:"From 1 to 4"`
	Text       *string `json:"text,omitempty" nullable:"false" doc:"At most 20,000 characters"`
	PayURL     *string `json:"payUrl,omitempty" nullable:"false" doc:"Empty, or an absolute http(s) URL of at most 500 characters"`
}

func (change PlacesChange) apply(p *Places) {
	field.Set(&p.Home, change.Home)
	field.Set(&p.Category, change.Category)
	field.Set(&p.Newsletter, change.Newsletter)
	field.Set(&p.Text, change.Text)
	field.Set(&p.PayURL, change.PayURL)
}

// Links is what search engines are told of links to tools' websites.
type Links struct {
	NoFollow bool `json:"nofollow" doc:"rel=nofollow on those that pay nothing; those that pay always have it"`
}

// LinksChange is a partial change of the links; nil stays as it is.
type LinksChange struct {
	NoFollow *bool `json:"nofollow,omitempty" nullable:"false"`
}

// maxPlacesText is in code points.
const maxPlacesText = 20_000

var placesValues = []value{
	number("places.home", 1, 12, func(v *Values) *int { return &v.Places.Home }),
	number("places.category", 1, 4, func(v *Values) *int { return &v.Places.Category }),
	number("places.newsletter", 1, 4, func(v *Values) *int { return &v.Places.Newsletter }),
	cleaned("places.text", func(v *Values) *string { return &v.Places.Text }, func(c *field.Checker, text string) string {
		return c.Text("places.text", text, maxPlacesText, "")
	}),
	cleaned("places.payUrl", func(v *Values) *string { return &v.Places.PayURL }, func(c *field.Checker, address string) string {
		address = c.Line("places.payUrl", address, maxSocialURL, "")
		if address != "" && !field.WebURL(address) {
			c.Fail("places.payUrl", "Please enter a valid URL")
		}
		return address
	}),
	flag("links.nofollow", func(v *Values) *bool { return &v.Links.NoFollow }),
}

// flag is a setting that is on or off.
func flag(name string, of func(v *Values) *bool) value {
	return value{
		name:  name,
		check: func(*field.Checker, *Values) {},
		text:  func(v *Values) string { return strconv.FormatBool(*of(v)) },
		parse: func(v *Values, text string) (err error) {
			*of(v), err = strconv.ParseBool(text)
			return err
		},
	}
}
