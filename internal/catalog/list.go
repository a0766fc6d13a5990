package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// List is the products that the administrator's list shows with a filter, but for some, and how many the caller saw.
type List struct {
	Filter ListFilter
	Except []int64 // products of the list that are not meant
	Count  int     // without those
	// Within are the products with what Filter.Needs says; nil: it says nothing.
	Within map[int64]bool
}

// ListFilter is a filter of the administrator's list. The zero value lists all products. What the list shows by the site's search, where
// no product has all words, is at most 100 products, which calls name by their ids.
type ListFilter struct {
	Search      string  `json:"search,omitempty" doc:"Words, each of which is in the name, the categories or the website"`
	Section     Section `json:"section,omitempty" enum:"Our Products,Recommended AI Products"`
	Type        Type    `json:"type,omitempty" enum:"Free,Freemium,Premium,Unknown"`
	Status      Status  `json:"status,omitempty" enum:"draft,scheduled,published,hidden"`
	Category    string  `json:"category,omitempty" doc:"Name of a category"`
	Featured    bool    `json:"featured,omitempty" doc:"Only featured products"`
	Deal        bool    `json:"deal,omitempty" doc:"Only products with a deal"`
	MissingLogo bool    `json:"missingLogo,omitempty" doc:"Only products without a logo"`
	Needs       Need    `json:"needs,omitempty" enum:"price,text,same-website,same-name,ends,link-moved,link-refused,link-parked,link-taken_over,link-gone" doc:"Only products that need this: a price, a longer description; another has their website or much the same name; a deal or feature ends within a week; what was last found at the website"`
}

// Need is what a product needs an editor for.
type Need string

// The needs that each site knows. Others are LinkNeed and a state of a website.
const (
	NeedsPrice      Need = "price"
	NeedsText       Need = "text"
	NeedsOwnWebsite Need = "same-website"
	NeedsOwnName    Need = "same-name"
	NeedsEnding     Need = "ends"
	LinkNeed             = "link-"
)

// Needs returns all needs by which products can be listed.
func Needs() []Need {
	return []Need{NeedsPrice, NeedsText, NeedsOwnWebsite, NeedsOwnName, NeedsEnding,
		LinkNeed + "moved", LinkNeed + "refused", LinkNeed + "parked", LinkNeed + "taken_over", LinkNeed + "gone"}
}

// ListRow is what the administrator's list filters a product by.
type ListRow struct {
	ID       int64
	Text     string // of its name, categories and website, folded, for the search
	Section  Section
	Type     Type
	Status   Status
	Category []string
	Featured bool
	Deal     bool
	HasLogo  bool
}

// ListRowAt returns what the list filters a product by at a time: as visitors see it if they do, else as it is stored.
func ListRowAt(p Product, now time.Time) ListRow {
	if p.StatusAt(now) == Published {
		p = p.ShownAt(now)
	}
	return ListRow{p.ID, ListText(p.Name, p.Categories, p.Website), p.Section, p.Type, p.StatusAt(now), p.Categories, p.IsFeatured, p.HasDeal, HasLogo(p.Logo)}
}

// HasLogo reports whether what a product has as its logo is one.
func HasLogo(logo string) bool {
	logo = strings.TrimSpace(logo)
	return logo != "" && logo != "null"
}

// MaxListSearch is the maximum length of a ListFilter's search in code points.
const MaxListSearch = 200

func (l *List) check(c *checker) {
	l.Filter.check(c)
	c.ids("except", l.Except)
	if l.Count < 1 {
		c.Fail("count", "Please say how many products the list has, so that nothing is changed that nobody has seen")
	}
}

// Check returns the filter with its search tidied, or an Invalid fault.
func (f ListFilter) Check() (ListFilter, error) {
	var c checker
	f.check(&c)
	return f, c.Fault()
}

func (f *ListFilter) check(c *checker) {
	f.Search = c.Line("filter.search", strings.Join(strings.Fields(f.Search), " "), MaxListSearch, "")
	if f.Section != "" && !field.OneOf(f.Section, Sections()...) {
		c.Fail("filter.section", "Please select a section: Our Products or Recommended AI Products")
	}
	if f.Type != "" && !field.OneOf(f.Type, AllTypes()...) {
		c.Fail("filter.type", "Please select a type: Free, Freemium, Premium or Unknown")
	}
	if f.Status != "" && !field.OneOf(f.Status, Statuses()...) {
		c.Fail("filter.status", "Please select a status: draft, scheduled, published or hidden")
	}
	f.Category = c.Line("filter.category", f.Category, MaxListSearch, "")
	if f.Needs != "" && !field.OneOf(f.Needs, Needs()...) {
		c.Fail("filter.needs", "Please choose what the products need from the list")
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
	allows := l.Filter.Matcher()
	return func(p Product) bool {
		if except[p.ID] || l.Within != nil && !l.Within[p.ID] {
			return false
		}
		row := ListRowAt(p, now)
		return allows(&row)
	}
}

// Matcher returns the function that reports which rows the filter lists, whatever they need.
func (f ListFilter) Matcher() func(*ListRow) bool {
	words, category := strings.Fields(Fold(f.Search)), Fold(f.Category)
	return func(r *ListRow) bool {
		return (f.Section == "" || f.Section == r.Section) && (f.Type == "" || f.Type == r.Type) && (f.Status == "" || f.Status == r.Status) &&
			!(f.Featured && !r.Featured || f.Deal && !r.Deal || f.MissingLogo && r.HasLogo) &&
			(category == "" || slices.ContainsFunc(r.Category, func(name string) bool { return name == f.Category || Fold(name) == category })) &&
			!slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(r.Text, word) })
	}
}

// ListText returns the text of a product that the list searches.
func ListText(name string, categories []string, website string) string {
	if scheme, rest, ok := strings.Cut(website, "://"); ok && (strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http")) {
		website = rest
	}
	return Fold(name + "\n" + strings.Join(categories, "\n") + "\n" + website)
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
	// Written is called in the transaction with the products of each batch that were added or changed, and not by a dry run; may be nil.
	Written func(ctx context.Context, w *db.WriteTx, products []Product) error
}

// ImportResult counts the changes of an import, or those that a dry run would make.
type ImportResult struct {
	Created   int
	Updated   int
	Unchanged int
}
