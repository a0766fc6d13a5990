package exchange

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Write writes products as a file for Read. Importing the file into the same catalogue changes nothing. The same
// products give the same bytes. In CSV, an apostrophe precedes each cell that a spreadsheet would run as a formula. A
// value that CSV cannot express is an Invalid fault that names the product.
//
// links are the affiliate links of products that have one. Files of a catalogue without any have no columns for them.
func Write(to io.Writer, format Format, products iter.Seq[catalog.Product], links map[int64]catalog.LinkDraft) error {
	if format == CSV {
		return writeCSV(to, products, links)
	}
	lines := json.NewEncoder(to)
	lines.SetEscapeHTML(false)
	for p := range products {
		row := struct {
			catalog.Product
			catalog.LinkDraft
		}{p, links[p.ID]}
		if err := lines.Encode(row); err != nil {
			return fmt.Errorf("write a product: %w", err)
		}
	}
	return nil
}

// csvFields are the fields in the order of their columns: these first, the others in the struct's order.
var csvFields = func() []string {
	first := []string{"name", "website", "description", "categories", "tags", "type", "section", "useCases"}
	others := slices.DeleteFunc(catalog.FieldNames(), func(name string) bool { return slices.Contains(first, name) })
	return append(first, others...)
}()

func writeCSV(to io.Writer, products iter.Seq[catalog.Product], links map[int64]catalog.LinkDraft) error {
	w := csv.NewWriter(to)
	names := slices.Concat([]string{"id", "slug"}, csvFields, []string{"createdAt"})
	if len(links) > 0 {
		names = append(names, "affiliateUrl", "affiliateNetwork", "affiliateProgramme")
	}
	if err := w.Write(names); err != nil {
		return fmt.Errorf("write the header: %w", err)
	}
	for p := range products {
		cells, err := cellsOf(p)
		if err != nil {
			return err
		}
		if link := links[p.ID]; len(links) > 0 {
			cells = append(cells, QuoteFormula(link.URL), QuoteFormula(link.Network), QuoteFormula(link.Programme))
		}
		if err := w.Write(cells); err != nil {
			return fmt.Errorf("write a product: %w", err)
		}
	}
	w.Flush()
	return w.Error()
}

// cellsOf returns the cells of a product's row, in the form that readCell parses.
func cellsOf(p catalog.Product) ([]string, error) {
	cells := []string{strconv.FormatInt(p.ID, 10), QuoteFormula(p.Slug)}
	names, fields := catalog.FieldNames(), reflect.ValueOf(p.ProductFields)
	for _, name := range csvFields {
		value := fields.Field(slices.Index(names, name)).Interface()
		text := fmt.Sprint(value)
		if items, isList := value.([]string); isList && name == "images" {
			text = strings.Join(items, " ")
		} else if isList {
			var err error
			if text, err = cell(p, items); err != nil {
				return nil, err
			}
		}
		cells = append(cells, QuoteFormula(text))
	}
	return append(cells, p.CreatedAt.UTC().Format(time.RFC3339Nano)), nil
}

// cell joins a list in the form that list splits: with semicolons, and one at the end if a single item has a comma.
func cell(p catalog.Product, items []string) (string, error) {
	text := strings.Join(items, "; ")
	if strings.Count(text, ";") != max(0, len(items)-1) {
		return "", fault.New(fault.Invalid, fmt.Sprintf("A category or tag of product %d has a semicolon, which CSV cannot say. Please export to a file that ends in .jsonl.", p.ID))
	}
	if len(items) == 1 && strings.Contains(text, ",") {
		text += ";"
	}
	return text, nil
}
