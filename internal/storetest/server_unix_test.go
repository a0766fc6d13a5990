//go:build unix

package storetest_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// A server survives being stopped and frozen.
func TestServerStopAndFreeze(t *testing.T) {
	server := storetest.StartServer(t)
	s := storetest.OpenAt(t, db.Options{DatabaseURL: server.URL})
	kept, err := s.AddSocialLink(t.Context(), "test", someLink)
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT} {
		server.Stop(how)
		if err := s.Ping(t.Context()); err == nil {
			t.Error("a server that is stopped answers")
		}
		server.Start()
		if err := s.DeleteSocialLink(t.Context(), "test", kept.ID); err != nil {
			t.Fatalf("after %s: %v", how, err)
		}
		if kept, err = s.AddSocialLink(t.Context(), "test", someLink); err != nil {
			t.Fatalf("after %s: %v", how, err)
		}
	}
	server.Freeze()
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if err := s.Ping(ctx); err == nil {
		t.Error("a frozen server answers")
	}
	server.Thaw()
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("thawed: %v", err)
	}
}
