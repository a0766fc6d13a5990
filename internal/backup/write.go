// Package backup writes a whole site into one file or one object of a bucket, encrypted if wanted, verifies it, removes old
// backups, and restores backups, also from one database engine to the other.
//
// # To change
//
//   - the format of a backup: archive.go, decision 11. A new table needs no change here; go test ./internal/backup,
//     and -run Backup in cmd/vitrine
//   - how rows are read and written back: tables.go, row.go; the site's own style sheet: custom_css.go
//   - where backups are stored, and which are removed: name.go, folder.go, bucket.go; encryption: keys.go, decision 30
//   - how a restored database replaces the old one: internal/db/{replace,folder}*.go
package backup

import (
	"archive/zip"
	"compress/flate"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// Progress reports how far a step is. A nil Progress is never called.
type Progress func(step string, done, all int)

func (p Progress) report(step string, done, all int) {
	if p != nil {
		p(step, done, all)
	}
}

// Site is the source of a backup. It stays usable during the backup.
type Site struct {
	DB        *db.DB
	Files     media.Files
	CustomCSS string // file with the administrator's own style sheet; empty: none
	Program   string // version of the program
	Keys      Keys   // backups are encrypted to them, and decrypted with them to verify
}

// writeTo writes a backup, encrypted if there are recipients, and returns the SHA-256 of what it wrote.
func (s Site) writeTo(ctx context.Context, to io.Writer, made time.Time, progress Progress) (Written, string, error) {
	sum := newHashWriter(to)
	content, err := s.Keys.encrypt(sum)
	if err != nil {
		return Written{}, "", err
	}
	manifest, err := s.write(ctx, content, made, progress)
	if err == nil {
		err = content.Close()
	}
	return Written{Size: sum.size, Manifest: manifest}, sum.sum(), err
}

// verify reads a backup back and checks it. If it is encrypted and there is no identity, its SHA-256 has to be that of what
// was written.
func (s Site) verify(ctx context.Context, written *Written, file io.ReaderAt, sum string, progress Progress) error {
	if !s.Keys.Encrypt() || s.Keys.Decrypt() {
		archive, err := newArchive(written.Path, file, written.Size, s.Keys)
		if err != nil {
			return err
		}
		return archive.Verify(ctx, progress)
	}
	written.ChecksumOnly = true
	read := newHashWriter(io.Discard)
	if _, err := io.Copy(read, io.NewSectionReader(file, 0, written.Size)); err != nil {
		return fmt.Errorf("read %s back: %w", written.Path, err)
	}
	if read.size != written.Size || read.sum() != sum {
		return fmt.Errorf("%s is not what was written, by its SHA-256", written.Path)
	}
	return nil
}

// write writes an archive: the tables in one consistent snapshot, then the uploads that they reference and custom.css.
func (s Site) write(ctx context.Context, to io.Writer, made time.Time, progress Progress) (Manifest, error) {
	w := archiveWriter{zip: zip.NewWriter(to), progress: progress,
		manifest: Manifest{Format: format, Program: s.Program, Engine: "sqlite", Made: made.UTC(), Tables: []Table{}, Uploads: []Upload{}, Missing: []string{}}}
	w.zip.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestSpeed) })
	if s.DB.Postgres() {
		w.manifest.Engine = "postgres"
	}
	err := readAll(ctx, s.DB, w.tables)
	if err == nil {
		err = w.uploads(ctx, s)
	}
	if err == nil {
		w.customCSS(s.CustomCSS)
		err = w.finish()
	}
	return w.manifest, err
}

// archiveWriter writes an archive.
type archiveWriter struct {
	zip      *zip.Writer
	manifest Manifest
	names    []string // of the uploads that the tables reference
	progress Progress
}

