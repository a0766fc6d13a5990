package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/media"
)

const noImage = "There is no such image. It may have been deleted."

const imageColumns = "id, file_name, original_name, mime_type, size, uploaded_at"

func scanImage(rows *sql.Rows) (media.Image, error) {
	var image media.Image
	var uploaded int64
	err := rows.Scan(&image.ID, &image.FileName, &image.OriginalName, &image.MimeType, &image.Size, &uploaded)
	image.UploadedAt = db.TimeOf(uploaded)
	return image, err
}

// Image reads the row of an image by file name; an unknown one is NotFound.
func (s *Store) Image(ctx context.Context, fileName string) (media.Image, error) {
	var image media.Image
	err := s.Read(ctx, "read an image", func(ctx context.Context, tx db.Tx) error {
		found, err := db.Collect(ctx, tx, scanImage, "SELECT "+imageColumns+" FROM images WHERE file_name = ?", fileName)
		if err != nil {
			return err
		}
		image, err = db.Only(found, noImage)
		return err
	})
	return image, err
}

// SaveImage stores the row of an image; its file is outside the database, and must be stored before RecordUpload. The
// same file name means the same image: it keeps its original name and gets a new upload time. Visitors don't see this,
// so the catalogue's version stays.
func (s *Store) SaveImage(ctx context.Context, by string, image media.Image) (media.Image, error) {
	kept := image
	err := s.WriteUnversioned(ctx, by, "save an image", func(ctx context.Context, w *db.WriteTx) error {
		found, err := db.Collect(ctx, w, scanImage, "INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at) VALUES "+
			db.Placeholders(6)+" ON CONFLICT (file_name) DO UPDATE SET uploaded_at = excluded.uploaded_at RETURNING "+imageColumns,
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
func (s *Store) RecordUpload(ctx context.Context, by string, image media.Image) error {
	return s.WriteUnversioned(ctx, by, "record an upload", func(ctx context.Context, w *db.WriteTx) error {
		return w.Audit(ctx, db.Entry{Action: "upload", Object: "images", ObjectID: image.ID, After: image})
	})
}

// checkUploads refuses a product that references an upload without a row. References that it already had may stay: files
// that were copied beside an import have no row.
func checkUploads(ctx context.Context, w *db.WriteTx, before, after catalog.Product) error {
	var wrong []fault.Field
	for _, field := range []struct {
		name       string
		now, known []string
	}{{"logo", []string{after.Logo}, []string{before.Logo}}, {"images", after.Images, before.Images}} {
		for _, address := range field.now {
			missing, err := isMissing(ctx, w, address)
			if err != nil {
				return err
			}
			if missing && !slices.Contains(field.known, address) {
				wrong = append(wrong, fault.Field{Field: field.name, Message: "This uploaded image does not exist. Please upload it again"})
				break
			}
		}
	}
	if wrong == nil {
		return nil
	}
	return fault.InvalidFields(wrong)
}

// isMissing reports whether address is the path of an upload without a row.
func isMissing(ctx context.Context, w *db.WriteTx, address string) (bool, error) {
	name, isUpload := strings.CutPrefix(address, media.Path)
	if !isUpload || !media.IsName(name) {
		return false, nil
	}
	var known bool
	err := w.Row(ctx, "SELECT EXISTS (SELECT 1 FROM images WHERE file_name = ?)", name).Scan(&known)
	return !known, err
}
