package catalog

import (
	"math/bits"
	"reflect"
	"slices"
)

// ProductFields are the fields of a product that a person, a file or another site can set. They have the same names in
// SQL, JSON and TypeScript. Product and Draft embed them, and the store, API, import and export read this list: a new
// field is a line here, a rule in Draft.Check and a column in the store.
type ProductFields struct {
	Name           string   `json:"name"`
	Description    string   `json:"description"`
	UseCases       string   `json:"useCases" doc:"Plain text; line breaks count"`
	Categories     []string `json:"categories" nullable:"false" doc:"Names, the main one first"`
	Tags           []string `json:"tags" nullable:"false" doc:"Further words that search finds the product by"`
	Type           Type     `json:"type" enum:"Free,Freemium,Premium,Unknown"`
	Section        Section  `json:"section" enum:"Our Products,Recommended AI Products"`
	Website        string   `json:"website" doc:"Absolute http(s) URL"`
	Logo           string   `json:"logo" doc:"URL, an /uploads/ path, an image data URI, or empty"`
	LogoColor      string   `json:"logoColor" doc:"Dominant colour of an uploaded logo as #rrggbb, or empty"`
	Images         []string `json:"images" nullable:"false" doc:"Screenshots: at most 6 absolute http(s) URLs or /uploads/ paths"`
	VideoURL       string   `json:"videoUrl" doc:"Absolute http(s) URL, or empty"`
	IsFeatured     bool     `json:"isFeatured"`
	HasLandingPage bool     `json:"hasLandingPage"`
	HasDeal        bool     `json:"hasDeal"`
	PromoText      string   `json:"promoText"`
	DisplayOrder   int      `json:"displayOrder" doc:"Place in the administrator's order; products at 0 come before all others"`
}

// FieldSet is a set of ProductFields: bit i is the struct's field i.
type FieldSet uint64

var fieldNames = namesOf(reflect.TypeFor[ProductFields]())

func namesOf(t reflect.Type) []string {
	names := make([]string, t.NumField())
	for i := range names {
		names[i] = t.Field(i).Tag.Get("json")
	}
	return names
}

// FieldNames returns the JSON names of ProductFields, in the struct's order.
func FieldNames() []string { return slices.Clone(fieldNames) }

// FieldsNamed returns the set of the fields with these JSON names. It panics if there is no such field.
func FieldsNamed(names ...string) FieldSet {
	var set FieldSet
	for _, name := range names {
		at := slices.Index(fieldNames, name)
		if at < 0 {
			panic("catalog: a product has no field " + name)
		}
		set |= 1 << at
	}
	return set
}

// Has reports whether the set contains the field with this JSON name.
func (s FieldSet) Has(name string) bool { return s&FieldsNamed(name) != 0 }

// Take copies the fields of the set.
func (f *ProductFields) Take(from ProductFields, set FieldSet) {
	to, values := reflect.ValueOf(f).Elem(), reflect.ValueOf(from)
	for i := range to.NumField() {
		if set&(1<<i) != 0 {
			to.Field(i).Set(values.Field(i))
		}
	}
}

// Differing returns the set of the fields whose values differ.
func (f ProductFields) Differing(other ProductFields) FieldSet {
	var set FieldSet
	one, two := reflect.ValueOf(f), reflect.ValueOf(other)
	for i := range one.NumField() {
		if !reflect.DeepEqual(one.Field(i).Interface(), two.Field(i).Interface()) {
			set |= 1 << i
		}
	}
	return set
}

// Short returns the value of the only field of the set, as it is in JSON, if it is a truth value or a text of at most so
// many bytes; otherwise nil.
func (f ProductFields) Short(set FieldSet, most int) any {
	if bits.OnesCount64(uint64(set)) != 1 {
		return nil
	}
	switch value := reflect.ValueOf(f).Field(bits.TrailingZeros64(uint64(set))); {
	case value.Kind() == reflect.Bool:
		return value.Bool()
	case value.Kind() == reflect.String && value.Len() <= most:
		return value.String()
	}
	return nil
}

// Names returns the JSON names of the set's fields, in the struct's order.
func (s FieldSet) Names() []string {
	var names []string
	for i, name := range fieldNames {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}
