package catalog

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/field"
)

// Check checks a complete product from another site, with id, slug and times, against every rule of a draft; the type
// may be Unknown, as in an import. It also refuses a product that Draft.Check would change, since the copy would differ
// from the original. The fault names each field that fails.
func (p Product) Check() error {
	given := Draft{Slug: p.Slug, ProductFields: p.ProductFields}
	given.Categories, given.Tags, given.Images = listed(p.Categories), listed(p.Tags), listed(p.Images)
	checked, err := given.Check(true)
	if err != nil {
		return err
	}
	var c checker
	switch {
	case p.ID < 1:
		c.Fail("id", "Please give a number above 0")
	case p.Slug == "":
		c.Fail("slug", "Please use lower-case letters, digits and single hyphens")
	case !reflect.DeepEqual(given.withCleanLines(), checked):
		c.Fail("name", "A text of this product is not written as it would be kept")
	}
	return c.Fault()
}

// withCleanLines returns the draft without invisible characters in its lines: earlier versions stored them.
func (d Draft) withCleanLines() Draft {
	d.Name, d.PromoText = cleanLine(d.Name), cleanLine(d.PromoText)
	for _, list := range [][]string{d.Categories, d.Tags} {
		for i := range list {
			list[i] = cleanLine(list[i])
		}
	}
	return d
}

// cleanLine cleans a line that an earlier version of the program may have stored. It returns any other line unchanged.
func cleanLine(text string) string {
	if field.Clean(text) != text {
		return text
	}
	return field.CleanLine(text)
}

// Check checks the rules for a complete category from another site.
func (g Category) Check() error {
	var c checker
	name, err := CategoryName(g.Name)
	if err != nil {
		return err
	}
	switch {
	case g.ID < 1:
		c.Fail("id", "Please give a number above 0")
	case name != cleanLine(g.Name):
		c.Fail("name", "The name is not written as it would be kept")
	case !ValidSlug(g.Slug):
		c.Fail("slug", "Please use lower-case letters, digits and single hyphens")
	}
	return c.Fault()
}

// listed returns a copy of the list, never nil.
func listed(list []string) []string { return append([]string{}, list...) }

// OtherCategory is the category of tools that fit no other.
const OtherCategory = "Other"

// OwnDescription returns the description without the space around it; empty if it is only the text that replaces a missing one.
func (f *ProductFields) OwnDescription() string {
	if text := strings.TrimSpace(f.Description); text != NoDescription {
		return text
	}
	return ""
}

// MaxFacts is the most facts that Facts counts.
const MaxFacts = 8

// Facts returns how many facts of a product its page shows besides the name, the description and the website, which every
// product has: a known price, a category other than Other, tags that repeat no category, use cases, a logo, screenshots, a
// video, a deal.
func (f *ProductFields) Facts() int {
	facts := 0
	for _, known := range [MaxFacts]bool{
		f.Type != Unknown && f.Type != "",
		slices.ContainsFunc(f.Categories, func(name string) bool { return name != OtherCategory }),
		slices.ContainsFunc(f.Tags, func(tag string) bool { return !f.isCategory(tag) }),
		f.UseCases != "",
		f.Logo != "",
		len(f.Images) > 0,
		f.VideoURL != "",
		f.HasDeal,
	} {
		if known {
			facts++
		}
	}
	return facts
}

func (f *ProductFields) isCategory(tag string) bool {
	return slices.ContainsFunc(f.Categories, func(name string) bool { return strings.EqualFold(name, tag) })
}

// ImportRow is one row of a file, cleaned and checked, ready for import.
type ImportRow struct {
	Line  int   // in the file, from 1; for messages
	ID    int64 // matches an existing product when above 0
	Draft Draft // Draft.Slug, if set, matches too; otherwise website and name, as ImportOptions.Match says
	// Sets are the fields that the row has. An existing product keeps the others: a file without a logo column removes
	// no logo. Name, website, categories, description and type are in every row, and need not be set.
	Sets FieldSet
	// CreatedAt is when the tool was added to the catalogue that it comes from. A new product gets it; zero: the time of
	// the import.
	CreatedAt time.Time
	OddDate   string // a date of that kind that cannot be read, or is in the future
	InBulk    bool   // the catalogue that it comes from had it from a bulk import; a new product keeps that
}

// MaxNewInImport is the most tools that one import may add for them to count as new: a badge on thousands of cards says
// nothing, and no newsletter or feed should announce a whole list. Of a larger import all are Product.InBulk.
const MaxNewInImport = 50

// Match says which product a row is that has neither its id nor its slug.
type Match string

// The ways to match.
const (
	MatchAsk     Match = ""        // the one with its website and its name; the same website under another name is a question
	MatchWebsite Match = "website" // the one with its website, whatever it is called
	MatchName    Match = "name"    // the one with its name, wherever its website is
	MatchID      Match = "id"      // none
)

// ImportOptions control an import.
type ImportOptions struct {
	Match    Match
	File     string         // its name, for the history; empty if it has none
	DryRun   bool           // count the changes, write nothing
	Progress func(done int) // called from time to time with the number of finished rows; may be nil
	// Changed is called for each row that creates (before is nil) or updates a product, in their order; may be nil.
	Changed func(row ImportRow, before *Product, after Product)
}

// ImportResult counts the changes of an import, or those that a dry run would make.
type ImportResult struct {
	Created   int
	Updated   int
	Unchanged int
}
