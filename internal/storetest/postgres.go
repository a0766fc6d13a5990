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
	"vitrine/internal/db"

	"github.com/jackc/pgx/v5"
)

// serverVariable names a PostgreSQL server on which tests may create and drop databases, as a postgres:// URL. Without
// it each test process runs a private one.
const serverVariable = "VITRINE_TEST_POSTGRES_URL"

// server is the process's PostgreSQL, started when the first test asks for it. There is one of it as starting it is what
// takes time; it ends with the process.
var server = sync.OnceValues(func() (*cluster, error) {
	given := os.Getenv(serverVariable)
	if given != "" {
		return &cluster{given, func() (string, error) { return noTables, nil }}, nil // nothing is to stay there
	}
	address, err := startCluster()
	c := &cluster{address: address}
	c.migrated = sync.OnceValues(c.migrate)
	return c, err
})

// noTables is the database that every server has to make others from.
const noTables = "template1"

// cluster is a PostgreSQL server.
type cluster struct {
	address  string
	migrated func() (string, error) // the name of the database to make others from that need the tables
}

// PostgresURL is the address of an empty PostgreSQL database, which is the test's own until it ends.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return startedCluster(t).copyOf(t, noTables)
}

// migratedURL is PostgresURL of a database that has the tables. Who waits for another there waits longer than on a site, as
// many tests run at once: what the store's own time limits do is tried on a database from PostgresURL.
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

// copyOf makes a database for a test and drops it when the test ends.
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

// migrate makes a database with the tables.
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

// of is the address of a database.
func (c *cluster) of(name string) (string, error) {
	u, err := url.Parse(c.address)
	if err != nil {
		return "", fmt.Errorf("read the server's address: %w", err)
	}
	u.Path = "/" + name
	return u.String(), nil
}

// onServer runs statements, together, on a connection of its own.
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
