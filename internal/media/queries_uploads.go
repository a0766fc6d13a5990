package media

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// NamedUpload is an upload that a product uses.
type NamedUpload struct {
	Product  int64
	Name     string // of the product
	InTrash  bool
	Logo     bool   // false: a screenshot
	FileName string // below /uploads/
}

// Uploads is what the database knows about uploaded files.
type Uploads struct {
	Named  []NamedUpload    // ordered by product
	Rows   map[string]int64 // sizes of the images in bytes, by file name
	Stored map[string]bool  // images whose upload succeeded
	Used   map[string]bool  // file names of what something names; all others are orphans
}

// Uploads reads which uploads products use, including those in the trash, and which images exist.
func (s *Queries) Uploads(ctx context.Context) (Uploads, error) {
	found := Uploads{Rows: map[string]int64{}, Stored: map[string]bool{}}
	err := s.Read(ctx, "read which uploads there are", func(ctx context.Context, tx db.Tx) error {
		if err := tx.LongTimeout(ctx); err != nil {
			return err
		}
		err := tx.Each(ctx, func(rows *sql.Rows) error {
			named, err := scanUploads(rows)
			found.Named = append(found.Named, named...)
			return err
		}, "SELECT id, name, deleted_at IS NOT NULL, logo, images FROM products ORDER BY id")
		if err != nil {
			return err
		}
		if found.Used, err = s.Named(ctx, tx, -1); err != nil {
			return err
		}
		return tx.Each(ctx, func(rows *sql.Rows) error {
			var name string
			var size int64
			var stored bool
			err := rows.Scan(&name, &size, &stored)
			found.Rows[name], found.Stored[name] = size, stored
			return err
		}, "SELECT file_name, size, EXISTS (SELECT 1 FROM audit WHERE object = 'images' AND object_id = CAST(images.id AS TEXT) AND action = 'upload') "+
			"FROM images WHERE length(data) = 0")
	})
	return found, err
}

// scanUploads reads the uploads of a row with the columns id, name, whether it is deleted, logo and images.
func scanUploads(rows *sql.Rows) ([]NamedUpload, error) {
	var of NamedUpload
	var logo string
	var screenshots db.JSONList
	if err := rows.Scan(&of.Product, &of.Name, &of.InTrash, &logo, &screenshots); err != nil {
		return nil, fmt.Errorf("read the images of product %d: %w", of.Product, err)
	}
	var named []NamedUpload
	for i, address := range append([]string{logo}, screenshots...) {
		if file, below := strings.CutPrefix(address, Path); below {
			of.Logo, of.FileName = i == 0, file
			named = append(named, of)
		}
	}
	return named, nil
}
