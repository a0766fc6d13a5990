package catalog

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"vitrine/internal/fault"
)

// Limits of a product's fields, in code points (URLs in bytes), from the project's decisions page.
const (
	MaxName        = 200
	MaxText        = 20_000 // description and use cases
	MaxPromoText   = 500
	MaxWebsite     = 2_048 // every URL of a product
	MaxCategory    = 100
	MaxCategories  = 20
	MaxTag         = 100
	MaxTags        = 30
	MaxImages      = 6
	MaxDataURI     = 100_000 // a logo given as an image data URI, in bytes
	MaxProducts    = 250_000 // what one picture in memory is built for
	maxDisplayRank = 1_000_000
)

// Draft is what a person or a file says about a product: the fields that may be set. The rest (id, times, version) is
// the store's own.
type Draft struct {
	Name           string
	Slug           string // empty: made from the name
	Description    string
	UseCases       string
	Categories     []string
	Tags           []string
	Type           Type
	Section        Section
	Website        string
	Logo           string
	LogoColor      string
	Images         []string
	VideoURL       string
	IsFeatured     bool
	HasLandingPage bool
	HasDeal        bool
	PromoText      string
	DisplayOrder   int
	Keep           Fields // of these, SetTags and SetDisplayOrder: a product that exists keeps its own
}

// Check cleans the draft (NFC, trimmed, categories once each) and holds it against every rule. The fault names each
// field that fails. Type Unknown is accepted only where the caller says so: imports do.
func (d Draft) Check(allowUnknownType bool) (Draft, error) {
	var c checker
	d.Name = c.line("name", d.Name, MaxName, "Please enter a name")
	d.Description = c.text("description", d.Description, "Please enter a description")
	d.UseCases = c.text("useCases", d.UseCases, "")
	d.PromoText = c.line("promoText", d.PromoText, MaxPromoText, "")
	d.Categories = c.words("categories", d.Categories, MaxCategories, MaxCategory)
	if len(d.Categories) == 0 {
		c.fail("categories", "Please select at least one category")
	}
	d.Tags = c.words("tags", d.Tags, MaxTags, MaxTag)
	if !oneOf(d.Type, Types()) && (!allowUnknownType || d.Type != Unknown) {
		c.fail("type", "Please select a type: Free, Freemium or Premium")
	}
	if !oneOf(d.Section, Sections()) {
		c.fail("section", "Please select a section: Our Products or Recommended AI Products")
	}
	d.Website = c.url("website", d.Website, true)
	d.VideoURL = c.url("videoUrl", d.VideoURL, false)
	d.Logo = c.logo(d.Logo)
	if d.LogoColor != "" && !hexColor.MatchString(d.LogoColor) {
		c.fail("logoColor", "Please give the colour as #rrggbb")
	}
	d.Images = c.images(d.Images)
	if d.DisplayOrder < 0 || d.DisplayOrder > maxDisplayRank {
		c.fail("displayOrder", fmt.Sprintf("Please enter an order from 0 to %d", maxDisplayRank))
	}
	if d.Slug != "" && !ValidSlug(d.Slug) {
		c.fail("slug", "Please use lower-case letters, digits and single hyphens")
	}
	return d, fault.InvalidFields(c.fields)
}

var (
	hexColor  = regexp.MustCompile(`^#[0-9a-f]{6}$`)
	imageData = regexp.MustCompile(`^data:image/(png|jpeg|gif|webp|svg\+xml)[;,]`)
)

// checker gathers what is wrong with a draft.
type checker struct{ fields []fault.Field }

func (c *checker) fail(field, message string) {
	c.fields = append(c.fields, fault.Field{Field: field, Message: message})
}

// line is a text without line breaks. An empty required sentence means that the field may be empty.
func (c *checker) line(field, value string, limit int, required string) string {
	value = Clean(value)
	switch {
	case value == "" && required != "":
		c.fail(field, required)
	case !IsLine(value):
		c.fail(field, NoLine)
	case utf8.RuneCountInString(value) > limit:
		c.fail(field, fmt.Sprintf("Please use at most %d characters", limit))
	}
	return value
}

