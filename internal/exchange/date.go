package exchange

import (
	"cmp"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// dayOfTolerance is how far a date may be in the future: most dates have no time zone.
const dayOfTolerance = 24 * time.Hour

// firstDate is the earliest date that is taken for one: earlier ones are what programs write for none.
var firstDate = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)

// months are the names of the months, folded, in languages of spreadsheets. They may be cut after three letters.
var months = func() map[string]int {
	names, whole := map[string]int{}, map[string]int{"mrt": 3}
	for _, year := range []string{
		"january february march april may june july august september october november december",
		"januar februar marz april mai juni juli august september oktober november dezember",
		"janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
		"janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
		"januari februari maart april mei juni juli augustus september oktober november december",
		"januari februari mars april maj juni juli augusti september oktober november december",
		"januar februar marts april maj juni juli august september oktober november december",
		"января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
		"stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia",
		"ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince",
		"ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik",
	} {
		for i, name := range strings.Fields(year) {
			letters := []rune(name)
			whole[name] = i + 1
			for end := 3; end < len(letters); end++ {
				short := string(letters[:end])
				if known, found := names[short]; found && known != i+1 {
					names[short] = 0 // jui may be June or July
					continue
				}
				names[short] = i + 1
			}
		}
	}
	maps.Copy(names, whole)
	return names
}()

var (
	// clock is a time of day with its zone.
	clock = regexp.MustCompile(`(?:^|[\s,])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?m\b\.?)?(?:\s*(?:z\b|(?:utc|gmt)?\s*([+-]\d{2})(?::?(\d{2}))?))?`)
	// The forms of a date with numbers only. Dots are day first; slashes and hyphens may be either.
	yearFirst = regexp.MustCompile(`^(\d{4})[-/. ]+(\d{1,2})(?:[-/. ]+(\d{1,2}))?[-.]?(?:z|[+-]\d{2}:\d{2})?$`)
	dotted    = regexp.MustCompile(`^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})$`)
	slashed   = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$`)
	packed    = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?$`)
	// dateWord is a number with its suffix, or a word, in a date with the name of its month.
	dateWord  = regexp.MustCompile(`\d+|\pL+`)
	zoneWord  = regexp.MustCompile(`\s+[a-z]{2,5}$`)
	zoneName  = regexp.MustCompile(`\s*(?:\([^()]*\)|\[[^\[\]]*\])$`)
	jsonDate  = regexp.MustCompile(`^/?date\((\d+)(?:[+-]\d{4})?\)/?$`)
	eastDate  = strings.NewReplacer("年", "-", "月", "-", "日", " ", "년", "-", "월", "-", "일", " ")
	timeStart = regexp.MustCompile(`(\d)t(\d)`)
)

// ParseDate parses a date as programs and spreadsheets write it; without a time zone it is UTC, without a day the first of
// its month. A date whose day and month could be exchanged is not parsed.
func ParseDate(text string) (time.Time, bool) {
	if date, err := time.Parse(time.RFC3339, strings.TrimSpace(text)); err == nil { // with its fraction of a second
		return date.UTC(), !date.Before(firstDate)
	}
	text = strings.Trim(eastDate.Replace(norm.NFC.String(catalog.Fold(text))), " \"'")
	if unix := jsonDate.FindStringSubmatch(text); unix != nil {
		text = unix[1]
	}
	if at := packed.FindStringSubmatch(text); at != nil {
		return dateOf(at[1], at[2], at[3], timeOf(at[4], at[5], at[6]))
	}
	if number, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64); err == nil {
		return numberDate(number)
	}
	text = timeStart.ReplaceAllString(zoneName.ReplaceAllString(text, ""), "$1 $2")
	since := time.Duration(0)
	if at := clock.FindStringSubmatch(text); at != nil {
		since = timeOf(at[1], at[2], at[3])
		switch isNoon := at[1] == "12"; {
		case at[4] == "p" && !isNoon && since < 12*time.Hour:
			since += 12 * time.Hour
		case at[4] == "a" && isNoon:
			since -= 12 * time.Hour
		}
		if offset := timeOf(strings.TrimLeft(at[5], "+-"), at[6], ""); strings.HasPrefix(at[5], "-") {
			since += offset
		} else {
			since -= offset
		}
		text = strings.Trim(clock.ReplaceAllString(text, " "), " ,")
		text = zoneWord.ReplaceAllString(text, "")
	}
	text = strings.TrimSpace(text)
	if at := yearFirst.FindStringSubmatch(text); at != nil {
		return dateOf(at[1], at[2], cmp.Or(at[3], "1"), since)
	}
	if at := dotted.FindStringSubmatch(text); at != nil {
		return dateOf(at[3], at[2], at[1], since)
	}
	if at := slashed.FindStringSubmatch(text); at != nil {
		first, second := digits(at[1]), digits(at[2])
		switch {
		case second > 12: // the month is first
			return dateOf(at[3], at[1], at[2], since)
		case len(at[3]) == 4 && (first > 12 || first == second):
			return dateOf(at[3], at[2], at[1], since)
		}
		return time.Time{}, false
	}
	return namedDate(text, since)
}

