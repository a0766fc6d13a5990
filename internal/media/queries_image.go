package media

import (
	"context"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/db"
)

const noImage = "There is no such image. It may have been deleted."

var uploads = db.TableOf[Image]("images")

// Image reads the row of an image by file name; an unknown one is NotFound.
func (s *Queries) Image(ctx context.Context, fileName string) (Image, error) {
	return uploads.One(ctx, db.Reading(s.DB, "read an image"), noImage, "WHERE file_name = ?", fileName)
}

// SaveImage stores the row of an image; its file is outside the database, and must be stored before RecordUpload. The
// same file name means the same image: it keeps its original name and gets a new upload time. Visitors don't see this,
// so the catalogue's version stays.
func (s *Queries) SaveImage(ctx context.Context, by string, image Image) (Image, error) {
	kept := image
	err := s.WriteUnversioned(ctx, by, "save an image", func(ctx context.Context, w *db.WriteTx) error {
		found, err := db.Collect(ctx, w, db.Columns[Image], "INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at) VALUES "+
			db.Placeholders(6)+" ON CONFLICT (file_name) DO UPDATE SET uploaded_at = excluded.uploaded_at RETURNING "+uploads.Columns,
			image.FileName, image.OriginalName, []byte{}, image.MimeType, image.Size, w.At.UnixMicro())
		if err != nil {
			return err
		}
		kept, err = db.Only(found, noImage)
		return err
	})
	return kept, err
}

// RecordUpload writes into the audit that the file of a saved image is stored. A row without such an entry comes from an
// interrupted upload.
func (s *Queries) RecordUpload(ctx context.Context, by string, image Image) error {
	return s.WriteUnversioned(ctx, by, "record an upload", func(ctx context.Context, w *db.WriteTx) error {
		return w.Audit(ctx, db.Entry{Action: "upload", Object: "images", ObjectID: image.ID, After: image})
	})
}

// IsUnknown reports whether address is the path of an upload without a row.
func IsUnknown(ctx context.Context, w *db.WriteTx, address string) (bool, error) {
	name, isUpload := strings.CutPrefix(address, Path)
	if !isUpload || !IsName(name) {
		return false, nil
	}
	var known bool
	err := w.Row(ctx, "SELECT EXISTS (SELECT 1 FROM images WHERE file_name = ?)", name).Scan(&known)
	return !known, err
}

// Queries read and write the rows of uploads.
type Queries struct {
	*db.DB
	// Named returns the file names of uploads that something named since a version of the catalogue.
	Named func(ctx context.Context, tx db.Tx, since int64) (map[string]bool, error)
}
