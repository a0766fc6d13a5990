package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// ImportProducts imports all rows in one transaction, or none. A row updates the product with its id, else its slug, present
// or former, else its website and name, as o.Match says; otherwise it creates one. Rows with the website of a product of another name are
// a Conflict that names both. A product keeps the fields that the row lacks, and its slug unless the id
// matched. New products keep the file's order, and those without a place come after all that have one. A row that changes nothing leaves its product's version alone; if no row
// changes anything, nothing is written.
func (s *Queries) ImportProducts(ctx context.Context, by string, rows []ImportRow, o ImportOptions) (ImportResult, error) {
	var result ImportResult
	err := s.Write(ctx, db.WriteOptions{By: by, Doing: "import products", Long: true, LongLockWait: true}, func(ctx context.Context, w *db.WriteTx) error {
		im, err := newImporting(ctx, w, rows, o.Match)
		if err != nil {
			return err
		}
		im.linking = s.Linking
		if im.options = o; o.Changed == nil {
			im.options.Changed = func(ImportRow, *Product, Product) {}
		}
		for start := 0; start < len(rows); start += db.BatchSize {
			end := min(start+db.BatchSize, len(rows))
			if err := im.batch(ctx, rows, start, end); err != nil {
				return err
			}
			if o.Progress != nil {
				o.Progress(end)
			}
		}
		result = im.result
		if o.DryRun || result.Created+result.Updated == 0 {
			return db.ErrNoChange
		}
		return im.finish(ctx)
	})
	if err != nil {
		return ImportResult{}, err
	}
	return result, nil
}

// importSummary is the audit's record of an import.
type importSummary struct {
	productChanges
	Created    int      `json:"created"`
	Updated    int      `json:"updated"`
	Unchanged  int      `json:"unchanged"`
	Categories []string `json:"categories"`     // the created ones
	File       string   `json:"file,omitempty"` // its name
}

// importing is one import in progress.
type importing struct {
	*db.WriteTx
	matcher *matcher
	index   *categoryIndex
	targets []int64 // the product that each row changes, or 0
	last    int     // the highest displayOrder so far; 0 where nothing is placed
	placed  bool    // a row has a place
	places  []int   // instead of those of the rows, or nil
	ranks   []int   // of each new row among the new ones
	inBulk  bool    // it adds more than MaxNewInImport
	options ImportOptions
	result  ImportResult
	linked  int                                                                                               // products that are updated by their affiliate link alone, which has its own entries in the audit
	linking func(ctx context.Context, w *db.WriteTx, product int64, link LinkDraft) (changed bool, err error) // or nil
}

// newImporting matches each row with its product before anything is written.
func newImporting(ctx context.Context, w *db.WriteTx, rows []ImportRow, by Match) (*importing, error) {
	im := &importing{WriteTx: w, targets: make([]int64, len(rows))}
	var err error
	if im.matcher, err = newMatcher(ctx, w, rows, by); err != nil {
		return nil, err
	}
	if im.index, err = readCategoryIndex(ctx, w.Tx); err != nil {
		return nil, err
	}
	if err := w.Row(ctx, "SELECT COALESCE(MAX(display_order), 0) FROM products WHERE deleted_at IS NULL").Scan(&im.last); err != nil {
		return nil, err
	}
	total := len(im.matcher.byID)
	for i, row := range rows {
		if im.targets[i], err = im.matcher.match(row); err != nil {
			return nil, err
		}
		if im.targets[i] == 0 {
			total++
		}
		im.last = max(im.last, row.Draft.DisplayOrder)
		im.placed = im.placed || row.Sets.Has("displayOrder")
	}
	if im.places, err = im.placesWithGaps(ctx, rows); err != nil {
		return nil, err
	}
	im.inBulk = total-len(im.matcher.byID) > MaxNewInImport
	im.ranks = ranksOfNew(rows, im.targets, im.inBulk && !im.placed)
	if err := im.matcher.question(); err != nil {
		return nil, err
	}
	if total > MaxProducts {
		return nil, fault.New(fault.Conflict, fmt.Sprintf("The directory holds at most %d products. Nothing was imported.", MaxProducts))
	}
	return im, nil
}

