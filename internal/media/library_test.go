package media_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// fixture is a library with what it is on. What is uploaded there was uploaded age ago.
type fixture struct {
	*media.Library
	files media.Files
	rows  *store.Store
	age   time.Duration
}

// eachFixture runs f on an empty library, on disk and in a bucket.
func eachFixture(t *testing.T, f func(t *testing.T, h *fixture)) {
	t.Helper()
	for name, open := range map[string]func(t *testing.T) (media.Files, error){"disk": openDisk, "bucket": openBucket} {
		t.Run(name, func(t *testing.T) {
			place := storetest.Migrated(t)
			h := &fixture{}
			place.Now = func() time.Time { return time.Now().Add(-h.age) }
			h.rows = storetest.OpenAt(t, place)
			var err error
			if h.files, err = open(t); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { h.files.Close() })
			h.Library = media.NewLibrary(h.files, &h.rows.Images)
			f(t, h)
		})
	}
}

func openDisk(t *testing.T) (media.Files, error) {
	return media.OpenDisk(filepath.Join(t.TempDir(), "uploads"))
}

func openBucket(t *testing.T) (media.Files, error) {
	s := buckettest.Start(t)
	return media.OpenBucket(t.Context(), s.Options())
}

// dot is a PNG of one color: uploaded as a screenshot it stays as small as it is.
func dot(t *testing.T, c color.Color) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 10, 10))
	for i := range 100 {
		img.Set(i%10, i/10, c)
	}
	var out bytes.Buffer
	storetest.NoError(t, png.Encode(&out, img))
	return out.Bytes()
}

func (h *fixture) add(t *testing.T, c color.Color) string {
	t.Helper()
	added, err := h.Add(t.Context(), "w", media.Upload{File: dot(t, c), Kind: media.Screenshot, OriginalName: "dot.png"})
	storetest.NoError(t, err)
	return added.URL
}

// has reports whether the file of an address and its row are there: both, or neither.
func (h *fixture) has(t *testing.T, address string) bool {
	t.Helper()
	name := strings.TrimPrefix(address, media.Path)
	_, noRow := h.rows.Image(t.Context(), name)
	file, noFile := h.files.Open(t.Context(), name)
	if (noRow == nil) != (noFile == nil) || noRow != nil && !fault.Is(noRow, fault.NotFound) || noFile != nil && !errors.Is(noFile, fs.ErrNotExist) {
		t.Errorf("row: %v, file: %v", noRow, noFile)
	}
	if noFile != nil {
		return false
	}
	defer file.Close()
	if _, _, err := image.Decode(file); err != nil {
		t.Errorf("the file: %v", err)
	}
	return true
}

var red, green = color.NRGBA{220, 20, 20, 255}, color.NRGBA{20, 200, 20, 255}

// An image that nothing has named for a day is removed.
func TestOrphanRemoval(t *testing.T) {
	eachFixture(t, func(t *testing.T, h *fixture) {
		h.age = media.OrphanAge + time.Minute
		orphan, named := h.add(t, red), h.add(t, green)
		d := storetest.Draft("One")
		d.Logo = named
		storetest.Create(t, h.rows, d)
		h.age = media.OrphanAge - time.Minute
		young := h.add(t, color.Black)
		if count, err := h.RemoveOrphans(t.Context(), "clock"); count != 1 || err != nil {
			t.Errorf("removed %d, %v", count, err)
		}
		if h.has(t, orphan) || !h.has(t, named) || !h.has(t, young) {
			t.Errorf("there are: orphan %v, named %v, young %v", h.has(t, orphan), h.has(t, named), h.has(t, young))
		}
		if again := h.add(t, red); again != orphan || !h.has(t, again) {
			t.Error("an orphan that went does not come back")
		}
	})
}

// However uploads of one image and removals of it as an orphan fall together, an image whose upload was answered and
// that was not an orphan again is there.
func TestOrphanUploadRace(t *testing.T) {
	eachFixture(t, func(t *testing.T, h *fixture) {
		for range 10 {
			h.age = media.OrphanAge + time.Minute
			address := h.add(t, red)
			h.age = 0
			var both sync.WaitGroup
			both.Go(func() {
				if _, err := h.RemoveOrphans(context.WithoutCancel(t.Context()), "clock"); err != nil {
					t.Error(err)
				}
			})
			both.Go(func() {
				if _, err := h.Add(context.WithoutCancel(t.Context()), "w", media.Upload{File: dot(t, red), Kind: media.Screenshot}); err != nil {
					t.Error(err)
				}
			})
			both.Wait()
			if !h.has(t, address) {
				t.Fatal("the image is gone")
			}
		}
	})
}

// An upload that was cut off between its row and its file is an orphan: a day later the row goes.
func TestOrphanRow(t *testing.T) {
	eachFixture(t, func(t *testing.T, h *fixture) {
		h.age = media.OrphanAge + time.Minute
		address := h.add(t, red)
		storetest.NoError(t, h.files.Remove(t.Context(), strings.TrimPrefix(address, media.Path)))
		h.age = 0
		if count, err := h.RemoveOrphans(t.Context(), "clock"); count != 1 || err != nil || h.has(t, address) {
			t.Errorf("removed %d, %v", count, err)
		}
	})
}

// AddJPEG stores the file as it is.
func TestAddJPEG(t *testing.T) {
	eachFixture(t, func(t *testing.T, h *fixture) {
		const drawn = "an image that was drawn here"
		address, err := h.AddJPEG(t.Context(), "demo", "drawn.jpg", []byte(drawn))
		storetest.NoError(t, err)
		file, err := h.files.Open(t.Context(), strings.TrimPrefix(address, media.Path))
		storetest.NoError(t, err)
		defer file.Close()
		if data, err := io.ReadAll(file); string(data) != drawn || err != nil {
			t.Errorf("kept %q, %v", data, err)
		}
	})
}
