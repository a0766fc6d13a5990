package newsletter

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/exchange"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits of an import.
const (
	maxImported     = 10_000
	maxProof        = 1_000 // characters
	maxInvalidShown = 100
)

// ImportInput is a list of subscribers from another service.
type ImportInput struct {
	CSV     string `json:"csv" doc:"With a header line, separated by commas, semicolons or tabs; the column email is required; the date of the subscription, cadence and who has left are read too, by the names that newsletter services give the columns; at most 10,000 subscribers"`
	Consent string `json:"consent" doc:"How and when these people agreed to get the newsletter, stored as proof with each; 1 to 1,000 characters"`
}

// ImportResult says what became of an import.
type ImportResult struct {
	Added        int           `json:"added"`
	Known        int           `json:"known" doc:"Already subscribed"`
	Unsubscribed int           `json:"unsubscribed" doc:"Unsubscribed earlier, and stay so"`
	Left         int           `json:"left" doc:"Unsubscribed, blocked, bounced, complained or never confirmed according to the list: stored as unsubscribed"`
	Invalid      []InvalidLine `json:"invalid" nullable:"false" doc:"Lines that were skipped, at most 100"`
}

// InvalidLine is a line that an import skips.
type InvalidLine struct {
	Line    int    `json:"line" doc:"Its number, from 1"`
	Message string `json:"message"`
}

// Import stores subscribers from another service: as unsubscribed those of whom the list says that they are not subscribed, the
// others as confirmed. An address that is listed twice counts once.
func (n *Subscriptions) Import(ctx context.Context, by string, in ImportInput) (ImportResult, error) {
	proof := strings.TrimSpace(in.Consent)
	if proof == "" || utf8.RuneCountInString(proof) > maxProof {
		return ImportResult{}, invalid("consent", "Please say how and when these people agreed to get the newsletter, in at most 1,000 characters.")
	}
	found, skipped, err := n.readCSV(in.CSV)
	if err != nil {
		return ImportResult{}, err
	}
	for i := range found {
		found[i].Consent = proof
	}
	result := ImportResult{}
	if len(found) > 0 {
		if result, err = n.Store.ImportSubscribers(ctx, by, found); err != nil {
			return ImportResult{}, err
		}
	}
	result.Invalid = append([]InvalidLine{}, skipped[:min(len(skipped), maxInvalidShown)]...)
	return result, nil
}

func invalid(field, message string) error {
	return fault.InvalidFields([]fault.Field{{Field: field, Message: message}})
}

// A csvRow is a line of a list.
type csvRow struct {
	line  int
	cells []string
}

func (r csvRow) cell(at int) string {
	if at < 0 || at >= len(r.cells) {
		return ""
	}
	return exchange.UnquoteFormula(strings.TrimFunc(r.cells[at], func(c rune) bool { return unicode.IsSpace(c) || unicode.Is(unicode.Cf, c) }))
}

// first returns the first cell of some columns that has anything, and its column.
func (r csvRow) first(columns []int) (cell string, at int) {
	for _, at := range columns {
		if cell := r.cell(at); cell != "" {
			return cell, at
		}
	}
	return "", -1
}

// readRows reads the lines of a list but the empty ones.
func readRows(text string) (header []string, rows []csvRow, err error) {
	text = strings.TrimLeft(text, "\ufeff")
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n") // as Excel for Mac once wrote
	}
	first, rest, _ := strings.Cut(text, "\n")
	if exchange.IsSeparatorLine(first) {
		text = "\n" + rest // the reader skips blank lines, and counts them
		first, _, _ = strings.Cut(rest, "\n")
	}
	in := csv.NewReader(strings.NewReader(text))
	in.Comma = exchange.SeparatorOf(first, func(name string) bool { return len(meaningsOf(name)) > 0 })
	in.FieldsPerRecord = -1
	if header, err = in.Read(); err != nil {
		return nil, nil, invalid("csv", "The first line must name the columns, for example email,subscribed_at.")
	}
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return header, rows, nil
		}
		if err != nil {
			return nil, nil, invalid("csv", "This is not a CSV file: "+err.Error()+".")
		}
		line, _ := in.FieldPos(0)
		row := csvRow{line, cells}
		if slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
			rows = append(rows, row)
		}
		if len(rows) > maxImported {
			return nil, nil, invalid("csv", "This list has more than 10,000 subscribers. Please import it in parts.")
		}
	}
}

