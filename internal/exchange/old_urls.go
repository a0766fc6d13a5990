package exchange

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// OldURL is a URL of the site that a directory moves away from, with what the file says of the page there.
type OldURL struct {
	Line   int
	From   string // as the file has it
	To     string // the new URL in a table
	Status string // in a table
	// Of the page, in a WordPress export:
	Name, Slug, Website string
	Taxonomy            string // of the term whose items the page lists
}

// oldURLColumns are the names of columns of a table of old URLs, by what they are, in canonical form.
var oldURLColumns = map[string][]string{
	"from":   {"old", "oldurl", "oldpath", "oldaddress", "from", "source", "sourceurl", "redirectfrom"},
	"to":     {"new", "newurl", "newpath", "newaddress", "to", "target", "targeturl", "destination", "redirectto"},
	"status": {"status", "code", "type", "statuscode", "httpcode", "redirecttype"},
}

// maxStart is how much of a file is looked at to know what it is.
const maxStart = 4 << 10

// ReadOldURLs calls each with the URLs of a file, in its order: a table (old, new, status), a sitemap or a WordPress export. An error
// means that the file cannot be read, or is each's own.
func ReadOldURLs(r io.Reader, each func(OldURL) error) error {
	in, err := newRecords(r, CSV)
	if err != nil {
		return err
	}
	start, err := in.in.Peek(maxStart)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the start of the file: %w", err)
	}
	if !bytes.HasPrefix(bytes.TrimSpace(start), []byte("<")) {
		return readOldURLTable(in, each)
	}
	source := &bounded{in: newXMLText(in.in), left: maxItem}
	decoder := xml.NewDecoder(source)
	decoder.Entity = xml.HTMLEntity
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // records has converted it
	if err := readOldURLXML(decoder, source, each); err != nil {
		var broken *xml.SyntaxError
		if errors.As(err, &broken) || errors.Is(err, errTooLong) {
			line, _ := decoder.InputPos()
			return fault.Because(fault.Invalid, fmt.Sprintf("This file is broken XML on line %d. Please export it again.", line), err)
		}
		return err
	}
	return nil
}

// bounded is a reader that fails if an element of XML is longer than what is left.
type bounded struct {
	in   io.Reader
	left int
}

func (b *bounded) Read(to []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.in.Read(to[:min(len(to), b.left)])
	b.left -= n
	return n, err
}

func readOldURLTable(in *records, each func(OldURL) error) error {
	first, err := in.next()
	for err == nil && (first.blank() || IsSeparatorLine(first.text)) {
		first, err = in.next()
	}
	if errors.Is(err, io.EOF) {
		return fault.New(fault.Invalid, "This file is empty.")
	}
	if err != nil {
		return err
	}
	isKnown := func(name string) bool {
		for _, names := range oldURLColumns {
			if slices.Contains(names, canonical(name)) {
				return true
			}
		}
		return false
	}
	comma := SeparatorOf(first.text, isKnown)
	for _, separator := range separators { // without a header
		if !strings.ContainsRune(first.text, comma) && strings.ContainsRune(first.text, separator) {
			comma = separator
		}
	}
	in.separators = string(comma)
	at := map[string]int{"from": 0, "to": 1, "status": 2}
	cells, _ := splitCSV(first.text, comma)
	isHeader := slices.ContainsFunc(cells, isKnown)
	if isHeader {
		at = map[string]int{"from": -1, "to": -1, "status": -1}
		for column, names := range oldURLColumns {
			at[column] = slices.IndexFunc(cells, func(cell string) bool { return slices.Contains(names, canonical(cell)) })
		}
		if at["from"] < 0 {
			return fault.New(fault.Invalid, "The file has no column for the old URLs. Please name its columns old, new and status.")
		}
	}
	rec := first
	for {
		if isHeader || rec.line != first.line {
			if rec, err = in.next(); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
		}
		isHeader = true
		if rec.blank() || isEmptyRow(rec.text) {
			continue
		}
		cells, problem := splitCSV(rec.text, comma)
		if rec.problem != "" || problem != "" {
			cells = nil
		}
		cell := func(column string) string {
			if i := at[column]; i >= 0 && i < len(cells) {
				return strings.TrimSpace(UnquoteFormula(cells[i]))
			}
			return ""
		}
		if err := each(OldURL{Line: rec.line, From: cell("from"), To: cell("to"), Status: cell("status")}); err != nil {
			return err
		}
	}
}

// wxrTerm is a category, a tag or another term in a WordPress export.
type wxrTerm struct {
	ID       string `xml:"term_id"`
	Taxonomy string `xml:"term_taxonomy"`
	Slug     string `xml:"term_slug"`
	Parent   string `xml:"term_parent"`
	Name     string `xml:"term_name"`

	CategorySlug   string `xml:"category_nicename"`
	CategoryParent string `xml:"category_parent"`
	CategoryName   string `xml:"cat_name"`
	TagSlug        string `xml:"tag_slug"`
	TagName        string `xml:"tag_name"`
}

// oldURLReader reads the URLs of an XML file.
type oldURLReader struct {
	decoder *xml.Decoder
	each    func(OldURL) error
	line    int
	base    string            // URL of a WordPress site, without a slash at its end
	parents map[string]string // path of a term from its taxonomy's root, by taxonomy and slug
	terms   int
}

