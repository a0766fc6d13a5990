package drill

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A bucket that fails. Uploads are refused in time, a sync fails and changes nothing, a backup fails or names what it lacks.
// One that answers other bytes still stores what it is sent: an image is held against its name when it is read.
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
			if unread, err = r.clients[0].upload(t.Context()); err != nil {
				t.Fatal(err)
			}
			product := newProduct("with images")
			product.Logo, product.Images = r.image, []string{unread}
			if err := r.own.send(t.Context(), r.own.create(product)); err != nil {
				t.Fatal(err)
			}
			b.set(fault)
			return func() { b.set(healthy) }
		},
		during: func(r *run) {
			var all sync.WaitGroup
			all.Go(func() { r.readUnread(unread, fault) })
			all.Go(func() { s.backUpWith(backups) })
			if fault != corrupts && fault != truncates { // which only damage answers
				all.Go(func() { r.refusedUpload() })
				all.Go(func() { r.failedSync() })
			}
			all.Wait()
		},
		after: func(r *run) {
			took := timed(func() {
				if err := r.clients[0].call(t.Context(), "GET", unread, nil, http.StatusOK, nil); err != nil {
					t.Error(err)
				}
			})
			atMost(t, "an image that was not read before is answered after the fault", took, time.Second)
			eventually(t, "a sync succeeds", func() bool {
				return r.clients[0].call(t.Context(), "POST", "/api/sync/manual", nil, http.StatusOK, nil) == nil
			})
			s.do("", "backup", "--to", backups)
			if !bytes.Equal(s.exported(everything), production.exported(everything)) {
				t.Error("after a sync the site does not show what production shows")
			}
		}}
}

// refusedUpload uploads an image, which has to be refused in time.
func (r *run) refusedUpload() {
	took := timed(func() {
		got, err := r.clients[0].do(r.t.Context(), "POST", "/api/upload", newUpload())
		if err != nil {
			r.t.Error(err)
		}
		mustExplain(r.t, got, uploadRefusals...)
	})
	atMost(r.t, "an upload is refused after", took, r.promise.answeredIn)
}

// readUnread reads an image that the program has not cached.
func (r *run) readUnread(path string, fault bucketFault) {
	want := http.StatusServiceUnavailable
	if fault == corrupts {
		want = http.StatusNotFound
	}
	took := timed(func() {
		if got, err := r.clients[0].do(r.t.Context(), "GET", path, nil); err != nil || got.status != want {
			r.t.Errorf("an image that was not read before: %d, %v; want %d", got.status, err, want)
		}
	})
	atMost(r.t, "an image that was not read before is answered after", took, r.promise.answeredIn)
}

// failedSync starts a sync, which has to fail. That it changes no product is seen when the writes are verified.
func (r *run) failedSync() {
	took := timed(func() {
		got, err := r.clients[0].do(r.t.Context(), "POST", "/api/sync/manual", nil)
		if err != nil || got.status < 500 || !strings.Contains(string(got.body), "Failed to sync database") {
			r.t.Errorf("a sync is answered with %d, %v: %s", got.status, err, got.body)
		}
	})
	if queryInt(r.t, r.sites[0], "SELECT count(*) FROM categories WHERE name LIKE 'production%'") > 0 {
		r.t.Error("a sync that failed has left categories")
	}
	figure(r.t, "a sync fails after", took, "–")
}

// backUpWith writes a backup, which has to fail or to name what it lacks.
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
