package browse

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// RowText is the maximum length of a row's description in code points.
const RowText = 160

// AppendRow appends the product for the admin list: a card with a shorter description (RowText code points, cut
// anywhere), plus displayOrder, createdAt and version. order is what it says as displayOrder.
func (s *Snapshot) AppendRow(dst []byte, it *Item, order int) []byte {
	for _, number := range cardFields {
		if number == description {
			dst = it.appendShort(dst)
		} else {
			dst = append(dst, it.field(number)...)
		}
	}
	dst = it.appendPaid(s.appendNew(dst, it))
	for _, number := range rowFields {
		if number == displayOrder {
			dst = strconv.AppendInt(append(dst, fieldStarts[number]...), int64(order), 10)
		} else {
			dst = append(dst, it.field(number)...)
		}
	}
	return append(dst, '}')
}

// DisplayOrder returns the product's number in the administrator's order; 0: it has none yet.
func DisplayOrder(it *Item) int { return int(it.rank) }

// ListRow returns what the administrator's list filters an item by, without decoding the whole product.
func ListRow(it *Item) catalog.ListRow {
	categories := categoriesOf(it)
	return catalog.ListRow{ID: it.id, Text: catalog.ListText(it.name, categories, TextOf(it, "website")), Category: categories, HasLogo: catalog.HasLogo(TextOf(it, "logo")),
		Featured: it.part("isFeatured") == `,"isFeatured":true`, Deal: it.part("hasDeal") == `,"hasDeal":true`,
		Section: catalog.Section(TextOf(it, "section")), Type: catalog.Type(TextOf(it, "type")), Status: catalog.Status(TextOf(it, "status"))}
}

// TextOf returns a field of an item that is a text, by its name in the API, without decoding the whole product. Most have no escapes, and
// share the item's memory: what reads those of 100,000 products takes a third of the time.
func TextOf(it *Item, key string) (text string) {
	quoted := valueOf(it, key)
	if quoted, is := unescaped(quoted); is {
		return quoted[1 : len(quoted)-1]
	}
	readBack(it, key, quoted, &text)
	return text
}

// categoriesOf returns the categories of an item, never nil.
func categoriesOf(it *Item) (categories []string) {
	quoted := valueOf(it, "categories")
	if quoted, is := unescaped(quoted); is && quoted != "[]" {
		return strings.Split(quoted[len(`["`):len(quoted)-len(`"]`)], `","`) // a quote in a name has a backslash
	}
	readBack(it, "categories", quoted, &categories)
	return categories
}

