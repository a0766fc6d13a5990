package drill

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/buckettest"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// What a site may take that its uploads' place does not answer: a call to that place has ten seconds.
const (
	uploadWithin = 12 * time.Second
	pageWithin   = time.Second
	wellWithin   = 2 * time.Second
)

// ill is a site whose uploads lie in a bucket that falls ill.
type ill struct {
	*site
	bucket       *bucket
	client       *client
	seen, unseen string // addresses of an image that somebody has had already, and of one that nobody has
}

// A site goes on while its bucket fails, and recovers with it.
func TestBucketFailure(t *testing.T) {
	beside(t)
	server := buckettest.Start(t)
	source := production(t, called("after", 50, 10)).file()
	illnesses := []illness{hangs, refuses, mixesUp, pretends, cutsOff, stumbles, overrun}
	for _, illness := range illnesses[:rounds(4, len(illnesses))] {
		t.Run(string(illness), func(t *testing.T) {
			beside(t)
			s := newIll(t, server, source)
			before := storetest.Contents(t, s.place, "audit", "audit_files", "images", "sync_runs", "sessions", "rate_limits", "leases")
			s.bucket.fall(illness)
			s.suffer(illness)
			if storetest.Contents(t, s.place, "audit", "audit_files", "images", "sync_runs", "sessions", "rate_limits", "leases") != before {
				t.Error("what the site shows was changed")
			}
			s.bucket.fall(well)
			s.recover()
		})
	}
}

// newIll is a site that is open and well.
func newIll(t *testing.T, server *buckettest.Server, source string) *ill {
	s := &ill{site: newSite(t, store.Options{}), bucket: newBucket(t, server)}
	s.env = append(s.bucket.settings(), "VITRINE_ROLE=development", "VITRINE_PRODUCTION_DATABASE_URL="+source)
	s.show(called("before", 50, 0))
	s.start()
	s.client = s.administrator()
	s.seen, s.unseen = s.uploaded(), s.uploaded()
	s.get(s.seen, http.StatusOK, pageWithin)
	product := tool("one with a picture")
	product.Logo, product.Images = s.seen, []string{s.unseen}
	if _, err := s.client.create(t.Context(), product); err != nil {
		t.Fatal(err)
	}
	return s
}

// upload sends an image.
func (s *ill) upload() (answer, time.Duration) {
	s.t.Helper()
	began := time.Now()
	got, err := s.client.ask(s.t.Context(), http.MethodPost, "/api/upload", map[string]any{"image": sampleImage(), "kind": "screenshot"})
	if err != nil {
		s.t.Error(err)
	}
	return got, time.Since(began)
}

// uploaded sends an image, and gives its address.
func (s *ill) uploaded() string {
	s.t.Helper()
	var added struct{ URL string }
	if err := s.client.into(s.t.Context(), http.MethodPost, "/api/upload", map[string]any{"image": sampleImage(), "kind": "screenshot"}, http.StatusOK, &added); err != nil {
		s.t.Fatal(err)
	}
	return added.URL
}

// get reads an address, which has to be answered in this way and time.
func (s *ill) get(path string, want int, within time.Duration) {
	s.t.Helper()
	began := time.Now()
	got, err := s.client.ask(s.t.Context(), http.MethodGet, path, nil)
	if took := time.Since(began); err != nil || got.status != want || *full && took > within {
		s.t.Errorf("%s: %d after %s, %v; want %d within %s", path, got.status, took, err, want, within)
	}
}

// suffer asks the site for everything at once while its bucket is ill.
func (s *ill) suffer(illness illness) {
	unseen := map[string]int{string(mixesUp): http.StatusNotFound, string(pretends): http.StatusOK}[string(illness)]
	if unseen == 0 {
		unseen = http.StatusServiceUnavailable
	}
	var all sync.WaitGroup
	all.Go(func() {
		got, took := s.upload()
		if got.status != http.StatusBadGateway && got.status != http.StatusGatewayTimeout && got.status != http.StatusServiceUnavailable {
			s.t.Errorf("an upload is answered with %d: %s", got.status, got.body)
		}
		atMost(s.t, "an upload is refused after", took, uploadWithin)
	})
	all.Go(func() { s.get(s.unseen, unseen, uploadWithin) })
	all.Go(func() { s.sync() })
	all.Go(func() { s.backUp(illness) })
	var pages durations
	for range 20 {
		pages.add(timed(func() {
			s.get("/", http.StatusOK, pageWithin)
			s.get("/api/products", http.StatusOK, pageWithin)
			s.get(s.seen, http.StatusOK, pageWithin)
		}))
		time.Sleep(50 * time.Millisecond)
	}
	all.Wait()
	figure(s.t, "a page, the list and an image that was seen", &pages, "≤ 3s")
}

// sync copies production, which fails and says why.
func (s *ill) sync() {
	began := time.Now()
	got, err := s.client.ask(s.t.Context(), http.MethodPost, "/api/sync/manual", nil)
	if err != nil || got.status < 500 || !strings.Contains(string(got.body), "Failed to sync database") {
		s.t.Errorf("a sync is answered with %d, %v: %s", got.status, err, got.body)
	}
	figure(s.t, "a sync fails after", round(time.Since(began)), "–")
}

// backUp writes a backup, which fails, or names what it has not; where the bucket only loses what is new it has all.
func (s *ill) backUp(illness illness) {
	began, folder := time.Now(), filepath.Join(s.place.DataDir, "drill")
	_, err := s.try("", "backup", "--to", folder)
	if (err == nil) != (illness == pretends) {
		s.t.Errorf("a backup ends with %v", err)
	}
	figure(s.t, "a backup ends after", round(time.Since(began)), "–")
	entries, _ := os.ReadDir(folder) // it may not have come to that
	if names := err != nil && strings.Contains(err.Error(), "is complete except for"); (len(entries) > 0) != (names || err == nil) {
		s.t.Errorf("a backup that ends with %v leaves %v", err, entries)
	}
}

// recover sees that all works again, and that nothing half is left.
func (s *ill) recover() {
	took := worksAfter(s.t, "an upload", func() error {
		return s.client.into(s.t.Context(), http.MethodPost, "/api/upload", map[string]any{"image": sampleImage(), "kind": "screenshot"}, http.StatusOK, &struct{}{})
	})
	atMost(s.t, "uploads work again after", took, wellWithin)
	s.get(s.unseen, http.StatusOK, pageWithin)
	var run struct{ Failure string }
	worksAfter(s.t, "a sync", func() error {
		return s.client.into(s.t.Context(), http.MethodPost, "/api/sync/manual", nil, http.StatusOK, &run)
	})
	s.do("", "backup", "--to", filepath.Join(s.place.DataDir, "drill"))
	s.whole()
	if !slices.Equal(s.shown(everything), called("after", 50, 10).export(s.t)) {
		s.t.Error("after the sync the site does not show what production does")
	}
}
