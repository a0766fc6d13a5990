package mirror

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Bounds of a Difference: rows of each kind, and the length of a value.
const (
	shownRows  = 100
	shownValue = 300 // code points
)

// Difference is what has to change to turn one content into another.
type Difference struct {
	Kinds   []KindDifference `json:"kinds" nullable:"false" doc:"Each kind of row, whether it differs or not"`
	LeftOut []string         `json:"leftOut,omitempty" nullable:"false" doc:"Kinds of rows, and fields of them, that production has and this program does not know: it is older"`
}

// KindDifference lists the changes to the rows of one kind.
type KindDifference struct {
	Kind string `json:"kind"`
	Count
	Rows []RowDifference `json:"rows" nullable:"false" doc:"The first 100 of them"`
}

// RowDifference is the change to one row.
type RowDifference struct {
	ID     string            `json:"id"`
	Name   string            `json:"name"`
	Change string            `json:"change" enum:"added,changed,removed"`
	Fields []FieldDifference `json:"fields" nullable:"false" doc:"Of a changed row, what differs"`
}

// FieldDifference is a field's value before and after. Long values are truncated.
type FieldDifference struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Empty reports whether there is no difference.
func (d Difference) Empty() bool {
	return !slices.ContainsFunc(d.Kinds, func(k KindDifference) bool { return k.Added+k.Changed+k.Removed > 0 })
}

// Compare returns the changes that turn the first content into the second.
func Compare(before, after *Content) Difference {
	var d Difference
	for _, k := range after.Kinds.Archived() {
		d.Kinds = append(d.Kinds, compareRows(k.Table, before.Rows(k), after.Rows(k)))
	}
	return d
}

func compareRows(kind string, before, after []records.Row) KindDifference {
	d := KindDifference{Kind: kind, Count: Count{Total: len(after)}, Rows: []RowDifference{}}
	had := make(map[string]records.Row, len(before))
	for _, r := range before {
		had[r.Key] = r
	}
	for _, r := range after {
		old, known := had[r.Key]
		delete(had, r.Key)
		switch {
		case !known:
			d.Added++
			d.show(RowDifference{ID: r.Key, Name: r.Title, Change: "added"})
		case !bytes.Equal(old.JSON, r.JSON):
			d.Changed++
			d.show(RowDifference{ID: r.Key, Name: r.Title, Change: "changed", Fields: compareFields(old.JSON, r.JSON)})
		}
	}
	for _, r := range before {
		if _, gone := had[r.Key]; gone {
			d.Removed++
			d.show(RowDifference{ID: r.Key, Name: r.Title, Change: "removed"})
		}
	}
	return d
}

func (d *KindDifference) show(r RowDifference) {
	if len(d.Rows) < shownRows {
		if r.Fields == nil {
			r.Fields = []FieldDifference{}
		}
		d.Rows = append(d.Rows, r)
	}
}

// CompareProduct returns the difference between two states of a product. A new product (before is nil) has no id yet;
// its slug takes the id's place.
func CompareProduct(before *catalog.Product, after catalog.Product) RowDifference {
	if before == nil {
		return RowDifference{ID: after.Slug, Name: after.Name, Change: "added"}
	}
	id := records.Number(after.ID)
	old, now := records.RowOf(id, before.Name, before), records.RowOf(id, after.Name, after)
	return RowDifference{ID: id, Name: after.Name, Change: "changed", Fields: compareFields(old.JSON, now.JSON)}
}

// compareFields returns the fields that differ between two rows, sorted by name.
func compareFields(before, after []byte) []FieldDifference {
	var old, now map[string]json.RawMessage
	if json.Unmarshal(before, &old) != nil || json.Unmarshal(after, &now) != nil {
		return nil // cannot happen: RowOf made both
	}
	fields := []FieldDifference{}
	for name, value := range now {
		if !bytes.Equal(old[name], value) {
			before, after := shown(plain(old[name]), plain(value))
			fields = append(fields, FieldDifference{name, before, after})
		}
	}
	slices.SortFunc(fields, func(a, b FieldDifference) int { return bytes.Compare([]byte(a.Field), []byte(b.Field)) })
	return fields
}

// plain returns a value as a person reads it: a string without its quotes.
func plain(value json.RawMessage) []rune {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return []rune(text)
	}
	return []rune(string(value))
}

// shown truncates two long values, starting shortly before their first difference.
func shown(before, after []rune) (string, string) {
	const led = shownValue / 10
	same := 0
	for same < min(len(before), len(after)) && before[same] == after[same] {
		same++
	}
	from := 0
	if max(len(before), len(after)) > shownValue {
		from = max(0, same-led)
	}
	return cut(before[from:], from > 0), cut(after[from:], from > 0)
}

func cut(text []rune, isRest bool) string {
	shown := string(text[:min(len(text), shownValue)])
	if len(text) > shownValue {
		shown += "…"
	}
	if isRest {
		shown = "…" + shown
	}
	return shown
}

// Counts maps each kind to how many of its rows were added, changed and removed.
type Counts map[string]Count

// Count is the number of rows of one kind, and of the changes to them.
type Count struct {
	Total   int `json:"total" doc:"How many there are afterwards"`
	Added   int `json:"added"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
}

// Counts returns the numbers of the difference, by kind.
func (d Difference) Counts() Counts {
	counts := make(Counts, len(d.Kinds))
	for _, k := range d.Kinds {
		counts[k.Kind] = k.Count
	}
	return counts
}

// String lists the changed rows and fields, for the log.
func (d Difference) String() string {
	var b strings.Builder
	for _, k := range d.Kinds {
		for _, r := range k.Rows {
			fmt.Fprintf(&b, "%s %s %s;", k.Kind, r.ID, r.Change)
			for _, f := range r.Fields {
				fmt.Fprintf(&b, " %s", f.Field)
			}
		}
	}
	return b.String()
}
