package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/twofactor"
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
	var report checkReport
	report.add(passed, found.Checked...)
	report.add(problem, found.Flaws...)
	for _, f := range readableByOthers(settings.Data) {
		report.add(warning, f.text+"; to stop that: "+f.cure)
	}
	err = report.addUploads(ctx, own.db, own.files)
	if err == nil && settings.Reach {
		err = addReach(ctx, &report, own.db) // a line of its own, which make without deletes
	}
	if err != nil {
		return err
	}
	return report.write(out)
}

// checkReport holds the findings of a check, of which the text is a sentence.
type checkReport []finding

// add adds findings of one level.
func (r *checkReport) add(l level, sentences ...string) {
	for _, sentence := range sentences {
		*r = append(*r, finding{level: l, text: sentence})
	}
}

// readableByOthers finds whether other users may read the data folder, or files in it with passwords and sessions. The cure
// is a command.
func readableByOthers(data string) (warnings []finding) {
	if runtime.GOOS == "windows" { // Windows has no such modes
		return nil
	}
	database := filepath.Join(data, "vitrine.db")
	backups := (&config.BackupFolder{}).Folder(data)
	paths := []string{data, database, database + "-wal", database + "-shm", filepath.Join(data, "vitrine.lock"), filepath.Join(data, twofactor.KeyFile), backups}
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
		warnings = append(warnings, finding{problem, "data folder", fmt.Sprintf("Other users may read %s (mode %04o)", path, info.Mode().Perm()), fmt.Sprintf("chmod %s %s", mode, quoted(path))})
	}
	return warnings
}

// write prints the report; a flaw is an error.
func (r checkReport) write(out io.Writer) error {
	var sentences [problem + 1][]string
	for _, f := range r {
		sentences[f.level] = append(sentences[f.level], f.text)
	}
	for l, found := range sentences {
		if len(found) == 0 {
			continue
		}
		if more := len(found) - maxSentences; more > 0 {
			found = append(found[:maxSentences], fmt.Sprintf("and %d more.", more))
		}
		if _, err := fmt.Fprintf(out, "%s\n  %s\n", headings[l], strings.Join(found, "\n  ")); err != nil {
			return err
		}
	}
	if problems := len(sentences[problem]); problems > 0 {
		return errorOf(problems)
	}
	_, err := fmt.Fprintln(out, "No problems found.")
	return err
}

// level says how much a finding matters.
type level int

// The levels. A problem makes the command fail.
const (
	passed level = iota
	info
	leftover
	warning
	problem
)

// headings are what check prints above the findings of a level.
var headings = [...]string{passed: "Checked:", info: "Reach:", leftover: "Leftovers, harmless:", warning: "Warnings:", problem: "Wrong:"}

// finding is one line of what check, doctor or "upgrade --check" has found.
type finding struct {
	level       level
	about, text string
	cure        string // of a problem
}

// fine is a finding that needs no cure.
func fine(about, format string, values ...any) finding {
	return finding{about: about, text: fmt.Sprintf(format, values...)}
}

// wrong is the finding of an error, with its cure.
func wrong(about string, err error, cure string) finding {
	return finding{problem, about, err.Error(), cure}
}

// writeFindings prints a line for each finding, and its cure below. A problem is an error.
func writeFindings(out io.Writer, findings []finding) error {
	problems := 0
	for _, f := range findings {
		status, cure := "OK", ""
		if f.level == problem {
			status, cure = "PROBLEM", fmt.Sprintf("%-8s %s\n", "", f.cure)
			problems++
		}
		lines := fmt.Sprintf("%-8s %s: %s\n", status, f.about, strings.TrimSuffix(oneLine(f.text), ".")) + cure
		if _, err := io.WriteString(out, lines); err != nil {
			return err
		}
	}
	return errorOf(problems)
}

// errorOf returns the error of a command that found problems, hence its exit code.
func errorOf(problems int) error {
	switch problems {
	case 0:
		return nil
	case 1:
		return errors.New("1 problem found")
	}
	return fmt.Errorf("%d problems found", problems)
}

// oneLine returns a text without line breaks: the errors of several calls come in lines.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// printed formats numbers as English does.
func printed(format string, values ...any) string {
	return message.NewPrinter(language.English).Sprintf(format, values...)
}
