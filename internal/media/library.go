// Package media validates, converts, stores and serves images, and reads their dominant color.
//
// # To change
//
//   - accepted formats and conversion to JPEG: make_jpeg.go, fit.go; storage: disk.go, bucket.go; go test
//     ./internal/media (disk and a real S3 server), and -run Upload in internal/app
//   - icons found on the web: icon.go, ico.go; -run Icon
//   - thumbnails: thumbnail.go, thumbnails.go, decision 18; in the browser web/src/kit/tools/images.ts
//   - orphan uploads: internal/media/queries_orphan.go, decision 8
package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
)

// Path is the URL path below which Handler serves images.
const Path = "/uploads/"

// Like is a pattern of SQL that a text with the path of an upload matches.
const Like = "'%" + Path + "%'"

// OrphanAge is how long an upload may stay unreferenced before it is removed: long enough for a dialog left open for a
// day.
const OrphanAge = 24 * time.Hour

// Image is the database row of an image.
type Image struct {
	ID           int64     `json:"id" db:"id,serial"`
	FileName     string    `json:"fileName" db:"file_name,key"` // hash of the content, so equal images share one row
	OriginalName string    `json:"originalName" db:"original_name"`
	ProductName  string    `json:"productName,omitempty"` // product it was uploaded for; only the audit log stores it
	MimeType     string    `json:"mimeType" db:"mime_type"`
	Size         int64     `json:"size" db:"size"` // bytes
	UploadedAt   time.Time `json:"uploadedAt" db:"uploaded_at"`
}

// Files stores the image files, on disk or in a bucket.
type Files interface {
	// Put stores an image under its name; once it returns nil, the image survives a power cut. Putting the same image
	// again only checks it, and replaces it if it is damaged.
	Put(ctx context.Context, name string, jpeg []byte) error
	// Open reads an image. A missing one is fs.ErrNotExist; one found to be damaged is ErrDamaged.
	Open(ctx context.Context, name string) (io.ReadSeekCloser, error)
	// Names lists the stored files in no particular order.
	Names(ctx context.Context) ([]string, error)
	// Remove deletes an image. A missing image is no error.
	Remove(ctx context.Context, name string) error
	// Close releases all resources. No method may be called afterwards.
	Close() error
}

// Library adds images and removes orphans.
type Library struct {
	files     Files
	rows      *Queries
	converter *converter
	now       func() time.Time
}

// NewLibrary returns a library that stores files and rows in the given stores.
func NewLibrary(files Files, rows *Queries) *Library {
	return &Library{files: files, rows: rows, converter: newConverter(), now: time.Now}
}

// Upload is an uploaded image.
type Upload struct {
	File         []byte // JPEG or PNG, at most MaxFile bytes
	Kind         Kind   // what it shows
	OriginalName string // file name at the uploader
	ProductName  string // product it is for
}

// Added is the URL of a stored image and its dominant color ("" if it has none).
type Added struct {
	URL       string `json:"url" doc:"Path of the stored image"`
	LogoColor string `json:"logoColor" doc:"Its dominant color, #rrggbb, or empty"`
}

// Add validates an image, converts it to a JPEG (square for a logo) and stores it. An unacceptable image is a fault with
// the reason, and nothing is stored. Equal images give equal URLs.
func (l *Library) Add(ctx context.Context, by string, u Upload) (Added, error) {
	return l.add(ctx, by, u, photos)
}

// AcceptFetched is the Accept header for images that AddFetched takes.
const AcceptFetched = "image/jpeg, image/png, image/webp, image/gif"

// AddFetched is Add for an image of another website, which may also be a GIF or WebP.
func (l *Library) AddFetched(ctx context.Context, by string, u Upload) (Added, error) {
	return l.add(ctx, by, u, images)
}

func (l *Library) add(ctx context.Context, by string, u Upload, formats []format) (Added, error) {
	made, err := l.converter.convert(ctx, u.File, u.Kind, formats)
	if err != nil {
		return Added{}, fmt.Errorf("prepare an uploaded image: %w", err)
	}
	address, err := l.storeJPEG(ctx, by, Image{OriginalName: u.OriginalName, ProductName: u.ProductName}, made.jpeg)
	return Added{address, made.color}, err
}

