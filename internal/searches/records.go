package searches

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// Kinds is the synonyms.
func Kinds() []records.Kind {
	return []records.Kind{{
		Table: "synonyms", Label: "synonym", Many: "Synonyms", Area: httpapi.Catalog, Archive: archived,
		Undo: records.Record[Synonym]{Read: synonymNow, Same: Synonym.isLike, Put: revert}.Undo,
	}}
}

// archived is how synonyms are in an archive: by id.
var archived = records.Rows[Synonym]{
	Label: "synonym", Many: "synonyms", Most: MaxSynonyms, Table: table,
	Name:   func(s Synonym) (key, title string) { return records.Number(s.ID), s.Says },
	Unique: []func(Synonym) string{func(s Synonym) string { return catalog.Fold(s.Says) }},
	Check:  Synonym.Check,
}

func synonymNow(ctx context.Context, tx db.Tx, of Synonym) (*Synonym, error) {
	return table.First(ctx, tx, "WHERE id = ?", of.ID)
}

func revert(ctx context.Context, w *db.WriteTx, action string, now, then *Synonym) error {
	if then != nil {
		then.UpdatedAt = w.At
	}
	err := put(ctx, w, action, now, then)
	if fault.Is(err, fault.Invalid) {
		return fault.Because(fault.Conflict, "Another synonym is for the same words now. Nothing was undone.", err)
	}
	return err
}