// ranksOfNew returns the rank of each row that adds a product (a target of 0) among those rows, from 0 on: that of the file,
// or, spread, a round over the categories, then the next: of each category the most complete product that is left, the most
// complete first. A catalog that nobody has ordered would otherwise begin with the A of one category.
func ranksOfNew(rows []ImportRow, targets []int64, spread bool) []int {
	ranks := make([]int, len(rows))
	var added []int
	for i, target := range targets {
		if target == 0 {
			ranks[i] = len(added)
			added = append(added, i)
		}
	}
	if !spread {
		return ranks
	}
	facts, length := make([]int, len(rows)), make([]int, len(rows))
	for _, i := range added {
		facts[i], length[i] = rows[i].Draft.Facts(), min(len(rows[i].Draft.OwnDescription()), fullDescription)
	}
	described := func(i int) int { return min(length[i], shortDescription) }
	byCompleteness := func(a, b int) int {
		return cmp.Or(described(b)-described(a), facts[b]-facts[a], length[b]-length[a])
	}
	slices.SortStableFunc(added, byCompleteness)
	rounds, taken := make([]int, len(rows)), map[string]int{}
	for _, i := range added {
		category := OtherCategory
		if named := rows[i].Draft.Categories; len(named) > 0 {
			category = named[0]
		}
		rounds[i] = taken[category]
		taken[category]++
	}
	slices.SortStableFunc(added, func(a, b int) int { return cmp.Or(rounds[a]-rounds[b], byCompleteness(a, b)) })
	for rank, i := range added {
		ranks[i] = rank
	}
	return ranks
}

// Lengths of descriptions in bytes: below shortDescription the length comes before the facts, from fullDescription on a longer
// one makes a product no more complete.
const (
	shortDescription = 120
	fullDescription  = 600
)

// placesWithGaps returns other places for the rows of a file that says those of all products, if they are many: the present
// numbers if the order stays, else numbers with gaps. Those of a file, often 1, 2, 3, …, would leave no room for a move.
func (im *importing) placesWithGaps(ctx context.Context, rows []ImportRow) ([]int, error) {
	if len(rows) <= numberedFrom1 {
		return nil, nil
	}
	sorted, found, taken := make([]int, len(rows)), 0, map[int]bool{}
	for i, row := range rows {
		if !row.Sets.Has("displayOrder") || taken[row.Draft.DisplayOrder] {
			return nil, nil
		}
		sorted[i], taken[row.Draft.DisplayOrder] = i, true
		if im.targets[i] != 0 {
			found++
		}
	}
	if found != len(im.matcher.byID) {
		return nil, nil
	}
	order, err := readOrder(ctx, im.Tx)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(sorted, func(a, b int) int { return cmp.Compare(rows[a].Draft.DisplayOrder, rows[b].Draft.DisplayOrder) })
	stays := slices.EqualFunc(order, sorted, func(p move, i int) bool { return p.id == im.targets[i] })
	places := make([]int, len(rows))
	for at, i := range sorted {
		if places[i] = (at + 1) * gapAmong(len(rows)); stays {
			places[i] = order[at].from
		}
	}
	return places, nil
}

// finish writes the import's audit entry. After a large import it makes gaps in the order, unless the file says places,
// and updates the planner's statistics: PostgreSQL would otherwise scan whole tables for one product until its autovacuum does
// so, a minute later.
func (im *importing) finish(ctx context.Context) error {
	if !im.placed {
		if err := spreadOrder(ctx, im.WriteTx); err != nil {
			return err
		}
	}
	changed := im.result.Created + im.result.Updated
	if changed > db.BatchSize {
		if err := im.Analyze(ctx); err != nil {
			return err
		}
	}
	summary := importSummary{
		Created: im.result.Created, Updated: im.result.Updated - im.linked, Unchanged: im.result.Unchanged + im.linked, Categories: im.index.madeNames(), File: im.options.File,
	}
	if products, ok := im.Summary("products", "import").(*productChanges); ok { // affiliate links alone may have changed
		summary.productChanges = *products
	}
	return im.Audit(ctx, db.Entry{Action: "import", Object: "products", After: summary})
}

