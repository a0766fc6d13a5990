package site

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// Values are the settings that have a default. Each is a row of the table site_settings where it differs from that, and a
// row of values.
type Values struct {
	Texts        Texts            `json:"texts" doc:"The words with which the site presents itself"`
	Verification VerificationTags `json:"verification" doc:"Tags in the home page that prove to search consoles whose site it is"`
	Index        IndexLimits      `json:"index" doc:"What a page must have for search engines to index it"`
	IndexNow     IndexNow         `json:"indexNow" doc:"Whether search engines are told which pages have changed"`
	Theme        theme.Theme      `json:"theme" doc:"How the site looks"`
	Places       Places           `json:"places" doc:"How the site sells its places"`
	Links        Links            `json:"links" doc:"What search engines are told of links to tools' websites"`
}

// IndexNow is how the site tells search engines which pages have changed; internal/indexnow does.
type IndexNow struct {
	Key string `json:"key" doc:"Proves that the calls are the site's, which serves it at /{key}.txt. Empty: off"`
}

// KeyPath is the path of the file that proves that the key is the site's.
func (n IndexNow) KeyPath() string { return "/" + n.Key + ".txt" }

// IndexLimits are the least numbers with which a page is indexable; internal/reach has the rules.
type IndexLimits struct {
	Description     int `json:"description" doc:"Characters of a product's own description"`
	ToolFacts       int `json:"toolFacts" doc:"Facts of a product"`
	CategoryTools   int `json:"categoryTools" doc:"Products of a category"`
	CollectionTools int `json:"collectionTools" doc:"Products of a collection"`
	Alternatives    int `json:"alternatives" doc:"Alternatives of a product"`
	ComparisonFacts int `json:"comparisonFacts" doc:"Facts in which compared products differ; one with a verdict needs none"`
	OwnWords        int `json:"ownWords" doc:"Percent of its words that a page does not share with another indexable page of its kind; 0: any"`
}

// DefaultValues returns the settings of a site where nobody has changed any.
func DefaultValues() Values {
	return Values{Theme: theme.Default(), Index: IndexLimits{Description: 120, ToolFacts: 2, CategoryTools: 3, CollectionTools: 5, Alternatives: 5, ComparisonFacts: 4, OwnWords: 40},
		Places: Places{Home: 4, Category: 1, Newsletter: 1}, Links: Links{NoFollow: true}}
}

// ValuesChange is a partial change of the values; nil fields stay as they are.
type ValuesChange struct {
	Texts        *TextsChange            `json:"texts,omitempty" nullable:"false"`
	Verification *VerificationTagsChange `json:"verification,omitempty" nullable:"false"`
	Index        *IndexLimitsChange      `json:"index,omitempty" nullable:"false"`
	IndexNow     *IndexNowChange         `json:"indexNow,omitempty" nullable:"false"`
	Theme        *ThemeChange            `json:"theme,omitempty" nullable:"false"`
	Places       *PlacesChange           `json:"places,omitempty" nullable:"false"`
	Links        *LinksChange            `json:"links,omitempty" nullable:"false"`
}

// IndexNowChange sets the key; nil leaves it as it is.
type IndexNowChange struct {
	Key *string `json:"key,omitempty" nullable:"false" doc:"8 to 128 letters, digits and hyphens; empty turns IndexNow off"`
}

// IndexLimitsChange is a partial change of the limits; nil fields stay as they are.
type IndexLimitsChange struct {
	Description     *int `json:"description,omitempty" nullable:"false" doc:"From 0 to 1,000"`
	ToolFacts       *int `json:"toolFacts,omitempty" nullable:"false" doc:"From 0 to 8"`
	CategoryTools   *int `json:"categoryTools,omitempty" nullable:"false" doc:"From 1 to 100"`
	CollectionTools *int `json:"collectionTools,omitempty" nullable:"false" doc:"From 1 to 100"`
	Alternatives    *int `json:"alternatives,omitempty" nullable:"false" doc:"From 1 to 20"`
	ComparisonFacts *int `json:"comparisonFacts,omitempty" nullable:"false" doc:"From 0 to 6"`
	OwnWords        *int `json:"ownWords,omitempty" nullable:"false" doc:"From 0 to 60"`
}

