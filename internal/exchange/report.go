package exchange

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// Report is a readable summary of an import.
type Report struct {
	Read   Result
	Done   *catalog.ImportResult // nil if nothing was imported because of bad rows
	DryRun bool
}

// WriteTo writes the report as lines of text: each bad row by line, then the counts. It quotes text from the file,
// which could otherwise contain escape sequences for a terminal.
func (r Report) WriteTo(w io.Writer) (int64, error) {
	out := &counter{to: bufio.NewWriter(w)}
	for _, bad := range r.Read.Bad {
		fmt.Fprintf(out, "line %d%s: %s\n", bad.Line, quoted(" ", bad.Name), strings.Join(bad.Reasons, "; "))
	}
	r.writeColumns(out)
	r.writeOutcome(out)
	r.writeFilled(out)
	if err := out.to.Flush(); err != nil {
		return out.written, fmt.Errorf("write the report: %w", err)
	}
	return out.written, nil
}

// writeColumns says which columns of another name were read, and which were not.
func (r Report) writeColumns(w io.Writer) {
	if len(r.Read.Columns) == 0 {
		return
	}
	var read, ignored []string
	for _, column := range r.Read.Columns {
		switch name := strconv.QuoteToGraphic(shorten(column.Name)); {
		case column.Field == "":
			ignored = append(ignored, name)
		case canonical(column.Field) != canonical(column.Name):
			read = append(read, name+" as "+column.Field)
		}
	}
	if len(read) > 0 {
		fmt.Fprintf(w, "Columns read: %s.\n", strings.Join(read, ", "))
	}
	if len(ignored) > 0 {
		fmt.Fprintf(w, "Columns ignored: %s.\n", strings.Join(ignored, ", "))
	}
}

func (r Report) writeOutcome(w io.Writer) {
	refused := ""
	if len(r.Read.Bad) > 0 {
		refused = fmt.Sprintf(", %d refused", len(r.Read.Bad))
	}
	switch {
	case r.Done == nil:
		fmt.Fprintf(w, "Nothing was imported: %s refused, %d good. Correct the file, or import the good rows with --skip-bad.\n",
			rows(len(r.Read.Bad)), len(r.Read.Rows))
	case r.DryRun:
		fmt.Fprintf(w, "Dry run, nothing was written: %d new, %d changed, %d unchanged%s.\n",
			r.Done.Created, r.Done.Updated, r.Done.Unchanged, refused)
	default:
		fmt.Fprintf(w, "Imported: %d new, %d changed, %d unchanged%s.\n",
			r.Done.Created, r.Done.Updated, r.Done.Unchanged, refused)
	}
}

// writeFilled reports the defaults and repairs in the good rows.
func (r Report) writeFilled(w io.Writer) {
	f := r.Read.Filled
	if f.NoPrice > 0 {
		fmt.Fprintf(w, "  %s without a price: type %s%s\n", rows(f.NoPrice), catalog.Unknown, oddPrices(f.OddPrices))
	}
	if f.NoSection > 0 {
		fmt.Fprintf(w, "  %s without a section: %s for new products\n", rows(f.NoSection), catalog.RecommendedProducts)
	}
	if f.NoDescription > 0 {
		fmt.Fprintf(w, "  %s without a description: %q\n", rows(f.NoDescription), catalog.NoDescription)
	}
	if f.ControlChars > 0 {
		fmt.Fprintf(w, "  %s with control characters in the text: taken out\n", rows(f.ControlChars))
	}
	if f.Attachments > 0 {
		fmt.Fprintf(w, "  %s with attached images, which the export has no lasting link to: left out\n", rows(f.Attachments))
	}
	if f.NotListings > 0 {
		fmt.Fprintf(w, "  %d other items of the WordPress export (drafts, pages, posts, menus): left out\n", f.NotListings)
	}
}

// oddPrices lists the unknown price words, the most frequent first.
func oddPrices(words map[string]int) string {
	if len(words) == 0 {
		return ""
	}
	byCount := slices.SortedFunc(maps.Keys(words), func(a, b string) int {
		if words[a] != words[b] {
			return words[b] - words[a]
		}
		return strings.Compare(a, b)
	})
	parts := make([]string, len(byCount))
	for i, word := range byCount {
		parts[i] = fmt.Sprintf("%s %d", strconv.QuoteToGraphic(word), words[word])
	}
	return " (words that name none: " + strings.Join(parts, ", ") + ")"
}

func quoted(before, text string) string {
	if text == "" {
		return ""
	}
	return before + strconv.QuoteToGraphic(text)
}

func rows(count int) string {
	if count == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", count)
}

// counter counts the bytes written. The buffer holds an error back until Flush.
type counter struct {
	to      *bufio.Writer
	written int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.written += int64(n)
	return n, err
}
