package records

import (
	"context"
	"database/sql"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/httpapi"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// UploadKind is the uploads, which the kinds name.
var UploadKind = Kind{
	Table: "images", Label: "image", Many: "Images", Area: httpapi.Catalog,
	NotArchived: "their files are beside the content that names them",
	NoUndo:      "an upload changes nothing that visitors see",
}

// Uploads returns the file names of uploads that records named since a version of the catalogue, or that a state names which
// an undo can bring back.
func (kinds Kinds) Uploads(ctx context.Context, tx db.Tx, since int64) (map[string]bool, error) {
	named := map[string]bool{}
	note := func(rows *sql.Rows) error {
		var first, second sql.RawBytes
		if err := rows.Scan(&first, &second); err != nil {
			return err
		}
		for _, text := range [][]byte{first, second} {
			for _, name := range media.NamesIn(string(text)) {
				named[name] = true
			}
		}
		return nil
	}
	for _, k := range kinds {
		queries := k.Uploads
		if k.Undo != nil {
			states := "SELECT before, after FROM audit WHERE object = '" + k.Table + "' AND version > ? AND (before LIKE " + media.Like + " OR after LIKE " + media.Like + ")"
			if k.CanPurge {
				states += " AND object_id IN (SELECT CAST(id AS TEXT) FROM " + k.Table + ")"
			}
			queries = append([]string{states}, queries...)
		}
		for _, query := range queries {
			var args []any
			if strings.Contains(query, "?") {
				args = []any{since}
			}
			if err := tx.Each(ctx, note, query, args...); err != nil {
				return nil, err
			}
		}
	}
	return named, nil
}