// Apply returns the values after the change, checked.
func (change ValuesChange) Apply(v Values) (Values, error) {
	if change.Texts != nil {
		change.Texts.apply(&v.Texts)
	}
	if change.Verification != nil {
		change.Verification.apply(&v.Verification)
	}
	if index := change.Index; index != nil {
		field.Set(&v.Index.Description, index.Description)
		field.Set(&v.Index.ToolFacts, index.ToolFacts)
		field.Set(&v.Index.CategoryTools, index.CategoryTools)
		field.Set(&v.Index.CollectionTools, index.CollectionTools)
		field.Set(&v.Index.Alternatives, index.Alternatives)
		field.Set(&v.Index.ComparisonFacts, index.ComparisonFacts)
		field.Set(&v.Index.OwnWords, index.OwnWords)
	}
	if change.IndexNow != nil {
		field.Set(&v.IndexNow.Key, change.IndexNow.Key)
	}
	if change.Theme != nil {
		change.Theme.apply(&v.Theme)
	}
	if change.Places != nil {
		change.Places.apply(&v.Places)
	}
	if change.Links != nil {
		field.Set(&v.Links.NoFollow, change.Links.NoFollow)
	}
	var c field.Checker
	for _, value := range values {
		value.check(&c, &v)
	}
	if change.Theme != nil {
		checkContrast(&c, v.Theme)
	}
	return v, c.Fault()
}

// value is one setting. Its name is that of its row, and the path of its field in JSON.
type value struct {
	name  string
	check func(c *field.Checker, v *Values) // and cleans it
	text  func(v *Values) string
	parse func(v *Values, text string) error
	own   bool // it belongs to the site's address: no other site takes it over
}

// ownValue marks a setting as the site's own.
func ownValue(v value) value {
	v.own = true
	return v
}

var values = slices.Concat([]value{
	line("texts.name", 60, func(v *Values) *string { return &v.Texts.Name }),
	line("texts.tagline", 100, func(v *Values) *string { return &v.Texts.Tagline }),
	line("texts.hero", 80, func(v *Values) *string { return &v.Texts.Hero }),
	line("texts.heroAccent", 40, func(v *Values) *string { return &v.Texts.HeroAccent }),
	line("texts.introduction", 300, func(v *Values) *string { return &v.Texts.Introduction }),
	line("texts.footer", 200, func(v *Values) *string { return &v.Texts.Footer }),
	contact("texts.contact", func(v *Values) *string { return &v.Texts.Contact }),
	line("texts.socialTitle", 100, func(v *Values) *string { return &v.Texts.SocialTitle }),
	ownValue(verification("verification.google", func(v *Values) *string { return &v.Verification.Google })),
	ownValue(verification("verification.bing", func(v *Values) *string { return &v.Verification.Bing })),
	ownValue(verification("verification.yandex", func(v *Values) *string { return &v.Verification.Yandex })),
	ownValue(verification("verification.pinterest", func(v *Values) *string { return &v.Verification.Pinterest })),
	number("index.description", 0, 1000, func(v *Values) *int { return &v.Index.Description }),
	number("index.toolFacts", 0, 8, func(v *Values) *int { return &v.Index.ToolFacts }),
	number("index.categoryTools", 1, 100, func(v *Values) *int { return &v.Index.CategoryTools }),
	number("index.collectionTools", 1, 100, func(v *Values) *int { return &v.Index.CollectionTools }),
	number("index.alternatives", 1, 20, func(v *Values) *int { return &v.Index.Alternatives }),
	number("index.comparisonFacts", 0, 6, func(v *Values) *int { return &v.Index.ComparisonFacts }),
	number("index.ownWords", 0, 60, func(v *Values) *int { return &v.Index.OwnWords }),
	{
		name: "indexNow.key",
		own:  true,
		check: func(c *field.Checker, v *Values) {
			if key := v.IndexNow.Key; key != "" && !indexNowKey.MatchString(key) {
				c.Fail("indexNow.key", "Please use 8 to 128 letters, digits and hyphens")
			}
		},
		text: func(v *Values) string { return v.IndexNow.Key },
		parse: func(v *Values, text string) error {
			v.IndexNow.Key = text
			return nil
		},
	},
}, themeValues, placesValues)

