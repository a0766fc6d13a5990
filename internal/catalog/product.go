// Package catalog defines products and categories, and every rule about them.
//
// It knows no other feature. Every product, whether from a screen, the API, an import or a sync, goes
// through Draft.Check, so that each rule exists once.
//
// # To change
//
//   - a rule (lengths, types, URLs, slugs): fields.go; go test ./internal/catalog
//   - a field: fields.go, with its rule and its column, and a migration; TestProductFields in internal/app follows it through
//     store, files, API, sync, backup and history
//   - what one call may change of many tools: change.go; what an undo reverts:
//     undo*.go; in which order they stand: queries_{move,reorder}.go, decision 17
//   - how rows are read and written: queries_*.go; former names and slugs: queries_category_change.go, decision 5, queries_rows.go,
//     decision 25; go test ./internal/store
//   - what an archive has of the catalogue, and how another site takes it over: archive.go
package catalog

import (
	"cmp"
	_ "embed" // of groups.json
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Type is the pricing model of a product. Screens and API accept Free, Freemium and Premium; only imports set Unknown,
// for rows without a price.
type Type string

// The types, in the order of the screens.
const (
	Free     Type = "Free"
	Freemium Type = "Freemium"
	Premium  Type = "Premium"
	Unknown  Type = "Unknown"
)

// Types returns the types that a person can choose.
func Types() []Type { return []Type{Free, Freemium, Premium} }

// AllTypes returns all types that products have and filters accept.
func AllTypes() []Type { return append(Types(), Unknown) }

// Label returns the name of the type on screen.
func (t Type) Label() string {
	if t == Unknown {
		return "Price not listed"
	}
	return string(t)
}

// Section is the part of the home page that shows a product.
type Section string

// The sections, in display order.
const (
	OurProducts         Section = "Our Products"
	RecommendedProducts Section = "Recommended AI Products"
)

// Sections returns all sections, in display order.
func Sections() []Section { return []Section{OurProducts, RecommendedProducts} }

// NoDescription replaces a missing description in an imported row.
const NoDescription = "No description yet."

// Product is one AI tool of the directory.
type Product struct {
	ID   int64  `json:"id" doc:"Number of the product, never used twice"`
	Slug string `json:"slug" doc:"Unique word for URLs, made from the name and stable after that"`
	ProductFields
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
	InBulk    bool      `json:"inBulk" doc:"It came by one import with more than 50 others, and is never shown as new"`
	Version   int64     `json:"version" doc:"Goes up by one with each change of this product"`
}

// Category is a subject of products. Its name and slug are unique.
type Category struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Slug  string `json:"slug"`
	Group string `json:"group" doc:"Heading that lists of all categories show it under; proposed from the name until an administrator sets one"`
}

// categoryGroup is a built-in group of categories, with words of the names of its categories.
type categoryGroup struct {
	Name  string   `json:"name"`
	Words []string `json:"words"`
}

// groups are the built-in groups in display order. The last one is for names without a known word.
var groups = sync.OnceValue(func() (list []categoryGroup) {
	if err := json.Unmarshal(groupsJSON, &list); err != nil {
		panic(err)
	}
	return list
})

//go:embed groups.json
var groupsJSON []byte