// AddJPEG stores an image that needs no conversion, and returns its URL.
func (l *Library) AddJPEG(ctx context.Context, by, originalName string, jpeg []byte) (string, error) {
	return l.storeJPEG(ctx, by, Image{OriginalName: originalName}, jpeg)
}

// AddStored stores an image that another site has stored under a name. One that is not what its name says is a fault.
func (l *Library) AddStored(ctx context.Context, by, name string, jpeg []byte) error {
	if NameOf(jpeg) != name {
		return fmt.Errorf("%w: %s", errDamaged, name)
	}
	if _, err := inspect(jpeg, photos[:1]); err != nil {
		return err
	}
	_, err := l.AddJPEG(ctx, by, "", jpeg)
	return err
}

// storeJPEG saves the row before the file: a file without a row would never be found as an orphan.
func (l *Library) storeJPEG(ctx context.Context, by string, image Image, jpeg []byte) (string, error) {
	image.FileName, image.MimeType, image.Size = NameOf(jpeg), "image/jpeg", int64(len(jpeg))
	saved, err := l.rows.SaveImage(ctx, by, image)
	if err != nil {
		return "", err
	}
	if err := l.files.Put(ctx, image.FileName, jpeg); err != nil {
		return "", fmt.Errorf("store an image: %w", err)
	}
	image.ID, image.UploadedAt = saved.ID, saved.UploadedAt
	if err := l.rows.RecordUpload(ctx, by, image); err != nil {
		return "", err
	}
	return Path + image.FileName, nil
}

// NameOf returns the file name of an image: the SHA-256 of its bytes in hex, and .jpg.
func NameOf(jpeg []byte) string {
	sum := sha256.Sum256(jpeg)
	return hex.EncodeToString(sum[:]) + ".jpg"
}

// IsName reports whether a file name is that of an upload: a SHA-256 in hex and an extension.
func IsName(name string) bool { return uploadName.MatchString(name) }

// address matches the URL paths of uploads.
var address = regexp.MustCompile(regexp.QuoteMeta(Path) + `([A-Za-z0-9][A-Za-z0-9._-]*)`)

// NamesIn returns the file names of the uploads whose URLs occur in a text, in order; the text may be JSON. For the URL
// of a thumbnail, which people easily copy from a page, it returns the name of the original upload.
func NamesIn(text string) []string {
	var names []string
	for _, match := range address.FindAllStringSubmatch(text, -1) {
		names = append(names, originalOf(match[1]))
	}
	return names
}

// ErrDamaged means that a stored image does not match the hash in its name.
var ErrDamaged = errors.New("its content is not what it is called by")

// isCalledByContent reports whether the content matches the hash in the name; true if the name has no hash.
func isCalledByContent(name string, content []byte) bool {
	if !uploadName.MatchString(name) {
		return true
	}
	hash, _, _ := strings.Cut(NameOf(content), ".")
	return strings.HasPrefix(name, hash)
}

// IsWhole reports whether a stored image matches the hash in its name; true if the name has no hash. A missing image is
// fs.ErrNotExist.
func IsWhole(ctx context.Context, files Files, name string) (bool, error) {
	if !uploadName.MatchString(name) {
		return true, nil
	}
	file, err := files.Open(ctx, name)
	if errors.Is(err, ErrDamaged) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, io.LimitReader(file, maxStored+1))
	hash, _, _ := strings.Cut(name, ".")
	return hex.EncodeToString(sum.Sum(nil)) == hash, errors.Join(err, file.Close())
}

// RemoveOrphans removes the files and rows of images unreferenced for OrphanAge, and returns their number.
func (l *Library) RemoveOrphans(ctx context.Context, by string) (int, error) {
	return l.rows.RemoveOrphans(ctx, by, l.now().Add(-OrphanAge), l.files.Remove)
}
