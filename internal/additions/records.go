package additions

import (
	"context"
	"maps"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the URLs from which tools are added.
func Kinds() []records.Kind {
	return []records.Kind{{Table: "additions", Label: "URL of a tool to add", NotArchived: "work in progress; a draft that was made is a tool", Replaced: dropReplaced}}
}

// dropReplaced drops the lines of products whose ids another site's products take.
func dropReplaced(ctx context.Context, w *db.WriteTx, ids map[int64]bool) error {
	return db.InBatches(slices.Collect(maps.Keys(ids)), func(batch []int64) error {
		return w.Exec(ctx, "DELETE FROM additions WHERE product_id IN "+db.Placeholders(len(batch)), db.Args(batch)...)
	})
}