// namedDate parses a date with the name of its month: "5 de marzo de 2024", "Tuesday, March 5th, 2024". In a date without a
// day, it is the first.
func namedDate(text string, since time.Duration) (time.Time, bool) {
	var numbers []string
	month := 0
	for _, word := range dateWord.FindAllString(text, -1) {
		switch {
		case word[0] >= '0' && word[0] <= '9':
			numbers = append(numbers, word)
		case months[word] > 0:
			month = months[word]
		}
	}
	switch {
	case month == 0:
	case len(numbers) == 1 && len(numbers[0]) == 4:
		return dateOf(numbers[0], strconv.Itoa(month), "1", since)
	case len(numbers) == 2 && len(numbers[0]) == 4:
		return dateOf(numbers[0], strconv.Itoa(month), numbers[1], since)
	case len(numbers) == 2 && (len(numbers[1]) == 4 || len(numbers[1]) == 2 && !strings.Contains(text, " ")):
		return dateOf(numbers[1], strconv.Itoa(month), numbers[0], since)
	}
	return time.Time{}, false
}

// dateOf returns the date of a year, month and day, and a time since then. A year of two digits is one of this century.
func dateOf(year, month, day string, since time.Duration) (time.Time, bool) {
	y, m, d := digits(year), digits(month), digits(day)
	if len(year) == 2 {
		y += 2000
	}
	date := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return date.Add(since), date.Day() == d && int(date.Month()) == m && !date.Before(firstDate)
}

func timeOf(hours, minutes, seconds string) time.Duration {
	return time.Duration(digits(hours))*time.Hour + time.Duration(digits(minutes))*time.Minute + time.Duration(digits(seconds))*time.Second
}

// digits returns the number that a few digits are; none are 0.
func digits(text string) int {
	number, _ := strconv.Atoi(text)
	return number
}

// numberDate returns the date of a number: seconds, milliseconds or microseconds since 1970, or the days of a spreadsheet.
func numberDate(number float64) (time.Time, bool) {
	date := time.Time{}
	switch {
	case number >= 30_000 && number < 100_000: // days since 1899-12-30
		date = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Add(time.Duration(number * float64(24*time.Hour))).Truncate(time.Second)
	case number >= 6e8 && number < 1e11:
		date = time.Unix(int64(number), 0).UTC()
	case number >= 6e11 && number < 1e14:
		date = time.UnixMilli(int64(number)).UTC()
	case number >= 6e14 && number < 1e17:
		date = time.UnixMicro(int64(number)).UTC()
	}
	return date, !date.Before(firstDate)
}

// isNoDate reports whether a cell says that there is no date.
func isNoDate(cell string) bool {
	return isNothing(cell) || strings.HasPrefix(strings.TrimSpace(cell), "0000-00-00") || strings.TrimSpace(cell) == "0"
}

// dealTime returns a time as a product has it; what is none stays as it is, for the check of the product. A day is its beginning, or
// as an end its last second.
func dealTime(cell string, isEnd bool) string {
	if isNoDate(cell) {
		return ""
	}
	date, ok := ParseDate(cell)
	if !ok {
		return cell
	}
	if isEnd && !strings.Contains(cell, ":") && date.Equal(date.Truncate(24*time.Hour)) {
		date = date.Add(24*time.Hour - time.Second)
	}
	return date.Format(time.RFC3339)
}

// readCreated reads when the other program made the row.
func readCreated(r *rawRow, cell string) error {
	if isNoDate(cell) {
		return nil
	}
	date, ok := ParseDate(cell)
	if !ok {
		r.oddDate = strings.TrimSpace(cell)
		return nil
	}
	r.created = date
	return nil
}
