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

	"vitrine/internal/fault"
)

// What an upload may be. The decoders allocate what a header claims, and an allocation that fails ends the process: so
// each of these is held against the header, before anything is decoded.
const (
	MaxFile   = 10 << 20    // bytes of the file
	maxPixels = 50_000_000  // of the image
	maxSide   = 12_000      // pixels
	maxNeed   = 300_000_000 // bytes of memory to decode it
)

// TooLarge is what is said of a file of more than MaxFile bytes.
const TooLarge = "Please upload an image smaller than 10MB"

// Refusals, each a sentence for the person who chose the file.
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

// facts are what the header of an image says of it.
type facts struct {
	width, height int
	orientation   int   // 1 to 8, as EXIF has it
	need          int64 // bytes of memory that decoding takes, or a little less
	decode        func(io.Reader) (image.Image, error)
}

// format is a kind of image: how its files begin, and how their headers are read.
type format struct {
	magic   string
	inspect func(data []byte) (facts, error)
}

var (
	photos = []format{{jpegMagic, inspectJPEG}, {pngMagic, inspectPNG}}                         // what becomes an image
	images = append(photos[:2:2], format{gifMagic, inspectGIF}, format{webpMagic, inspectWebP}) // what can be made to fit
)

// inspect reads the header of an image of one of the formats and refuses what is not to be decoded. It goes by the bytes
// alone.
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

// read decodes an image that was inspected. It ends with ctx.
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

// stoppable reads until its context ends: a decoder that has its fill of time gets no more.
type stoppable struct {
	ctx context.Context
	*bytes.Reader
}

// Read reads on, unless the context has ended.
func (s *stoppable) Read(into []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(into)
}

// explain says to a person what a decoder found wrong.
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

// because is the refusal with its cause, for the log.
func because(f *fault.Fault, cause error) error {
	with := *f
	with.Cause = cause
	return &with
}
