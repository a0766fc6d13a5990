package main

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
)

// The program asks itself, whatever address it listens on, and ends with a status.
func TestHealthOfSite(t *testing.T) {
	t.Parallel()
	place := config.Database{Data: t.TempDir()}
	_, port, err := net.SplitHostPort(buckettest.FreeAddress(t))
	noError(t, err)
	for _, addr := range []string{":" + port, "0.0.0.0:" + port, "[::]:" + port} {
		t.Run(addr, func(t *testing.T) {
			ctx := t.Context()
			listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
			if err != nil && strings.HasPrefix(addr, "[") {
				t.Logf("this machine has no IPv6: %v", err)
				return
			}
			noError(t, err, listener.Close())
			running := program(t, place, "serve", "--addr", addr)
			noError(t, running.Start())
			ask := program(t, place, "health")
			ask.Args = ask.Args[:2] // it has no --data
			ask.Env = append(ask.Env, "VITRINE_ADDR="+addr)
			eventually(t, "it is healthy", func() bool {
				again := *ask
				output, err := (&again).CombinedOutput()
				return err == nil && string(output) == addr+": healthy\n"
			})
			noError(t, running.Process.Kill())
			_ = running.Wait() // it was killed
			output, err := ask.CombinedOutput()
			if err == nil || err.Error() != "exit status 1" || strings.Count(string(output), "\n") != 1 || !strings.Contains(string(output), addr+": not healthy: ") {
				t.Errorf("without a site: %v, and\n%s", err, output)
			}
		})
	}
}

// A site whose database has gone is healthy and not ready.
func TestHealthReady(t *testing.T) {
	t.Parallel()
	place := config.Database{Data: t.TempDir()}
	settings := config.Serve{Database: place, Addr: buckettest.FreeAddress(t)}
	open(t, settings)
	output, err := said(t, health, config.Health{Addr: settings.Addr, Ready: true})
	noError(t, err)
	same(t, "the output", output, settings.Addr+": ready\n")
	file := filepath.Join(place.Data, "vitrine.db")
	noError(t, os.Rename(file, file+".away"))
	eventually(t, "it is not ready", func() bool {
		_, err := said(t, health, config.Health{Addr: settings.Addr, Ready: true})
		return err != nil && strings.HasSuffix(err.Error(), ": not ready: it answers 503 Service Unavailable")
	})
	output, err = said(t, health, config.Health{URL: "http://" + settings.Addr + "/"})
	noError(t, err)
	same(t, "the output", output, "http://"+settings.Addr+"/: healthy\n")
}

// Another program is no healthy site, and one that stays silent isn't waited for.
func TestHealthOfOthers(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"other program": {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<!doctype html>") }, "another program answers there"},
		"redirect":      {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/login", http.StatusFound) }, "it answers 302 Found"},
		"silence":       {func(http.ResponseWriter, *http.Request) { <-released }, "it does not answer within 3s"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(test.answer)
			if name == "silence" {
				defer close(released)
			}
			t.Cleanup(server.Close)
			_, err := said(t, health, config.Health{Addr: server.Listener.Addr().String()})
			wantError(t, err, test.want)
		})
	}
}
