package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// finding is one line of a report, and a cure if it is a problem.
type finding struct{ about, text, cure string }

// fine is a finding that needs no cure.
func fine(about, format string, values ...any) finding {
	return finding{about, fmt.Sprintf(format, values...), ""}
}

// wrong is the finding of an error, with its cure.
func wrong(about string, err error, cure string) finding { return finding{about, err.Error(), cure} }

// writeFindings prints a line for each finding, and its cure below. A problem is an error.
func writeFindings(out io.Writer, findings []finding) error {
	problems := 0
	for _, f := range findings {
		status := "OK"
		if f.cure != "" {
			status = "PROBLEM"
			problems++
		}
		lines := fmt.Sprintf("%-8s %s: %s\n", status, f.about, strings.TrimSuffix(oneLine(f.text), "."))
		if f.cure != "" {
			lines += fmt.Sprintf("%-8s %s\n", "", f.cure)
		}
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
