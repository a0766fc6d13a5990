package media

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"slices"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits of an upload. The decoders allocate what a header claims, and a failed allocation kills the process, so inspect
// checks the header before decoding.
const (
	MaxFile   = 10 << 20    // bytes
	maxPixels = 50_000_000  // width × height
	maxSide   = 12_000      // pixels
	maxNeed   = 300_000_000 // bytes of memory for decoding
)

// TooLarge is the message for a file of more than MaxFile bytes.
const TooLarge = "Please upload an image smaller than 10MB"

// Errors for the person who chose the file.
var (
	errType    = fault.New(fault.WrongType, "Please upload a JPG or PNG image file")
	errSize    = fault.New(fault.TooLarge, TooLarge)
	errPixels  = refusal("Please upload an image of at most 50 megapixels and at most 12,000 pixels on a side.")
	errNeed    = refusal("This image would need too much memory to be read. Please upload a smaller version of it.")
	errKind    = refusal("This kind of image cannot be read here. Please save it as an ordinary JPG or PNG and upload that.")
	errDamaged = refusal("This image is damaged or incomplete. Please save it again and upload the new file.")
)

func refusal(message string) *fault.Fault {
	return &fault.Fault{Kind: fault.Invalid, Message: message, Fields: []fault.Field{{Field: "image", Message: message}}}
}

// facts are the properties that an image's header states.
type facts struct {
	width, height int
	orientation   int   // EXIF orientation, 1 to 8
	need          int64 // approximate lower bound of the memory for decoding, in bytes
	decode        func(io.Reader) (image.Image, error)
}

// format is an image format: the magic bytes of its files and the reader of their headers.
type format struct {
	magic   string
	inspect func(data []byte) (facts, error)
}

var (
	photos = []format{{jpegMagic, inspectJPEG}, {pngMagic, inspectPNG}}                         // accepted by Add
	images = append(photos[:2:2], format{gifMagic, inspectGIF}, format{webpMagic, inspectWebP}) // accepted by Fit
	icons  = append(images[:4:4], format{icoMagic, inspectICO})                                 // accepted by ReadIcon
)

// inspect identifies the format by the content alone, reads the header and rejects an image that exceeds the limits.
func inspect(data []byte, formats []format) (facts, error) {
	if len(data) > MaxFile {
		return facts{}, errSize
	}
	at := slices.IndexFunc(formats, func(f format) bool { return bytes.HasPrefix(data, []byte(f.magic)) })
	if at < 0 {
		return facts{}, errType
	}
	f, err := formats[at].inspect(data)
	if err != nil {
		return facts{}, explain(err)
	}
	pixels := int64(f.width) * int64(f.height)
	switch {
	case pixels <= 0:
		return facts{}, errDamaged
	case pixels > maxPixels || max(f.width, f.height) > maxSide:
		return facts{}, errPixels
	case f.need > maxNeed:
		return facts{}, errNeed
	}
	return f, nil
}

// read decodes an inspected image. It stops when ctx ends.
func (f facts) read(ctx context.Context, data []byte) (image.Image, error) {
	img, err := f.decode(&stoppable{ctx, bytes.NewReader(data)})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, explain(err)
	}
	return img, nil
}

// stoppable is a reader that fails once its context has ended, which stops a decoder.
type stoppable struct {
	ctx context.Context
	*bytes.Reader
}

// Read returns the error of the context if it has ended.
func (s *stoppable) Read(into []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(into)
}

// explain turns a decoder's error into a message for the uploader.
func explain(err error) error {
	var known *fault.Fault
	var jpegKind jpeg.UnsupportedError
	var pngKind png.UnsupportedError
	switch {
	case errors.As(err, &known):
		return err
	case errors.As(err, &jpegKind), errors.As(err, &pngKind):
		return because(errKind, err)
	}
	return because(errDamaged, err)
}

// because returns the fault with a cause for the log.
func because(f *fault.Fault, cause error) error {
	with := *f
	with.Cause = cause
	return &with
}
