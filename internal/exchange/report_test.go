package exchange

import (
	"errors"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// The report lists every bad row and the numbers of rows.
func TestReport(t *testing.T) {
	result := Result{
		Rows: make([]catalog.ImportRow, 5),
		Bad: []BadRow{
			{Line: 3, Name: "Lamp\x1b[2J", Reasons: []string{"website: Please enter a website URL", "name: no"}},
			{Line: 9, Reasons: []string{"broken JSON near byte 8 of the line"}},
		},
		Filled: Filled{Prices: map[Price]int{{":x:", catalog.Unknown}: 1, {"Waitlist", catalog.Unknown}: 2, {"$9", catalog.Premium}: 7},
			OddStates: map[string]int{"Beta": 2}, ControlChars: 2, Attachments: 3, NotListings: 4},
		Hidden: map[string]int{"draft": 3, "password": 1}, Encoding: windows1252,
		Columns: []Column{{Name: "Name", Field: "name"}, {Name: "Site URL\x1b", Field: "website"}, {Name: "Rating"}, {Name: "Notes"}},
	}
	const bad = `line 3 "Lamp\x1b[2J": website: Please enter a website URL; name: no
line 9: broken JSON near byte 8 of the line
Columns read: "Site URL\x1b" as website.
Columns ignored: "Rating", "Notes".
`
	const filled = `  The file is in Windows-1252, not in UTF-8, and was read as such: check the letters with accents.
  4 rows not public where they come from: left out ("draft" 3, "password" 1)
  2 rows in a state that is not known: read as public ("Beta" 2)
  Prices read: "$9" as Premium 7, "Waitlist" as Unknown 2, ":x:" as Unknown 1
  2 rows with control characters in the text: taken out
  3 rows with attached images, which the export has no lasting link to: left out
  4 other items of the WordPress export (pages, posts, menus): left out
`
	const lacking = `  4 new products without a known price: type Unknown
  5 new products without a section: Recommended AI Products
  1 new product without a description: "No description yet."
  1 new product with a date that cannot be read or is in the future: dated today ("soon" 1)
`
	news := Defaults{NoPrice: 4, NoSection: 5, NoDescription: 1, OddDates: map[string]int{"soon": 1}}
	done := &catalog.ImportResult{Created: 3, Updated: 1, Unchanged: 1}
	for name, test := range map[string]struct {
		report Report
		want   string
	}{
		"not imported": {Report{Read: result}, bad +
			"Nothing was imported: 2 rows refused, 5 good. Correct the file, or import the good rows with --skip-bad.\n" + filled},
		"dry run":     {Report{Read: result, Done: done, New: news, DryRun: true}, bad + "Dry run, nothing was written: 3 new, 1 changed, 1 unchanged, 2 refused.\n" + filled + lacking},
		"imported":    {Report{Read: result, Done: done, New: news}, bad + "Imported: 3 new, 1 changed, 1 unchanged, 2 refused.\n" + filled + lacking},
		"no problems": {Report{Done: done}, "Imported: 3 new, 1 changed, 1 unchanged.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			n, err := test.report.WriteTo(&out)
			if out.String() != test.want || err != nil || n != int64(out.Len()) {
				t.Errorf("%v, %d bytes:\n%s\nwant:\n%s", err, n, out.String(), test.want)
			}
		})
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// WriteTo returns the error of its writer.
func TestReportWriteError(t *testing.T) {
	if _, err := (Report{}).WriteTo(fullDisk{}); err == nil {
		t.Error("no error")
	}
}