// Grouped returns the category with a group: its own, or else the one that the first known word of its name proposes.
func (g Category) Grouped() Category {
	singular := func(word string) string { return strings.TrimSuffix(word, "s") }
	words := strings.FieldsFunc(Fold(g.Name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, word := range words {
		for _, group := range groups() {
			isWord := func(known string) bool { return singular(known) == singular(word) }
			if g.Group == "" && slices.ContainsFunc(group.Words, isWord) {
				g.Group = group.Name
			}
		}
	}
	g.Group = cmp.Or(g.Group, groups()[len(groups())-1].Name)
	return g
}

// CompareGroups compares two groups of categories: the built-in ones come in their order, others before the last of them, A–Z.
func CompareGroups(a, b string) int {
	position := func(name string) int {
		last := len(groups()) - 1
		switch i := slices.IndexFunc(groups(), func(group categoryGroup) bool { return group.Name == name }); i {
		case -1:
			return last
		case last:
			return last + 1
		default:
			return i
		}
	}
	return cmp.Or(cmp.Compare(position(a), position(b)), cmp.Compare(Fold(a), Fold(b)), cmp.Compare(a, b))
}

// All is the whole catalogue in one consistent snapshot.
type All struct {
	Version    int64      // catalogue version: goes up by one with each versioned write transaction
	Products   []Product  // by id, without deleted ones
	Categories []Category // by name
	OldNames   OldNames
	Picks      map[int64]Picks // of alternatives, by product; without the products that have none
	OldSlugs   []OldSlug       // of products, by slug
	Trash      []Deleted       // the newest MaxGonePages in the trash, the oldest first

	Collections []Collection         // by id, drafts too
	PaidLinks   map[int64][]PaidLink // the active ones by product, the oldest first
	Bookings    map[int64][]Booking  // by product, the first to begin first

	Synonyms []Synonym // of the search, by id

	LinksConfirmed map[int64]time.Time // when a person last said that the website is right, by product
}

// ChangedSince selects the ids of the products that have changed since a version of the catalogue, which is its argument.
const ChangedSince = "(SELECT id FROM products WHERE changed_in > ?)"

// Changes are the changes of the catalogue since a version.
type Changes struct {
	Version    int64           // version after these changes
	Products   []Product       // created or changed since, in their current state
	Deleted    []int64         // ids of products deleted since
	Categories []Category      // all current categories (there are few), by name
	OldNames   OldNames        // all of them, not only the new ones
	Picks      map[int64]Picks // those of Products
	OldSlugs   []OldSlug       // those of the products created, changed or deleted since
	Trash      []Deleted       // the newest MaxGonePages of those deleted since, the oldest first

	Collections   []Collection // created or changed since
	CollectionIDs []int64      // of all current ones

	PaidLinks map[int64][]PaidLink // the active ones of Products, the oldest first
	Bookings  map[int64][]Booking  // those of Products, the first to begin first

	Synonyms []Synonym // all current ones, by id

	LinksConfirmed map[int64]time.Time // those of Products
}

// Synonym is words that people search for, and what tools say for them, with commas between several.
type Synonym struct{ Says, Means string }

// Place is where a tool can stand as Sponsored.
type Place string

// The places.
const (
	HomePlace       Place = "home"       // a row of the home page
	CategoryPlace   Place = "category"   // above a category
	NewsletterPlace Place = "newsletter" // the beginning of an issue that is sent
)

// Booking is a place that a product has for some time.
type Booking struct {
	ID       int64
	Key      string // the end of the address at which its buyer reads the numbers
	Place    Place
	Category int64 // 0: none
	From, To time.Time
}

// PaidLink is a link to a product's website that pays the site, and when it is used instead of the website.
type PaidLink struct {
	ID        int64
	Network   string
	Programme string
	URL       string
	SubID     string    // what is added to the query of the URL, with {placement} and {tool}; empty: nothing
	From, To  time.Time // zero: without this bound
}

// Address returns the URL for a click at a place of the site on the Visit link of a tool.
func (l PaidLink) Address(placement, slug string) string {
	if l.SubID == "" {
		return l.URL
	}
	subID := strings.NewReplacer("{placement}", placement, "{tool}", url.QueryEscape(slug)).Replace(l.SubID)
	address, fragment, hasFragment := strings.Cut(l.URL, "#")
	switch {
	case !strings.Contains(address, "?"):
		address += "?"
	case !strings.HasSuffix(address, "?") && !strings.HasSuffix(address, "&"):
		address += "&"
	}
	if address += subID; hasFragment {
		address += "#" + fragment
	}
	return address
}

// IsInUse reports whether the link is used at a time.
func (l PaidLink) IsInUse(at time.Time) bool {
	return !at.Before(l.From) && (l.To.IsZero() || at.Before(l.To))
}

// OldNames maps the slugs and folded names that categories had before a rename or merge to the id of the category that
// they redirect to. A current name or slug takes precedence.
type OldNames map[string]int64

// OldSlug is a slug that a product had before it got another one. It redirects to the product, unless another product
// has the slug now.
type OldSlug struct {
	Slug      string `json:"slug"`
	ProductID int64  `json:"productId"`
}

// CheckRestored checks the products that are to be restored together: at least one, at most MaxBulk, each once.
func CheckRestored(ids []int64) error {
	var c checker
	if len(ids) == 0 {
		c.Fail("ids", "Please select at least one product")
	}
	c.ids("ids", ids)
	return c.Fault()
}

// FactKind is a row of a comparison.
type FactKind string

// The facts, in the order of the rows.
const (
	PriceFact      FactKind = "price"
	CategoriesFact FactKind = "categories"
	DealFact       FactKind = "deal"
	UseCasesFact   FactKind = "useCases"
	VideoFact      FactKind = "video"
)

// Label returns the name of the fact on screen. The front end has it too (web/src/public/compare/compare.tsx).
func (k FactKind) Label() string {
	switch k {
	case PriceFact:
		return "Price"
	case CategoriesFact:
		return "Categories"
	case DealFact:
		return "Deal"
	case UseCasesFact:
		return "Use cases"
	case VideoFact:
		return "Video demo"
	}
	return ""
}

// FactCount is the number of facts.
const FactCount = 5

// FactKinds returns all facts, in the order of the rows.
func FactKinds() [FactCount]FactKind {
	return [...]FactKind{PriceFact, CategoriesFact, DealFact, UseCasesFact, VideoFact}
}

// Of returns what the catalogue says about a product; an empty list, never nil: nothing.
func (k FactKind) Of(p Product) []string {
	values := []string{}
	add := func(is bool, value string) {
		if is {
			values = append(values, value)
		}
	}
	switch k {
	case PriceFact:
		add(p.Type != Unknown, string(p.Type))
	case CategoriesFact:
		values = append(values, p.Categories...)
	case DealFact:
		add(p.PromoText != "", p.PromoText)
		add(p.HasDeal && p.PromoText == "", "Available")
	case UseCasesFact:
		values = append(values, useCases(p.UseCases)...)
	case VideoFact:
		add(p.VideoURL != "", "Available")
	}
	return values
}

// useCases returns the lines of use cases without bullets. The front end has the same rule for a product's page
// (product-detail.tsx).
func useCases(text string) (lines []string) {
	for line := range strings.Lines(strings.ReplaceAll(text, "\r", "\n")) {
		line = strings.TrimSpace(line)
		if mark, rest, found := strings.Cut(line, " "); found && len([]rune(mark)) == 1 && strings.Contains("-–—•*", mark) {
			line = strings.TrimSpace(rest)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// InSentence returns a category in mid-sentence case: "Photo Editing" becomes "photo editing"; "SEO" and "MLOps" stay.
func InSentence(category string) string {
	words := strings.Split(category, " ")
	for i, word := range words {
		letters := []rune(word)
		if len(letters) > 1 && unicode.IsUpper(letters[0]) && !slices.ContainsFunc(letters[1:], unicode.IsUpper) {
			words[i] = strings.ToLower(word)
		}
	}
	return strings.Join(words, " ")
}
