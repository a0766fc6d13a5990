package drill

import (
	"bytes"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
)

// A bucket that fails. Uploads are refused in time, a sync fails and changes nothing, a backup fails or names what it lacks.
// One that answers other bytes still stores uploads: the hash of an image is checked when it is read.
func TestBucket(t *testing.T) {
	parallel(t)
	production := newProduction(t, "", newContent(t, "production", 50, 10))
	var scenarios []scenario
	for _, fault := range []bucketFault{hangs, refuses, corrupts, disconnects, truncates, fails500, fails503}[:choose(3, 7)] {
		scenarios = append(scenarios, scenario{string(fault), func(t *testing.T) setup { return failingBucket(t, fault, production) },
			load{products: [2]int{50, 50}, writers: 1, readers: 1}, seconds(1, 0), seconds(1, 0),
			promise{refusals: uploadRefusals, answeredIn: 12 * time.Second, addressWithin: time.Second}})
	}
	runScenarios(t, scenarios)
}

// uploadRefusals are the statuses of a refused upload, besides 503.
var uploadRefusals = []int{http.StatusBadGateway, http.StatusGatewayTimeout}

// failingBucket is a copy of a production site whose bucket has a fault.
func failingBucket(t *testing.T, fault bucketFault, production *site) setup {
	b := newBucket(t)
	s := newSite(t, "")
	s.env = append(b.settings(), "VITRINE_ROLE=development", "VITRINE_PRODUCTION_DATABASE_URL="+production.file())
	backups := filepath.Join(t.TempDir(), "backups")
	var unread string // path of an image that nobody has read
	return setup{sites: []*site{s},
		inject: func(r *run, _ int) (heal func()) {
			var err error
			unread, err = r.clients[0].upload()
			noError(t, err)
			product := newProduct("with images")
			product.Logo, product.Images = r.image, []string{unread}
			r.acknowledged(func() write { return r.own.create(product) })
			b.set(fault)
			return func() { b.set(healthy) }
		},
		during: func(r *run) {
			unreadStatus := http.StatusServiceUnavailable
			if fault == corrupts {
				unreadStatus = http.StatusNotFound
			}
			var all sync.WaitGroup
			all.Go(func() {
				r.answeredIn(r.promise.answeredIn, "GET", unread, nil, func(got response) bool { return got.status == unreadStatus })
			})
			all.Go(func() { s.backUpWith(backups) })
			if fault != corrupts && fault != truncates { // these damage only what is read
				all.Go(func() {
					r.answeredIn(r.promise.answeredIn, "POST", "/api/upload", newUpload(), func(got response) bool {
						mustExplain(t, got, uploadRefusals...)
						return true
					})
				})
				all.Go(func() {
					r.answeredIn(time.Minute, "POST", "/api/sync/manual", nil, func(got response) bool {
						return got.status >= 500 && strings.Contains(string(got.body), "Failed to sync database")
					})
					if queryInt(t, s, "SELECT count(*) FROM categories WHERE name LIKE 'production%'") > 0 {
						t.Error("a sync that failed has left categories") // verify finds its products
					}
				})
			}
			all.Wait()
		},
		after: func(r *run) {
			r.answeredIn(time.Second, "GET", unread, nil, func(got response) bool { return got.status == http.StatusOK })
			eventually(t, "a sync succeeds", func() bool {
				return r.clients[0].call("POST", "/api/sync/manual", nil, http.StatusOK, nil) == nil
			})
			s.do("", "backup", "--to", backups)
			if !bytes.Equal(s.exported(everything), production.exported(everything)) {
				t.Error("after a sync the site does not show what production shows")
			}
		}}
}

// answeredIn sends a request whose response has to be correct and in time.
func (r *run) answeredIn(bound time.Duration, method, path string, body any, correct func(got response) bool) {
	took := timed(func() {
		got, err := r.clients[0].do(method, path, body)
		if err != nil || !correct(got) {
			r.t.Errorf("%s %s is answered with %d, %v: %.300s", method, path, got.status, err, got.body)
		}
	})
	atMost(r.t, method+" "+path+" is answered after", took, bound)
}

// backUpWith writes a backup, which has to fail and, if it leaves a file, to name the missing images.
func (s *site) backUpWith(folder string) {
	took := timed(func() {
		_, err := s.try("", "backup", "--to", folder)
		if err == nil {
			s.t.Error("a backup succeeds without the images")
		}
		entries, _ := os.ReadDir(folder) // it may not exist
		incomplete := err != nil && strings.Contains(err.Error(), "is complete except for")
		if (len(entries) > 0) != incomplete {
			s.t.Errorf("a backup that ends with %v leaves %v", err, entries)
		}
	})
	figure(s.t, "a backup ends after", took, "–")
}

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
		noError(b.t, err)
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
		body = body[:len(body)/2] // Content-Length stays that of the whole
	}
	read.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// settings are those of a site that stores its uploads in the bucket.
func (b *bucket) settings() []string {
	return []string{"VITRINE_S3_ENDPOINT=http://" + b.address, "VITRINE_S3_BUCKET=" + b.server.Bucket,
		"VITRINE_S3_ACCESS_KEY=" + b.server.AccessKey, "VITRINE_S3_SECRET_KEY=" + b.server.SecretKey}
}
