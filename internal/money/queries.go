package money

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/idempotency"
	"github.com/vitrine-directory/vitrine/internal/records"
)

const noLink = "There is no such affiliate link. It may have been deleted."

var table = db.TableOf[Link]("affiliate_links")

// Queries read and write affiliate links.
type Queries struct{ *db.DB }

// LinksOf reads the affiliate links of a product, also of one in the trash, the oldest first. An unknown product is NotFound.
func (s *Queries) LinksOf(ctx context.Context, product int64) (list []ListedLink, err error) {
	err = s.Read(ctx, "read the affiliate links of a product", func(ctx context.Context, tx db.Tx) error {
		if _, err := catalog.ReadProduct(ctx, tx, product); err != nil {
			return err
		}
		links, err := table.Select(ctx, tx, "WHERE product_id = ? ORDER BY id", product)
		if err == nil {
			list, err = listed(ctx, tx, links)
		}
		return err
	})
	return list, err
}

// Links reads the affiliate links of all products that are not in the trash, the oldest first.
func (s *Queries) Links(ctx context.Context) (list []ListedLink, err error) {
	err = s.Read(ctx, "read the affiliate links", func(ctx context.Context, tx db.Tx) error {
		links, err := table.Select(ctx, tx, "WHERE"+isOfTool+"ORDER BY id")
		if err == nil {
			list, err = listed(ctx, tx, links)
		}
		return err
	})
	return list, err
}

// AddLink stores a new link of a product. One more than MaxLinks of the product or MaxNetworks is a Conflict.
func (s *Queries) AddLink(ctx context.Context, by string, product int64, f Fields) (link Link, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "add an affiliate link"}, func(ctx context.Context, w *db.WriteTx) error {
		return idempotency.Once(ctx, w, &link, func() error {
			if _, err := catalog.ReadProduct(ctx, w.Tx, product); err != nil {
				return err
			}
			if link, err = f.Apply(Link{ProductID: product, Active: true, CreatedAt: w.At, UpdatedAt: w.At}); err != nil {
				return err
			}
			if err := put(ctx, w, "create", nil, &link); err != nil {
				return err
			}
			return checkStoredNetworks(ctx, w)
		})
	})
	return link, err
}

// importLink stores the affiliate link of a row of an import: it changes the product's link with this URL, or adds one. Without a
// network, it is called by its host.
func importLink(ctx context.Context, w *db.WriteTx, product int64, draft catalog.LinkDraft) (changed bool, err error) {
	links, err := table.Select(ctx, w.Tx, "WHERE product_id = ? AND url = ? ORDER BY id LIMIT 1", product, draft.URL)
	if err != nil {
		return false, err
	}
	then, now := Link{ProductID: product, URL: draft.URL, Active: true, CreatedAt: w.At}, (*Link)(nil)
	if len(links) > 0 {
		then, now = links[0], &links[0]
	}
	if u, err := url.Parse(draft.URL); err == nil && draft.Network == "" && then.Network == "" {
		draft.Network = u.Hostname()
	}
	then.Network, then.Programme = cmp.Or(draft.Network, then.Network), cmp.Or(draft.Programme, then.Programme)
	if then, err = then.Check(); err != nil || now != nil && then.isLike(*now) {
		return false, err
	}
	then.UpdatedAt = w.At
	action := "update"
	if now == nil {
		action = "create"
	}
	if err := put(ctx, w, action, now, &then); err != nil {
		return false, err
	}
	return true, checkStoredNetworks(ctx, w)
}

// exportLinks returns the first active link of each product.
func exportLinks(c *records.Content) map[int64]catalog.LinkDraft {
	links := map[int64]catalog.LinkDraft{}
	for _, l := range records.List[Link](c, table.Name) {
		if _, known := links[l.ProductID]; l.Active && !known {
			links[l.ProductID] = catalog.LinkDraft{URL: l.URL, Network: l.Network, Programme: l.Programme}
		}
	}
	return links
}

// ChangeLinks changes the fields of links, as one change, and returns them as they are then. Of an unknown one it is NotFound.
func (s *Queries) ChangeLinks(ctx context.Context, by string, ids []int64, f Fields) (links []Link, err error) {
	err = s.Write(ctx, db.WriteOptions{By: by, Doing: "change affiliate links"}, func(ctx context.Context, w *db.WriteTx) error {
		if links, err = all(ctx, w.Tx, ids); err != nil {
			return err
		}
		isChanged := false
		for i, now := range links {
			then, err := f.Apply(now)
			if err != nil {
				return err
			}
			if then.isLike(now) {
				continue
			}
			then.UpdatedAt = w.At
			if err := put(ctx, w, "update", &now, &then); err != nil {
				return err
			}
			links[i], isChanged = then, true
		}
		if !isChanged {
			return db.ErrNoChange
		}
		return checkStoredNetworks(ctx, w)
	})
	return links, err
}

