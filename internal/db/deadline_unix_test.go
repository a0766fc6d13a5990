//go:build unix

package db_test

import (
	"context"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

func TestDeadlines(t *testing.T) {
	t.Parallel()
	server := storetest.StartServer(t)
	s := storetest.OpenAt(t, db.Options{DatabaseURL: server.URL})
	create(t, s, draft("One"))
	server.Freeze()
	defer server.Thaw()
	read, written := make(chan error, 1), make(chan error, 1)
	began := time.Now()
	go func() {
		_, _, err := s.Session(context.Background(), "nobody's")
		read <- err
	}()
	go func() {
		_, err := s.CreateProduct(context.Background(), "tester", draft("Two"))
		written <- err
	}()
	for _, failed := range []chan error{read, written} {
		wantFault(t, <-failed, fault.Unavailable)
	}
	if took := time.Since(began); took > time.Minute { // it is 14 seconds on a machine that does nothing else
		t.Errorf("it took %v", took)
	}
}
