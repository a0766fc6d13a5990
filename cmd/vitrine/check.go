package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/vitrine-directory/vitrine/internal/config"
)

// maxSentences is how many findings of one kind are printed.
const maxSentences = 200

// check verifies the database, and that the uploads of products and images exist as they were stored. It prints what it
// checked and what is wrong, and changes nothing. A problem is an error, hence an exit code.
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
	for _, warning := range readableByOthers(settings.Data) {
		report.warnings = append(report.warnings, warning.text+"; to stop that: "+warning.cure)
	}
	if err := report.addUploads(ctx, own.db, own.files); err != nil {
		return err
	}
	if settings.Reach {
		if err := report.addReach(ctx, own.db); err != nil {
			return err
		}
	}
	return report.write(out)
}

// checkReport holds the findings of a check as sentences.
type checkReport struct{ checked, flaws, leftovers, warnings, reach []string }

// readableByOthers finds whether other users may read the data folder, or files in it with passwords and sessions. The cure
// is a command.
func readableByOthers(data string) (warnings []finding) {
	if runtime.GOOS == "windows" { // Windows has no such modes
		return nil
	}
	database := filepath.Join(data, "vitrine.db")
	backups := (&config.BackupFolder{}).Folder(data)
	paths := []string{data, database, database + "-wal", database + "-shm", filepath.Join(data, "vitrine.lock"), backups}
	written, _ := filepath.Glob(filepath.Join(backups, "*.zip")) // the only error is a bad pattern
	for _, path := range append(paths, written...) {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm()&0o044 == 0 { // nobody can read a missing file
			continue
		}
		mode := "600"
		if info.IsDir() {
			mode = "700"
		}
		warnings = append(warnings, finding{"data folder", fmt.Sprintf("Other users may read %s (mode %04o)", path, info.Mode().Perm()), fmt.Sprintf("chmod %s %s", mode, quoted(path))})
	}
	return warnings
}

// write prints the report; a flaw is an error.
func (r checkReport) write(out io.Writer) error {
	for _, part := range []struct {
		heading   string
		sentences []string
	}{{"Checked:", r.checked}, {"Reach:", r.reach}, {"Leftovers, harmless:", r.leftovers}, {"Warnings:", r.warnings}, {"Wrong:", r.flaws}} {
		if len(part.sentences) == 0 {
			continue
		}
		if _, err := fmt.Fprintln(out, part.heading); err != nil {
			return err
		}
		for i, sentence := range part.sentences {
			if i == maxSentences {
				sentence = fmt.Sprintf("and %d more.", len(part.sentences)-i)
			}
			if _, err := fmt.Fprintln(out, "  "+sentence); err != nil {
				return err
			}
			if i == maxSentences {
				break
			}
		}
	}
	if len(r.flaws) > 0 {
		return errorOf(len(r.flaws))
	}
	_, err := fmt.Fprintln(out, "No problems found.")
	return err
}
