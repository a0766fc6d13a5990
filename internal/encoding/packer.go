package encoding

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Least is the smallest body in bytes that is worth packing; smaller ones fit into one packet anyway.
const Least = 1 << 10

// Effort is how much time goes into packing.
type Effort uint8

// The efforts, as compression libraries call their levels.
const (
	Fastest Effort = iota // what may be sent only once
	Default               // what changes with the catalogue: about as small as can be, in a fraction of the time
	Best                  // files that stay as they are: packed once in the life of the program
	efforts
)

// levels are what the efforts mean to the packing libraries.
type levels struct {
	gzip   int
	brotli func() resettable
	zstd   zstd.EncoderLevel
}

// levels are measured on answers of 10 KB: in microseconds, gzip 25, 32, brotli 36, 155, zstd 23, 53 for Fastest and
// Default, which is at most a tenth smaller. The brotli library has a second encoder, faster but for the highest levels.
func (e Effort) levels() levels {
	return [efforts]levels{
		Fastest: {3, func() resettable { return brotli.NewWriterV2(nil, 1) }, zstd.SpeedFastest},
		Default: {5, func() resettable { return brotli.NewWriterLevel(nil, 4) }, zstd.SpeedDefault},
		Best:    {9, func() resettable { return brotli.NewWriterLevel(nil, 10) }, zstd.SpeedBestCompression},
	}[e]
}

// zstdWindow is how far back zstd looks, in bytes. Encoder and browser take memory for it (RFC 9659 allows 8 MB); in our
// bodies the same words come again much sooner.
const zstdWindow = 1 << 20

// Packer packs bodies. Its encoders are used again: making one costs more than using it. They are pooled, not held, as
// those of Best take up to 34 MB each and are idle for most of the time. No more bodies are packed at once than there
// are processors: more would be no faster, and would take the memory.
type Packer struct {
	slots        chan struct{}
	gzip, brotli [efforts]sync.Pool // of resettable
	zstd         [efforts]sync.Pool // of *zstd.Encoder
	readers      sync.Pool          // of *brotli.Reader
}

// NewPacker makes a packer.
func NewPacker() *Packer {
	p := &Packer{slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	p.readers.New = func() any { return brotli.NewReader(nil) }
	for e := range efforts {
		level := e.levels()
		p.gzip[e].New = func() any { return must(gzip.NewWriterLevel(nil, level.gzip)) }
		p.brotli[e].New = func() any { return level.brotli() }
		p.zstd[e].New = func() any {
			return must(zstd.NewWriter(nil, zstd.WithEncoderLevel(level.zstd), zstd.WithWindowSize(zstdWindow), zstd.WithEncoderConcurrency(1)))
		}
	}
	return p
}

// must is an encoder whose options are constants, and valid.
func must[T any](encoder T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("make an encoder: %v", err))
	}
	return encoder
}

// Pack is the body in an encoding. It waits while as many others are packed as there are processors.
func (p *Packer) Pack(body []byte, e Encoding, how Effort) []byte {
	if e == Identity {
		return body
	}
	p.slots <- struct{}{}
	defer func() { <-p.slots }()
	packed := make([]byte, 0, len(body)/4)
	switch e {
	case Gzip:
		return packWith(&p.gzip[how], body, packed)
	case Brotli:
		return packWith(&p.brotli[how], body, packed)
	case Zstd:
		encoder := p.zstd[how].Get().(*zstd.Encoder)
		defer p.zstd[how].Put(encoder)
		return encoder.EncodeAll(body, packed)
	}
	panic(fmt.Sprintf("encoding %d is none of ours", e))
}

// Stream packs what write writes and sends it on to w as it comes. It has an encoder until w has taken everything: the
// caller bounds how many are streamed at once.
func (p *Packer) Stream(w io.Writer, e Encoding, how Effort, write func(io.Writer) error) error {
	var encoders *sync.Pool
	switch e {
	case Identity:
		return write(w)
	case Gzip:
		encoders = &p.gzip[how]
	case Brotli:
		encoders = &p.brotli[how]
	case Zstd:
		encoders = &p.zstd[how]
	}
	encoder := encoders.Get().(resettable)
	encoder.Reset(w)
	err := errors.Join(write(encoder), encoder.Close())
	encoder.Reset(nil) // lets go of w
	encoders.Put(encoder)
	return err
}

// Unpack is the body that Pack has packed with Brotli.
func (p *Packer) Unpack(packed []byte) []byte {
	r := p.readers.Get().(*brotli.Reader)
	defer p.readers.Put(r)
	err := r.Reset(bytes.NewReader(packed))
	var body []byte
	if err == nil {
		body, err = io.ReadAll(r)
	}
	if err != nil {
		panic(fmt.Sprintf("unpack what was packed here: %v", err))
	}
	return body
}

// resettable is what the gzip and brotli libraries have in common.
type resettable interface {
	io.WriteCloser
	Reset(io.Writer)
}

func packWith(writers *sync.Pool, body, packed []byte) []byte {
	w := writers.Get().(resettable)
	defer writers.Put(w)
	buffer := bytes.NewBuffer(packed)
	w.Reset(buffer)
	_, err := w.Write(body)
	if closed := w.Close(); err != nil || closed != nil {
		panic(fmt.Sprintf("pack into memory: %v, %v", err, closed)) // a buffer takes everything
	}
	return buffer.Bytes()
}
