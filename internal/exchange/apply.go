package exchange

import (
	"context"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/catalog"
)

// ImportOptions control Import. Those of catalog say whether it is a dry run.
type ImportOptions struct {
	catalog.ImportOptions
	SkipBad  bool                                                 // import the good rows of a file that has bad ones
	BackUp   func(ctx context.Context) error                      // called before an import of more than backUpFrom rows that changes something; may be nil
	Progress func(isComparing bool, done, total int)              // called from time to time with the number of finished rows; may be nil
	Compare  func(before *catalog.Product, after catalog.Product) // called for each product that is added or changed; may be nil
}

// backUpFrom is the most rows that are imported without a backup.
const backUpFrom = 100

// Import imports the rows of a file in one transaction, or for a dry run compares them with the catalog, and counts what new products lack.
// With bad rows it does nothing, and the report has no outcome, unless they are skipped.
func Import(ctx context.Context, c *catalog.Queries, by string, read Result, o ImportOptions) (Report, error) {
	report := Report{Read: read, DryRun: o.DryRun}
	if len(read.Bad) > 0 && !o.SkipBad {
		return report, nil
	}
	if !o.DryRun && o.BackUp != nil && len(read.Rows) > backUpFrom {
		would, err := importRows(ctx, c, by, &Report{Read: read}, ImportOptions{ImportOptions: catalog.ImportOptions{Match: o.Match, DryRun: true}, Progress: o.Progress})
		if err != nil {
			return report, err
		}
		if would.Created+would.Updated > 0 {
			if err := o.BackUp(ctx); err != nil {
				return report, fmt.Errorf("back up before the import (nothing was imported): %w", err)
			}
		}
	}
	done, err := importRows(ctx, c, by, &report, o)
	if err == nil {
		report.Done = &done
	}
	return report, err
}

func importRows(ctx context.Context, c *catalog.Queries, by string, report *Report, o ImportOptions) (catalog.ImportResult, error) {
	to, rows := o.ImportOptions, report.Read.Rows
	to.Changed = func(row catalog.ImportRow, before *catalog.Product, after catalog.Product) {
		if before == nil {
			report.New.Add(row)
		}
		if o.Compare != nil {
			o.Compare(before, after)
		}
	}
	if o.Progress != nil {
		to.Progress = func(done int) { o.Progress(to.DryRun, done, len(rows)) }
	}
	return c.ImportProducts(ctx, by, rows, to)
}
