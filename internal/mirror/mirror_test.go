package mirror_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A notice is sent again until the peer accepts it.
func TestNoticeRetry(t *testing.T) {
	t.Parallel()
	secret := []byte("a secret of enough bytes, surely")
	began, o := time.Now(), storetest.Migrated(t)
	o.Now = func() time.Time { return began.Add(20 * time.Since(began)) } // the store's time passes faster
	s := storetest.OpenAt(t, o)
	var (
		lock    sync.Mutex
		headers []http.Header
		bodies  []string
	)
	accepted := make(chan struct{})
	peer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		lock.Lock()
		defer lock.Unlock()
		headers, bodies = append(headers, r.Header), append(bodies, string(body))
		if len(bodies) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		close(accepted)
	}))
	defer peer.Close()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		mirror.NewNotifier(&mirror.Queries{DB: s.DB, Kinds: s.Kinds}, peer.URL, secret, slog.New(slog.DiscardHandler)).Run(ctx)
	})
	defer running.Wait()
	defer stop()
	select {
	case <-accepted: // after a debounce of 3 seconds and a retry 5 seconds later
	case <-time.After(time.Minute):
		t.Fatal("the notice was not accepted within a minute")
	}
	lock.Lock()
	defer lock.Unlock()
	receiver := mirror.New(mirror.Options{Store: &mirror.Queries{DB: s.DB, Kinds: s.Kinds}, Development: true, Secrets: [][]byte{secret}, Logger: slog.New(slog.DiscardHandler),
		Open: func(context.Context) (archive.Source, error) { return nil, errors.New("not opened here") }})
	for i, header := range headers {
		if err := receiver.Take(t.Context(), header, []byte(bodies[i])); err != nil || !strings.HasPrefix(bodies[i], `{"data":{"version":`) {
			t.Errorf("delivery %d: %v, %s", i, err, bodies[i])
		}
	}
}

// Content of a site that runs a newer program is refused, with the versions of both.
func TestRemoteNewer(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../archive/testdata/before-additions.jsonl")
	storetest.NoError(t, err)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(archive.ProgramHeader, "vitrine 2.0")
		_, _ = w.Write(bytes.Replace(content, []byte(`"format":1`), []byte(`"format":2`), 1))
	}))
	defer site.Close()
	here := storetest.Open(t)
	copier := &archive.Copier{Store: &archive.Queries{DB: here.DB, Kinds: here.Kinds}, Program: "vitrine 1.2", Logger: slog.New(slog.DiscardHandler)}
	_, err = copier.Compare(t.Context(), mirror.NewRemote(site.URL, "token"))
	if want := "runs a newer program (vitrine 2.0; this site: vitrine 1.2). Upgrade this site first."; err == nil || !strings.HasSuffix(fault.From(err).Message, want) {
		t.Errorf("got %v", err)
	}
}
