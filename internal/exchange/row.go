package exchange

import (
	"errors"
	"strings"
	"unicode"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// fields is what a row says, before it is checked. A nil pointer is a field that the row does not have.
type fields struct {
	ID             rowID     `json:"id"`
	Slug           string    `json:"slug"`
	Name           string    `json:"name"`
	Website        string    `json:"website"`
	Description    string    `json:"description"`
	Categories     []string  `json:"categories"`
	Pricing        string    `json:"pricing"` // words of other catalogues
	Type           string    `json:"type"`    // our own word; stands over Pricing
	Section        string    `json:"section"`
	UseCases       *string   `json:"useCases"`
	Tags           *[]string `json:"tags"`
	Logo           *string   `json:"logo"`
	LogoColor      string    `json:"logoColor"`
	Images         *[]string `json:"images"`
	VideoURL       *string   `json:"videoUrl"`
	IsFeatured     *bool     `json:"isFeatured"`
	HasLandingPage *bool     `json:"hasLandingPage"`
	HasDeal        *bool     `json:"hasDeal"`
	PromoText      *string   `json:"promoText"`
	DisplayOrder   *int      `json:"displayOrder"`
}

// rowFilled is what one row adds to Filled.
type rowFilled struct {
	noPrice, noSection, noDescription, controlChars int
	oddPrice                                        string
}

// row makes the checked row, or says why there is none.
func (f fields) row(line int) (catalog.ImportRow, rowFilled, []string) {
	var filled rowFilled
	draft := catalog.Draft{
		Name:       singleSpaced(f.Name),
		Slug:       f.slug(),
		Website:    f.Website,
		Categories: f.Categories,
		LogoColor:  f.LogoColor,
	}
	draft.Description = filled.tidy(f.Description)
	if !strings.ContainsFunc(draft.Description, isWordRune) {
		draft.Description, filled.noDescription = catalog.NoDescription, 1
	}
	filled.price(f, &draft)
	sets := f.optional(&draft, &filled)
	checked, err := draft.Check(true)
	return catalog.ImportRow{Line: line, ID: f.ID.number, Draft: checked, Sets: sets}, filled, reasons(err)
}

// slug is the row's own word, made fit for addresses: other catalogues call it id, and have ids like "360".
func (f fields) slug() string {
	switch {
	case f.Slug != "":
		return f.Slug
	case f.ID.text != "":
		return catalog.Slug(f.ID.text)
	}
	return ""
}

func (filled *rowFilled) price(f fields, draft *catalog.Draft) {
	word := strings.TrimSpace(f.Type)
	if word == "" {
		word = strings.TrimSpace(f.Pricing)
	}
	draft.Type = priceType(word)
	if draft.Type != catalog.Unknown {
		return
	}
	filled.noPrice = 1
	if word != string(catalog.Unknown) {
		filled.oddPrice = shorten(word)
	}
}

// optional takes over the fields that a row may leave out and says which ones it brings.
func (f fields) optional(draft *catalog.Draft, filled *rowFilled) catalog.Fields {
	var sets catalog.Fields
	if draft.Section = section(f.Section); draft.Section == "" {
		draft.Section, filled.noSection = catalog.RecommendedProducts, 1
	} else {
		sets |= catalog.SetSection
	}
	if f.UseCases != nil {
		draft.UseCases = filled.tidy(*f.UseCases)
		sets |= catalog.SetUseCases
	}
	for _, field := range []catalog.Fields{
		setField(f.Tags, &draft.Tags, catalog.SetTags),
		setField(f.Logo, &draft.Logo, catalog.SetLogo),
		setField(f.Images, &draft.Images, catalog.SetImages),
		setField(f.VideoURL, &draft.VideoURL, catalog.SetVideoURL),
		setField(f.IsFeatured, &draft.IsFeatured, catalog.SetIsFeatured),
		setField(f.HasLandingPage, &draft.HasLandingPage, catalog.SetHasLandingPage),
		setField(f.HasDeal, &draft.HasDeal, catalog.SetHasDeal),
		setField(f.PromoText, &draft.PromoText, catalog.SetPromoText),
		setField(f.DisplayOrder, &draft.DisplayOrder, catalog.SetDisplayOrder),
	} {
		sets |= field
	}
	return sets
}

func setField[T any](from *T, to *T, field catalog.Fields) catalog.Fields {
	if from == nil {
		return 0
	}
	*to = *from
	return field
}

// section reads a section's name without case. Unknown names stay as they are, for Draft.Check to refuse.
func section(name string) catalog.Section {
	for _, s := range catalog.Sections() {
		if catalog.Fold(name) == catalog.Fold(string(s)) {
			return s
		}
	}
	return catalog.Section(strings.TrimSpace(name))
}

// tidy takes control characters out of a long text, which are never part of what it says: they are left over from
// broken conversions between encodings.
func (filled *rowFilled) tidy(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	tidied := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
	if tidied != text {
		filled.controlChars = 1
	}
	return tidied
}

// singleSpaced makes one blank of each run of white space. Line breaks stay: a name that has some is two things, or
// none, and Draft.Check refuses it.
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

// reasons are the sentences of a validation fault, each with its field.
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