// batch writes the rows from start to before end with a few statements.
func (im *importing) batch(ctx context.Context, rows []ImportRow, start, end int) error {
	known, err := im.known(ctx, im.targets[start:end])
	if err != nil {
		return err
	}
	var created, changed []*ProductRow
	var changes []Change
	inRow, same := make([]*ProductRow, 0, end-start), map[*ProductRow]bool{}
	for i := start; i < end; i++ {
		row := rows[i]
		if im.places != nil {
			row.Draft.DisplayOrder = im.places[i]
		}
		before, exists := known[im.targets[i]]
		var r *ProductRow
		if exists {
			r = changedRow(before, row)
		} else {
			r = im.newRow(row, im.ranks[i])
		}
		categories, err := find(ctx, im.WriteTx, im.index, row.Draft.Categories)
		if err != nil {
			return err
		}
		r.setCategories(categories)
		inRow = append(inRow, r)
		switch {
		case !exists:
			r.Slug = im.matcher.slugOf(row.Draft)
			im.result.Created++
			created, changes = append(created, r), append(changes, Change{After: &r.Product})
			im.options.Changed(row, nil, r.Product)
		case reflect.DeepEqual(before, r.Product):
			im.result.Unchanged++
			same[r] = true
		default:
			r.moved = !slices.Equal(before.Categories, r.Categories)
			im.result.Updated++
			changed, changes = append(changed, r), append(changes, Change{&before, &r.Product})
			im.options.Changed(row, &before, r.Product)
		}
	}
	if err := insertProducts(ctx, im.WriteTx, created); err != nil {
		return err
	}
	if err := UpdateProducts(ctx, im.WriteTx, changed); err != nil {
		return err
	}
	for i, r := range inRow {
		if err := im.link(ctx, rows[start+i], r.ID, same[r]); err != nil {
			return err
		}
	}
	if im.options.DryRun {
		return nil
	}
	if err := auditChanges(ctx, im.WriteTx, db.Entry{Action: "import", IsPart: true}, changes); err != nil || im.options.Written == nil {
		return err
	}
	written := make([]Product, len(changes))
	for i, c := range changes {
		written[i] = *c.After
	}
	return im.options.Written(ctx, im.WriteTx, written)
}

// link stores the affiliate link of a row. A product of which that alone is new is updated.
func (im *importing) link(ctx context.Context, row ImportRow, product int64, isSame bool) error {
	if row.Link.URL == "" || im.linking == nil {
		return nil
	}
	changed, err := im.linking(ctx, im.WriteTx, product, row.Link)
	if wrong := new(fault.Fault); errors.As(err, &wrong) {
		return fault.New(wrong.Kind, fmt.Sprintf("Line %d, affiliate link: %s", row.Line, wrong.Error()))
	}
	if changed && isSame {
		im.result.Unchanged--
		im.result.Updated++
		im.linked++
	}
	return err
}

// known reads the products that the rows change.
func (im *importing) known(ctx context.Context, targets []int64) (map[int64]Product, error) {
	var ids []any
	for _, id := range targets {
		if id != 0 {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := ReadProducts(ctx, im.Tx, db.Placeholders(len(ids)), ids...)
	known := make(map[int64]Product, len(found))
	for _, p := range found {
		known[p.ID] = p
	}
	return known, err
}

// newRow returns a new product with the row's date. Without one it is dated a microsecond before the one ranked above it:
// the site lists the newest first, so that the ranks are also the order by date.
func (im *importing) newRow(row ImportRow, rank int) *ProductRow {
	created := row.CreatedAt
	if created.IsZero() || created.After(im.At) {
		created = im.At.Add(-time.Duration(rank) * time.Microsecond)
	}
	if (im.last > 0 || im.inBulk && !im.placed) && !row.Sets.Has("displayOrder") { // it comes after all that are placed
		row.Draft.DisplayOrder = min(im.last+1+rank, MaxDisplayOrder)
	}
	made := Product{CreatedAt: created.Truncate(time.Microsecond), UpdatedAt: im.At, Version: 1, InBulk: im.inBulk || row.InBulk}
	return &ProductRow{Product: applyDraft(made, row.Draft)}
}

// changedRow returns the product with the row's changes.
func changedRow(before Product, row ImportRow) *ProductRow {
	r := &ProductRow{Product: applyDraft(before, merge(before, row))}
	if row.ID == before.ID && row.Draft.Slug != "" {
		r.Slug = row.Draft.Slug
	}
	return r
}

// inEveryRow is the set of fields that every row of a file has.
var inEveryRow = FieldsNamed("name", "website", "categories", "description", "type")

// merge returns the row's draft, with missing fields taken from the product. A row without a description or a price has
// NoDescription and Unknown, which overwrite neither. The logo's color follows the logo.
func merge(before Product, row ImportRow) Draft {
	d := row.Draft
	keep := ^(row.Sets | inEveryRow)
	if d.Description == NoDescription {
		keep |= FieldsNamed("description")
	}
	if d.Type == Unknown {
		keep |= FieldsNamed("type")
	}
	if keep.Has("logo") {
		keep |= FieldsNamed("logoColor")
	} else {
		keep &^= FieldsNamed("logoColor")
	}
	d.Take(before.ProductFields, keep)
	return d
}
