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

	"github.com/vitrine-directory/vitrine/internal/db"
)

// serverVariable names a PostgreSQL server on which tests may create and drop databases, as a postgres:// URL. Without
// it each test process runs a private server.
const serverVariable = "VITRINE_TEST_POSTGRES_URL"

// server is the process's PostgreSQL server. The first test that needs it starts it, all tests share it, because a
// start is slow, and it ends with the process.
var server = sync.OnceValues(func() (*cluster, error) {
	given := os.Getenv(serverVariable)
	if given != "" {
		return &cluster{given, func() (string, error) { return noTables, nil }}, nil // leave no template on that server
	}
	address, err := startCluster()
	c := &cluster{address: address}
	c.migrated = sync.OnceValues(c.migrate)
	return c, err
})

// noTables is the template database that every server has.
const noTables = "template1"

// cluster is a PostgreSQL server.
type cluster struct {
	address  string
	migrated func() (string, error) // name of the template database that has the tables
}

// PostgresURL returns the URL of an empty PostgreSQL database, which belongs to the test until it ends.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return startedCluster(t).copyOf(t, noTables)
}

// migratedURL is PostgresURL of a database that has the tables. Its timeouts are longer than a site's, because many
// tests run at once: tests of the store's own time limits use PostgresURL.
func migratedURL(t testing.TB) string {
	t.Helper()
	c := startedCluster(t)
	template, err := c.migrated()
	if err != nil {
		t.Fatalf("make a database with tables: %v", err)
	}
	u, err := url.Parse(c.copyOf(t, template))
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("statement_timeout", "60s")
	query.Set("lock_timeout", "60s")
	u.RawQuery = query.Encode()
	return u.String()
}

func startedCluster(t testing.TB) *cluster {
	t.Helper()
	c, err := server()
	if err != nil {
		t.Fatalf("start PostgreSQL: %v", err)
	}
	return c
}

// copyOf creates a database for a test and drops it when the test ends.
func (c *cluster) copyOf(t testing.TB, template string) string {
	t.Helper()
	name, err := c.create(template)
	if err != nil {
		t.Fatalf("make a database: %v", err)
	}
	t.Cleanup(func() {
		if err := onServer(c.address, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop the test's database: %v", err)
		}
	})
	address, err := c.of(name)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func (c *cluster) create(template string) (name string, err error) {
	name = "vitrine_test_" + strings.ToLower(rand.Text())
	return name, onServer(c.address, "CREATE DATABASE "+name+" TEMPLATE "+template)
}

// migrate creates a database with the tables.
func (c *cluster) migrate() (name string, err error) {
	name, err = c.create(noTables)
	if err != nil {
		return "", err
	}
	address, err := c.of(name)
	if err != nil {
		return "", err
	}
	return name, migrate(db.Options{DatabaseURL: address})
}

// of returns the URL of a database.
func (c *cluster) of(name string) (string, error) {
	u, err := url.Parse(c.address)
	if err != nil {
		return "", fmt.Errorf("read the server's address: %w", err)
	}
	u.Path = "/" + name
	return u.String(), nil
}

// onServer runs statements, together, on a new connection.
func onServer(address, statement string) error {
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

// waitForServer waits until the server accepts connections, or has ended.
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
