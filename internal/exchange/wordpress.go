package exchange

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// wxrItem is an item of a WordPress export (WXR): a post, page, attachment, listing or anything else that has a post type.
// Names match in every version of WordPress's namespaces.
type wxrItem struct {
	Title   string `xml:"title"`
	Encoded []struct {
		XMLName xml.Name
		Text    string `xml:",chardata"`
	} `xml:"encoded"` // content and excerpt
	ID         string `xml:"post_id"`
	Slug       string `xml:"post_name"`
	Type       string `xml:"post_type"`
	Status     string `xml:"status"`
	Password   string `xml:"post_password"`
	DateGMT    string `xml:"post_date_gmt"`
	Date       string `xml:"post_date"`
	PubDate    string `xml:"pubDate"`
	Attachment string `xml:"attachment_url"`
	Link       string `xml:"link"`
	GUID       string `xml:"guid"`
	Terms      []struct {
		Taxonomy string `xml:"domain,attr"`
		Nicename string `xml:"nicename,attr"`
		Name     string `xml:",chardata"`
	} `xml:"category"`
	Meta []struct {
		Key   string `xml:"meta_key"`
		Value string `xml:"meta_value"`
	} `xml:"postmeta"`
}

// listing is a published item that may be a tool.
type listing struct {
	line     int
	postType string
	values   map[string]string // by canonical name
	image    string            // id of the attachment that is the featured image
	isBroken bool              // it has bytes that are not UTF-8
}

// metaFields are the fields that are read from custom fields; everything else has elements of its own.
var metaFields = map[string]bool{"website": true, "pricing": true, "logo": true, "images": true, "videourl": true, "isfeatured": true}

// maxItem is the longest item of a WordPress export in bytes.
const maxItem = 16 << 20

// readWordPress reads the published listings of a WordPress export. A listing is an item of a type of which at least one
// item has a website: directories store it in a custom field, posts and pages have none.
func readWordPress(r *bufio.Reader, g *collector) error {
	in := &positions{in: newXMLText(r), left: maxItem}
	decoder := xml.NewDecoder(in)
	decoder.Entity = xml.HTMLEntity
	decoder.CharsetReader = func(string, io.Reader) (io.Reader, error) {
		return nil, fault.New(fault.Invalid, "This file is not written in UTF-8. Please save it as UTF-8.")
	}
	var listings []listing
	attachments, isListing := map[string]string{}, map[string]bool{}
	items := 0
	for {
		item, line, err := nextItem(decoder, in)
		if err == io.EOF {
			break
		}
		if err != nil {
			return explainXML(decoder, err)
		}
		if items++; items > catalog.MaxProducts {
			return fault.New(fault.TooLarge, fmt.Sprintf("This file has more than %d items. Please split it.", catalog.MaxProducts))
		}
		if item.Type == "attachment" {
			attachments[item.ID] = strings.TrimSpace(item.Attachment)
			continue
		}
		found := item.listing(line, g)
		listings = append(listings, found)
		if item.Status == "publish" && found.values["website"] != "" {
			isListing[found.postType] = true
		}
	}
	if len(isListing) == 0 {
		return fault.New(fault.Invalid, "This file has no published listings with a website. It is read from a custom field whose name ends in website, or is url, link or homepage.")
	}
	for _, found := range listings {
		if !isListing[found.postType] {
			g.result.NotListings++
			continue
		}
		raw, reasons := found.row(attachments)
		g.addRow(found.line, raw, reasons)
	}
	return nil
}

