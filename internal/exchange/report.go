package exchange

import (
	"bufio"
	"cmp"
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
	New    Defaults              // of the new products, if anything was imported
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
	r.New.write(out)
	if err := out.to.Flush(); err != nil {
		return out.written, fmt.Errorf("write the report: %w", err)
	}
	return out.written, nil
}

// writeColumns says which columns of another name were read, and which were not.
func (r Report) writeColumns(w io.Writer) {
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

// Notes are the sentences of the report about what was read, repaired and left out of the good rows, and what new products lack.
func (r Report) Notes() []string {
	var text strings.Builder
	r.writeFilled(&text)
	r.New.write(&text)
	notes := []string{}
	for line := range strings.Lines(text.String()) {
		notes = append(notes, strings.TrimSpace(line))
	}
	return notes
}

// writeFilled reports what was read, repaired and left out of the good rows.
func (r Report) writeFilled(w io.Writer) {
	f := r.Read.Filled
	if r.Read.Encoding == windows1252 {
		fmt.Fprintln(w, "  The file is in Windows-1252, not in UTF-8, and was read as such: check the letters with accents.")
	}
	if hidden := sum(r.Read.Hidden); hidden > 0 {
		fmt.Fprintf(w, "  %s not public where %s: left out (%s)\n", rows(hidden), comesFrom(hidden), listed(r.Read.Hidden, strconv.QuoteToGraphic))
	}
	if len(f.OddStates) > 0 {
		fmt.Fprintf(w, "  %s in a state that is not known: read as public (%s)\n", rows(sum(f.OddStates)), listed(f.OddStates, strconv.QuoteToGraphic))
	}
	if len(f.Prices) > 0 {
		fmt.Fprintf(w, "  Prices read: %s\n", listed(f.Prices, func(p Price) string { return strconv.QuoteToGraphic(p.Text) + " as " + string(p.As) }))
	}
	if f.ControlChars > 0 {
		fmt.Fprintf(w, "  %s with control characters in the text: taken out\n", rows(f.ControlChars))
	}
	if f.Attachments > 0 {
		fmt.Fprintf(w, "  %s with attached images, which the export has no lasting link to: left out\n", rows(f.Attachments))
	}
	if f.NotListings > 0 {
		items := "items"
		if f.NotListings == 1 {
			items = "item"
		}
		fmt.Fprintf(w, "  %d other %s of the WordPress export (pages, posts, menus): left out\n", f.NotListings, items)
	}
}

// write reports what new products got in the place of what their rows lack.
func (d Defaults) write(w io.Writer) {
	for _, one := range []struct {
		count int
		text  string
	}{
		{d.NoPrice, fmt.Sprintf("a known price: type %s", catalog.Unknown)},
		{d.NoSection, fmt.Sprintf("a section: %s", catalog.RecommendedProducts)},
		{d.NoDescription, fmt.Sprintf("a description: %q", catalog.NoDescription)},
	} {
		if one.count > 0 {
			fmt.Fprintf(w, "  %s without %s\n", newProducts(one.count), one.text)
		}
	}
	if len(d.OddDates) > 0 {
		fmt.Fprintf(w, "  %s with a date that cannot be read or is in the future: dated today (%s)\n", newProducts(sum(d.OddDates)), listed(d.OddDates, strconv.QuoteToGraphic))
	}
}

// listed lists texts with their counts, the most frequent first.
func listed[T comparable](counts map[T]int, text func(T) string) string {
	all := slices.SortedFunc(maps.Keys(counts), func(a, b T) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(text(a), text(b)))
	})
	parts := make([]string, 0, len(all))
	for _, item := range all {
		parts = append(parts, fmt.Sprintf("%s %d", text(item), counts[item]))
	}
	return strings.Join(parts, ", ")
}

func sum(counts map[string]int) (all int) {
	for _, count := range counts {
		all += count
	}
	return all
}

func comesFrom(count int) string {
	if count == 1 {
		return "it comes from"
	}
	return "they come from"
}

func quoted(before, text string) string {
	if text == "" {
		return ""
	}
	return before + strconv.QuoteToGraphic(text)
}

func newProducts(count int) string {
	if count == 1 {
		return "1 new product"
	}
	return fmt.Sprintf("%d new products", count)
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