func readOldURLXML(decoder *xml.Decoder, source *bounded, each func(OldURL) error) error {
	x := &oldURLReader{decoder: decoder, each: each, parents: map[string]string{}}
	root := ""
	for {
		source.left = maxItem
		token, err := decoder.Token()
		if err == io.EOF {
			if root == "" {
				return fault.New(fault.Invalid, "This file has no URLs.")
			}
			return nil
		}
		if err != nil {
			return err
		}
		start, isStart := token.(xml.StartElement)
		if !isStart {
			continue
		}
		x.line, _ = decoder.InputPos()
		if root == "" {
			root = start.Name.Local
			switch root {
			case "urlset", "rss":
				continue
			case "sitemapindex":
				return fault.New(fault.Invalid, "This is a list of sitemaps. Please import each of the sitemaps that it names.")
			}
			return fault.New(fault.Invalid, "This file is neither a sitemap nor a WordPress export.")
		}
		if err := x.element(start); err != nil {
			return err
		}
	}
}

// element reads an element of a sitemap, or of the channel of a WordPress export.
func (x *oldURLReader) element(start xml.StartElement) error {
	switch start.Name.Local {
	case "channel":
		return nil
	case "url":
		var entry struct {
			Loc string `xml:"loc"`
		}
		if err := x.decoder.DecodeElement(&entry, &start); err != nil {
			return err
		}
		return x.each(OldURL{Line: x.line, From: strings.TrimSpace(entry.Loc)})
	case "base_blog_url":
		var base string
		err := x.decoder.DecodeElement(&base, &start)
		x.base = strings.TrimRight(strings.TrimSpace(base), "/")
		return err
	case "category", "tag", "term":
		var term wxrTerm
		if err := x.decoder.DecodeElement(&term, &start); err != nil {
			return err
		}
		return x.term(term, start.Name.Local)
	case "item":
		var item wxrItem
		if err := x.decoder.DecodeElement(&item, &start); err != nil {
			return err
		}
		return x.item(item)
	}
	return x.decoder.Skip()
}

// term adds the archives of a term, as WordPress builds their URLs: with the slug, below those of its parents, and with a query.
func (x *oldURLReader) term(t wxrTerm, element string) error {
	found := OldURL{Line: x.line, Taxonomy: t.Taxonomy, Slug: t.Slug, Name: t.Name}
	query, parent := url.Values{t.Taxonomy: {t.Slug}}, t.Parent
	switch {
	case element == "category" || t.Taxonomy == "category":
		found.Taxonomy, found.Slug, found.Name = "category", cmp.Or(t.CategorySlug, t.Slug), cmp.Or(t.CategoryName, t.Name)
		query, parent = url.Values{"cat": {t.ID}}, cmp.Or(t.CategoryParent, t.Parent)
	case element == "tag" || t.Taxonomy == "post_tag":
		found.Taxonomy, found.Slug, found.Name = "tag", cmp.Or(t.TagSlug, t.Slug), cmp.Or(t.TagName, t.Name)
		query = url.Values{"tag": {found.Slug}}
	}
	found.Name, _ = fromXMLText(found.Name)
	if found.Slug == "" || x.parents[found.Taxonomy+"/"+found.Slug] != "" {
		return nil
	}
	if x.terms++; x.terms > catalog.MaxProducts {
		return fault.New(fault.TooLarge, fmt.Sprintf("This file has more than %d terms.", catalog.MaxProducts))
	}
	path := "/" + found.Taxonomy + "/" + found.Slug
	if above := x.parents[found.Taxonomy+"/"+parent]; above != "" {
		path = above + "/" + found.Slug
	}
	x.parents[found.Taxonomy+"/"+found.Slug] = path
	found.From = x.base + path + "/"
	if err := x.each(found); err != nil {
		return err
	}
	if query.Has("cat") && t.ID == "" {
		return nil
	}
	found.From = x.base + "/?" + query.Encode()
	return x.each(found)
}

// item adds the URLs of what is published: its own, and those with its number.
func (x *oldURLReader) item(item wxrItem) error {
	if item.Status != "publish" && item.Type != "attachment" {
		return nil
	}
	for _, term := range item.Terms { // some plugins export no terms of their own
		err := x.term(wxrTerm{Taxonomy: term.Taxonomy, Slug: term.Nicename, Name: strings.TrimSpace(term.Name)}, "term")
		if err != nil {
			return err
		}
	}
	values := item.listing(x.line, &collector{}).values
	found := OldURL{Line: x.line, Name: values["posttitle"], Slug: values["slug"], Website: values["website"]}
	number := x.base + "/?p=" + item.ID
	switch item.Type {
	case "page":
		number = x.base + "/?page_id=" + item.ID
	case "attachment":
		number = x.base + "/?attachment_id=" + item.ID
	}
	given := []string{strings.TrimSpace(item.Link), number}
	if guid := strings.TrimSpace(item.GUID); strings.Contains(guid, "?") {
		given = append(given, guid)
	}
	for i, from := range given {
		if from == "" || i == 1 && item.ID == "" || slices.Contains(given[:i], from) {
			continue
		}
		found.From = from
		if err := x.each(found); err != nil {
			return err
		}
	}
	return nil
}
