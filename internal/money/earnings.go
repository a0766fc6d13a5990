package money

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// Bounds of a file of earnings.
const (
	MaxEarnings = 50 << 20 // bytes
	maxColumns  = 200
	maxHeader   = 64 << 10 // bytes of the line of headings, in which the separator is looked for
	maxMistakes = 20       // that are named
	maxFileName = 200
	amountScale = 10_000 // amounts are stored in ten-thousandths of the currency's unit
	maxAmount   = 1e9    // units of a currency in one row
)

// EarningsColumns names the columns of a network's report. A network's are remembered with its last import.
type EarningsColumns struct {
	Date      string `json:"date" doc:"Day of the click or of the sale"`
	Amount    string `json:"amount" doc:"What is earned"`
	Currency  string `json:"currency" doc:"Code of the currency; empty: all are in the one of the import"`
	Programme string `json:"programme" doc:"Name of the program or merchant"`
	SubID     string `json:"subId" doc:"The sub-id that the link sent"`
	ID        string `json:"id" doc:"The network's own number of the sale; empty: rows are told apart by what they say"`
	Status    string `json:"status" doc:"Rows that are declined or reversed earn nothing"`
}

// of returns the fields in the order of known.
func (c *EarningsColumns) of() []*string {
	return []*string{&c.Date, &c.Amount, &c.Currency, &c.Programme, &c.SubID, &c.ID, &c.Status}
}

// known are what the columns are called by Impact, PartnerStack, CJ, Awin, ShareASale, Rewardful and others, in lower case, the most
// telling first.
var known = [7]string{
	"action date, event date, transaction date, transdate, trans date, click date, created at, date created, created, sale date, posting date, date",
	"earnings, payout, action earnings, commission amount, publisher commission, pub commission, commission, commission (usd), reward amount, amount earned, amount",
	"currency, payout currency, commission currency, currency code",
	"campaign, campaign name, program, program name, programme, partnership, company, advertiser, advertiser name, merchant, merchant name, merchant organization, affiliate program",
	"subid1, sub id 1, sub id, subid, sub_id, sub ids, sid, shopper id, click ref, clickref, click_ref, afftrack, aff track, sub_id1, referral sub id, via, token",
	"action id, actionid, commission id, transaction id, transaction_id, trans id, transid, transaction key, reward key, key, order id, id",
	"status, state, action status, commission status, action status detail, voided, reversed",
}

// reversed are what networks write of a sale that earns nothing after all.
var reversed = []string{"declined", "rejected", "reversed", "voided", "void", "cancelled", "canceled", "refunded", "denied", "deleted", "yes", "true", "1"}

// propose fills in the columns that are not named, as far as the headings are known.
func (c *EarningsColumns) propose(headings []string) {
	for at, field := range c.of() {
		if *field != "" {
			continue
		}
		for name := range strings.SplitSeq(known[at], ", ") {
			if found := slices.IndexFunc(headings, func(heading string) bool { return catalog.Fold(heading) == name }); found >= 0 {
				*field = headings[found]
				break
			}
		}
	}
}

// earning is a row of a file.
type earning struct {
	key       string // the same for the same sale
	day       visits.Day
	programme string
	subID     string
	currency  string
	amount    int64
}

