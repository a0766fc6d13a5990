package exchange

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// dayOfTolerance is how far a date may be in the future: most dates have no time zone.
const dayOfTolerance = 24 * time.Hour

// firstDate is the earliest date that is taken for one: earlier ones are what programs write for none.
var firstDate = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)

// dateLayouts are how programs write a date, after cleanDate.
var dateLayouts = []string{
	"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 Z07:00",
	"2006-01-02 15:04:05Z0700", "2006-01-02 15:04:05 Z0700", "2006-01-02 15:04:05 UTC", "2006-01-02 15:04:05 -0700 MST", "2006-01-02 15:04:05", "2006-01-02 15:04",
	"2006-01-02 3:04 PM", "2006-01-02 3:04PM", "2006-01-02 3:04pm", "2006-01-02", "20060102", "2006/1/2 15:04:05", "2006/1/2 15:04", "2006/1/2", "2006.1.2",
	"2.1.2006 15:04:05", "2.1.2006, 15:04:05", "2.1.2006 15:04", "2.1.2006, 15:04", "2.1.2006",
	time.RFC1123Z, time.RFC1123, "Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST", "2 Jan 2006 15:04:05 -0700",
	"Mon Jan 2 2006 15:04:05 GMT-0700", "Mon Jan 2 2006", time.ANSIC, time.UnixDate,
	"January 2, 2006 3:04 PM", "January 2, 2006 15:04", "January 2, 2006", "Jan 2, 2006 3:04 PM", "Jan 2, 2006 15:04", "Jan 2, 2006, 3:04 PM", "Jan 2, 2006", "Jan. 2, 2006",
	"January 2 2006", "Jan 2 2006", "2 January 2006 15:04", "2 January 2006 3:04 PM", "2 January 2006", "2. January 2006", "2. January 2006 15:04", "2 Jan 2006 15:04", "2 Jan 2006",
	"2. Jan 2006", "2-Jan-2006", "Monday, January 2, 2006",
}

// slashDate is a date of which only the numbers show which is the day: Americans write the month first, others the day.
var slashDate = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:,?\s+(\d{1,2}:\d{2})(?::\d{2})?\s*([ap]m)?)?$`)

// monthNames are the months of other languages, folded, in English. Those that are alike are not repeated.
var monthNames = func() map[string]string {
	names := map[string]string{}
	for _, year := range []string{
		"januar februar marz april mai juni juli august september oktober november dezember",
		"janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
		"janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
		"januari februari maart april mei juni juli augustus september oktober november december",
	} {
		for i, name := range strings.Fields(year) {
			names[name] = time.Month(i + 1).String()
		}
	}
	return names
}()

var (
	foreignMonth = regexp.MustCompile(`^(\d{1,2})\.? (?:de )?(\pL+),? (?:de )?(\d{4})\b`)
	zoneName     = regexp.MustCompile(`\s*\([^()]*\)$`)
	fraction     = regexp.MustCompile(`(\d{2}:\d{2}:\d{2})[.,]\d+`)
)

// parseDate parses a date as programs and spreadsheets write it; without a time zone it is UTC. A date whose day and
// month could be exchanged is not parsed.
func parseDate(text string) (time.Time, bool) {
	text = zoneName.ReplaceAllString(strings.TrimSpace(strings.ReplaceAll(text, "\u202f", " ")), "")
	if date, err := time.Parse(time.RFC3339, text); err == nil { // with its fraction of a second
		return date.UTC(), !date.Before(firstDate)
	}
	text = fraction.ReplaceAllString(text, "$1")
	if number, err := strconv.ParseFloat(text, 64); err == nil && len(text) != 8 {
		return numberDate(number)
	}
	if at := slashDate.FindStringSubmatch(text); at != nil {
		first, _ := strconv.Atoi(at[1]) // digits
		second, _ := strconv.Atoi(at[2])
		switch {
		case first > 12:
			first, second = second, first
		case second <= 12 && first != second:
			return time.Time{}, false
		}
		text = at[3] + "-" + pad(first) + "-" + pad(second)
	}
	if at := foreignMonth.FindStringSubmatch(text); at != nil && monthNames[catalog.Fold(at[2])] != "" {
		text = at[1] + " " + monthNames[catalog.Fold(at[2])] + " " + at[3]
	}
	for _, layout := range dateLayouts {
		if date, err := time.Parse(layout, text); err == nil {
			return date.UTC(), !date.Before(firstDate)
		}
	}
	return time.Time{}, false
}

func pad(number int) string {
	if number < 10 {
		return "0" + strconv.Itoa(number)
	}
	return strconv.Itoa(number)
}

// numberDate returns the date of a number: seconds or milliseconds since 1970, or the days of a spreadsheet.
func numberDate(number float64) (time.Time, bool) {
	date := time.Time{}
	switch {
	case number >= 30_000 && number < 100_000: // days since 1899-12-30
		date = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Add(time.Duration(number * float64(24*time.Hour))).Truncate(time.Second)
	case number >= 6e8 && number < 1e11:
		date = time.Unix(int64(number), 0).UTC()
	case number >= 6e11 && number < 1e14:
		date = time.UnixMilli(int64(number)).UTC()
	}
	return date, !date.Before(firstDate)
}

// isNoDate reports whether a cell says that there is no date.
func isNoDate(cell string) bool {
	return isNothing(cell) || strings.HasPrefix(strings.TrimSpace(cell), "0000-00-00") || strings.TrimSpace(cell) == "0"
}

// readCreated reads when the other program made the row.
func readCreated(r *rawRow, cell string) error {
	if isNoDate(cell) {
		return nil
	}
	date, ok := parseDate(cell)
	if !ok {
		r.oddDate = strings.TrimSpace(cell)
		return nil
	}
	r.created = date
	return nil
}
