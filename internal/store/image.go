package store

import (
	"context"
	"database/sql"
	"time"
)

const noImage = "There is no such image. It may have been deleted."

// Image is an uploaded picture: what it was called, and what it is called here.
type Image struct {
	ID           int64     `json:"id"`
	FileName     string    `json:"fileName"` // by its content's hash: the same picture is the same image
	OriginalName string    `json:"originalName"`
	Data         []byte    `json:"-"` // the file; empty where it is kept outside the database
	MimeType     string    `json:"mimeType"`
	Size         int64     `json:"size"` // bytes
	UploadedAt   time.Time `json:"uploadedAt"`
}

const imageColumns = "id, file_name, original_name, data, mime_type, size, uploaded_at"

func scanImage(rows *sql.Rows) (Image, error) {
	var image Image
	var uploaded int64
	err := rows.Scan(&image.ID, &image.FileName, &image.OriginalName, &image.Data, &image.MimeType, &image.Size, &uploaded)
	image.UploadedAt = timeOf(uploaded)
	return image, err
}

func (c session) images(ctx context.Context, fileName string) ([]Image, error) {
	return collect(ctx, c, scanImage, "SELECT "+imageColumns+" FROM images WHERE file_name = ?", fileName)
}

// Image reads the image of that file name; an unknown one is NotFound.
func (s *Store) Image(ctx context.Context, fileName string) (Image, error) {
	var image Image
	err := s.read(ctx, "read an image", func(c session) error {
		found, err := c.images(ctx, fileName)
		if err != nil {
			return err
		}
		image, err = only(found, noImage)
		return err
	})
	return image, err
}

// SaveImage keeps an image. One with the same file name is the same picture: it stays as it is and is given back.
func (s *Store) SaveImage(ctx context.Context, by string, image Image) (Image, error) {
	err := s.write(ctx, job{by: by, doing: "save an image"}, func(w *writing) error {
		same, err := w.images(ctx, image.FileName)
		if err != nil {
			return err
		}
		if len(same) > 0 {
			image = same[0]
			return errNothingToKeep
		}
		if image.Data == nil {
			image.Data = []byte{}
		}
		image.UploadedAt = w.at
		err = w.row(ctx, "INSERT INTO images (file_name, original_name, data, mime_type, size, uploaded_at) VALUES "+
			placeholders(6)+" RETURNING id", image.FileName, image.OriginalName, image.Data, image.MimeType, image.Size,
			w.at.UnixMicro()).Scan(&image.ID)
		if err != nil {
			return err
		}
		return w.audit(ctx, entry{Action: "create", Object: "images", ObjectID: image.ID, After: image})
	})
	return image, err
}