// readCSV reads a list of subscribers, each once, and says which lines it skips. Who has left in one line has left.
func (n *Subscriptions) readCSV(text string) (found []NewSubscriber, skipped []InvalidLine, err error) {
	header, rows, err := readRows(text)
	if err != nil {
		return nil, nil, err
	}
	emails := columnsOf(header, address)
	if len(emails) == 0 {
		return nil, nil, invalid("csv", "There is no column email. The first line must name the columns.")
	}
	states, err := stateColumnsOf(header, rows)
	if err != nil {
		return nil, nil, err
	}
	dates, cadences := columnsOf(header, since), columnsOf(header, cadence)
	seen := map[string]int{}
	for _, row := range rows {
		s, problem := n.imported(row, emails, cadences, dates, header)
		s.Status = stateOf(row, states).status()
		if s.Status != Confirmed && account.CheckEmail(s.Email) == nil {
			problem, s.Cadence = "", Weekly // nothing is sent to them
		}
		at, isListed := seen[s.Key]
		switch {
		case problem != "":
			skipped = append(skipped, InvalidLine{row.line, problem})
		case !isListed:
			seen[s.Key] = len(found)
			found = append(found, s)
		case s.Status == Unsubscribed || found[at].Status == Confirmed:
			found[at].Status = s.Status
		}
	}
	return found, skipped, nil
}

// columnsOf returns the columns that may have a meaning, the better name first.
func columnsOf(header []string, m meaning) (found []int) {
	for _, name := range strings.Fields(columns[slices.IndexFunc(columns, func(c column) bool { return c.meaning == m })].names) {
		for at, cell := range header {
			if keyOf(cell) == name {
				found = append(found, at)
			}
		}
	}
	return found
}

// imported returns the subscriber of a line, or what is wrong with it.
func (n *Subscriptions) imported(row csvRow, emails, cadences, dates []int, header []string) (s NewSubscriber, problem string) {
	email, _ := row.first(emails)
	often, _ := row.first(cadences)
	s = NewSubscriber{Email: addressOf(email), Choices: Choices{Cadence: Cadence(cmp.Or(strings.ToLower(often), string(Weekly)))}, ConsentAt: n.Store.Now()}
	s.Key = account.EmailKey(s.Email)
	if err := account.CheckEmail(s.Email); err != nil {
		return s, "This is not an email address."
	}
	if !slices.Contains(Cadences(), s.Cadence) {
		return s, "The cadence is weekly or monthly."
	}
	dates = slices.DeleteFunc(slices.Clone(dates), func(at int) bool { return slices.Contains(meaningsOf(header[at]), isIn) && !isTime(row.cell(at)) })
	day, at := row.first(dates)
	if day == "" {
		return s, ""
	}
	since, ok := exchange.ParseDate(day)
	if !ok || since.After(s.ConsentAt) || since.Year() < 1990 {
		return s, shortened(header[at]) + " is a past day or time, for example 2025-03-31."
	}
	s.ConsentAt = since
	return s, ""
}

// addressOf returns the address of a cell, which may have a name before it: Ann <ann@example.com>.
func addressOf(cell string) string {
	if _, in, ok := strings.Cut(cell, "<"); ok && strings.HasSuffix(in, ">") {
		cell = strings.TrimSpace(strings.TrimSuffix(in, ">"))
	}
	cell = strings.TrimSpace(comment.ReplaceAllString(cell, ""))
	return strings.TrimPrefix(strings.TrimRight(cell, ",;"), "mailto:")
}

// comment is a name behind an address: ann@example.com (Ann).
var comment = regexp.MustCompile(`\s+\([^()]*\)$`)

// Export writes those who get issues as CSV. Import reads it.
func (n *Subscriptions) Export(ctx context.Context, to io.Writer) error {
	out := csv.NewWriter(to)
	if err := out.Write([]string{"email", "subscribed_at", "cadence", "topics", "consent"}); err != nil {
		return fmt.Errorf("write the header: %w", err)
	}
	names := map[int64]string{}
	for _, category := range n.Catalogue.Snapshot().Categories().All() {
		names[category.ID] = category.Name
	}
	err := n.Store.EachSubscriber(ctx, func(s Subscriber) error {
		var topics []string
		for _, topic := range s.Topics {
			if name := names[topic]; name != "" {
				topics = append(topics, name)
			}
		}
		row := []string{s.Email, s.ConsentAt.Format(time.RFC3339), string(s.Cadence), strings.Join(topics, "; "), consentShown(s.Consent)}
		for i := range row {
			row[i] = exchange.QuoteFormula(row[i])
		}
		return out.Write(row)
	})
	out.Flush()
	return errors.Join(err, out.Error())
}
