package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// serverVariable names a PostgreSQL server on which tests may create and drop databases, as a postgres:// URL. Without
// it each test process runs a private one.
const serverVariable = "VITRINE_TEST_POSTGRES_URL"

// server is the address of the process's PostgreSQL, started when the first test asks for it. There is one of it as
// starting it is what takes time; it ends with the process.
var server = sync.OnceValues(func() (string, error) {
	if given := os.Getenv(serverVariable); given != "" {
		return given, nil
	}
	return startCluster()
})

// PostgresURL is the address of a new, empty PostgreSQL database, which is dropped when the test ends.
func PostgresURL(t testing.TB) string {
	t.Helper()
	address, err := server()
	if err != nil {
		t.Fatalf("start PostgreSQL: %v", err)
	}
	name := "vitrine_test_" + strings.ToLower(rand.Text())
	if err := onServer(address, "CREATE DATABASE "+name); err != nil {
		t.Fatalf("make a database: %v", err)
	}
	t.Cleanup(func() {
		if err := onServer(address, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop the test's database: %v", err)
		}
	})
	u, err := url.Parse(address)
	if err != nil {
		t.Fatalf("read the server's address: %v", err)
	}
	u.Path = "/" + name
	return u.String()
}

// onServer runs one statement on a connection of its own.
func onServer(address, statement string) error {
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

// waitForServer waits until the server takes connections, or has ended.
func waitForServer(address string, ended <-chan error) error {
	deadline := time.After(60 * time.Second)
	for {
		err := onServer(address, "SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case <-ended:
			return errors.New("the server ended while it started")
		case <-deadline:
			return fmt.Errorf("the server does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
