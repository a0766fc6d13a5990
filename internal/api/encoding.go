package api

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
type encoding uint8

// The encodings, the better ones last: among those that a client likes equally, the last is taken.
const (
	identity encoding = iota
	gzipped
	brotlied
	zstandard
	encodings
)

func (e encoding) String() string { return [encodings]string{"identity", "gzip", "br", "zstd"}[e] }

// accepted is the encoding that Accept-Encoding asks for (RFC 9110, section 12.5.3): the highest q, then the one that
// packs best. A header that allows nothing we have is answered with identity.
func accepted(header []string) encoding {
	var q [encodings]float64
	var named [encodings]bool
	any := 0.0
	for _, line := range header {
		for part := range strings.SplitSeq(line, ",") {
			name, parameter, _ := strings.Cut(part, ";")
			weight := quality(parameter)
			if name = strings.TrimSpace(name); name == "*" {
				any = weight
				continue
			}
			for e := range encodings {
				if strings.EqualFold(name, e.String()) {
					q[e], named[e] = weight, true
				}
			}
		}
	}
	best := identity
	for e := gzipped; e < encodings; e++ {
		if !named[e] {
			q[e] = any
		}
		if q[e] > 0 && q[e] >= q[best] {
			best = e
		}
	}
	return best
}

// quality is the q of an encoding: 1 when none is given, 0 when it cannot be read.
func quality(parameter string) float64 {
	parameter = strings.TrimSpace(parameter)
	if parameter == "" {
		return 1
	}
	text, found := strings.CutPrefix(strings.ToLower(parameter), "q=")
	if q, err := strconv.ParseFloat(text, 64); found && err == nil && q >= 0 && q <= 1 {
		return q
	}
	return 0
}

// packer compresses bodies. Its encoders are used again and again: making one costs more than using it.
type packer struct {
	gzip, brotli sync.Pool
	zstd         *zstd.Encoder
}

// Levels at which a directory's JSON came out about as small as at the highest ones, in a fraction of the time.
const (
	gzipLevel   = 5
	brotliLevel = 4
)

func newPacker() *packer {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(runtime.GOMAXPROCS(0)), zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(1<<20))
	if err != nil { // only options can be wrong
		panic(fmt.Sprintf("make the zstd encoder: %v", err))
	}
	p := &packer{zstd: z}
	p.gzip.New = func() any { w, _ := gzip.NewWriterLevel(nil, gzipLevel); return w }
	p.brotli.New = func() any { return brotli.NewWriterLevel(nil, brotliLevel) }
	return p
}

// pack is the body in another encoding than identity.
func (p *packer) pack(body []byte, e encoding) []byte {
	switch e {
	case gzipped:
		return packWith(&p.gzip, body)
	case brotlied:
		return packWith(&p.brotli, body)
	default:
		return p.zstd.EncodeAll(body, make([]byte, 0, len(body)/4))
	}
}

type resettable interface {
	io.WriteCloser
	Reset(io.Writer)
}

func packWith(pool *sync.Pool, body []byte) []byte {
	w := pool.Get().(resettable)
	defer pool.Put(w)
	packed := bytes.NewBuffer(make([]byte, 0, len(body)/4))
	w.Reset(packed)
	_, err := w.Write(body)
	if closed := w.Close(); err != nil || closed != nil {
		panic(fmt.Sprintf("compress into memory: %v, %v", err, closed)) // a buffer takes everything
	}
	return packed.Bytes()
}
