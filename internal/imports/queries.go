package imports

import (
	"context"
	"encoding/json"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// Queries read and write the images that are still to be saved.
type Queries struct {
	*db.DB
	Origin string // of this site, whose images are here
}

// Limits of rows.
const (
	rowsAWrite = 500
	maxListed  = 100                 // failed images that an answer lists
	forgetting = 90 * 24 * time.Hour // after which failed images are forgotten
	maxURL     = 2_048               // bytes
)

// Image is an image that an imported product has at another site, with what the product has now.
type Image struct {
	Product   int64  `db:"product_id"`
	URL       string `db:"url"`
	AddedBy   string `db:"added_by"`
	Tries     int    `db:"tries"`
	Name      string `db:"name"`
	Logo      string `db:"logo"`
	Images    string `db:"images"` // JSON
	IsDeleted bool   `db:"is_deleted"`
}

func (i Image) images() (list []string) {
	_ = json.Unmarshal([]byte(i.Images), &list) // other texts have no images
	return list
}

// fileName is what the image is called in the list of images.
func (i Image) fileName() string {
	const most = 255
	u, err := url.Parse(i.URL)
	if err != nil {
		return ""
	}
	name := path.Base(u.Path)
	return name[:min(len(name), most)]
}

// Add adds the images that products have at other sites, in the transaction that imports them.
func (q *Queries) Add(ctx context.Context, w *db.WriteTx, products []catalog.Product) error {
	const columns = "product_id, url, host, state, added_by, added_at, tries, due_at, reason"
	var args []any
	for _, p := range products {
		urls := slices.DeleteFunc(append(slices.Clone(p.Images), p.Logo), func(address string) bool { return q.hostOf(address) == "" })
		slices.Sort(urls)
		for _, address := range slices.Compact(urls) {
			args = append(args, p.ID, address, q.hostOf(address), "pending", w.By, w.At.UnixMicro(), 0, 0, "")
		}
	}
	for rows := range slices.Chunk(args, rowsAWrite*9) {
		err := w.Exec(ctx, "INSERT INTO import_images ("+columns+") VALUES "+db.Rows(len(rows)/9, 9)+" ON CONFLICT (product_id, url) DO UPDATE SET "+db.SetExcluded(columns), rows...)
		if err != nil {
			return err
		}
	}
	return nil
}

// hostOf returns the host of an image at another site; empty for other texts.
func (q *Queries) hostOf(address string) string {
	if len(address) > maxURL || !strings.HasPrefix(address, "http://") && !strings.HasPrefix(address, "https://") || strings.HasPrefix(address, q.Origin+media.Path) {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
}

// Active reports whether images are due.
func (q *Queries) Active(ctx context.Context) (active bool, err error) {
	err = q.Read(ctx, "see whether images are to be saved", func(ctx context.Context, tx db.Tx) error {
		return tx.Row(ctx, "SELECT EXISTS (SELECT 1 FROM import_images WHERE state = 'pending' AND due_at <= ?)", q.Now().UnixMicro()).Scan(&active)
	})
	return active, err
}

// DueHosts returns at most that many hosts with images that are due, in order, that follow one.
func (q *Queries) DueHosts(ctx context.Context, after string, most int) ([]string, error) {
	return db.Collect(ctx, db.Reading(q.DB, "read where images are saved from"), db.Column[string],
		"SELECT DISTINCT host FROM import_images WHERE state = 'pending' AND due_at <= ? AND host > ? ORDER BY host LIMIT ?", q.Now().UnixMicro(), after, most)
}

// Due returns at most that many images of a host that are due, in order, that follow one.
func (q *Queries) Due(ctx context.Context, host string, after Image, most int) ([]Image, error) {
	return db.Collect(ctx, db.Reading(q.DB, "read which images are saved"), db.Columns[Image],
		"SELECT i.product_id, i.url, i.added_by, i.tries, p.name, p.logo, p.images, p.deleted_at IS NOT NULL AS is_deleted FROM import_images i JOIN products p ON p.id = i.product_id "+
			"WHERE i.state = 'pending' AND i.due_at <= ? AND i.host = ? AND (i.product_id, i.url) > (?, ?) ORDER BY i.product_id, i.url LIMIT ?",
		q.Now().UnixMicro(), host, after.Product, after.URL, most)
}

// Save gives products their images, as a change of each importer that can be undone, and notes those that could not be read. A product that
// has another image by now keeps it. It returns how many images products have got.
func (q *Queries) Save(ctx context.Context, list []Found) (saved int, err error) {
	byImporter := map[string][]Found{}
	for _, f := range list {
		if f.Reason == "" && (f.AsLogo.URL != "" || f.AsScreenshot.URL != "") {
			byImporter[f.AddedBy] = append(byImporter[f.AddedBy], f)
		}
	}
	for by, list := range byImporter {
		err := q.Write(ctx, db.WriteOptions{By: by, Doing: "save the images of imported products", Long: true}, func(ctx context.Context, w *db.WriteTx) error {
			count, err := give(ctx, w, list)
			if err == nil && count == 0 {
				return db.ErrNoChange
			}
			saved += count
			return err
		})
		if err != nil {
			return saved, err
		}
	}
	return saved, q.WriteUnversioned(ctx, "", "note which images are saved", func(ctx context.Context, w *db.WriteTx) error {
		for _, f := range list {
			if err := note(ctx, w, f); err != nil {
				return err
			}
		}
		return nil
	})
}

// give gives products their images, and returns how many.
func give(ctx context.Context, w *db.WriteTx, list []Found) (count int, err error) {
	of := map[int64][]Found{}
	for _, f := range list {
		of[f.Product] = append(of[f.Product], f)
	}
	ids := make([]int64, 0, len(of))
	for id := range of {
		ids = append(ids, id)
	}
	products, err := catalog.ReadProducts(ctx, w.Tx, db.Placeholders(len(ids)), db.Args(ids)...)
	if err != nil {
		return 0, err
	}
	var rows []*catalog.ProductRow
	var changes []catalog.Change
	for i, before := range products {
		row := &catalog.ProductRow{Product: before}
		row.Images = slices.Clone(before.Images)
		given := 0
		for _, f := range of[before.ID] {
			if f.AsLogo.URL != "" && row.Logo == f.URL {
				row.Logo, row.LogoColor = f.AsLogo.URL, f.AsLogo.LogoColor
				given++
			}
			if at := slices.Index(row.Images, f.URL); f.AsScreenshot.URL != "" && at >= 0 {
				row.Images[at] = f.AsScreenshot.URL
				given++
			}
		}
		if given > 0 {
			count += given
			rows, changes = append(rows, row), append(changes, catalog.Change{Before: &products[i], After: &row.Product})
		}
	}
	if count == 0 {
		return 0, nil
	}
	if err := catalog.UpdateProducts(ctx, w, rows); err != nil {
		return 0, err
	}
	return count, catalog.AuditProducts(ctx, w, nil, "update", changes...)
}

// note notes what became of an image: it is tried again, has failed, or there is nothing left to do.
func note(ctx context.Context, w *db.WriteTx, f Found) error {
	if f.Reason == "" {
		return w.Exec(ctx, "DELETE FROM import_images WHERE product_id = ? AND url = ?", f.Product, f.URL)
	}
	state, tries := "failed", f.Tries+1
	if f.IsTransient && tries < maxTries {
		state = "pending"
	}
	return w.Exec(ctx, "UPDATE import_images SET state = ?, tries = ?, due_at = ?, reason = ? WHERE product_id = ? AND url = ?",
		state, tries, w.At.Add(tryAgain).UnixMicro(), string(f.Reason), f.Product, f.URL)
}

// Images says how far the images of imports are.
type Images struct {
	Pending int           `json:"pending" doc:"Images that are still to be saved"`
	Failed  int           `json:"failed" doc:"Images that could not be saved; the products show them from their site"`
	Listed  []FailedImage `json:"listed" nullable:"false" doc:"The first 100 of those that could not be saved"`
}

// FailedImage is an image that could not be saved.
type FailedImage struct {
	Product int64  `json:"product" db:"product_id" doc:"Id of the product"`
	Name    string `json:"name" db:"name" doc:"Name of the product"`
	URL     string `json:"url" db:"url"`
	Reason  string `json:"reason" db:"reason" doc:"Why it could not be saved"`
}

const ofProducts = " FROM import_images i JOIN products p ON p.id = i.product_id WHERE p.deleted_at IS NULL AND i.state = "

// Status returns how far the images of imports are.
func (q *Queries) Status(ctx context.Context) (status Images, err error) {
	err = q.Read(ctx, "read how far the images of imports are", func(ctx context.Context, tx db.Tx) error {
		if err := tx.Row(ctx, "SELECT COUNT(*)"+ofProducts+"'pending'").Scan(&status.Pending); err != nil {
			return err
		}
		if err := tx.Row(ctx, "SELECT COUNT(*)"+ofProducts+"'failed'").Scan(&status.Failed); err != nil {
			return err
		}
		status.Listed, err = db.Collect(ctx, tx, db.Columns[FailedImage], "SELECT i.product_id, p.name, i.url, i.reason"+ofProducts+"'failed' ORDER BY i.added_at, i.product_id, i.url LIMIT ?", maxListed)
		return err
	})
	return status, err
}

// Retry makes all images that could not be saved due again.
func (q *Queries) Retry(ctx context.Context, by string) error {
	return q.WriteUnversioned(ctx, by, "try to save images again", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "UPDATE import_images SET state = 'pending', tries = 0, due_at = 0, reason = '' WHERE state = 'failed'")
	})
}

// Forget forgets all images that are still to be saved, and those that could not be.
func (q *Queries) Forget(ctx context.Context, by string) error {
	return q.WriteUnversioned(ctx, by, "forget the images of imports", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "DELETE FROM import_images")
	})
}

// Prune forgets images that failed long ago.
func (q *Queries) Prune(ctx context.Context) error {
	return q.WriteUnversioned(ctx, "", "forget images of imports that failed long ago", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "DELETE FROM import_images WHERE state = 'failed' AND added_at < ?", w.At.Add(-forgetting).UnixMicro())
	})
}
