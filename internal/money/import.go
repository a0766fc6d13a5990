package money

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/field"
)

// Import is a network's report whose earnings count. One that is undone stays stored, so that the undo can be undone.
type Import struct {
	ID        int64           `json:"id" db:"id,serial"`
	Network   string          `json:"network" db:"network"`
	File      string          `json:"file" db:"file"`
	Rows      int64           `json:"rows" db:"rows" doc:"How many earnings it added or changed"`
	Columns   EarningsColumns `json:"columns" db:"columns,json"`
	IsCounted bool            `json:"-" db:"is_counted"`
	CreatedAt time.Time       `json:"createdAt" db:"created_at"`
}

var imports = db.TableOf[Import]("affiliate_imports")

// Amount is a sum of money.
type Amount struct {
	Currency string  `json:"currency" doc:"ISO 4217"`
	Amount   float64 `json:"amount"`
}

// EarningsRead says what an import found, or with dryRun would do.
type EarningsRead struct {
	Headings    []string        `json:"headings" nullable:"false" doc:"Of the columns of the file"`
	Columns     EarningsColumns `json:"columns" doc:"The columns that were read: as asked for, else as with the last import of the network, else by their headings"`
	Rows        int             `json:"rows" doc:"Rows with a date and an amount"`
	Skipped     int             `json:"skipped" doc:"Rows without one, as sums are"`
	Added       int             `json:"added"`
	Changed     int             `json:"changed" doc:"Known earnings whose amount is another now"`
	BySubID     int             `json:"bySubId" doc:"Of those added or changed: found by their sub-id"`
	ByProgramme int             `json:"byProgramme" doc:"Found by their program and day"`
	Unknown     int             `json:"unknown" doc:"Counted for no tool"`
	Amounts     []Amount        `json:"amounts" nullable:"false" doc:"What is added, by currency"`
	Mistakes    []RowMistake    `json:"mistakes" nullable:"false" doc:"The first lines that cannot be read, at most 20; with one, nothing is imported"`
}

// Imports reads the imports that count, the newest first.
func (s *Queries) Imports(ctx context.Context) (list []Import, err error) {
	err = s.Read(ctx, "read imports of earnings", func(ctx context.Context, tx db.Tx) error {
		list, err = imports.Select(ctx, tx, "WHERE is_counted ORDER BY id DESC LIMIT 100")
		return err
	})
	return list, err
}

// earningRows is how many rows one statement reads or writes: far below the parameter limits of both engines.
const earningRows = 500

// columnsOf returns the columns of the last import of a network, however its name is spelled, among the last 1,000; none are empty.
func columnsOf(ctx context.Context, tx db.Tx, network string) (EarningsColumns, error) {
	last, err := imports.Select(ctx, tx, "ORDER BY id DESC LIMIT 1000")
	for _, one := range last {
		if catalog.Fold(one.Network) == catalog.Fold(network) {
			return one.Columns, nil
		}
	}
	return EarningsColumns{}, err
}

// Check cleans the options. The fault names each invalid field.
func (o EarningsOptions) Check() (EarningsOptions, error) {
	var c field.Checker
	o.Network = c.Line("network", o.Network, maxNetwork, "Please enter the network")
	o.File = c.Line("file", o.File, maxFileName, "")
	o.Currency = strings.ToUpper(c.Line("currency", o.Currency, 3, ""))
	if o.Currency != "" && !currencies.MatchString(o.Currency) {
		c.Fail("currency", "Please enter a code of three letters, for example USD")
	}
	for at, name := range o.Columns.of() {
		*name = c.Line(fieldNames[at], *name, maxFileName, "")
	}
	return o, c.Fault()
}

// ImportEarnings adds the earnings of a network's report that are not known yet, and the difference of those whose amount has changed,
// as one change, or nothing. The file is read twice: first for mistakes and the order of its dates.
func (s *Queries) ImportEarnings(ctx context.Context, by string, file io.ReadSeeker, o EarningsOptions) (found EarningsRead, err error) {
	if o, err = o.Check(); err != nil {
		return found, err
	}
	var known *claims
	err = s.Read(ctx, "read affiliate links for earnings", func(ctx context.Context, tx db.Tx) error {
		if o.Columns == (EarningsColumns{}) {
			o.remembered = true
			if o.Columns, err = columnsOf(ctx, tx, o.Network); err != nil {
				return err
			}
		}
		known, err = readClaims(ctx, tx)
		return err
	})
	if err != nil {
		return found, err
	}
	if found, err = look(file, &o); err != nil || len(found.Mistakes) > 0 || o.Columns.Date == "" || o.Columns.Amount == "" {
		if err == nil && !o.DryRun {
			err = refusal(found)
		}
		return found, err
	}
	if o.DryRun {
		err = s.Read(ctx, "compare earnings", func(ctx context.Context, tx db.Tx) error {
			if err := tx.LongTimeout(ctx); err != nil {
				return err
			}
			return addEarnings(ctx, tx, file, o, known, &found, nil)
		})
		return found, err
	}
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "import earnings", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
		row := Import{Network: o.Network, File: o.File, Columns: o.Columns, IsCounted: true, CreatedAt: w.At}
		if err := imports.Insert(ctx, w, &row); err != nil {
			return err
		}
		if err := addEarnings(ctx, w.Tx, file, o, known, &found, &row.ID); err != nil {
			return err
		}
		row.Rows = int64(found.Added + found.Changed)
		if row.Rows == 0 {
			return db.ErrNoChange
		}
		if err := imports.Update(ctx, w, &row); err != nil {
			return err
		}
		return w.Audit(ctx, db.Entry{Action: "create", Object: "affiliate_imports", ObjectID: row.ID, After: row})
	})
	return found, err
}

