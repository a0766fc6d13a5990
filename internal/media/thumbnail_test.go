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

// shown is the thumbnail at this address, decoded by another decoder than that of its encoder's module.
func shown(t testing.TB, files Files, path string) image.Image {
	t.Helper()
	response := ask(files, http.MethodGet, path)
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", path, response.StatusCode)
	}
	img, err := webp.Decode(response.Body)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return img
}

// nameAt is the name of the color at a pixel. Go takes the video range of VP8 for the full one, which moves no color
// so far that it has another name.
func nameAt(img image.Image, x, y int) string { return nameOfColor(img.At(x, y)) }

func square(side int) *image.NRGBA { return image.NewNRGBA(image.Rect(0, 0, side, side)) }

func TestThumbnail(t *testing.T) {
	transparent := square(500)
	draw.Draw(transparent, image.Rect(0, 0, 500, 250), image.NewUniform(color.NRGBA{220, 20, 20, 255}), image.Point{}, draw.Src)
	sources := map[string]struct {
		file      []byte
		extension string
		below     string // the color in the lower left
	}{
		"a JPEG":                         {encodeJPEG(t, corners(square(500))), ".jpg", "blue"},
		"a PNG":                          {encodePNG(t, corners(square(500))), ".png", "blue"},
		"a PNG that can be seen through": {encodePNG(t, transparent), ".png", "white"},
	}
	eachFiles(t, func(t *testing.T, files Files) {
		for name, source := range sources {
			t.Run(name, func(t *testing.T) {
				hash := upload(t, files, source.file, source.extension)
				for _, side := range []int{128, 256} {
					img := shown(t, files, Path+hash+"-"+strconv.Itoa(side)+".webp")
					same(t, "the thumbnail", img.Bounds(), image.Rect(0, 0, side, side))
					if got := nameAt(img, side/4, side/4); got != "red" {
						t.Errorf("%d: %s in the upper left", side, got)
					}
					if got := nameAt(img, side/4, side*3/4); got != source.below {
						t.Errorf("%d: %s below, want %s", side, got, source.below)
					}
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

// A thumbnail is the middle square of its image.
func TestThumbnailCrop(t *testing.T) {
	disk, _ := openDisk(t)
	wide := image.NewNRGBA(image.Rect(0, 0, 900, 300)) // red, green, blue from left to right
	for i, c := range []color.Color{color.NRGBA{220, 20, 20, 255}, color.NRGBA{20, 180, 20, 255}, color.NRGBA{20, 20, 220, 255}} {
		draw.Draw(wide, image.Rect(300*i, 0, 300*i+300, 300), image.NewUniform(c), image.Point{}, draw.Src)
	}
	for name, test := range map[string]struct {
		file   []byte
		side   int
		corner string
	}{
		"of a wide image":                    {encodePNG(t, wide), 128, "green"},
		"of a small image, not enlarged":     {encodePNG(t, corners(square(64))), 64, "red"},
		"of an image on its head, turned":    {withChunk(encodePNG(t, corners(square(300))), "eXIf", exif(binary.BigEndian, "MM", 3)), 128, "black"},
		"of one pixel":                       {encodePNG(t, image.NewGray(image.Rect(0, 0, 1, 1))), 1, "black"},
		"of an image of thousands of pixels": {encodePNG(t, corners(square(1600))), 128, "red"},
	} {
		t.Run(name, func(t *testing.T) {
			img := shown(t, disk, Path+upload(t, disk, test.file, ".png")+"-128.webp")
			same(t, "the thumbnail", img.Bounds(), image.Rect(0, 0, test.side, test.side))
			same(t, "the corner", nameAt(img, test.side/8, test.side/8), test.corner)
		})
	}
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
	if want := []string{hash + ".jpg", hash + ".png", hash + "-64.webp"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
