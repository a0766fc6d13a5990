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

// Least is the smallest body worth compressing, in bytes; smaller ones fit into one packet anyway.
const Least = 1 << 10

// Effort is the time spent on compression.
type Effort uint8

// The efforts, named as compression libraries name their levels.
const (
	Fastest Effort = iota // bodies that may be sent only once
	Default               // bodies that change with the catalogue: near the best size in a fraction of the time
	Best                  // static files: compressed once per process
	efforts
)

// levels are the compression levels of one effort.
type levels struct {
	gzip   int
	brotli func() resettable
	zstd   zstd.EncoderLevel
}

// levels returns the levels of an effort. Measured on answers of 10 KB, in microseconds for Fastest and Default: gzip 25
// and 32, brotli 36 and 155, zstd 23 and 53; Default is at most a tenth smaller, with Brotli a sixth. Brotli's V2 writer is
// faster except at the highest levels.
func (e Effort) levels() levels {
	return [efforts]levels{
		Fastest: {3, func() resettable { return brotli.NewWriterV2(nil, 1) }, zstd.SpeedFastest},
		Default: {5, func() resettable { return brotli.NewWriterLevel(nil, 5) }, zstd.SpeedDefault},
		Best:    {9, func() resettable { return brotli.NewWriterLevel(nil, 10) }, zstd.SpeedBestCompression},
	}[e]
}

// zstdWindow is the zstd window in bytes. Encoder and browser allocate it (RFC 9659 allows 8 MB); our bodies repeat
// themselves over much shorter distances.
const zstdWindow = 1 << 20

// Packer compresses bodies. It reuses encoders, as creating one costs more than using it, and pools them, as an encoder
// of Best takes up to 34 MB and is mostly idle. It compresses at most GOMAXPROCS bodies at once: more would be no faster
// and would take more memory.
type Packer struct {
	slots        chan struct{}
	gzip, brotli [efforts]sync.Pool // of resettable
	zstd         [efforts]sync.Pool // of *zstd.Encoder
	readers      sync.Pool          // of *brotli.Reader
}

// shared is made at the start, for its channel belongs to whoever makes it in a test of virtual time.
var shared = NewPacker()

// Shared returns the packer of the whole program, so that pages and API together compress GOMAXPROCS bodies at once.
func Shared() *Packer { return shared }

// NewPacker returns a packer.
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

// must panics on an error: the encoders' options are constants and valid.
func must[T any](encoder T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("make an encoder: %v", err))
	}
	return encoder
}

// Pack returns the compressed body. It blocks while GOMAXPROCS other bodies are being compressed.
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
	panic(fmt.Sprintf("unknown encoding %d", e))
}

// Stream compresses what write writes and sends it to w as it comes. It holds an encoder until w has taken everything,
// so the caller must limit concurrent streams.
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
	encoder.Reset(nil) // drops the reference to w
	encoders.Put(encoder)
	return err
}

// Unpack decompresses a body that Pack compressed with Brotli.
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

// resettable is the common interface of the gzip and brotli writers.
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
		panic(fmt.Sprintf("pack into memory: %v, %v", err, closed)) // writing to a buffer never fails
	}
	return buffer.Bytes()
}
