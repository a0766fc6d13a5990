package imports

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/exchange"
)

// Bounds of what an answer lists.
const (
	maxProblems    = 200 // bad rows
	maxDifferences = 200 // products that differ
	maxName        = 200 // code points of a heading
	maxNote        = 2_000
	maxColumns     = 300
)

const formatArchive = "archive"

// Outcome is what an import does, or would do.
type Outcome struct {
	Format    string   `json:"format" enum:"csv,jsonl,wxr,archive" doc:"What the file is: jsonl is any JSON, wxr a WordPress export, archive the export of a site"`
	Encoding  string   `json:"encoding" doc:"UTF-8, UTF-16 or Windows-1252; empty: not known"`
	Separator string   `json:"separator" doc:"What separates the cells of a table; empty in other files"`
	Columns   []Column `json:"columns" nullable:"false" doc:"The columns of a table, the keys of JSON, or the custom fields of a WordPress export, at most 300"`
	Fields    []string `json:"fields" nullable:"false" doc:"What a column may be read as"`
	Problem   string   `json:"problem" doc:"Why nothing can be imported; empty: it can be, or was"`
	Questions []string `json:"questions" nullable:"false" doc:"Tools of the file that have the website of a tool of another name, a sentence each, at most 20; match answers them"`
	IsReady   bool     `json:"isReady" doc:"Whether the counts below are those of an import"`

	Rows      int       `json:"rows" doc:"Good rows in the file"`
	Refused   int       `json:"refused" doc:"Rows that can't be used"`
	Problems  []Problem `json:"problems" nullable:"false" doc:"The first 200 of those"`
	Created   int       `json:"created"`
	Updated   int       `json:"updated"`
	Unchanged int       `json:"unchanged"`
	Version   int64     `json:"version" doc:"Version of the catalog that the import led to, to undo it with; 0: nothing was written"`
	Images    int       `json:"images" doc:"Images at other sites that added and changed products have"`

	Differences []archive.RowDifference `json:"differences" nullable:"false" doc:"The first 200 products that are added or changed"`
	Changed     []Counted               `json:"changed" nullable:"false" doc:"Fields of products that are there already, and in how many they change"`
	Notes       []string                `json:"notes" nullable:"false" doc:"What becomes of prices, states, dates and what rows lack, a sentence each"`
	NotTaken    []NotTaken              `json:"notTaken" nullable:"false" doc:"What an export of a site has beside its products and is not imported"`

	changed map[string]int // by field
}

// Column is a column of the file.
type Column struct {
	Name    string   `json:"name"`
	Field   string   `json:"field" doc:"What it is read as; empty: it is left out"`
	Samples []string `json:"samples" nullable:"false" doc:"Up to three of its values"`
}

// Problem is a row that can't be used.
type Problem struct {
	Line    int      `json:"line"`
	Name    string   `json:"name" doc:"Empty if it could not be read"`
	Reasons []string `json:"reasons" nullable:"false"`
}

// Counted is a text and how often it occurs.
type Counted struct {
	Text  string `json:"text"`
	Count int    `json:"count"`
}

// NotTaken is a kind of things that are not imported.
type NotTaken struct {
	Label string `json:"label" doc:"One of them, as collection"`
	Count int    `json:"count"`
}

// newOutcome returns an outcome in which every list is one.
func newOutcome() *Outcome {
	return &Outcome{Questions: []string{}, Columns: []Column{}, Fields: exchange.Fields(), Problems: []Problem{}, Differences: []archive.RowDifference{}, Changed: []Counted{}, Notes: []string{}, NotTaken: []NotTaken{}, changed: map[string]int{}}
}

// describe says how a file was read.
func (o *Outcome) describe(read exchange.Result) {
	o.Encoding, o.Rows, o.Refused = read.Encoding, len(read.Rows), len(read.Bad)
	if read.Separator != 0 {
		o.Separator = string(read.Separator)
	}
	for _, c := range read.Columns[:min(len(read.Columns), maxColumns)] {
		o.Columns = append(o.Columns, Column{shorten(c.Name, maxName), c.Field, append([]string{}, c.Samples...)})
	}
	for _, bad := range read.Bad[:min(len(read.Bad), maxProblems)] {
		o.Problems = append(o.Problems, Problem{bad.Line, bad.Name, bad.Reasons})
	}
}

// shorten truncates a text of any length.
func shorten(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// compare returns what notes the products that an import adds or changes.
func (o *Outcome) compare(hostOf func(url string) string) func(before *catalog.Product, after catalog.Product) {
	return func(before *catalog.Product, after catalog.Product) {
		for _, url := range append(slices.Clone(after.Images), after.Logo) {
			if hostOf(url) != "" {
				o.Images++
			}
		}
		if before == nil && len(o.Differences) == maxDifferences {
			return
		}
		d := archive.CompareProduct(before, after)
		d.Fields = slices.DeleteFunc(d.Fields, func(f archive.FieldDifference) bool { return f.Field == "version" || f.Field == "updatedAt" })
		if d.Fields == nil {
			d.Fields = []archive.FieldDifference{}
		}
		for _, f := range d.Fields {
			o.changed[f.Field]++
		}
		if len(o.Differences) < maxDifferences {
			o.Differences = append(o.Differences, d)
		}
	}
}

// finish says what an import has done, or would do.
func (o *Outcome) finish(report exchange.Report) {
	if report.Done == nil {
		return
	}
	o.IsReady = true
	o.Created, o.Updated, o.Unchanged = report.Done.Created, report.Done.Updated, report.Done.Unchanged
	o.Changed = countedTexts(o.changed)
	for _, note := range report.Notes() {
		o.Notes = append(o.Notes, shorten(note, maxNote))
	}
}

// countedTexts returns texts with their counts, the most frequent first.
func countedTexts(counts map[string]int) []Counted {
	list := []Counted{}
	for _, text := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, Counted{text, counts[text]})
	}
	slices.SortStableFunc(list, func(a, b Counted) int { return cmp.Or(b.Count-a.Count, strings.Compare(a.Text, b.Text)) })
	return list
}
