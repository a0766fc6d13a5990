//go:build unix

package drill

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// shownAgain is how soon every copy shows a change after the trouble is gone, with no further write.
const shownAgain = 2 * time.Second

// An acknowledged change is shown by both copies, whatever happens to the database.
func TestAcknowledgedChange(t *testing.T) {
	beside(t)
	t.Run("SQLite, while another process holds the write lock", func(t *testing.T) {
		place := store.Options{DataDir: t.TempDir()}
		c := newChanges(t, []*site{newSite(t, place), newSite(t, place)})
		for range rounds(2, 20) {
			name := c.rename()
			release := c.sites[0].lock("BEGIN IMMEDIATE")
			c.await(name, time.Now())
			release()
		}
		c.figures(shownAgain)
	})
	t.Run("PostgreSQL, after the products were locked", func(t *testing.T) {
		address := storetest.PostgresURL(t)
		c := newChanges(t, copies(t, address, 2))
		for range rounds(1, 5) {
			name, release := c.renameBeforeLock(address)
			time.Sleep(time.Duration(rounds(3, 9)) * time.Second) // each copy waits for the lock for two seconds in vain
			release()
			c.await(name, time.Now())
		}
		c.figures(shownAgain)
	})
	t.Run("PostgreSQL, after it was started again", func(t *testing.T) {
		server := storetest.StartServer(t)
		c := newChanges(t, copies(t, server.URL, 2))
		for round := range rounds(2, 20) {
			name := c.rename()
			server.Stop([]syscall.Signal{syscall.SIGINT, syscall.SIGQUIT}[round%2])
			server.Start()
			c.await(name, time.Now())
		}
		c.figures(shownAgain)
	})
	t.Run("PostgreSQL, after all connections were lost", func(t *testing.T) {
		address := storetest.PostgresURL(t)
		c := newChanges(t, copies(t, address, 2))
		for range rounds(3, 20) {
			name := c.rename()
			storetest.Exec(t, store.Options{DatabaseURL: address},
				"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
			c.await(name, time.Now())
		}
		c.figures(shownAgain)
	})
}

// shownOnPages is how soon every copy's pages show a change while visitors read them.
const shownOnPages = time.Second

// An acknowledged change is soon shown on the cached pages of both copies.
func TestAcknowledgedChangeCached(t *testing.T) {
	beside(t)
	for name, sites := range map[string]func(t *testing.T) []*site{
		"SQLite": func(t *testing.T) []*site {
			place := store.Options{DataDir: t.TempDir()}
			return []*site{newSite(t, place), newSite(t, place)}
		},
		"PostgreSQL": func(t *testing.T) []*site { return copies(t, storetest.PostgresURL(t), 2) },
	} {
		t.Run(name, func(t *testing.T) {
			c := newChanges(t, sites(t))
			c.path, c.shows = "/products/"+c.product.Slug, func(page answer, name string) bool {
				return bytes.Contains(page.body, []byte(">"+name+"</h1>"))
			}
			if page, err := c.clients[0].ask(t.Context(), http.MethodGet, c.path, nil); err != nil || !c.shows(page, c.product.Name) {
				t.Fatalf("the front end has not been built, run make build first: %v", err)
			}
			var visitors []func() *reads
			for _, client := range c.clients {
				paths := []string{"/", "/category/writing", c.path, "/api/catalog", "/veo3-generator"}
				visitors = append(visitors, client.reading(t, slices.Repeat(paths, 4)...))
			}
			for range rounds(3, 100) {
				name := c.rename()
				c.await(name, time.Now())
			}
			for _, end := range visitors {
				end().figures(t)
			}
			c.figures(shownOnPages)
		})
	}
}

// changes are changes of one product that copies of a site have to show.
type changes struct {
	t       *testing.T
	sites   []*site
	clients []*client
	product catalog.Product
	made    int
	path    string                             // where the copies show it
	shows   func(got answer, name string) bool // whether an answer from there shows the name
	shown   durations
}

// newChanges starts the copies, with a few products.
func newChanges(t *testing.T, sites []*site) *changes {
	t.Helper()
	c := &changes{t: t, sites: sites}
	here := sites[0].administrator()
	for _, s := range sites {
		s.start()
		c.clients = append(c.clients, s.client(here.token))
	}
	var err error
	if c.product, err = here.create(t.Context(), tool("before")); err != nil {
		t.Fatal(err)
	}
	c.path, c.shows = "/api/products/"+c.product.Slug, func(got answer, name string) bool {
		var product catalog.Product
		return json.Unmarshal(got.body, &product) == nil && product.Name == name
	}
	c.await(c.product.Name, time.Now())
	c.shown = durations{}
	return c
}

// rename has the first copy acknowledge another name of the product. A connection that has just been lost may refuse it
// first.
func (c *changes) rename() (name string) {
	c.t.Helper()
	c.made++
	c.product.Name = fmt.Sprint("renamed ", c.made)
	eventually(c.t, "a change is acknowledged", func() bool {
		now, err := c.clients[0].update(c.t.Context(), c.product)
		if err == nil {
			c.product = now
		}
		return err == nil
	})
	return c.product.Name
}

// await waits until each copy shows the name to visitors, and notes how long after the moment that was.
func (c *changes) await(name string, since time.Time) {
	c.t.Helper()
	var all sync.WaitGroup
	for _, client := range c.clients {
		all.Go(func() {
			for time.Since(since) < time.Minute {
				got, err := client.ask(c.t.Context(), http.MethodGet, c.path, nil)
				if err == nil && c.shows(got, name) {
					c.shown.add(time.Since(since))
					return
				}
				time.Sleep(look)
			}
			c.t.Errorf("%s does not show %q within a minute", client.origin, name)
		})
	}
	all.Wait()
}

// figures prints how long it took, and holds it to the bar.
func (c *changes) figures(bar time.Duration) {
	c.t.Helper()
	figure(c.t, "shown by each copy", &c.shown, "–")
	atMost(c.t, "shown by each copy, at most", c.shown.at(1), bar)
	for _, s := range c.sites {
		s.stop()
	}
}

// renameBeforeLock is rename with a lock on the products that is taken with the commit, before any copy can read them: it
// waits in line while the write waits to write into the audit.
func (c *changes) renameBeforeLock(address string) (name string, release func()) {
	c.t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = db.Close() })
	audit, products := c.begin(db), c.begin(db)
	c.exec(audit, "LOCK TABLE audit IN ACCESS EXCLUSIVE MODE")
	renamed, locked := make(chan string, 1), make(chan error, 1)
	go func() {
		defer close(renamed)
		renamed <- c.rename()
	}()
	c.waiting(db, "audit")
	go func() {
		_, err := products.ExecContext(c.t.Context(), "LOCK TABLE products IN ACCESS EXCLUSIVE MODE")
		locked <- err
	}()
	c.waiting(db, "products")
	c.exec(audit, "ROLLBACK")
	if err := <-locked; err != nil {
		c.t.Fatal(err)
	}
	return <-renamed, func() { c.exec(products, "ROLLBACK") }
}

// begin begins a transaction on a connection of its own.
func (c *changes) begin(db *sql.DB) *sql.Conn {
	c.t.Helper()
	conn, err := db.Conn(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	c.exec(conn, "BEGIN")
	return conn
}

func (c *changes) exec(conn *sql.Conn, statement string) {
	c.t.Helper()
	if _, err := conn.ExecContext(context.WithoutCancel(c.t.Context()), statement); err != nil {
		c.t.Fatalf("%s: %v", statement, err)
	}
}

// waiting waits until somebody waits for a lock on the table.
func (c *changes) waiting(db *sql.DB, table string) {
	c.t.Helper()
	eventually(c.t, "somebody waits for "+table, func() bool {
		var waits bool
		err := db.QueryRowContext(c.t.Context(), "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE relation = '"+table+"'::regclass AND NOT granted)").Scan(&waits)
		return err == nil && waits
	})
}