// refusal says why nothing is imported.
func refusal(found EarningsRead) error {
	if len(found.Mistakes) > 0 {
		return fault.InvalidFields([]fault.Field{{Field: "file", Message: fmt.Sprintf("Line %d: %s. Nothing was imported", found.Mistakes[0].Line, found.Mistakes[0].Message)}})
	}
	var missing []fault.Field
	for at, name := range []string{found.Columns.Date, found.Columns.Amount} {
		if name == "" {
			missing = append(missing, fault.Field{Field: fieldNames[at], Message: "Please choose the column"})
		}
	}
	return fault.InvalidFields(missing)
}

// look reads the file once: for its columns, its mistakes and the order of its dates.
func look(file io.ReadSeeker, o *EarningsOptions) (found EarningsRead, err error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return found, err
	}
	f, err := openEarnings(file, *o)
	if err != nil {
		return found, err
	}
	o.Columns = f.options.Columns
	found = EarningsRead{Headings: f.headings, Columns: o.Columns, Amounts: []Amount{}, Mistakes: []RowMistake{}}
	if o.Columns.Date == "" || o.Columns.Amount == "" {
		return found, nil
	}
	var odd []RowMistake // whose dates may be right with the day first
	for {
		_, mistake, err := f.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return found, err
		}
		found.Rows++
		dayFirst := isDayFirst(f.date)
		o.dayFirst = o.dayFirst || dayFirst
		if mistake != nil && !dayFirst {
			odd = append(odd[:min(len(odd), maxMistakes-1)], *mistake)
		}
	}
	found.Skipped = f.skipped
	if len(odd) > 0 {
		found.Mistakes = odd
	}
	return found, nil
}

// addEarnings reads the file and adds what is not known to an import; nil: it only counts it.
func addEarnings(ctx context.Context, tx db.Tx, file io.ReadSeeker, o EarningsOptions, known *claims, found *EarningsRead, into *int64) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	f, err := openEarnings(file, o)
	if err != nil {
		return err
	}
	sums := map[string]int64{}
	for {
		rows, err := f.some(earningRows)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			break
		}
		stored, err := storedAmounts(ctx, tx, rows)
		if err != nil {
			return err
		}
		var args []any
		for _, row := range rows {
			before, isKnown := stored[row.key]
			if isKnown && before == row.amount || !isKnown && row.amount == 0 {
				continue
			}
			if isKnown {
				found.Changed++
			} else {
				found.Added++
			}
			of := known.find(row)
			switch {
			case of.link.ID == 0:
				found.Unknown++
				of.link.Network, of.link.Programme = o.Network, row.programme
			case of.bySubID:
				found.BySubID++
			default:
				found.ByProgramme++
			}
			sums[row.currency] += row.amount - before
			if into != nil {
				args = append(args, *into, row.key, int64(row.day), of.link.ID, of.link.ProductID, of.link.Network, of.link.Programme, of.placement, row.currency, row.amount-before)
			}
		}
		if len(args) > 0 {
			const columns = 10
			if err := tx.Exec(ctx, "INSERT INTO affiliate_earnings (import_id, key, day, link_id, product_id, network, programme, placement, currency, amount) VALUES "+
				db.Rows(len(args)/columns, columns), args...); err != nil {
				return err
			}
		}
	}
	found.Amounts = amountsOf(sums)
	return nil
}

// some returns the next rows, at most most; none at the end.
func (f *earningsFile) some(most int) (rows []earning, err error) {
	for len(rows) < most {
		row, mistake, err := f.next()
		switch {
		case err == io.EOF:
			return rows, nil
		case err != nil:
			return nil, err
		case mistake != nil: // there was none at the first reading
			return nil, refusal(EarningsRead{Mistakes: []RowMistake{*mistake}})
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// storedAmounts returns what counts already of rows, by their keys.
func storedAmounts(ctx context.Context, tx db.Tx, rows []earning) (map[string]int64, error) {
	keys := make([]any, len(rows))
	for i, row := range rows {
		keys[i] = row.key
	}
	type sum struct {
		Key    string `db:"key"`
		Amount int64  `db:"amount"`
	}
	sums, err := db.Collect(ctx, tx, db.Columns[sum], "SELECT e.key, CAST(SUM(e.amount) AS BIGINT) FROM affiliate_earnings e JOIN affiliate_imports i ON i.id = e.import_id "+
		"WHERE i.is_counted AND e.key IN "+db.Placeholders(len(keys))+" GROUP BY e.key", keys...)
	stored := map[string]int64{}
	for _, s := range sums {
		stored[s.Key] = s.Amount
	}
	return stored, err
}

// amountsOf returns sums by currency, in the order of their codes.
func amountsOf(sums map[string]int64) []Amount {
	list := []Amount{}
	for currency, sum := range sums {
		if sum != 0 {
			list = append(list, Amount{currency, float64(sum) / amountScale})
		}
	}
	slices.SortFunc(list, func(a, b Amount) int { return strings.Compare(a.Currency, b.Currency) })
	return list
}
