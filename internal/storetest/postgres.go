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

// server is the process's PostgreSQL, started when the first test asks for it. There is one of it as starting it is what
// takes time; it ends with the process.
var server = sync.OnceValues(func() (*cluster, error) {
	if given := os.Getenv(serverVariable); given != "" {
		return &cluster{address: given}, nil
	}
	address, err := startCluster()
	return &cluster{address: address, empty: make(chan string, maxEmpty)}, err
})

// maxEmpty is how many databases wait for the next test that needs one.
const maxEmpty = 16

// cluster is a PostgreSQL server. A private one keeps the databases that tests have left and empties them for the next
// tests, for to make one takes longer than most tests do; on a server that was given none is left behind.
type cluster struct {
	address string
	empty   chan string // the names of databases with nothing in them; nil where none are kept
}

// PostgresURL is the address of an empty PostgreSQL database, which is the test's own until it ends.
func PostgresURL(t testing.TB) string {
	t.Helper()
	c, err := server()
	if err != nil {
		t.Fatalf("start PostgreSQL: %v", err)
	}
	name, err := c.take()
	if err != nil {
		t.Fatalf("make a database: %v", err)
	}
	t.Cleanup(func() {
		if err := c.giveBack(name); err != nil {
			t.Errorf("tidy the test's database up: %v", err)
		}
	})
	address, err := c.of(name)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// take gives the name of an empty database.
func (c *cluster) take() (string, error) {
	select {
	case name := <-c.empty:
		return name, nil
	default:
	}
	name := "vitrine_test_" + strings.ToLower(rand.Text())
	return name, onServer(c.address, "CREATE DATABASE "+name)
}

// emptied ends what else is connected to a database and takes away all of its schemas: a restore makes some.
const emptied = `
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
DO $$ DECLARE name TEXT; BEGIN
	FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
		EXECUTE format('DROP SCHEMA %I CASCADE', name);
	END LOOP;
END $$;
CREATE SCHEMA public AUTHORIZATION pg_database_owner;
GRANT USAGE ON SCHEMA public TO PUBLIC`

// giveBack empties a database for the next test, or drops it.
func (c *cluster) giveBack(name string) error {
	if len(c.empty) < cap(c.empty) {
		address, err := c.of(name)
		if err != nil {
			return err
		}
		if err := onServer(address, emptied); err != nil {
			return err
		}
		select {
		case c.empty <- name:
			return nil
		default: // another test was faster
		}
	}
	return onServer(c.address, "DROP DATABASE "+name+" WITH (FORCE)")
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