// DeleteLinks deletes links, as one change. Of an unknown one it is NotFound.
func (s *Queries) DeleteLinks(ctx context.Context, by string, ids []int64) error {
	return s.Write(ctx, db.WriteOptions{By: by, Doing: "delete affiliate links"}, func(ctx context.Context, w *db.WriteTx) error {
		links, err := all(ctx, w.Tx, ids)
		if err != nil {
			return err
		}
		for _, link := range links {
			if err := put(ctx, w, "delete", &link, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// all reads the links with these ids, each once. Of an unknown one it is NotFound.
func all(ctx context.Context, tx db.Tx, ids []int64) ([]Link, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	links, err := table.Select(ctx, tx, "WHERE id IN "+db.Placeholders(len(ids))+" ORDER BY id", db.Args(ids)...)
	if err == nil && len(links) < len(ids) {
		err = fault.New(fault.NotFound, noLink)
	}
	return links, err
}

// isLike reports whether two states of a link are equal, apart from what every change sets.
func (l Link) isLike(other Link) bool {
	l.UpdatedAt, other.UpdatedAt = time.Time{}, time.Time{}
	return l == other
}

// put writes a link with its audit entry, as a change of what the catalogue shows of its product. now is what is there, then what
// shall be; nil: none.
func put(ctx context.Context, w *db.WriteTx, action string, now, then *Link) error {
	entry := db.Entry{Action: action, Object: "affiliate_links"}
	var product int64
	var err error
	switch {
	case then == nil:
		entry.ObjectID, entry.Before, product = now.ID, *now, now.ProductID
		err = w.Exec(ctx, "DELETE FROM affiliate_links WHERE id = ?", now.ID)
	case now == nil:
		if err = table.Insert(ctx, w, then); err == nil {
			err = checkStored(ctx, w, then.ProductID)
		}
		entry.ObjectID, entry.After, product = then.ID, *then, then.ProductID
	default:
		entry.ObjectID, entry.Before, entry.After, product = now.ID, *now, *then, now.ProductID
		err = table.Update(ctx, w, then)
	}
	if err == nil {
		err = touch(ctx, w, product)
	}
	if err != nil {
		return err
	}
	return w.Audit(ctx, entry)
}

// checkStored checks how many links a product has now.
func checkStored(ctx context.Context, w *db.WriteTx, product int64) error {
	var links int
	if err := w.Row(ctx, "SELECT count(*) FROM affiliate_links WHERE product_id = ?", product).Scan(&links); err != nil {
		return err
	}
	return checkCount(links)
}

// checkStoredNetworks checks how many networks there are now.
func checkStoredNetworks(ctx context.Context, w *db.WriteTx) error {
	names, err := db.Collect(ctx, w.Tx, db.Column[string], "SELECT DISTINCT network FROM affiliate_links")
	if err != nil {
		return err
	}
	return checkNetworks(names)
}

// touch makes the catalogue in memory read a product again.
func touch(ctx context.Context, w *db.WriteTx, product int64) error {
	return w.Exec(ctx, "UPDATE products SET changed_in = ? WHERE id = ?", w.Version, product)
}

// readCatalog adds the active links that don't fail and the bookings of changed products.
func readCatalog(ctx context.Context, tx db.Tx, since int64, to *catalog.Changes) error {
	condition, args := "", []any(nil)
	if since > 0 {
		condition, args = " AND product_id IN "+catalog.ChangedSince, []any{since}
	}
	booked, err := bookings.Select(ctx, tx, "WHERE TRUE"+condition+" ORDER BY starts_at, id", args...)
	if err != nil {
		return err
	}
	if len(booked) > 0 {
		to.Bookings = map[int64][]catalog.Booking{}
	}
	for _, b := range booked {
		to.Bookings[b.ProductID] = append(to.Bookings[b.ProductID], catalog.Booking{ID: b.ID, Key: b.Key, Place: b.Place, Category: b.CategoryID, From: b.From, To: b.To})
	}
	links, err := table.Select(ctx, tx, "WHERE active AND NOT"+isFailing+condition+" ORDER BY id", args...)
	if err != nil || len(links) == 0 {
		return err
	}
	to.PaidLinks = map[int64][]catalog.PaidLink{}
	for _, l := range links {
		to.PaidLinks[l.ProductID] = append(to.PaidLinks[l.ProductID], l.Paid())
	}
	return nil
}
