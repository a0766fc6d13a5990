package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/deepteams/webp"
	scaling "golang.org/x/image/draw"
)

// thumbnailName matches a thumbnail: /uploads/{hash}-128.webp is the center square of /uploads/{hash}.jpg, or of the
// .png of that hash, with at most 128 pixels on a side. Thumbnails are made on request and never stored.
var thumbnailName = regexp.MustCompile(`^([0-9a-f]{64})-(128|256)\.webp$`)

const (
	thumbnailQuality = 88       // of the WebP; at 80, smooth gradients show blocks
	thumbnailNeed    = 32 << 20 // maximum memory for decoding an upload, in bytes; our own JPEGs take 4 MB
)

// thumbnail is the response to a thumbnail request: a WebP or, as a fallback, the upload.
type thumbnail struct {
	webp []byte
	etag string // hash of the content: the encoder may write different bytes the next time

	upload []byte // sent uncached instead of the WebP if there was no time to make it; then the other fields are empty
}

// readUpload reads the original of a thumbnail. A missing one is fs.ErrNotExist; one that does not match its name is
// ErrDamaged.
func readUpload(ctx context.Context, files Files, thumbnail string) ([]byte, error) {
	name := originalOf(thumbnail)
	file, err := files.Open(ctx, name)
	if isMissing(err) {
		name = strings.TrimSuffix(name, ".jpg") + ".png"
		file, err = files.Open(ctx, name)
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, maxStored+1))
	if err = errors.Join(err, file.Close()); err == nil && !isCalledByContent(name, data) {
		err = ErrDamaged
	}
	return data, err
}

// makeThumbnail makes the named thumbnail. An upload too large to decode on request is fs.ErrNotExist; one that cannot
// be decoded is ErrDamaged.
func makeThumbnail(ctx context.Context, name string, upload []byte) (thumbnail, error) {
	f, err := inspect(upload, photos)
	if err != nil {
		return thumbnail{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if f.need > thumbnailNeed {
		return thumbnail{}, fmt.Errorf("decoding takes %d bytes: %w", f.need, fs.ErrNotExist)
	}
	img, err := f.read(ctx, upload)
	if ctx.Err() != nil {
		return thumbnail{}, ctx.Err()
	}
	if err != nil {
		return thumbnail{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	side, err := strconv.Atoi(thumbnailName.FindStringSubmatch(name)[2])
	if err != nil {
		return thumbnail{}, err
	}
	return encodeThumbnail(middleSquare(img, f.orientation, side))
}

// middleSquare returns the center square of an image (as object-fit: cover shows it), at most side pixels wide, never
// enlarged, on white as all uploads are.
func middleSquare(img image.Image, orientation, side int) *image.RGBA {
	size := img.Bounds().Size()
	upright := rotate(reduce(img, min(size.X, size.Y)/(2*side)), orientation)
	size = upright.Rect.Size()
	shortest := min(size.X, size.Y)
	square := image.Rect(0, 0, shortest, shortest).Add(size.Sub(image.Pt(shortest, shortest)).Div(2))
	side = min(side, shortest)
	scaled := image.NewRGBA(image.Rect(0, 0, side, side))
	scaling.CatmullRom.Scale(scaled, scaled.Rect, upright, square, draw.Src, nil)
	ground := image.NewRGBA(scaled.Rect)
	draw.Draw(ground, ground.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(ground, ground.Rect, scaled, image.Point{}, draw.Over)
	return ground
}

// encodeThumbnail encodes an opaque image as WebP; of transparent images, this encoder writes files that other decoders
// reject. Use nothing else of its module, so that its decoder never sees an upload: inspect has its own formats.
func encodeThumbnail(img *image.RGBA) (thumbnail, error) {
	options := webp.DefaultOptions()
	options.Quality = thumbnailQuality
	var out bytes.Buffer
	if err := webp.Encode(&out, img, options); err != nil {
		return thumbnail{}, fmt.Errorf("encode a thumbnail: %w", err)
	}
	sum := sha256.Sum256(out.Bytes())
	return thumbnail{webp: out.Bytes(), etag: `"` + hex.EncodeToString(sum[:16]) + `"`}, nil
}

// originalOf returns the name of a thumbnail's original, a JPEG as all new uploads are; it returns any other name
// unchanged.
func originalOf(name string) string {
	if thumbnailName.MatchString(name) {
		hash, _, _ := strings.Cut(name, "-")
		return hash + ".jpg"
	}
	return name
}
