package drill

import (
	"bytes"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/buckettest"
)

// bucketFault is how a bucket's server fails.
type bucketFault string

const (
	healthy     bucketFault = "healthy"
	refuses     bucketFault = "refuses connections"
	disconnects bucketFault = "closes connections"
	hangs       bucketFault = "never answers"
	fails500    bucketFault = "answers 500"
	fails503    bucketFault = "answers 503"
	truncates   bucketFault = "breaks its answers off"
	corrupts    bucketFault = "answers other bytes"
)

// bucket is a real S3 server behind a proxy that can fail.
type bucket struct {
	t       testing.TB
	server  *buckettest.Server
	proxy   *httputil.ReverseProxy
	address string
	front   *http.Server
	fault   atomic.Value
}

func newBucket(t testing.TB) *bucket {
	b := &bucket{t: t, server: buckettest.Start(t), address: buckettest.FreeAddress(t)}
	b.proxy = &httputil.ReverseProxy{ModifyResponse: b.damage, ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = b.server.Endpoint.Scheme, b.server.Endpoint.Host, r.In.Host // the host is signed
	}}
	b.set(healthy)
	t.Cleanup(func() { b.set(refuses) })
	return b
}

// set makes the proxy fail or work again. One that refuses connections closes those that it has.
func (b *bucket) set(fault bucketFault) {
	b.fault.Store(fault)
	if b.front != nil && fault == refuses {
		b.front.Close()
		b.front = nil
	} else if b.front == nil && fault != refuses {
		listener, err := net.Listen("tcp", b.address)
		if err != nil {
			b.t.Fatal(err)
		}
		b.front = &http.Server{Handler: b}
		go func(front *http.Server) { _ = front.Serve(listener) }(b.front) // it ends with Close
	}
}

// ServeHTTP passes a request on to the server, or fails.
func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch b.fault.Load() {
	case disconnects:
		panic(http.ErrAbortHandler)
	case hangs:
		for b.fault.Load() == hangs && r.Context().Err() == nil {
			time.Sleep(10 * time.Millisecond)
		}
		panic(http.ErrAbortHandler)
	case fails500:
		w.WriteHeader(http.StatusInternalServerError)
	case fails503:
		w.WriteHeader(http.StatusServiceUnavailable)
	default:
		b.proxy.ServeHTTP(w, r)
	}
}

// damage truncates or corrupts an image that is read.
func (b *bucket) damage(read *http.Response) error {
	fault := b.fault.Load()
	isImage := read.Request.Method == http.MethodGet && strings.Contains(read.Request.URL.Path, "/uploads/") && read.StatusCode == http.StatusOK
	if !isImage || fault != truncates && fault != corrupts {
		return nil
	}
	body, err := io.ReadAll(read.Body)
	if err != nil {
		return err
	}
	if fault == corrupts {
		body[0] ^= 1
	} else {
		body = body[:len(body)/2] // Content-Length is that of the whole
	}
	read.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// settings are those of a site that stores its uploads in the bucket.
func (b *bucket) settings() []string {
	return []string{"VITRINE_S3_ENDPOINT=http://" + b.address, "VITRINE_S3_BUCKET=" + b.server.Bucket,
		"VITRINE_S3_ACCESS_KEY=" + b.server.AccessKey, "VITRINE_S3_SECRET_KEY=" + b.server.SecretKey}
}
