package pages

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// encoding is how a body is written on the wire.
type encoding int

// The encodings. Of those that a visitor likes equally, the first is taken: it packs best.
const (
	brotlied encoding = iota
	zstandard
	gzipped
	identity
	encodings // how many there are
)

func (e encoding) String() string { return [encodings]string{"br", "zstd", "gzip", "identity"}[e] }

// accepted is the encoding to answer an Accept-Encoding header with (RFC 9110, section 12.5.3).
func accepted(header string) encoding {
	best, weight := identity, 0.0
	for part := range strings.SplitSeq(header, ",") {
		name, parameter, _ := strings.Cut(part, ";")
		q := quality(parameter)
		if e := named(strings.TrimSpace(name)); q > weight || (q == weight && q > 0 && e < best) {
			best, weight = e, q
		}
	}
	return best
}

// named is the encoding of a name; one that we do not have is identity. A star is what packs best.
func named(name string) encoding {
	if name == "*" {
		return brotlied
	}
	for e := range identity {
		if strings.EqualFold(name, e.String()) {
			return e
		}
	}
	return identity
}

func quality(parameter string) float64 {
	text, given := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameter)), "q=")
	if !given {
		return 1
	}
	q, err := strconv.ParseFloat(text, 64)
	if err != nil || q < 0 || q > 1 {
		return 0
	}
	return q
}

// effort is how much time goes into packing.
type effort int

const (
	once   effort = iota // documents: packed anew with each change of the catalogue
	always               // files that stay as they are: packed once in the life of the program
	efforts
)

// packer packs bodies. Its writers are used again and again: making one costs more than using it. No more bodies are
// packed at once than there are processors: a writer holds megabytes, and more would be no faster.
type packer struct {
	turns        chan struct{}
	brotli, gzip [efforts]sync.Pool
	zstd         [efforts]*zstd.Encoder
}

// writer is what the packing libraries have in common.
type writer interface {
	io.WriteCloser
	Reset(io.Writer)
}

func newPacker() *packer {
	p := &packer{turns: make(chan struct{}, runtime.GOMAXPROCS(0))}
	for e := range efforts {
		level := [efforts]struct {
			brotli, gzip int
			zstd         zstd.EncoderLevel
		}{once: {4, 5, zstd.SpeedDefault}, always: {10, 9, zstd.SpeedBestCompression}}[e]
		p.brotli[e].New = func() any { return brotli.NewWriterLevel(nil, level.brotli) }
		p.gzip[e].New = func() any {
			w, err := gzip.NewWriterLevel(nil, level.gzip)
			if err != nil {
				panic(fmt.Sprintf("pages: gzip level %d: %v", level.gzip, err)) // a constant, and valid
			}
			return w
		}
		p.zstd[e], _ = zstd.NewWriter(nil, zstd.WithEncoderLevel(level.zstd), zstd.WithEncoderConcurrency(1)) // only wrong options fail
	}
	return p
}

// pack is the body in an encoding.
func (p *packer) pack(body []byte, e encoding, how effort) []byte {
	p.turns <- struct{}{}
	defer func() { <-p.turns }()
	switch e {
	case zstandard:
		return p.zstd[how].EncodeAll(body, make([]byte, 0, len(body)/3))
	case brotlied:
		return packWith(&p.brotli[how], body)
	case gzipped:
		return packWith(&p.gzip[how], body)
	}
	return body
}

func packWith(writers *sync.Pool, body []byte) []byte {
	var packed bytes.Buffer
	packed.Grow(len(body) / 3)
	w := writers.Get().(writer)
	defer writers.Put(w)
	w.Reset(&packed)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return packed.Bytes()
}