func (c *checker) text(field, value, required string) string {
	value = Clean(value)
	switch {
	case value == "" && required != "":
		c.fail(field, required)
	case strings.ContainsFunc(value, func(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' }):
		c.fail(field, "Please remove control characters")
	case utf8.RuneCountInString(value) > MaxText:
		c.fail(field, fmt.Sprintf("Please use at most %d characters", MaxText))
	}
	return value
}

// words is a list of short lines: empty ones and repetitions (without case and accents) left out.
func (c *checker) words(field string, values []string, most, limit int) []string {
	kept := make([]string, 0, len(values))
	seen := map[string]bool{}
	for _, value := range values {
		value = c.line(field, value, limit, "")
		if key := Fold(value); key != "" && !seen[key] {
			seen[key] = true
			kept = append(kept, value)
		}
	}
	if len(kept) > most {
		c.fail(field, fmt.Sprintf("Please use at most %d", most))
	}
	return kept
}

func (c *checker) url(field, value string, required bool) string {
	value = strings.TrimSpace(value)
	switch {
	case value == "" && !required:
	case value == "":
		c.fail(field, "Please enter a website URL")
	case len(value) > MaxWebsite:
		c.fail(field, fmt.Sprintf("Please use at most %d characters", MaxWebsite))
	case !WebURL(value):
		c.fail(field, "Please enter a valid URL that starts with http:// or https://")
	}
	return value
}

func (c *checker) logo(value string) string {
	value = strings.TrimSpace(value)
	if imageData.MatchString(value) {
		if len(value) > MaxDataURI {
			c.fail("logo", "Please upload the logo instead: it is too large for a data URI")
		}
		return value
	}
	if IsUpload(value) {
		return value
	}
	return c.url("logo", value, false)
}

func (c *checker) images(values []string) []string {
	kept := make([]string, 0, len(values))
	for _, value := range values {
		if IsUpload(value) {
			kept = append(kept, value)
		} else if value = c.url("images", value, false); value != "" {
			kept = append(kept, value)
		}
	}
	if len(kept) > MaxImages {
		c.fail("images", fmt.Sprintf("Please use at most %d images", MaxImages))
	}
	return kept
}

var uploadPath = regexp.MustCompile(`^/uploads/[A-Za-z0-9][A-Za-z0-9._-]{0,120}$`)

// IsUpload tells whether the text is the path of a file that was uploaded here.
func IsUpload(path string) bool { return uploadPath.MatchString(path) && !strings.Contains(path, "..") }

// WebURL tells whether the text is an absolute http(s) URL with a host and without white space, a password, or characters
// that change the direction of others (RFC 3987, 4.1).
func WebURL(text string) bool {
	if strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	}) {
		return false
	}
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && isHost(u.Hostname()) && isPort(u.Port()) && u.User == nil
}

// isHost tells whether there is something to look up; what it stands for is known only to who looks it up.
func isHost(host string) bool {
	return strings.ContainsFunc(host, func(r rune) bool { return r != '.' && r != '-' && r != ':' })
}

func isPort(port string) bool {
	if port == "" {
		return true
	}
	_, err := strconv.ParseUint(port, 10, 16)
	return err == nil
}

// Clean is the text in NFC, with Unix line ends, trimmed; empty when nothing in it can be seen. Invalid UTF-8 becomes the
// replacement character.
func Clean(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.TrimSpace(norm.NFC.String(text))
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) }) {
		return ""
	}
	return text
}

// NoLine is what is said of a text that has to be a line and is none.
const NoLine = "Please remove line breaks and invisible control characters"

// IsLine tells whether a text that is clean stays on one line and leaves what stands beside it as it is: without control
// characters, line separators, and those that put the text around them into another direction.
func IsLine(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || r >= '\u2028' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069'
	})
}

func oneOf[T comparable](value T, allowed []T) bool {
	for _, a := range allowed {
		if a == value {
			return true
		}
	}
	return false
}
