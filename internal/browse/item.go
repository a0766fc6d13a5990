package browse

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/mark"
	"github.com/vitrine-directory/vitrine/internal/search"
)

// CardText is the maximum length of a card's description in code points, before the ellipsis.
const CardText = 240

const ellipsis = "…"

// Item is one product of a snapshot: its sort keys and its JSON, encoded once. It is immutable.
type Item struct {
	id       int64
	slot     uint32
	rank     int32 // the administrator's displayOrder
	created  int64 // microseconds since 1970, PostgreSQL's precision
	since    int64 // as created: from when visitors have seen it
	visits   int64 // in the last 30 days
	updated  int64 // as created
	slug     string
	name     string
	nameKey  string // collation key of the name, cut at maxNameKey
	json     string
	ends     []uint32                  // where each field ends in the JSON, by its number
	short    uint32                    // where the description of the card ends in the JSON
	text     uint64                    // hash of the beginning of the own description; 0: none
	website  uint64                    // hash of catalog.WebsiteKey; 0: none
	named    uint64                    // hash of catalog.NameKey; 0: none
	more     *more                     // what few products have; nil: nothing of it
	isPaid   bool                      // one of links was in use at the snapshot's time
	facts    uint8                     // catalog.ProductFields.Facts
	length   uint16                    // of the own description, in code points
	compared [catalog.FactCount]uint32 // hashes of the facts of a comparison
}

// more is what few products have.
type more struct {
	catalog.Picks                    // of alternatives
	links         []catalog.PaidLink // to the website, the oldest first
	bookings      []catalog.Booking  // the first to begin first
	dated         *catalog.Product   // as it is stored, if that is not as it is shown, or will not be
	introduction  uint64             // hash of the beginning of an editor's text above its alternatives; 0: none
	introduced    int                // length of that text in code points
	confirmed     time.Time          // when a person last said that the website is right; zero: nobody did
}

// cardKeys are the keys of a card. A card omits all other keys, including those added to products in the future.
var cardKeys = []string{"id", "slug", "name", "description", "categories", "type", "section", "website", "logo", "logoColor",
	"isFeatured", "hasLandingPage", "hasDeal"}

// The fields of a product's JSON are numbered in its order.
var (
	fieldNumbers, fieldStarts = numberFields(reflect.TypeFor[catalog.Product]())
	cardFields                = numbersOf(cardKeys)
	description               = fieldNumbers["description"]
)

// numberFields returns the number of each key, and by number what a field begins with in the JSON.
func numberFields(t reflect.Type) (numbers map[string]int, starts []string) {
	numbers = map[string]int{}
	for _, field := range reflect.VisibleFields(t) {
		if !field.Anonymous {
			key := field.Tag.Get("json")
			numbers[key] = len(starts)
			starts = append(starts, `,"`+key+`":`)
		}
	}
	return numbers, starts
}

func numbersOf(keys []string) (numbers []int) {
	for _, key := range keys {
		numbers = append(numbers, fieldNumbers[key])
	}
	return numbers
}

// field returns a field of the JSON by its number, with the comma or brace before it.
func (it *Item) field(number int) string { return it.json[it.start(number):it.ends[number]] }

// start returns where a field begins in the JSON, with the comma or brace before it.
func (it *Item) start(number int) uint32 {
	if number == 0 {
		return 0
	}
	return it.ends[number-1]
}

// ID returns the product's number.
func (it *Item) ID() int64 { return it.id }

// Slug returns the product's name in URLs.
func (it *Item) Slug() string { return it.slug }

// Name returns the product's name.
func (it *Item) Name() string { return it.name }

// mark returns the product's mark, and whether it is shown because there is no logo.
func (it *Item) mark() (mark.Mark, bool) {
	return mark.Of(it.name), it.part("logo") == `,"logo":""`
}

// UpdatedAt returns the time of the product's last change.
func (it *Item) UpdatedAt() time.Time { return time.UnixMicro(it.updated).UTC() }

// Product decodes the whole product from its JSON, which takes about ten microseconds. The caller owns the result.
func (it *Item) Product() catalog.Product {
	var product catalog.Product
	if err := json.Unmarshal([]byte(it.json), &product); err != nil {
		panic(fmt.Sprintf("browse: product %d does not read back: %v", it.id, err)) // we encoded it ourselves
	}
	return product
}

// Append appends the whole product, and whether it is new.
func (s *Similar) Append(dst []byte, it *Item) []byte {
	dst = it.AppendJSON(dst)
	return append(s.snapshot().appendNew(dst[:len(dst)-1], it), '}')
}

// AppendJSON appends the whole product as encoding/json writes a ShownProduct; its lists are never null.
func (it *Item) AppendJSON(dst []byte) []byte {
	dst = append(it.appendPaid(append(dst, it.json[:len(it.json)-1]...)), `,"linkCheckedAt":"`...)
	return append(append(dst, LinkCheckedAt(it)...), `"}`...)
}

// LinkCheckedAt returns when a person last checked a product's website (RFC 3339, in UTC); empty: nobody has.
func LinkCheckedAt(it *Item) string {
	if it.more == nil || it.more.confirmed.IsZero() {
		return ""
	}
	return it.more.confirmed.UTC().Format(time.RFC3339)
}

