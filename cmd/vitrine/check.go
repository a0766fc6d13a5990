package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"vitrine/internal/config"
)

// mostSentences is how many things of one kind are named.
const mostSentences = 200

// check sees whether the database is whole, and whether the uploads that products and images name are there, as they
// were stored. It says what it looked at and what is wrong, and changes nothing. Its error becomes an exit code that says that something
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
	report := checkReport{checked: found.Checked, flaws: found.Flaws, warnings: readableByOthers(settings.Data)}
	if err := report.addUploads(ctx, own.db, own.files); err != nil {
		return err
	}
	return report.write(out)
}

// checkReport is what a check has found, in sentences.
type checkReport struct{ checked, flaws, spare, warnings []string }

// readableByOthers warns of the data folder, and of files in it with passwords and sessions, that other users may read.
func readableByOthers(data string) []string {
	if runtime.GOOS == "windows" { // it has no such modes
		return nil
	}
	database := filepath.Join(data, "vitrine.db")
	backups := (&config.BackupFolder{}).Folder(data)
	paths := []string{data, database, database + "-wal", database + "-shm", filepath.Join(data, "vitrine.lock"), backups}
	written, _ := filepath.Glob(filepath.Join(backups, "*.zip")) // the only error is of a pattern
	var warnings []string
	for _, path := range append(paths, written...) {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm()&0o044 == 0 { // a file that is not there is read by nobody
			continue
		}
		mode := "600"
		if info.IsDir() {
			mode = "700"
		}
		warnings = append(warnings, fmt.Sprintf("Other users may read %s (mode %04o); to stop that: chmod %s %s", path, info.Mode().Perm(), mode, quoted(path)))
	}
	return warnings
}

// write says it; something wrong is an error.
func (r checkReport) write(out io.Writer) error {
	for _, part := range []struct {
		heading   string
		sentences []string
	}{{"Checked:", r.checked}, {"Leftovers, harmless:", r.spare}, {"Warnings:", r.warnings}, {"Wrong:", r.flaws}} {
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
		_, err := fmt.Fprintln(out, "No problems found.")
		return err
	case 1:
		return errors.New("1 problem found")
	}
	return fmt.Errorf("%d problems found", len(r.flaws))
}
