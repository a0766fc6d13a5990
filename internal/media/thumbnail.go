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

// A thumbnail is the middle square of an upload, made when it is asked for and never stored: /uploads/{hash}-128.webp is
// one of /uploads/{hash}.jpg, or of the .png of that hash. It has at most as many pixels on a side as its name says.
var thumbnailName = regexp.MustCompile(`^([0-9a-f]{64})-(128|256)\.webp$`)

const (
	thumbnailQuality = 88       // of the WebP; at 80 the blocks of smooth gradients can be seen
	thumbnailNeed    = 32 << 20 // bytes that decoding an upload may take; one that this program has made takes 4 MB
)

// thumbnail is one as it is served.
type thumbnail struct {
	webp []byte
	etag string // by its content: the encoder may write slightly other bytes the next time

	upload []byte // served in its place, this once, where there was no time to make it; then there is nothing else
}

// readUpload reads the upload that a thumbnail is made of. One that is not there is fs.ErrNotExist, one that has another
// content than its name says ErrDamaged.
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

// makeThumbnail makes the thumbnail of that name. It is fs.ErrNotExist of an upload that is too large to be made small
// in passing, and ErrDamaged of one that cannot be decoded.
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

// middleSquare is what a tile shows of an image (object-fit: cover), this many pixels wide and high, never enlarged, on
// white as everything that is uploaded.
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

// encodeThumbnail writes a WebP of an opaque image: of a transparent one this encoder writes files that others refuse.
// Nothing else is used of its module, so that its decoder never sees an upload: inspect has its own list.
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

// originalOf is the name of the upload that a thumbnail is made of; any other name stays. What is uploaded is kept as a
// JPEG.
func originalOf(name string) string {
	if thumbnailName.MatchString(name) {
		hash, _, _ := strings.Cut(name, "-")
		return hash + ".jpg"
	}
	return name
}
