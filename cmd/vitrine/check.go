package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"vitrine/internal/config"
)

// mostSentences is how many things of one kind are named.
const mostSentences = 200

// check sees whether the database is whole, and whether the uploads that products and images name are there, as they
// were stored. It says what it looked at and what is wrong, and changes nothing. Its error tells the shell that something
// is wrong.
func check(ctx context.Context, settings config.Check, out io.Writer) error {
	own, err := readData(ctx, settings.Database, settings.S3)
	if err != nil {
		return err
	}
	defer own.Close()
	found, err := own.db.Check(ctx)
	if err != nil {
		return err
	}
	report := checkReport{checked: found.Checked, flaws: found.Flaws}
	if err := report.addUploads(ctx, own.db, own.files); err != nil {
		return err
	}
	return report.write(out)
}

// checkReport is what a check has found, in sentences.
type checkReport struct{ checked, flaws, spare []string }

// write says it; something wrong is an error.
func (r checkReport) write(out io.Writer) error {
	for _, part := range []struct {
		heading   string
		sentences []string
	}{{"Checked:", r.checked}, {"Left over, and no harm:", r.spare}, {"Wrong:", r.flaws}} {
		if len(part.sentences) == 0 {
			continue
		}
		if _, err := fmt.Fprintln(out, part.heading); err != nil {
			return err
		}
		for i, sentence := range part.sentences {
			if i == mostSentences {
				sentence = fmt.Sprintf("and %d more.", len(part.sentences)-i)
			}
			if _, err := fmt.Fprintln(out, "  "+sentence); err != nil {
				return err
			}
			if i == mostSentences {
				break
			}
		}
	}
	switch len(r.flaws) {
	case 0:
		_, err := fmt.Fprintln(out, "Nothing is wrong.")
		return err
	case 1:
		return errors.New("one thing is wrong")
	}
	return fmt.Errorf("%d things are wrong", len(r.flaws))
}
