package money

import (
	"context"
	"maps"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the affiliate links, the bookings, the counts of clicks on links, the reports of what they earned, and the websites that may
// become links.
func Kinds() []records.Kind {
	return []records.Kind{{
		Table: table.Name, Label: "affiliate link", Many: "Affiliate links", Area: httpapi.Money, Archive: archived,
		Undo: records.Record[Link]{Read: linkNow, Same: Link.isLike, Put: revert}.Undo,
	}, {
		Table: bookings.Name, Label: "booking", Many: "Bookings", Area: httpapi.Money, Archive: archivedBookings,
		Undo: records.Record[Booking]{Read: bookingNow, Same: Booking.isLike, Put: revertBooking}.Undo,
	}, {
		Table: "affiliate_clicks", Label: "count of clicks on affiliate links", NotArchived: "they are this site's own", Replaced: dropReplaced,
	}, {
		Table: imports.Name, Label: "import of earnings", Many: "Imports of earnings", Area: httpapi.Money, NotArchived: "it is this site's own",
		Undo: records.Record[Import]{Read: importNow, Same: func(a, b Import) bool { return a.ID == b.ID && a.CreatedAt.Equal(b.CreatedAt) }, Put: revertImport}.Undo,
	}, {
		Table: checks.Name, Label: "check of an affiliate link", NotArchived: "each site checks its own",
	}, {
		Table: moves.Name, Label: "website that is an affiliate link", NotArchived: "work in progress; what is accepted is part of the tool",
	}}
}

// importNow reads an import that counts.
func importNow(ctx context.Context, tx db.Tx, of Import) (*Import, error) {
	return imports.First(ctx, tx, "WHERE id = ? AND is_counted", of.ID)
}

// revertImport has an import count, or not. It is a Conflict if another one has some of its sales and counts the difference, or
// would count them twice.
func revertImport(ctx context.Context, w *db.WriteTx, action string, now, then *Import) error {
	entry, of := db.Entry{Action: action, Object: "affiliate_imports"}, now
	isLater := ""
	if then == nil {
		entry.Before, isLater = *now, " AND i.id > a.import_id" // it has the difference to this one
	} else {
		of, entry.After = then, *then
	}
	entry.ObjectID = of.ID
	var others int
	if err := w.Row(ctx, "SELECT COUNT(*) FROM affiliate_imports i WHERE i.is_counted AND i.id <> ? AND EXISTS (SELECT 1 FROM affiliate_earnings a "+
		"JOIN affiliate_earnings b ON b.key = a.key AND b.import_id = i.id WHERE a.import_id = ?"+isLater+")", of.ID, of.ID).Scan(&others); err != nil {
		return err
	}
	if others > 0 {
		return fault.New(fault.Conflict, "Another import has some of the same sales. Please undo that one first.")
	}
	if err := w.Exec(ctx, "UPDATE affiliate_imports SET is_counted = ? WHERE id = ?", then != nil, of.ID); err != nil {
		return err
	}
	return w.Audit(ctx, entry)
}

// dropReplaced deletes the counts of products whose ids another site's tools take.
func dropReplaced(ctx context.Context, w *db.WriteTx, products map[int64]bool) error {
	return db.InBatches(slices.Sorted(maps.Keys(products)), func(ids []int64) error {
		return w.Exec(ctx, "DELETE FROM affiliate_clicks WHERE product_id IN "+db.Placeholders(len(ids)), db.Args(ids)...)
	})
}

func linkNow(ctx context.Context, tx db.Tx, of Link) (*Link, error) {
	return table.First(ctx, tx, "WHERE id = ?", of.ID)
}

func revert(ctx context.Context, w *db.WriteTx, action string, now, then *Link) error {
	if then != nil {
		if err := catalog.CheckNotPurged(ctx, w, []int64{then.ProductID}); err != nil {
			return err
		}
		then.UpdatedAt = w.At
	}
	return put(ctx, w, action, now, then)
}

// archived is how links are in an archive: by id, without those of tools in the trash.
var archived = records.Rows[Link]{
	Label: "affiliate link", Table: table,
	Name:  func(l Link) (key, title string) { return records.Number(l.ID), l.Network + " " + l.Programme },
	Check: Link.Check,
	CheckAll: func(list []Link, _ *records.Content) error {
		ofProduct, networks := map[int64]int{}, make([]string, len(list))
		for i, l := range list {
			networks[i] = l.Network
			ofProduct[l.ProductID]++
			if err := checkCount(ofProduct[l.ProductID]); err != nil {
				return err
			}
		}
		return checkNetworks(networks)
	},
	Among: func(l Link, live map[int64]bool) *Link {
		if !live[l.ProductID] {
			return nil
		}
		return &l
	},
	Replace: func(ctx context.Context, r *records.Replacing, have, want []Link) error {
		return replaceRows(ctx, r, table, have, want, func(l Link) (int64, int64) { return l.ID, l.ProductID })
	},
}

// replaceRows replaces rows of products by those of an archive.
func replaceRows[T any](ctx context.Context, r *records.Replacing, table *db.Table[T], have, want []T, idsOf func(T) (id, product int64)) error {
	gone, missing := records.Differing(have, want, func(row T) string {
		id, _ := idsOf(row)
		return records.Number(id)
	})
	for _, row := range gone {
		id, _ := idsOf(row)
		if err := r.Exec(ctx, "DELETE FROM "+table.Name+" WHERE id = ?", id); err != nil {
			return err
		}
	}
	for _, row := range missing {
		if err := table.Upsert(ctx, r.WriteTx, &row); err != nil {
			return err
		}
	}
	for _, row := range slices.Concat(gone, missing) {
		_, product := idsOf(row)
		if err := touch(ctx, r.WriteTx, product); err != nil {
			return err
		}
	}
	return nil
}
