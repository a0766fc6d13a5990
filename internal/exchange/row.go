package exchange

import (
	"errors"
	"strings"
	"time"
	"unicode"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// rawRow is a row before it is checked.
type rawRow struct {
	rowKeys
	catalog.ProductFields
	present     catalog.FieldSet // the fields that the row has, including empty ones
	attachments bool             // it names files that the export does not have

	hidden    string    // why it is not public in the program that it comes from; empty if it is
	oddState  string    // a word for its state that is not known
	checked   bool      // a box that says that it is public is checked
	unchecked bool      // such a box is empty
	published time.Time // when it is or was published, if it says so
	created   time.Time // when it was made, if it says so
	oddDate   string    // a date of that kind that cannot be read
}

// rowKeys are the keys of a row besides catalog.ProductFields.
type rowKeys struct {
	ID      rowID  `json:"id"`
	Slug    string `json:"slug"`
	Pricing string `json:"pricing"` // price words of other catalogues; Type takes precedence
	InBulk  bool   `json:"inBulk"`

	AffiliateURL       string `json:"affiliateUrl"`
	AffiliateNetwork   string `json:"affiliateNetwork"`
	AffiliateProgramme string `json:"affiliateProgramme"`
}

// row returns the checked row and counts its defaults and repairs, or returns the reasons why it is refused.
func (r rawRow) row(line int, now time.Time) (catalog.ImportRow, Filled, []string) {
	var filled Filled
	draft := catalog.Draft{Slug: r.slug(), ProductFields: r.ProductFields}
	draft.EachText(func(kind catalog.TextKind, text *string) {
		switch kind {
		case catalog.Line:
			*text = filled.tidyLine(*text)
		case catalog.Lines:
			*text = filled.tidy(*text)
		}
	})
	draft.Name = singleSpaced(draft.Name)
	if !strings.ContainsFunc(draft.Description, isWordRune) {
		draft.Description = catalog.NoDescription
	}
	draft.Type = filled.price(string(r.Type), r.Pricing)
	if draft.Section = section(string(r.Section)); draft.Section == "" {
		draft.Section = catalog.RecommendedProducts
		r.present &^= catalog.FieldsNamed("section")
	}
	if r.attachments {
		filled.Attachments = 1
	}
	created := r.created
	if created.IsZero() && r.published.Before(now) {
		created = r.published
	}
	oddDate := shorten(r.oddDate)
	if oddDate == "" && created.After(now.Add(dayOfTolerance)) {
		oddDate = created.Format(time.DateOnly)
	}
	if created.After(now) {
		created = time.Time{}
	}
	if r.oddState != "" {
		filled.OddStates = map[string]int{shorten(r.oddState): 1}
	}
	checked, err := draft.Check(true)
	return catalog.ImportRow{
		Line: line, ID: r.ID.number, Draft: checked, Sets: r.present,
		CreatedAt: created, OddDate: oddDate, InBulk: r.InBulk,
		Link: catalog.LinkDraft{URL: strings.TrimSpace(r.AffiliateURL), Network: r.AffiliateNetwork, Programme: r.AffiliateProgramme},
	}, filled, reasons(err)
}

// slug returns the row's slug, or makes one from a text id: other catalogues call the slug id, and have ids like "360".
func (r rawRow) slug() string {
	switch {
	case r.Slug != "":
		return r.Slug
	case r.ID.text != "":
		return catalog.Slug(r.ID.text)
	}
	return ""
}

// price returns the type by our own word, or else by another catalogue's.
func (filled *Filled) price(own, other string) catalog.Type {
	word := strings.TrimSpace(own)
	if word == "" {
		word = strings.TrimSpace(other)
	}
	price := priceType(word)
	if word != "" && !strings.EqualFold(word, string(price)) {
		filled.Prices = map[Price]int{{shorten(word), price}: 1}
	}
	return price
}

// section parses a section's name without case. Unknown names stay as they are; Draft.Check refuses them.
func section(name string) catalog.Section {
	for _, s := range catalog.Sections() {
		if catalog.Fold(name) == catalog.Fold(string(s)) {
			return s
		}
	}
	return catalog.Section(strings.TrimSpace(name))
}

// tidy removes control characters, and the carriage returns of line ends.
func (filled *Filled) tidy(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	tidied := withoutControls(text)
	if tidied != text {
		filled.ControlChars = 1
	}
	return tidied
}

// tidyLine is tidy for a line, in which nothing may turn the direction of the text around it.
func (filled *Filled) tidyLine(text string) string {
	tidied := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
	if tidied != text {
		filled.ControlChars = 1
	}
	return filled.tidy(tidied)
}

// singleSpaced replaces each run of white space with one space. Line breaks stay: a name with line breaks may be two
// names, and Draft.Check refuses it.
func singleSpaced(name string) string {
	name = strings.TrimSpace(name)
	if strings.ContainsAny(name, "\n\r\v\f\u0085\u2028\u2029") {
		return strings.NewReplacer("\u2028", "\n", "\u2029", "\n").Replace(name)
	}
	return strings.Join(strings.Fields(name), " ")
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.So, r)
}

// reasons returns the messages of a validation fault, each with its field.
func reasons(err error) []string {
	var f *fault.Fault
	if err == nil || !errors.As(err, &f) {
		return nil
	}
	list := make([]string, 0, len(f.Fields))
	for _, field := range f.Fields {
		list = append(list, field.Field+": "+field.Message)
	}
	return list
}
