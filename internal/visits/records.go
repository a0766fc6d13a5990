package visits

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the counts: nobody writes them, and they go with the products that they are about.
func Kinds() []records.Kind {
	return []records.Kind{{Table: "visits", Label: "count of clicks and views", Replaced: dropReplaced, NotArchived: "they are this site's own"}}
}

// dropReplaced deletes the counts of products, and of comparisons and alternatives of them.
func dropReplaced(ctx context.Context, w *db.WriteTx, products map[int64]bool) error {
	err := db.InBatches(slices.Sorted(maps.Keys(products)), func(ids []int64) error {
		for _, table := range []string{"visits", "newsletter_visits"} {
			if err := w.Exec(ctx, "DELETE FROM "+table+" WHERE product_id IN "+db.Placeholders(len(ids)), db.Args(ids)...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	const pages = "FROM page_views WHERE kind IN ('alternatives', 'comparison')"
	keys, err := db.Collect(ctx, w, db.Column[string], "SELECT DISTINCT key "+pages)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if !NamesOne(key, products) {
			continue
		}
		if err := w.Exec(ctx, "DELETE "+pages+" AND key = ?", key); err != nil {
			return err
		}
	}
	return nil
}

// NamesOne reports whether a list of ids with commas between them has one of these products.
func NamesOne(list string, products map[int64]bool) bool {
	for word := range strings.SplitSeq(list, ",") {
		if id, err := strconv.ParseInt(word, 10, 64); err == nil && products[id] {
			return true
		}
	}
	return false
}