// AppendCard appends the product's card: its cardKeys, with at most CardText code points of the description, cut at a word
// and closed with an ellipsis, and whether it is new.
func (s *Snapshot) AppendCard(dst []byte, it *Item) []byte {
	for _, number := range cardFields {
		if number != description {
			dst = append(dst, it.field(number)...)
			continue
		}
		dst = append(dst, it.json[it.start(description):it.short]...)
		if it.short < it.ends[description] {
			dst = append(dst, ellipsis+`"`...)
		}
	}
	return append(it.appendPaid(s.appendNew(dst, it)), '}')
}

// appendNew appends whether the product is new, as a further field.
func (s *Snapshot) appendNew(dst []byte, it *Item) []byte {
	return strconv.AppendBool(append(dst, `,"isNew":`...), it.slot != noSlot && it.since >= s.newSince && !s.inBulk.has(it.slot))
}

// newItem returns the item of a product, without its slot and name key. Its JSON is in the texts.
func newItem(p catalog.Product, in *texts) *Item {
	p.Categories, p.Tags, p.Phrases, p.Images = orEmpty(p.Categories), orEmpty(p.Tags), orEmpty(p.Phrases), orEmpty(p.Images)
	p.CreatedAt, p.UpdatedAt = p.CreatedAt.UTC(), p.UpdatedAt.UTC()
	text := in.add(encode(p))
	own := p.OwnDescription()
	it := &Item{
		id:       p.ID,
		rank:     int32(p.DisplayOrder),
		created:  p.CreatedAt.UnixMicro(),
		since:    max(p.CreatedAt.UnixMicro(), p.PublicSince().UnixMicro()),
		updated:  p.UpdatedAt.UnixMicro(),
		slug:     shared(text, p.Slug),
		name:     shared(text, p.Name),
		json:     text,
		ends:     in.endsOf(text),
		text:     hashOf(own),
		website:  hashKey(catalog.WebsiteKey(p.Website)),
		named:    hashKey(catalog.NameKey(p.Name)),
		facts:    uint8(p.Facts()),
		length:   uint16(min(utf8.RuneCountInString(own), math.MaxUint16)),
		compared: hashFacts(p),
	}
	it.short = it.ends[description]
	if short := cutText(p.Description); short != p.Description {
		it.short = it.start(description) + uint32(len(fieldStarts[description])+len(encode(short))-1) // before the quote
	}
	return it
}

func encode(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("browse: encode a product: %v", err)) // only a year after 9999 can cause this
	}
	return text
}

// textBlock is the number of bytes of a block of texts.
const textBlock = 64 << 10

// texts holds the JSON of many products in blocks: 100,000 strings, between what reading the products leaves behind, take
// a tenth more memory. A block is freed with the last product in it, so products that are changed later have blocks of
// their own.
type texts struct {
	current strings.Builder
	block   int // least size of a block
	ends    []uint32
}

func (t *texts) add(text []byte) string {
	if t.current.Cap()-t.current.Len() < len(text) {
		t.current.Reset()
		t.current.Grow(max(len(text), t.block))
	}
	from := t.current.Len()
	t.current.Write(text)
	return t.current.String()[from:]
}

// endsOf returns where each field ends in a product's JSON. Values escape every quote, so what a field begins with cannot occur
// inside one.
func (t *texts) endsOf(text string) []uint32 {
	if cap(t.ends)-len(t.ends) < len(fieldStarts) {
		t.ends = make([]uint32, 0, max(len(fieldStarts), t.block/8))
	}
	from, at := len(t.ends), 0
	for _, start := range fieldStarts[1:] {
		at += strings.Index(text[at:], start)
		t.ends = append(t.ends, uint32(at))
	}
	t.ends = append(t.ends, uint32(len(text)-1))
	return t.ends[from:len(t.ends):len(t.ends)]
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// shared returns the value as a substring of the text, if it occurs there, so that it takes no memory of its own.
func shared(text, value string) string {
	if at := strings.Index(text, value); at >= 0 {
		return text[at : at+len(value)]
	}
	return value
}

// CardDescription returns a description as cards show it.
func CardDescription(text string) string {
	if short := cutText(text); short != text {
		return short + ellipsis
	}
	return text
}

// cutText returns the text for a card, without the ellipsis: whole, or its first CardText code points back to the end
// of a word. A text without blanks is cut between two characters.
func cutText(text string) string {
	at, count := 0, 0
	for at < len(text) && count < CardText {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
		count++
	}
	if at == len(text) {
		return text
	}
	head := text[:at]
	if next, _ := utf8.DecodeRuneInString(text[at:]); !unicode.IsSpace(next) {
		if blank := strings.LastIndexFunc(head, unicode.IsSpace); blank > 0 {
			head = head[:blank]
		}
	}
	return strings.TrimRightFunc(head, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:–—-", r) })
}

// Document returns the search document of a product.
func Document(p catalog.Product) *search.Document {
	text := p.Description
	if p.UseCases != "" {
		text += "\n" + p.UseCases
	}
	return &search.Document{Name: p.Name, Host: catalog.Host(p.Website), Text: text, Categories: p.Categories, Tags: p.Tags, Phrases: p.Phrases}
}

// indexed returns the parts of the item's JSON that the search index is built from.
func (it *Item) indexed() (text, website string) {
	return it.json[it.start(fieldNumbers["name"]):it.start(fieldNumbers["type"])], it.field(fieldNumbers["website"])
}
