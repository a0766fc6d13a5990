package exchange

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// Write writes products as a file that Read takes: to import it where they come from changes nothing. The same products
// are written in the same bytes. In CSV an apostrophe is before what a spreadsheet would run as a formula. What CSV
// cannot say is Invalid and names the product.
func Write(to io.Writer, format Format, products []catalog.Product) error {
	if format == CSV {
		return writeCSV(to, products)
	}
	lines := json.NewEncoder(to)
	lines.SetEscapeHTML(false)
	for _, p := range products {
		if err := lines.Encode(p); err != nil {
			return fmt.Errorf("write a product: %w", err)
		}
	}
	return nil
}

// csvHeader are the columns of a file that is written, as columns reads them.
var csvHeader = []string{"id", "slug", "name", "website", "description", "categories", "tags", "type", "section", "useCases", "logo", "logoColor",
	"images", "videoUrl", "isFeatured", "hasLandingPage", "hasDeal", "promoText", "displayOrder"}

func writeCSV(to io.Writer, products []catalog.Product) error {
	w := csv.NewWriter(to)
	if err := w.Write(csvHeader); err != nil {
		return fmt.Errorf("write the header: %w", err)
	}
	for _, p := range products {
		categories, err := cell(p, p.Categories)
		if err != nil {
			return err
		}
		tags, err := cell(p, p.Tags)
		if err != nil {
			return err
		}
		cells := []string{strconv.FormatInt(p.ID, 10), p.Slug, p.Name, p.Website, p.Description, categories, tags, string(p.Type), string(p.Section),
			p.UseCases, p.Logo, p.LogoColor, strings.Join(p.Images, " "), p.VideoURL, strconv.FormatBool(p.IsFeatured),
			strconv.FormatBool(p.HasLandingPage), strconv.FormatBool(p.HasDeal), p.PromoText, strconv.Itoa(p.DisplayOrder)}
		for i, cell := range cells {
			cells[i] = quoteFormula(cell)
		}
		if err := w.Write(cells); err != nil {
			return fmt.Errorf("write a product: %w", err)
		}
	}
	w.Flush()
	return w.Error()
}

// cell is a list as list reads it: with semicolons, one at the end too where a single item has a comma.
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