// unescaped returns the JSON of texts without escapes, if they have no other than that of an ampersand, which many names and URLs have.
func unescaped(quoted string) (text string, is bool) {
	if !strings.Contains(quoted, `\`) {
		return quoted, true
	}
	text = strings.ReplaceAll(quoted, `\u0026`, "&")
	return text, !strings.Contains(text, `\`)
}

// valueOf returns the JSON of a field of an item.
func valueOf(it *Item, key string) string {
	number := fieldNumbers[key]
	return it.field(number)[len(fieldStarts[number]):]
}

func readBack[T any](it *Item, key, value string, to *T) {
	if err := json.Unmarshal([]byte(value), to); err != nil {
		panic(fmt.Sprintf("browse: %s of product %d does not read back: %v", key, it.id, err)) // we encoded it ourselves
	}
}

// CompareListed compares two items in a sort of the administrator's list: by name, the newest, the most visited, or else as editors
// ordered them.
func CompareListed(by Sort, a, b *Item) int { return compare(by.order(), a, b) }

// SameText reports whether two items say the same, whatever their visits; nil: none.
func SameText(a, b *Item) bool { return a == b || a != nil && b != nil && a.json == b.json }

// rowFields are the fields of a row that a card does not have.
var displayOrder = fieldNumbers["displayOrder"]

var rowFields = numbersOf([]string{"status", "publishAt", "featuredUntil", "dealTo", "displayOrder", "createdAt", "version"})

// appendShort appends the field with the first RowText code points of the description.
func (it *Item) appendShort(dst []byte) []byte {
	const start = `,"description":"`
	begin := it.start(description) + uint32(len(start))
	return append(append(append(dst, start...), quotedHead(it.json[begin:], RowText)...), '"')
}

// quotedHead returns the beginning of a JSON string's quoted content, at most most code points. The encoder writes a
// code point as itself or as one escape.
func quotedHead(text string, most int) string {
	at := 0
	for ; most > 0 && text[at] != '"'; most-- {
		switch {
		case strings.HasPrefix(text[at:], `\u`):
			at += len(`\u0000`)
		case text[at] == '\\':
			at += len(`\n`)
		default:
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
	}
	return text[:at]
}

// Counts returns all categories, including empty ones, with the number of products in each, A–Z.
func (s *Categories) Counts() []CategoryCount {
	list := make([]CategoryCount, len(s.listed))
	for i, index := range s.listed {
		list[i] = s.count(index)
	}
	return list
}

// count returns the category with an index.
func (s *Categories) count(index uint32) CategoryCount {
	category := &s.categories[index]
	return CategoryCount{category.Category, category.members.count, category.start}
}

// The types below describe what the Append… methods write without reflection. The description of the API is generated
// from them, and a test compares real answers with it.

// ProductCard is a product in a list: a subset of Product's fields.
type ProductCard struct {
	ID             int64           `json:"id"`
	Slug           string          `json:"slug"`
	Name           string          `json:"name"`
	Description    string          `json:"description" doc:"Its beginning: 240 characters of a card, cut at a word; 160 of a row"`
	Categories     []string        `json:"categories" nullable:"false" doc:"Names, the main one first"`
	Type           catalog.Type    `json:"type" enum:"Free,Freemium,Premium,Unknown"`
	Section        catalog.Section `json:"section" enum:"Our Products,Recommended AI Products"`
	Website        string          `json:"website"`
	Logo           string          `json:"logo"`
	LogoColor      string          `json:"logoColor"`
	IsFeatured     bool            `json:"isFeatured"`
	HasLandingPage bool            `json:"hasLandingPage"`
	HasDeal        bool            `json:"hasDeal"`
	IsNew          bool            `json:"isNew" doc:"Created in the last 14 days, and not by an import of more than 50 new products"`
	VisitLink
}

// VisitLink is what a product says about its Visit link besides its website.
type VisitLink struct {
	HasAffiliateLink bool `json:"hasAffiliateLink" doc:"Visit leads over /go/ to an affiliate link, which has to be said before it"`
}

// ShownProduct is a product as visitors see it.
type ShownProduct struct {
	catalog.Product
	VisitLink
	LinkCheckedAt string `json:"linkCheckedAt" doc:"When a person last checked the website (RFC 3339, in UTC); empty: nobody has"`
}

// SimilarProduct is a product in the list of similar ones.
type SimilarProduct struct {
	ShownProduct
	IsNew bool `json:"isNew" doc:"Created in the last 14 days, and not by an import of more than 50 new products"`
}

// RowTool is a product in a row of the home page.
type RowTool struct {
	ID          int64        `json:"id"`
	Slug        string       `json:"slug"`
	Name        string       `json:"name"`
	Description string       `json:"description" doc:"Its first 160 characters"`
	Type        catalog.Type `json:"type" enum:"Free,Freemium,Premium,Unknown"`
	Website     string       `json:"website"`
	Logo        string       `json:"logo"`
	LogoColor   string       `json:"logoColor"`
	CreatedAt   time.Time    `json:"createdAt"`
	Categories  []string     `json:"categories" nullable:"false"`
	Clicks      int64        `json:"clicks" doc:"In the last 30 days"`
	VisitLink
}

// ProductRow is a product in the admin list.
type ProductRow struct {
	ProductCard
	Status        catalog.Status `json:"status" enum:"draft,scheduled,published,hidden"`
	PublishAt     string         `json:"publishAt"`
	FeaturedUntil string         `json:"featuredUntil"`
	DealTo        string         `json:"dealTo"`
	DisplayOrder  int            `json:"displayOrder"`
	CreatedAt     time.Time      `json:"createdAt"`
	Version       int64          `json:"version"`
}

// CategoryFacet is a category with its number of matches.
type CategoryFacet struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Slug  string `json:"slug"`
	Count int    `json:"count"`
}

// CategoryRow is a category in the admin list, with its number of products.
type CategoryRow struct {
	CategoryFacet
	Group string `json:"group"`
}

// ToolLogo is what a product's logo is drawn from.
type ToolLogo struct {
	Name      string `json:"name"`
	Logo      string `json:"logo"`
	LogoColor string `json:"logoColor"`
}
