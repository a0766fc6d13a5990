package newsletter

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
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
	CSV     string `json:"csv" doc:"With a header line, separated by commas, semicolons or tabs; the column email is required, subscribed_at and cadence are read too; at most 10,000 subscribers"`
	Consent string `json:"consent" doc:"How and when these people agreed to get the newsletter, stored as proof with each; 1 to 1,000 characters"`
}

// ImportResult says what became of an import.
type ImportResult struct {
	Added        int           `json:"added"`
	Known        int           `json:"known" doc:"Subscribed already"`
	Unsubscribed int           `json:"unsubscribed" doc:"Have left before, and stay so"`
	Invalid      []InvalidLine `json:"invalid" nullable:"false" doc:"Lines that were skipped, at most 100"`
}

// InvalidLine is a line that an import skips.
type InvalidLine struct {
	Line    int    `json:"line" doc:"Its number, from 1"`
	Message string `json:"message"`
}

// Import stores subscribers from another service as confirmed. An address that is listed twice counts once.
func (n *Newsletter) Import(ctx context.Context, by string, in ImportInput) (ImportResult, error) {
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

// readCSV reads a list of subscribers, each once, and says which lines it skips.
func (n *Newsletter) readCSV(text string) (found []NewSubscriber, skipped []InvalidLine, err error) {
	text = strings.TrimPrefix(text, "\ufeff")
	first, rest, _ := strings.Cut(text, "\n")
	if exchange.IsSeparatorLine(first) {
		text = "\n" + rest // the reader skips blank lines, and counts them
		first, _, _ = strings.Cut(rest, "\n")
	}
	in := csv.NewReader(strings.NewReader(text))
	in.Comma = exchange.SeparatorOf(first, func(name string) bool { return isColumn(name, "email") })
	in.FieldsPerRecord = -1
	header, err := in.Read()
	if err != nil {
		return nil, nil, invalid("csv", "The first line must name the columns, for example email,subscribed_at.")
	}
	column := func(name string) int {
		return slices.IndexFunc(header, func(cell string) bool { return isColumn(cell, name) })
	}
	email, since, cadence := column("email"), column("subscribed_at"), column("cadence")
	if email < 0 {
		return nil, nil, invalid("csv", "There is no column email. The first line must name the columns.")
	}
	seen := map[string]bool{}
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return found, skipped, nil
		}
		if err != nil {
			return nil, nil, invalid("csv", "This is not a CSV file: "+err.Error()+".")
		}
		cell := func(at int) string {
			if at < 0 || at >= len(row) {
				return ""
			}
			return exchange.UnquoteFormula(strings.TrimSpace(row[at]))
		}
		line, _ := in.FieldPos(0)
		s, problem := n.imported(cell(email), cell(since), cell(cadence))
		switch {
		case problem != "":
			skipped = append(skipped, InvalidLine{line, problem})
		case !seen[s.Key]:
			seen[s.Key] = true
			found = append(found, s)
		}
		if len(seen)+len(skipped) > maxImported {
			return nil, nil, invalid("csv", "This list has more than 10,000 subscribers. Please import it in parts.")
		}
	}
}

// isColumn reports whether a cell of the header names a column.
func isColumn(cell, name string) bool { return strings.EqualFold(strings.TrimSpace(cell), name) }

// imported returns the subscriber of a line, or what is wrong with it.
func (n *Newsletter) imported(email, since, cadence string) (s NewSubscriber, problem string) {
	s = NewSubscriber{Email: email, Key: account.EmailKey(email), Choices: Choices{Cadence: Cadence(cmp.Or(strings.ToLower(cadence), string(Weekly)))}, ConsentAt: n.Now()}
	if err := account.CheckEmail(email); err != nil {
		return s, "This is not an email address."
	}
	if !slices.Contains(Cadences(), s.Cadence) {
		return s, "The cadence is weekly or monthly."
	}
	if since == "" {
		return s, ""
	}
	at, err := time.Parse(time.RFC3339, since)
	if err != nil {
		at, err = time.Parse(time.DateOnly, since)
	}
	if err != nil || at.After(s.ConsentAt) || at.Year() < 1990 {
		return s, "subscribed_at is a past day or time, for example 2025-03-31."
	}
	s.ConsentAt = at
	return s, ""
}

// Export writes those who get issues as CSV. Import reads it.
func (n *Newsletter) Export(ctx context.Context, to io.Writer) error {
	out := csv.NewWriter(to)
	if err := out.Write([]string{"email", "subscribed_at", "cadence", "topics", "consent"}); err != nil {
		return fmt.Errorf("write the header: %w", err)
	}
	names := map[int64]string{}
	for _, category := range n.Catalogue.Snapshot().Categories() {
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