// RowMistake is what is wrong with a line.
type RowMistake struct {
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// EarningsOptions say how a file of earnings is read.
type EarningsOptions struct {
	Network  string
	File     string // its name
	Currency string // of amounts without one
	Columns  EarningsColumns
	DryRun   bool

	remembered bool // the columns are those of the last import; a file need not have them
	dayFirst   bool // dates that may be of two days have the day first
}

// earningsFile reads a network's report.
type earningsFile struct {
	options  EarningsOptions
	headings []string
	rows     *csv.Reader
	line     int
	places   [7]int         // of the columns, in the order of known; -1: none
	same     map[string]int // rows by their key
	date     string         // of the row that was read last
	skipped  int
}

// openEarnings reads the headings. Columns that it cannot find are invalid; of those that are not named it proposes some.
func openEarnings(from io.Reader, o EarningsOptions) (*earningsFile, error) {
	text := bufio.NewReaderSize(decoded(from), maxHeader)
	first, err := text.Peek(maxHeader)
	if err != nil && err != io.EOF {
		return nil, err
	}
	line, _, _ := strings.Cut(string(first), "\n")
	f := &earningsFile{options: o, rows: csv.NewReader(text), same: map[string]int{}}
	f.rows.Comma = exchange.SeparatorOf(line, func(name string) bool {
		return strings.Contains(", "+strings.Join(known[:], ", ")+", ", ", "+catalog.Fold(name)+", ")
	})
	f.rows.FieldsPerRecord, f.rows.TrimLeadingSpace = -1, true
	headings, err := f.rows.Read()
	if err != nil || len(headings) > maxColumns {
		return nil, fault.InvalidFields([]fault.Field{{Field: "file", Message: "Please choose a CSV file with a line of headings"}})
	}
	for _, heading := range headings {
		f.headings = append(f.headings, strings.TrimSpace(heading))
	}
	for _, name := range f.options.Columns.of() {
		if o.remembered && !slices.Contains(f.headings, *name) {
			*name = ""
		}
	}
	f.options.Columns.propose(f.headings)
	var missing []fault.Field
	for at, name := range f.options.Columns.of() {
		f.places[at] = slices.Index(f.headings, *name)
		if *name == "" {
			f.places[at] = -1
		} else if f.places[at] < 0 {
			missing = append(missing, fault.Field{Field: fieldNames[at], Message: "The file has no such column"})
		}
	}
	if len(missing) > 0 {
		return nil, fault.InvalidFields(missing)
	}
	return f, nil
}

// fieldNames are the columns in a request, in the order of known.
var fieldNames = [7]string{"dateColumn", "amountColumn", "currencyColumn", "programmeColumn", "subIdColumn", "idColumn", "statusColumn"}

// decoded returns a text in UTF-8: with a byte order mark it may be UTF-16, and what is not UTF-8 is taken for Windows' Latin.
func decoded(from io.Reader) io.Reader {
	text := bufio.NewReaderSize(from, 64<<10)
	start, _ := text.Peek(4 << 10)
	if !isText(start) && !strings.HasPrefix(string(start), "\xff\xfe") && !strings.HasPrefix(string(start), "\xfe\xff") {
		return transform.NewReader(text, charmap.Windows1252.NewDecoder())
	}
	return transform.NewReader(text, unicode.BOMOverride(unicode.UTF8.NewDecoder()))
}

// isText reports whether the start of a text is UTF-8, apart from a character that is cut at its end.
func isText(start []byte) bool {
	for cut := range min(utf8.UTFMax, len(start)+1) {
		if utf8.Valid(start[:len(start)-cut]) {
			return true
		}
	}
	return false
}

// next reads the next row, or returns io.EOF after the last. It skips rows without a date or an amount: they are sums or notes.
func (f *earningsFile) next() (e earning, mistake *RowMistake, err error) {
	for {
		cells, err := f.rows.Read()
		if err != nil {
			if wrong := new(csv.ParseError); errors.As(err, &wrong) {
				return e, &RowMistake{wrong.Line, "This line can't be read: check its quotes"}, nil
			}
			return e, nil, err
		}
		f.line, _ = f.rows.FieldPos(0)
		cell := func(at int) string {
			if place := f.places[at]; place >= 0 && place < len(cells) {
				return strings.TrimSpace(cells[place])
			}
			return ""
		}
		if cell(0) == "" || cell(1) == "" {
			f.skipped++
			continue
		}
		e = earning{programme: short(cell(3), maxProgramme), subID: cell(4), currency: strings.ToUpper(cell(2))}
		f.date = cell(0)
		day, isDay := f.dayOf(f.date)
		amount, currency, isAmount := parseAmount(cell(1))
		if e.currency == "" {
			e.currency = currency
		}
		if e.currency == "" {
			e.currency = f.options.Currency
		}
		switch {
		case !isDay:
			return e, &RowMistake{f.line, fmt.Sprintf("%q is not a date", short(f.date, 40))}, nil
		case !isAmount:
			return e, &RowMistake{f.line, fmt.Sprintf("%q is not an amount", short(cell(1), 40))}, nil
		case !currencies.MatchString(e.currency):
			return e, &RowMistake{f.line, "Its currency is not known: choose the one of the import"}, nil
		}
		e.day, e.amount = day, amount
		if slices.Contains(reversed, catalog.Fold(cell(6))) {
			e.amount = 0
		}
		e.key = f.keyOf(cell(5), e, strings.Join(cells, "\x00"))
		return e, nil, nil
	}
}

var currencies = regexp.MustCompile(`^[A-Z]{3}$`)

// keyOf tells sales apart: by the network's number, else by all that the row says, and by how many such rows came before.
func (f *earningsFile) keyOf(id string, e earning, row string) string {
	name := "id\x00" + id
	if id == "" {
		name = "row\x00" + row
	}
	hash := sha256.Sum256([]byte(catalog.Fold(f.options.Network) + "\x00" + e.currency + "\x00" + name))
	key := base64.RawURLEncoding.EncodeToString(hash[:18])
	f.same[key]++
	if count := f.same[key]; count > 1 {
		key += "-" + strconv.Itoa(count)
	}
	return key
}

// slashed is a date of which the month or the day comes first.
var slashed = regexp.MustCompile(`^(\d{1,2})[/-](\d{1,2})[/-](\d{2,4})(?:\D.*)?$`)

// dayOf returns the day that a cell says. A date that may be of two days has the month first, unless another one of the file has not.
func (f *earningsFile) dayOf(cell string) (visits.Day, bool) {
	if at, isDate := exchange.ParseDate(cell); isDate {
		return visits.DayOf(at), true
	}
	found := slashed.FindStringSubmatch(cell)
	if found == nil {
		return 0, false
	}
	month, day, year := found[1], found[2], found[3]
	if f.options.dayFirst {
		month, day = day, month
	}
	if len(year) == 2 {
		year = "20" + year
	}
	at, err := time.Parse("2006-1-2", strings.TrimLeft(year, "0")+"-"+month+"-"+day)
	return visits.DayOf(at), err == nil
}

// isDayFirst reports whether a date can only have its day first.
func isDayFirst(cell string) bool {
	found := slashed.FindStringSubmatch(strings.TrimSpace(cell))
	if found == nil {
		return false
	}
	first, _ := strconv.Atoi(found[1])
	return first > 12
}

// signs are the currencies of signs before or behind an amount.
var signs = map[string]string{"$": "USD", "us$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "c$": "CAD", "ca$": "CAD", "a$": "AUD", "au$": "AUD"}

// amounts matches an amount with its sign or code: -$1,234.50, (3.20), 12,34 €, USD 5.
var amounts = regexp.MustCompile(`^(\()?\s*([-−+])?\s*([\p{Sc}A-Za-z]{1,4}\$?)?\s*([-−+])?\s*([0-9][0-9.,'  ]*|\.[0-9]+)\s*([\p{Sc}A-Za-z]{1,3})?\s*(\))?$`)

// parseAmount returns an amount in ten-thousandths, and the currency that it names, if any.
func parseAmount(cell string) (amount int64, currency string, ok bool) {
	found := amounts.FindStringSubmatch(cell)
	if found == nil || (found[1] == "") != (found[7] == "") || found[2] != "" && found[4] != "" {
		return 0, "", false
	}
	digits := strings.NewReplacer("'", "", " ", "", " ", "", " ", "").Replace(found[5])
	comma, dot := strings.LastIndex(digits, ","), strings.LastIndex(digits, ".")
	switch {
	case comma >= 0 && dot >= 0: // the last of both is the decimal sign
		if comma > dot {
			digits = strings.Replace(strings.ReplaceAll(digits, ".", ""), ",", ".", 1)
		} else {
			digits = strings.ReplaceAll(digits, ",", "")
		}
	case comma >= 0 && strings.Count(digits, ",") == 1 && len(digits)-comma != 4:
		digits = strings.Replace(digits, ",", ".", 1)
	case comma >= 0:
		digits = strings.ReplaceAll(digits, ",", "")
	case strings.Count(digits, ".") > 1:
		digits = strings.ReplaceAll(digits, ".", "")
	}
	value, err := strconv.ParseFloat(digits, 64)
	if err != nil || value > maxAmount {
		return 0, "", false
	}
	amount = int64(value*amountScale + 0.5)
	if found[1] != "" || found[2] == "-" || found[2] == "−" || found[4] == "-" || found[4] == "−" {
		amount = -amount
	}
	for _, name := range []string{found[3], found[6]} {
		if code, isSign := signs[strings.ToLower(name)]; isSign {
			currency = code
		} else if currencies.MatchString(strings.ToUpper(name)) {
			currency = strings.ToUpper(name)
		} else if name != "" {
			return 0, "", false
		}
	}
	return amount, currency, true
}

// short returns the first characters of a text.
func short(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most])
	}
	return text
}
