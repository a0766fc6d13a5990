package drill

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"strings"
	"sync"
	"testing"

	"github.com/minio/minio-go/v7"

	"vitrine/internal/buckettest"
)

// illness is what an S3 server can do instead of what it should.
type illness string

const (
	well     illness = ""
	refuses  illness = "refuses connections"
	hangs    illness = "takes calls and never answers"
	stumbles illness = "answers 500"
	overrun  illness = "answers 503"
	cutsOff  illness = "breaks its answers off"
	mixesUp  illness = "gives something else"
	pretends illness = "says it has stored, and has not"
)

// bucket is a bucket of a real S3 server behind a door of ours, at which it can fall ill.
type bucket struct {
	t       testing.TB
	real    *buckettest.Server
	name    string
	address string
	pass    *httputil.ReverseProxy

	lock    sync.Mutex
	illness illness
	cured   chan struct{} // closed when the illness is over
	door    *http.Server
}

func newBucket(t testing.TB, real *buckettest.Server) *bucket {
	b := &bucket{t: t, real: real, name: strings.ToLower(rand.Text()), address: buckettest.FreeAddress(t), cured: make(chan struct{})}
	b.pass = &httputil.ReverseProxy{ModifyResponse: b.spoil, ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = real.Endpoint.Scheme, real.Endpoint.Host, r.In.Host // which is signed
	}}
	if err := real.Client(t).MakeBucket(t.Context(), b.name, minio.MakeBucketOptions{}); err != nil {
		t.Fatal(err)
	}
	b.open()
	t.Cleanup(func() {
		b.fall(well)
		b.door.Close()
	})
	return b
}

// open opens the door.
func (b *bucket) open() {
	listener, err := net.Listen("tcp", b.address)
	if err != nil {
		b.t.Fatal(err)
	}
	b.door = &http.Server{Handler: b}
	go func() {
		if err := b.door.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			b.t.Error(err)
		}
	}()
}

// fall has the server fall ill, or get well.
func (b *bucket) fall(ill illness) {
	b.lock.Lock()
	before, cured := b.illness, b.cured
	b.illness, b.cured = ill, make(chan struct{})
	b.lock.Unlock()
	close(cured)
	switch {
	case ill == refuses:
		b.door.Close()
	case before == refuses:
		b.open()
	}
}

func (b *bucket) state() (illness, <-chan struct{}) {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.illness, b.cured
}

// ServeHTTP answers for the server, or has it answer.
func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ill, cured := b.state()
	switch {
	case ill == hangs:
		select {
		case <-cured:
		case <-r.Context().Done():
		}
	case ill == stumbles:
		w.WriteHeader(http.StatusInternalServerError)
	case ill == overrun:
		w.WriteHeader(http.StatusServiceUnavailable)
	case ill == pretends && r.Method == http.MethodPut:
		_, _ = io.Copy(io.Discard, r.Body) // whoever broke it off is not told of success
		w.Header().Set("ETag", `"0123456789abcdef0123456789abcdef"`)
	default:
		b.pass.ServeHTTP(w, r)
	}
}

// spoil changes an answer with an image in it.
func (b *bucket) spoil(answer *http.Response) error {
	ill, _ := b.state()
	isImage := answer.Request.Method == http.MethodGet && strings.Contains(answer.Request.URL.Path, "/uploads/") && answer.StatusCode == http.StatusOK
	if !isImage || ill != cutsOff && ill != mixesUp {
		return nil
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if ill == cutsOff {
		answer.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body[:len(body)/2]), broken{}))
		return nil
	}
	for i := range body {
		body[i] ^= 1
	}
	answer.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// broken is a connection that breaks.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// settings are those of a site that keeps its uploads there.
func (b *bucket) settings() []string {
	return []string{"VITRINE_S3_ENDPOINT=http://" + b.address, "VITRINE_S3_BUCKET=" + b.name,
		"VITRINE_S3_ACCESS_KEY=" + b.real.AccessKey, "VITRINE_S3_SECRET_KEY=" + b.real.SecretKey}
}
