package catalog

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// List is the products that the administrator's list shows with a filter, but for some, and how many the caller saw.
type List struct {
	Filter ListFilter
	Except []int64 // products of the list that are not meant
	Count  int     // without those
}

// ListFilter is a filter of the administrator's list. The zero value lists all products.
// web/src/kit/admin/list-filters.ts filters alike; testdata/list-filter.json has cases for both. What the list shows by the
// site's search, where no product has all words, is at most 100 products, which calls name by their ids.
type ListFilter struct {
	Search      string  `json:"search,omitempty" doc:"Words, each of which is in the name, the categories or the website"`
	Section     Section `json:"section,omitempty" enum:"Our Products,Recommended AI Products"`
	Type        Type    `json:"type,omitempty" enum:"Free,Freemium,Premium,Unknown"`
	Status      Status  `json:"status,omitempty" enum:"draft,scheduled,published,hidden"`
	MissingLogo bool    `json:"missingLogo,omitempty" doc:"Only products without a logo"`
}

// MaxListSearch is the maximum length of a ListFilter's search in code points.
const MaxListSearch = 200

func (l *List) check(c *checker) {
	l.Filter.Search = c.Line("filter.search", strings.Join(strings.Fields(l.Filter.Search), " "), MaxListSearch, "")
	if l.Filter.Section != "" && !field.OneOf(l.Filter.Section, Sections()...) {
		c.Fail("filter.section", "Please select a section: Our Products or Recommended AI Products")
	}
	if l.Filter.Type != "" && !field.OneOf(l.Filter.Type, AllTypes()...) {
		c.Fail("filter.type", "Please select a type: Free, Freemium, Premium or Unknown")
	}
	if l.Filter.Status != "" && !field.OneOf(l.Filter.Status, Statuses()...) {
		c.Fail("filter.status", "Please select a status: draft, scheduled, published or hidden")
	}
	c.ids("except", l.Except)
	if l.Count < 1 {
		c.Fail("count", "Please say how many products the list has, so that nothing is changed that nobody has seen")
	}
}

// CheckCount returns a Conflict if the list has another number of products than the caller saw.
func (l List) CheckCount(listed int) error {
	if listed == l.Count {
		return nil
	}
	changed := fault.New(fault.Conflict, fmt.Sprintf("The list has changed: it has %d of these products now, not %d. Nothing was changed. Please reload it and try again.", listed, l.Count))
	changed.Code = "list_changed"
	return changed
}

// Matcher returns the function that reports which products are meant, by their status at a time.
func (l List) Matcher(now time.Time) func(Product) bool {
	except := make(map[int64]bool, len(l.Except))
	for _, id := range l.Except {
		except[id] = true
	}
	words := strings.Fields(Fold(l.Filter.Search))
	return func(p Product) bool {
		if except[p.ID] || !l.Filter.allows(p) || l.Filter.Status != "" && l.Filter.Status != p.StatusAt(now) {
			return false
		}
		text := listText(p)
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
	}
}

func (f ListFilter) allows(p Product) bool {
	logo := strings.TrimSpace(p.Logo)
	return (f.Section == "" || f.Section == p.Section) && (f.Type == "" || f.Type == p.Type) && (!f.MissingLogo || logo == "" || logo == "null")
}

var scheme = regexp.MustCompile(`(?i)^https?://`)

// listText returns the text of a product that the list searches.
func listText(p Product) string {
	return Fold(p.Name + "\n" + strings.Join(p.Categories, "\n") + "\n" + scheme.ReplaceAllString(p.Website, ""))
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
	Link      LinkDraft
}

// LinkDraft is the affiliate link of a row in a file; without a URL the row has none.
type LinkDraft struct {
	URL       string `json:"affiliateUrl,omitempty"`
	Network   string `json:"affiliateNetwork,omitempty"`
	Programme string `json:"affiliateProgramme,omitempty"`
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
