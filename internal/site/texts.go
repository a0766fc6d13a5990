package site

import (
	"cmp"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// Texts are the words with which the site presents itself: plain text on one line each. An empty one is the default.
type Texts struct {
	Name         string `json:"name" doc:"Name of the site, at most 60 characters; by default that of the flag --site-name"`
	Tagline      string `json:"tagline" doc:"What follows the name in the title of the home page, at most 100 characters"`
	Hero         string `json:"hero" doc:"Heading of the home page, at most 80 characters"`
	HeroAccent   string `json:"heroAccent" doc:"Its end, in the accent color, at most 40 characters; by default none with a heading of its own"`
	Introduction string `json:"introduction" doc:"Text beside the heading, at most 300 characters; by default how many products there are"`
	Footer       string `json:"footer" doc:"Text at the foot of all pages, at most 200 characters"`
	Contact      string `json:"contact" doc:"Email address for the built-in legal pages, at most 254 characters; by default none"`
	SocialTitle  string `json:"socialTitle" doc:"Title of the home page where it is shared, at most 100 characters; by default that of the page"`
}

// TextsChange is a partial change of the texts; nil fields stay as they are.
type TextsChange struct {
	Name         *string `json:"name,omitempty" nullable:"false"`
	Tagline      *string `json:"tagline,omitempty" nullable:"false"`
	Hero         *string `json:"hero,omitempty" nullable:"false"`
	HeroAccent   *string `json:"heroAccent,omitempty" nullable:"false"`
	Introduction *string `json:"introduction,omitempty" nullable:"false"`
	Footer       *string `json:"footer,omitempty" nullable:"false"`
	Contact      *string `json:"contact,omitempty" nullable:"false"`
	SocialTitle  *string `json:"socialTitle,omitempty" nullable:"false"`
}

func (change TextsChange) apply(t *Texts) {
	field.Set(&t.Name, change.Name)
	field.Set(&t.Tagline, change.Tagline)
	field.Set(&t.Hero, change.Hero)
	field.Set(&t.HeroAccent, change.HeroAccent)
	field.Set(&t.Introduction, change.Introduction)
	field.Set(&t.Footer, change.Footer)
	field.Set(&t.Contact, change.Contact)
	field.Set(&t.SocialTitle, change.SocialTitle)
}

// Shown returns the texts as visitors see them on a site with this name in its configuration. The introduction, the contact
// and the social title may be empty.
func (t Texts) Shown(name string) Texts {
	t.Name = cmp.Or(t.Name, name)
	t.Tagline = cmp.Or(t.Tagline, "Find the right AI tool")
	if t.Hero == "" {
		t.Hero = "Find the right AI tool"
	}
	t.Footer = cmp.Or(t.Footer, "Find the right AI tool, without the noise.")
	return t
}

// Heading returns the heading of the home page with its accent, and how many words the accent has.
func (t Texts) Heading() (text string, accent int) {
	return strings.TrimSpace(t.Hero + " " + t.HeroAccent), len(strings.Fields(t.HeroAccent))
}

// VerificationTags are what services ask for as proof that the site is one's own: the content of a tag in the home page.
type VerificationTags struct {
	Google    string `json:"google" doc:"Of Google Search Console"`
	Bing      string `json:"bing" doc:"Of Bing Webmaster Tools"`
	Yandex    string `json:"yandex" doc:"Of Yandex Webmaster"`
	Pinterest string `json:"pinterest" doc:"Of Pinterest"`
}

// VerificationTagsChange is a partial change of the tags; nil fields stay as they are, empty ones remove the tag.
type VerificationTagsChange struct {
	Google    *string `json:"google,omitempty" nullable:"false"`
	Bing      *string `json:"bing,omitempty" nullable:"false"`
	Yandex    *string `json:"yandex,omitempty" nullable:"false"`
	Pinterest *string `json:"pinterest,omitempty" nullable:"false"`
}

func (change VerificationTagsChange) apply(v *VerificationTags) {
	field.Set(&v.Google, change.Google)
	field.Set(&v.Bing, change.Bing)
	field.Set(&v.Yandex, change.Yandex)
	field.Set(&v.Pinterest, change.Pinterest)
}

// Tag is a meta element.
type Tag struct{ Name, Content string }

// Tags returns the tags that are set.
func (v VerificationTags) Tags() (list []Tag) {
	for _, tag := range []Tag{
		{"google-site-verification", v.Google}, {"msvalidate.01", v.Bing}, {"yandex-verification", v.Yandex}, {"p:domain_verify", v.Pinterest},
	} {
		if tag.Content != "" {
			list = append(list, tag)
		}
	}
	return list
}

// maxVerification is the longest content of a tag; Google's has 43 characters.
const maxVerification = 100

// line is a setting with a text on one line, which may be empty.
func line(name string, most int, of func(v *Values) *string) value {
	return cleaned(name, of, func(c *field.Checker, value string) string { return c.Line(name, value, most, "") })
}

// contact is a setting with an email address, which may be empty.
func contact(name string, of func(v *Values) *string) value {
	return cleaned(name, of, func(c *field.Checker, value string) string {
		if value = field.CleanLine(value); value != "" && !field.IsEmail(value) {
			c.Fail(name, "Please enter an email address, such as hello@example.com")
		}
		return value
	})
}

// verification is a setting with the content of a tag, which may be empty.
func verification(name string, of func(v *Values) *string) value {
	return cleaned(name, of, func(c *field.Checker, value string) string {
		value = c.Line(name, value, maxVerification, "")
		if strings.ContainsFunc(value, func(r rune) bool {
			return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && !strings.ContainsRune("-_=+/.:", r)
		}) {
			c.Fail(name, "Please enter only what is in content=\"…\" of the tag: letters, digits and signs such as - and _")
		}
		return value
	})
}

// cleaned is a setting with a text that check cleans.
func cleaned(name string, of func(v *Values) *string, check func(c *field.Checker, value string) string) value {
	return value{
		name:  name,
		check: func(c *field.Checker, v *Values) { *of(v) = check(c, *of(v)) },
		text:  func(v *Values) string { return *of(v) },
		parse: func(v *Values, text string) error {
			*of(v) = text
			return nil
		},
	}
}
