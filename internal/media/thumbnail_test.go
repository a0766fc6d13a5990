package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/image/webp"
)

// upload puts an image as it is and gives its hash.
func upload(t testing.TB, files Files, image []byte, extension string) (hash string) {
	t.Helper()
	hash = strings.TrimSuffix(NameOf(image), ".jpg")
	noError(t, files.Put(t.Context(), hash+extension, image))
	return hash
}

// shown is the thumbnail at this address, decoded by another decoder than that of its encoder's module: by Go's, which takes the
// video range of VP8 for the full one. That moves no color so far that it has another name.
func shown(t testing.TB, files Files, path string) image.Image {
	t.Helper()
	response := ask(files, http.MethodGet, path)
	img, err := webp.Decode(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", path, response.StatusCode, err)
	}
	return img
}

func square(side int) *image.NRGBA { return image.NewNRGBA(image.Rect(0, 0, side, side)) }

// A thumbnail is the middle square of its image, and not enlarged.
func TestThumbnail(t *testing.T) {
	transparent := square(500)
	draw.Draw(transparent, image.Rect(0, 0, 500, 250), image.NewUniform(fourColors[0]), image.Point{}, draw.Src)
	wide := image.NewNRGBA(image.Rect(0, 0, 900, 300)) // red, green, blue from left to right
	for i, c := range fourColors[:3] {
		draw.Draw(wide, image.Rect(300*i, 0, 300*i+300, 300), image.NewUniform(c), image.Point{}, draw.Src)
	}
	turned := withChunk(encodePNG(t, corners(square(300))), "eXIf", exif(binary.BigEndian, "MM", 3))
	all := func(color string) [4]string { return [4]string{color, color, color, color} }
	sources := map[string]struct {
		file      []byte
		extension string
		side      int // of its middle square
		want      [4]string
	}{
		"a JPEG":                          {encodeJPEG(t, corners(square(500))), ".jpg", 500, whole},
		"a PNG":                           {encodePNG(t, corners(square(500))), ".png", 500, whole},
		"a PNG that can be seen through":  {encodePNG(t, transparent), ".png", 500, [4]string{"red", "red", "white", "white"}},
		"a wide image":                    {encodePNG(t, wide), ".png", 300, all("green")},
		"a small image":                   {encodePNG(t, corners(square(64))), ".png", 64, whole},
		"an image on its head, turned":    {turned, ".png", 300, [4]string{"black", "blue", "green", "red"}},
		"one pixel":                       {encodePNG(t, image.NewGray(image.Rect(0, 0, 1, 1))), ".png", 1, all("black")},
		"an image of thousands of pixels": {encodePNG(t, corners(square(1600))), ".png", 1600, whole},
	}
	eachFiles(t, func(t *testing.T, files Files) {
		for name, source := range sources {
			t.Run(name, func(t *testing.T) {
				hash := upload(t, files, source.file, source.extension)
				for _, size := range []int{128, 256} {
					img := shown(t, files, Path+hash+"-"+strconv.Itoa(size)+".webp")
					side := min(size, source.side)
					same(t, "the thumbnail", img.Bounds(), image.Rect(0, 0, side, side))
					same(t, "its quarters", seen(img, side/4, side/4), source.want)
				}
				if original := ask(files, http.MethodGet, Path+hash+source.extension); original.StatusCode != 200 || original.ContentLength != int64(len(source.file)) {
					t.Errorf("the upload itself: %d, %d bytes", original.StatusCode, original.ContentLength)
				}
			})
		}
		if names, err := files.Names(t.Context()); err != nil || len(names) != len(sources) {
			t.Errorf("stored: %q, %v", names, err)
		}
	})
}

// A thumbnail is immutable, too, whichever copy of the program serves it.
func TestThumbnailHeaders(t *testing.T) {
	disk, _ := openDisk(t)
	path := Path + upload(t, disk, encodeJPEG(t, corners(square(500))), ".jpg") + "-128.webp"
	_, etag := mustBeImmutable(t, disk, path, "image/webp")
	same(t, "256 pixels with the ETag of 128", ask(disk, http.MethodGet, strings.Replace(path, "128", "256", 1), "If-None-Match", etag).StatusCode, 200)
}

