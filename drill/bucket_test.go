package drill

import (
	"bytes"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
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
	disconnects bucketFault = "closes connections"
	hangs       bucketFault = "never answers"
	fails500    bucketFault = "answers 500"
	fails503    bucketFault = "answers 503"
	truncates   bucketFault = "breaks its answers off"
	corrupts    bucketFault = "answers other bytes"
)

// bucket is a real S3 server behind a proxy that can fail.
type bucket struct {
	server *buckettest.Server
	proxy  *httputil.ReverseProxy
	front  *httptest.Server
	fault  atomic.Value
}

func newBucket(t testing.TB) *bucket {
	b := &bucket{server: buckettest.Start(t)}
	b.fault.Store(healthy)
	b.proxy = &httputil.ReverseProxy{ModifyResponse: b.damage, ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = b.server.Endpoint.Scheme, b.server.Endpoint.Host, r.In.Host // the host is signed
	}}
	b.front = httptest.NewServer(b)
	t.Cleanup(func() {
		b.fault.Store(healthy)
		b.front.Close()
	})
	return b
}

// ServeHTTP passes a request on to the server, or fails.
func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch fault := b.fault.Load(); {
	case fault == disconnects:
		panic(http.ErrAbortHandler)
	case fault == hangs:
		for b.fault.Load() == hangs && r.Context().Err() == nil {
			time.Sleep(10 * time.Millisecond)
		}
		panic(http.ErrAbortHandler)
	case fault == fails500:
		w.WriteHeader(http.StatusInternalServerError)
	case fault == fails503:
		w.WriteHeader(http.StatusServiceUnavailable)
	default:
		b.proxy.ServeHTTP(w, r)
	}
}

// damage truncates or corrupts an answer that has an image.
func (b *bucket) damage(answer *http.Response) error {
	fault := b.fault.Load()
	isImage := answer.Request.Method == http.MethodGet && strings.Contains(answer.Request.URL.Path, "/uploads/") && answer.StatusCode == http.StatusOK
	if !isImage || fault != truncates && fault != corrupts {
		return nil
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if fault == truncates {
		answer.Body = io.NopCloser(bytes.NewReader(body[:len(body)/2])) // Content-Length is that of the whole
		return nil
	}
	for i := range body {
		body[i] ^= 1
	}
	answer.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// settings are those of a site that stores its uploads in the bucket.
func (b *bucket) settings() []string {
	return []string{"VITRINE_S3_ENDPOINT=" + b.front.URL, "VITRINE_S3_BUCKET=" + b.server.Bucket,
		"VITRINE_S3_ACCESS_KEY=" + b.server.AccessKey, "VITRINE_S3_SECRET_KEY=" + b.server.SecretKey}
}
