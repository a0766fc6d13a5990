package encoding

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func unpack(t *testing.T, packed []byte, e Encoding) []byte {
	t.Helper()
	var (
		body io.Reader = bytes.NewReader(packed)
		err  error
	)
	switch e {
	case Gzip:
		body, err = gzip.NewReader(body)
	case Brotli:
		body = brotli.NewReader(body)
	case Zstd:
		var decoder *zstd.Decoder
		if decoder, err = zstd.NewReader(body); err == nil {
			defer decoder.Close()
			body = decoder
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// text returns some kilobytes of JSON that compress well.
func text(name string) []byte {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, `{"id":%d,"name":"%s %d","category":%d},`, i, name, i*i, i*7919%60)
	}
	return []byte(b.String())
}

// Every encoding at every effort unpacks to the original.
func TestPackRoundTrip(t *testing.T) {
	p := NewPacker()
	var packing sync.WaitGroup
	for round := range 4 { // concurrently, so that encoders are reused
		packing.Go(func() {
			for _, body := range [][]byte{text(fmt.Sprint("tool ", round)), {}, []byte("short")} {
				for e := range Count {
					for effort := range efforts {
						if got := unpack(t, p.Pack(body, e, effort), e); !bytes.Equal(got, body) {
							t.Errorf("%s, effort %d: %d bytes unpacked to %.40q", e, effort, len(body), got)
						}
					}
				}
			}
		})
	}
	packing.Wait()
}

// The best effort compresses better than the default, and every effort at least halves the text.
func TestPackEffort(t *testing.T) {
	p, body := NewPacker(), text("tool")
	for e := Gzip; e < Count; e++ {
		fastest, standard, best := len(p.Pack(body, e, Fastest)), len(p.Pack(body, e, Default)), len(p.Pack(body, e, Best))
		if best >= standard || max(standard, fastest) > len(body)/2 {
			t.Errorf("%s packs %d bytes into %d (fastest), %d (default) and %d (best)", e, len(body), fastest, standard, best)
		}
	}
}

// Encoders are reused.
func TestPackEncoderReuse(t *testing.T) {
	const times = 100
	p := NewPacker()
	for e, pools := range map[Encoding]*[efforts]sync.Pool{Gzip: &p.gzip, Brotli: &p.brotli, Zstd: &p.zstd} {
		var created atomic.Int64
		create := pools[Default].New
		pools[Default].New = func() any { created.Add(1); return create() }
		for range times {
			p.Pack([]byte("short"), e, Default)
		}
		if created.Load() > times/2 { // the race detector makes pools drop some
			t.Errorf("%s: %d encoders created for %d bodies", e, created.Load(), times)
		}
	}
}

// At most one body per processor is packed at a time.
func TestPackConcurrency(t *testing.T) {
	for e := Gzip; e < Count; e++ {
		synctest.Test(t, func(t *testing.T) {
			p := NewPacker()
			if cap(p.slots) != runtime.GOMAXPROCS(0) {
				t.Errorf("%d slots for %d processors", cap(p.slots), runtime.GOMAXPROCS(0))
			}
			for range cap(p.slots) {
				p.slots <- struct{}{}
			}
			var packed atomic.Bool
			go func() {
				p.Pack(text("tool"), e, Default)
				packed.Store(true)
			}()
			synctest.Wait()
			if packed.Load() {
				t.Errorf("%s: a body was packed without a free slot", e)
			}
			p.Pack(text("tool"), Identity, Default) // needs no slot
			<-p.slots
			synctest.Wait()
			if !packed.Load() || len(p.slots) != cap(p.slots)-1 {
				t.Errorf("%s: packed %t, %d slots taken after packing", e, packed.Load(), len(p.slots))
			}
		})
	}
}

// A Zstandard frame's window is at most zstdWindow.
func TestPackZstdWindow(t *testing.T) {
	p, body := NewPacker(), bytes.Repeat(text("tool"), 100)
	for effort := range efforts {
		var header zstd.Header
		if err := header.Decode(p.Pack(body, Zstd, effort)); err != nil {
			t.Fatal(err)
		}
		if len(body) <= zstdWindow || header.SingleSegment || header.WindowSize > zstdWindow { // a single segment is its own window
			t.Errorf("effort %d: %d bytes have the header %+v, want a window of at most %d", effort, len(body), header, zstdWindow)
		}
	}
}

// Packing with an unknown encoding panics and frees its slot.
func TestPackUnknownEncoding(t *testing.T) {
	p := NewPacker()
	defer func() {
		if recover() == nil || len(p.slots) != 0 {
			t.Errorf("no panic, or %d slots still taken", len(p.slots))
		}
	}()
	p.Pack(text("tool"), Count, Default)
}