// indexNowKey is what the protocol allows.
var indexNowKey = regexp.MustCompile(`^[A-Za-z0-9-]{8,128}$`)

// number is a setting with a whole number.
func number(name string, least, most int, of func(v *Values) *int) value {
	return value{
		name:  name,
		check: func(c *field.Checker, v *Values) { c.Number(name, *of(v), least, most) },
		text:  func(v *Values) string { return strconv.Itoa(*of(v)) },
		parse: func(v *Values, text string) (err error) {
			*of(v), err = strconv.Atoi(text)
			return err
		},
	}
}

// Changed returns the values that differ before and after a change, by name.
func Changed(before, after Values) (old, changed map[string]string) {
	old, changed = map[string]string{}, map[string]string{}
	for _, value := range values {
		if was, is := value.text(&before), value.text(&after); was != is {
			old[value.name], changed[value.name] = was, is
		}
	}
	return old, changed
}

// Revert returns the values with those before a change instead of those after it, as Changed gives them. It is a Conflict
// if one of them has changed since, or if they no longer fit the other values. A name that this version of the program does
// not know is skipped.
func (v Values) Revert(before, after map[string]string) (Values, error) {
	reverted := v
	for _, value := range values {
		left, known := after[value.name]
		switch {
		case !known:
		case value.text(&v) != left:
			return v, fault.New(fault.Conflict, "The settings have changed since. Nothing was undone.")
		default:
			if err := value.parse(&reverted, before[value.name]); err != nil {
				return v, fmt.Errorf("read the setting %s: %w", value.name, err)
			}
		}
	}
	if reverted.Theme != v.Theme && len(reverted.Theme.Unreadable()) > 0 {
		return v, fault.New(fault.Conflict, "With the colors as they are now, the earlier ones would be hard to read. Nothing was undone.")
	}
	return reverted, nil
}

// Rows returns the values that differ from their defaults, by name.
func (v Values) Rows() map[string]string {
	_, rows := Changed(DefaultValues(), v)
	return rows
}

// ValuesOf returns the values with these rows. A name that this version of the program does not know is skipped.
func ValuesOf(rows map[string]string) (Values, error) {
	v := DefaultValues()
	for _, value := range values {
		if text, ok := rows[value.name]; ok {
			if err := value.parse(&v, text); err != nil {
				return v, fmt.Errorf("read the setting %s: %w", value.name, err)
			}
		}
	}
	return v, nil
}

// isPortable reports whether another site takes over the setting of this name: false for one that belongs to a site's
// address (verification tags, the key of IndexNow), and for a name that this version of the program does not know.
func isPortable(name string) bool {
	return slices.ContainsFunc(values, func(value value) bool { return value.name == name && !value.own })
}

// portable returns the rows of the values that another site takes over, by name.
func (v Values) portable() map[string]string {
	rows := v.Rows()
	maps.DeleteFunc(rows, func(name, _ string) bool { return !isPortable(name) })
	return rows
}

// withPortable returns the values with these rows of another site in place of v.portable. Rows that break a rule, or that
// this site would store in another form, are Invalid.
func (v Values) withPortable(list []Setting) (Values, error) {
	rows := make(map[string]string, len(list))
	for _, setting := range list {
		rows[setting.Name] = setting.Value
	}
	defaults := DefaultValues()
	for _, value := range values {
		if value.own {
			continue
		}
		text, ok := rows[value.name]
		if !ok {
			text = value.text(&defaults)
		}
		if err := value.parse(&v, text); err != nil {
			return v, fault.Because(fault.Invalid, "A setting isn't in the form this site stores.", err)
		}
	}
	checked := v
	var c field.Checker
	for _, value := range values {
		value.check(&c, &checked)
	}
	checkContrast(&c, checked.Theme)
	if err := c.Fault(); err != nil {
		return v, err
	}
	if !maps.Equal(checked.portable(), rows) {
		return v, fault.New(fault.Invalid, "A setting isn't in the form this site stores.")
	}
	return checked, nil
}
