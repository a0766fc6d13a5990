// Package media is images: taken in whatever they are, made to fit, kept under their hash, served for ever, their colour read.
//
// # To change
//
//   - what is accepted and how it becomes a JPEG: make_jpeg.go, fit.go; where it is kept: disk.go, bucket.go; go test
//     ./internal/media (disk and a real S3 server), and -run Upload in internal/api
//   - thumbnails: thumbnail.go, thumbnails.go, decision 18; in the browser web/src/components/thumbnails.ts
//   - which uploads are orphans: internal/store/image_orphan.go, decision 8
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

// Path is the address below which Handler serves what is kept.
const Path = "/uploads/"

// OrphanAge is how long an uploaded image may be named by no product before it is removed: long enough for a dialog
// that was left open over a day.
const OrphanAge = 24 * time.Hour

// Image is the row of an image: what it was called, and what it is called here.
type Image struct {
	ID           int64     `json:"id"`
	FileName     string    `json:"fileName"` // by its content's hash: the same image is the same image
	OriginalName string    `json:"originalName"`
	ProductName  string    `json:"productName,omitempty"` // what it was uploaded for; only the audit keeps it
	MimeType     string    `json:"mimeType"`
	Size         int64     `json:"size"` // bytes
	UploadedAt   time.Time `json:"uploadedAt"`
}

// Rows keeps a row for each image.
type Rows interface {
	// SaveImage keeps a row. One with the same file name is the same image; it becomes as young as a new one.
	SaveImage(ctx context.Context, by string, image Image) (Image, error)
	// RecordUpload notes that the file of a saved image is stored: from then on it is lost when it is missing.
	RecordUpload(ctx context.Context, by string, image Image) error
	// RemoveOrphans deletes rows older than a time whose images nothing names, and has each file removed in the same
	// transaction. A SaveImage of the same image comes before it or after it: so what was saved and then put is there.
	RemoveOrphans(ctx context.Context, by string, before time.Time, remove func(ctx context.Context, fileName string) error) (int, error)
}

// Files keeps the images themselves, on disk or in a bucket.
type Files interface {
	// Put stores an image under its name. When it returns without an error the image survives a power cut. To store
	// the same image again costs a look at it; one that is damaged is stored anew.
	Put(ctx context.Context, name string, jpeg []byte) error
	// Open reads an image. One that is not there is fs.ErrNotExist; one that is found to be damaged is ErrDamaged.
	Open(ctx context.Context, name string) (io.ReadSeekCloser, error)
	// Names are what is kept is called, in no order.
	Names(ctx context.Context) ([]string, error)
	// Remove deletes an image. One that is not there is no error.
	Remove(ctx context.Context, name string) error
	// Close gives back what is held. Nothing may be called afterwards.
	Close() error
}

// Library takes images in, and lets go of those that nothing names.
type Library struct {
	files     Files
	rows      Rows
	converter *converter
	now       func() time.Time
}

// NewLibrary keeps images in these files and their rows in these rows.
func NewLibrary(files Files, rows Rows) *Library {
	return &Library{files: files, rows: rows, converter: newConverter(), now: time.Now}
}

// Upload is an image as somebody sent it.
type Upload struct {
	File         []byte // JPEG or PNG, at most MaxFile bytes
	Kind         Kind   // what it shows
	OriginalName string // as it was called there
	ProductName  string // what it is for
}

// Added is where an image is served from now on, and the colour to light it with ("" when it has none).
type Added struct {
	URL       string `json:"url" doc:"Path of the stored image"`
	LogoColor string `json:"logoColor" doc:"Its dominant colour, #rrggbb, or empty"`
}

// Add checks an image, makes it a JPEG, square where it is a logo, and keeps it. What is not an image that can be kept is a fault that says
// why, and leaves nothing behind. The same image gives the same address.
func (l *Library) Add(ctx context.Context, by string, u Upload) (Added, error) {
	made, err := l.converter.convert(ctx, u.File, u.Kind)
	if err != nil {
		return Added{}, fmt.Errorf("prepare an uploaded image: %w", err)
	}
	address, err := l.storeJPEG(ctx, by, Image{OriginalName: u.OriginalName, ProductName: u.ProductName}, made.jpeg)
	return Added{address, made.color}, err
}

// AddJPEG keeps an image that is as it should be already, and gives its address.
func (l *Library) AddJPEG(ctx context.Context, by, originalName string, jpeg []byte) (string, error) {
	return l.storeJPEG(ctx, by, Image{OriginalName: originalName}, jpeg)
}

// storeJPEG saves the row before the file: a file without a row would never be found to be an orphan.
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

// NameOf is what an image is called: the SHA-256 of its bytes in hex.
func NameOf(jpeg []byte) string {
	sum := sha256.Sum256(jpeg)
	return hex.EncodeToString(sum[:]) + ".jpg"
}

// IsName reports whether a file name is one that an upload is stored under: the SHA-256 of its content and a type.
func IsName(name string) bool { return uploadName.MatchString(name) }

// address finds uploads in a text.
var address = regexp.MustCompile(regexp.QuoteMeta(Path) + `([A-Za-z0-9][A-Za-z0-9._-]*)`)

// NamesIn are the names of the uploads whose addresses stand in a text, which may be JSON, in its order. The address of a
// thumbnail, which is easily copied from a page, names the upload that it is made of.
func NamesIn(text string) []string {
	var names []string
	for _, match := range address.FindAllStringSubmatch(text, -1) {
		names = append(names, originalOf(match[1]))
	}
	return names
}

// ErrDamaged is said of an image that is there, and has not the content that it is called by.
var ErrDamaged = errors.New("its content is not what it is called by")

// isCalledByContent reports whether an image's name is that of its content; a name that is no hash says nothing of it.
func isCalledByContent(name string, content []byte) bool {
	if !uploadName.MatchString(name) {
		return true
	}
	hash, _, _ := strings.Cut(NameOf(content), ".")
	return strings.HasPrefix(name, hash)
}

// IsWhole reports whether an image that is kept has the content that it is called by; a name that is no hash says nothing
// of it. An image that is not there is fs.ErrNotExist.
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

// RemoveOrphans removes images that nothing has named for OrphanAge, with their rows, and returns how many.
func (l *Library) RemoveOrphans(ctx context.Context, by string) (int, error) {
	return l.rows.RemoveOrphans(ctx, by, l.now().Add(-OrphanAge), l.files.Remove)
}