func TestThumbnailNotFound(t *testing.T) {
	eachFiles(t, func(t *testing.T, files Files) {
		hash := upload(t, files, encodeJPEG(t, corners(square(500))), ".jpg")
		text := upload(t, files, []byte("no image"), ".jpg")
		cut := upload(t, files, encodeJPEG(t, corners(square(500)))[:2000], ".jpg")
		torn := strings.Repeat("a", 64)
		noError(t, files.Put(t.Context(), torn+".jpg", encodeJPEG(t, corners(square(500)))))
		for _, file := range map[string]string{
			"of an upload that is not there":        strings.Repeat("b", 64) + "-128.webp",
			"of a size that is not made":            hash + "-500.webp",
			"of no size":                            hash + "-0.webp",
			"of a size with a zero in front":        hash + "-0128.webp",
			"without a size":                        hash + ".webp",
			"of another type":                       hash + "-128.jpg",
			"of an upload's full name":              hash + ".jpg-128.webp",
			"of a name in capitals":                 strings.ToUpper(hash) + "-128.webp",
			"with a line break":                     hash + "-128.webp\n",
			"in a folder":                           "x/" + hash + "-128.webp",
			"of what is no image":                   text + "-128.webp",
			"of half an image":                      cut + "-128.webp",
			"of an upload with the name of another": torn + "-128.webp",
		} {
			mustBeMissing(t, files, Path+file)
		}
	})
}

// An image that would take much memory has no thumbnail. What was put into the folder by hand may be larger than what
// is made of uploads. It is served as it is.
func TestThumbnailMemoryLimit(t *testing.T) {
	disk, _ := openDisk(t)
	path := Path + upload(t, disk, header(5000, 5000, 8, 6, 1), ".png") + "-128.webp"
	same(t, "the status", ask(disk, http.MethodGet, path).StatusCode, 404)
	if _, err := makeThumbnail(t.Context(), filepath.Base(path), header(5000, 5000, 8, 6, 1)); !isMissing(err) {
		t.Errorf("refused after decoding: %v", err)
	}
}

// Thumbnails made at once are those made one by one. The encoder reuses its buffers for the next image, which may
// move a few colors by a few levels. Nothing of another image may be seen.
func TestThumbnailsConcurrent(t *testing.T) {
	var uploads [6][]byte
	for i := range uploads {
		img := corners(square(500))
		draw.Draw(img, image.Rect(40*i, 30*i, 40*i+200, 30*i+100), image.NewUniform(color.NRGBA{uint8(40 * i), 120, 60, 255}), image.Point{}, draw.Src)
		uploads[i] = encodeJPEG(t, img)
	}
	pixels := func(i int) []byte {
		made, err := makeThumbnail(t.Context(), strings.Repeat("a", 64)+[]string{"-128.webp", "-256.webp"}[i%2], uploads[i])
		if err != nil {
			t.Error(err)
			return nil
		}
		img, err := webp.Decode(bytes.NewReader(made.webp))
		if err != nil {
			t.Error(err)
			return nil
		}
		planes := img.(*image.YCbCr)
		return slices.Concat(planes.Y, planes.Cb, planes.Cr)
	}
	var want, got [6][]byte
	for i := range want {
		want[i] = pixels(i)
	}
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() { got[i] = pixels(i) })
	}
	all.Wait()
	for i := range want {
		if by := distance(got[i], want[i]); by > 0.5 {
			t.Errorf("image %d differs by %.2f levels", i, by)
		}
	}
}

// distance is by how much two lists of samples differ on the average; lists of different lengths by 256.
func distance(a, b []byte) float64 {
	if len(a) == 0 || len(a) != len(b) {
		return 256
	}
	sum := 0
	for i := range a {
		sum += int(max(a[i], b[i]) - min(a[i], b[i]))
	}
	return float64(sum) / float64(len(a))
}

// NamesIn takes a thumbnail for its upload.
func TestThumbnailNamesIn(t *testing.T) {
	hash := strings.Repeat("a", 64)
	got := NamesIn("![](/uploads/" + hash + "-128.webp) /uploads/" + hash + ".png /uploads/" + hash + "-64.webp")
	same(t, "the names", got, []string{hash + ".jpg", hash + ".png", hash + "-64.webp"})
}