// nextItem returns the next item and the line on which it starts. The error is io.EOF after the last one.
func nextItem(decoder *xml.Decoder, in *positions) (wxrItem, int, error) {
	for {
		in.left = maxItem
		token, err := decoder.Token()
		if err != nil {
			return wxrItem{}, 0, err
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local == "rss" || start.Name.Local == "channel" {
			continue
		}
		line, _ := decoder.InputPos()
		if start.Name.Local != "item" {
			if err := decoder.Skip(); err != nil {
				return wxrItem{}, 0, err
			}
			continue
		}
		var item wxrItem
		err = decoder.DecodeElement(&item, &start)
		return item, line, err
	}
}

// explainXML returns a sentence for XML that cannot be read, and any other error with its line.
func explainXML(decoder *xml.Decoder, err error) error {
	line, _ := decoder.InputPos()
	var broken *xml.SyntaxError
	if errors.As(err, &broken) && strings.Contains(broken.Msg, "unexpected EOF") {
		return fault.New(fault.Invalid, fmt.Sprintf("This file is not a whole WordPress export: it is cut off on line %d, broken XML on line %d. Please export it again.", broken.Line, broken.Line))
	}
	if errors.As(err, &broken) {
		return fault.New(fault.Invalid, fmt.Sprintf("This file is not a WordPress export: broken XML on line %d.", broken.Line))
	}
	if errors.Is(err, errTooLong) {
		return fault.New(fault.TooLarge, fmt.Sprintf("An item on line %d, or before it, is longer than 16 MiB.", line))
	}
	if f := (*fault.Fault)(nil); errors.As(err, &f) {
		return err
	}
	return fmt.Errorf("read XML on line %d: %w", line, err)
}

// repair turns the texts of an item back into what they are, and reports whether one has bytes that are not UTF-8.
func (item *wxrItem) repair() bool {
	texts := []*string{&item.Title, &item.Slug, &item.Password}
	for i := range item.Encoded {
		texts = append(texts, &item.Encoded[i].Text)
	}
	for i := range item.Terms {
		texts = append(texts, &item.Terms[i].Name)
	}
	for i := range item.Meta {
		texts = append(texts, &item.Meta[i].Value)
	}
	isBroken := false
	for _, text := range texts {
		var bad bool
		*text, bad = fromXMLText(*text)
		isBroken = isBroken || bad
	}
	return isBroken
}

// listing returns the values of an item by our names.
func (item wxrItem) listing(line int, g *collector) listing {
	isBroken := item.repair()
	found := listing{line: line, postType: item.Type, isBroken: isBroken, values: map[string]string{
		"posttitle": item.Title, // marks the row as WordPress's
		"slug":      slugOf(item.Slug),
		"status":    item.Status,
		"password":  item.Password,
		"createdat": firstDateOf(item.DateGMT, item.Date, item.PubDate),
	}}
	for _, text := range item.Encoded {
		if strings.Contains(text.XMLName.Space, "content") {
			found.values["description"] = text.Text
		}
	}
	if strings.TrimSpace(found.values["description"]) == "" {
		for _, text := range item.Encoded {
			found.values["description"] += text.Text // the excerpt
		}
	}
	terms := map[string][]string{}
	for _, term := range item.Terms {
		switch name := strings.TrimSpace(term.Name); {
		case strings.HasSuffix(strings.TrimSuffix(term.Taxonomy, "s"), "tag"):
			terms["tags"] = append(terms["tags"], name)
		case strings.Contains(term.Taxonomy, "categor"), strings.HasSuffix(term.Taxonomy, "_cat"), strings.HasSuffix(term.Taxonomy, "_cats"):
			terms["categories"] = append(terms["categories"], name)
		}
	}
	for field, names := range terms {
		found.values[field] = jsonList(names)
	}
	byHand := map[string]bool{}
	for _, meta := range item.Meta {
		value := strings.TrimSpace(meta.Value)
		if meta.Key == "_thumbnail_id" {
			found.image = value
		}
		// "field_…" is a reference of Advanced Custom Fields, "a:3:{…" a list that PHP has serialized.
		if value == "" || strings.HasPrefix(value, "field_") || strings.HasPrefix(value, "a:") {
			continue
		}
		name := canonical(meta.Key)
		field, isMapped := g.mapping[name]
		if !isMapped {
			field = metaField(name)
		}
		if item.Status == "publish" {
			g.noteColumn(meta.Key, field, value)
		}
		if isMapped && field != "" && !byHand[field] {
			found.values[field], byHand[field] = value, true
		} else if !isMapped && field != "" && !g.mapping.has(field) && found.values[field] == "" {
			found.values[field] = value
		}
	}
	return found
}

// metaField returns the field that a custom field of this name is read into, or "".
func metaField(name string) string {
	if strings.HasSuffix(name, "website") { // _job_website and the like
		return "website"
	}
	if field := fieldOf(name); metaFields[field] {
		return field
	}
	return ""
}

// firstDateOf returns the first of an item's dates that is one.
func firstDateOf(dates ...string) string {
	for _, date := range dates {
		if !isNoDate(date) {
			return date
		}
	}
	return ""
}

// slugOf returns the slug of an item, or "" if ours cannot have its characters.
func slugOf(name string) string {
	if decoded, err := url.PathUnescape(name); err == nil {
		name = decoded
	}
	if catalog.ValidSlug(name) {
		return name
	}
	return ""
}

// row returns the listing as a row. Without images of its own it gets the featured image.
func (l listing) row(attachments map[string]string) (rawRow, []string) {
	if image := attachments[l.image]; image != "" && l.values["images"] == "" {
		l.values["images"] = image
	}
	names, cells := make([]string, 0, len(l.values)), make([]string, 0, len(l.values))
	for name, cell := range l.values {
		names, cells = append(names, name), append(cells, cell)
	}
	row, reasons := newHeader(names, nil).row(cells)
	if l.isBroken {
		reasons = append(reasons, problemXMLEncoding)
	}
	return row, reasons
}