// tables writes all tables.
func (w *archiveWriter) tables(ctx context.Context, s snapshot) (err error) {
	w.manifest.Step = s.step
	all, done := countRows(s.tables), 0
	for _, table := range s.tables {
		to, err := w.member(table.member(), zip.Deflate)
		if err != nil {
			return err
		}
		rows := newRowWriter()
		err = s.each(ctx, table, func(values []any) error {
			if done++; done%1000 == 0 || done == all {
				w.progress.report("Reading the database", done, all)
			}
			return rows.write(to, values)
		})
		if err != nil {
			return err
		}
		table.Hash = to.sum()
		w.manifest.Tables = append(w.manifest.Tables, table)
	}
	w.names, err = s.uploads(ctx)
	return err
}

func (w *archiveWriter) member(name string, method uint16) (*hashWriter, error) {
	to, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: w.manifest.Made})
	return newHashWriter(to), err
}

// uploads returns the names of the uploads that the tables reference: images outside the database, and images of products.
func (s snapshot) uploads(ctx context.Context) ([]string, error) {
	names, err := db.Collect(ctx, s, db.Column[string], "SELECT file_name FROM images WHERE length(data) = 0")
	if err != nil {
		return nil, err
	}
	err = s.Each(ctx, func(rows *sql.Rows) error {
		var id int64
		var logo, images string
		if err := rows.Scan(&id, &logo, &images); err != nil {
			return err
		}
		var urls []string
		if err := json.Unmarshal([]byte(images), &urls); err != nil {
			return fmt.Errorf("read the screenshots of product %d: %w", id, err)
		}
		for _, url := range append(urls, logo) {
			if name, ours := strings.CutPrefix(url, media.Path); ours {
				names = append(names, name)
			}
		}
		return nil
	}, "SELECT id, logo, images FROM products")
	slices.Sort(names)
	return slices.Compact(names), err
}

func (w *archiveWriter) uploads(ctx context.Context, s Site) error {
	for i, name := range w.names {
		whole, err := w.upload(ctx, s.Files, name)
		if err != nil {
			return fmt.Errorf("back the upload %q up: %w", name, err)
		}
		if !whole {
			w.manifest.Missing = append(w.manifest.Missing, name)
		}
		w.progress.report("Reading uploads", i+1, len(w.names))
	}
	if len(w.manifest.Missing) == 0 {
		return nil
	}
	still, err := s.named(ctx) // an upload that no row references now is not missing
	w.manifest.Missing = slices.DeleteFunc(w.manifest.Missing, func(name string) bool { return !still[name] })
	return err
}

// upload copies an upload into the archive. It leaves out one that is missing or damaged, and returns whole as false.
func (w *archiveWriter) upload(ctx context.Context, files media.Files, name string) (whole bool, err error) {
	if !isPlain(name) {
		return false, nil
	}
	if whole, err = media.IsWhole(ctx, files, name); !whole || err != nil {
		return false, ignoreMissing(err)
	}
	file, err := files.Open(ctx, name)
	if err != nil {
		return false, ignoreMissing(err)
	}
	defer file.Close()
	written := Upload{Name: name}
	to, err := w.member(written.member(), zip.Store)
	if err != nil {
		return false, err
	}
	if _, err := io.Copy(to, io.LimitReader(file, maxUpload+1)); err != nil {
		return false, err
	}
	if to.size > maxUpload {
		return false, fmt.Errorf("it has more than %d bytes", maxUpload)
	}
	written.Size, written.Hash = to.size, to.sum()
	w.manifest.Uploads = append(w.manifest.Uploads, written)
	return true, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// named returns the uploads that any row references now. Rows of the table images do not count: if nothing else
// references an image, its upload was interrupted, and a cleanup will remove it.
func (s Site) named(ctx context.Context) (map[string]bool, error) {
	names := map[string]bool{}
	err := readAll(ctx, s.DB, func(ctx context.Context, s snapshot) error {
		for _, table := range s.tables {
			if table.Name == "images" {
				continue
			}
			err := s.each(ctx, table, func(values []any) error {
				for _, value := range values {
					text, _ := value.(string)
					for _, name := range media.NamesIn(text) {
						names[name] = true
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return names, err
}

func (w *archiveWriter) finish() error {
	to, err := w.member(manifestName, zip.Deflate)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(to)
	encoder.SetIndent("", "\t")
	if err := encoder.Encode(w.manifest); err != nil {
		return err
	}
	return w.zip.Close()
}
