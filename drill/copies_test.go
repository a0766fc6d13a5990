//go:build unix

package drill

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// Two copies of a site both show a change that one has acknowledged, whatever happens to the database.
func TestCopies(t *testing.T) {
	idle := load{products: [2]int{50, 50}}
	read := load{products: [2]int{50, 5_000}, readers: 3}
	written := load{products: [2]int{100, 5_000}, writers: 2}
	after, cached := promise{shown: 2 * time.Second}, promise{shown: time.Second}
	runScenarios(t, []scenario{
		{"SQLite, write lock held", copiesWith(2, sqlite, lockAfterChange), idle, seconds(2, 0), seconds(20, 0), after},
		{"products locked before they are read", copiesWith(2, postgres, lockBeforeRead), idle, seconds(1, 3), seconds(5, 9), after},
		{"PostgreSQL started again", copiesRestarted, idle, seconds(2, 0), seconds(20, 0), after},
		{"connections lost", copiesWith(2, postgres, endConnectionsAfterChange), idle, seconds(3, 0), seconds(20, 0), after},
		{"listener lost", copiesWith(2, postgres, endListenersBeforeChange), idle, seconds(2, 0), seconds(20, 0), after},
		{"copy frozen", copiesWith(2, postgres, freezeCopy), idle, seconds(1, 0.3), seconds(10, 3), after},
		{"visitors, SQLite", copiesWith(2, sqlite, changes(1, 3, 100)), read, seconds(1, 0), seconds(1, 0), cached},
		{"visitors, PostgreSQL", copiesWith(2, postgres, changes(1, 3, 100)), read, seconds(1, 0), seconds(1, 0), cached},
		{"writers, NOTIFY", copiesWith(2, postgres, changes(1, 60, 2_000)), written, seconds(1, 0), seconds(1, 0), promise{shown99: 250 * time.Millisecond}},
		{"writers, no NOTIFY", copiesWithoutNotify, written, seconds(1, 0), seconds(1, 0), promise{shown99: 2 * time.Second}},
	})
}

// copiesRestarted restarts PostgreSQL after a change.
func copiesRestarted(t *testing.T) setup {
	server := storetest.StartServer(t)
	return setup{sites: copies(t, 2, server.URL), inject: func(r *run, round int) (heal func()) {
		r.change(readProduct(0))
		return stop(server)(r, round)
	}}
}

// copiesWithoutNotify have a database without notifications, as behind a proxy that shares connections: pg_notify is found
// in the program's own schema first, and does nothing.
func copiesWithoutNotify(t *testing.T) setup {
	url := postgres(t)
	storetest.Exec(t, store.Options{DatabaseURL: url}, "CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS ''")
	return setup{sites: copies(t, 2, url+"&search_path=public,pg_catalog"), inject: changes(10, 60, 2_000)}
}

// changes makes this many changes in batches. It waits until both copies show a batch before it begins the next.
func changes(batch, short, long int) fault {
	return func(r *run, _ int) (heal func()) {
		for range choose(short, long) / batch {
			var shown sync.WaitGroup
			for n := range batch {
				product, since := r.change(readProduct(n)), time.Now()
				shown.Go(func() { r.awaitShown(product, since) })
			}
			shown.Wait()
		}
		return func() {}
	}
}

// lockAfterChange locks SQLite for writing until both copies show the change.
func lockAfterChange(r *run, _ int) (heal func()) {
	product := r.change(readProduct(0))
	release := r.sites[0].lock("BEGIN IMMEDIATE")
	r.awaitShown(product, time.Now())
	return release
}

func endConnectionsAfterChange(r *run, _ int) (heal func()) {
	r.change(readProduct(0))
	r.sites[0].endConnections("")
	return func() {}
}

func endListenersBeforeChange(r *run, _ int) (heal func()) {
	r.sites[0].endConnections("AND query LIKE 'LISTEN %'")
	r.change(readProduct(0))
	return func() {}
}

// endConnections ends the connections to a PostgreSQL database, or some of them.
func (s *site) endConnections(which string) {
	s.t.Helper()
	storetest.Exec(s.t, s.options(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "+which)
}

// freezeCopy stops the second copy during a change.
func freezeCopy(r *run, _ int) (heal func()) {
	r.sites[1].signal(syscall.SIGSTOP)
	r.change(readProduct(0))
	return func() { r.sites[1].signal(syscall.SIGCONT) }
}

// lockBeforeRead takes a lock on the products with the commit of a change, before any copy can read it: the lock waits in line
// while the change waits to write to the audit.
func lockBeforeRead(r *run, _ int) (heal func()) {
	releaseAudit := r.sites[0].lock("LOCK TABLE audit IN ACCESS EXCLUSIVE MODE")
	changed, locked := make(chan struct{}), make(chan func(), 1)
	go func() {
		defer close(changed)
		r.change(readProduct(0))
	}()
	r.awaitLockWait("audit")
	go func() { locked <- r.sites[0].lock("LOCK TABLE products IN ACCESS EXCLUSIVE MODE") }()
	r.awaitLockWait("products")
	releaseAudit()
	release := <-locked
	<-changed
	return release
}

// awaitLockWait waits until a connection waits for a lock on the table.
func (r *run) awaitLockWait(table string) {
	eventually(r.t, "a connection waits for a lock on "+table, func() bool {
		return queryInt(r.t, r.sites[0], "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_locks.database = pg_database.oid WHERE datname = current_database() AND relation = '"+table+"'::regclass AND NOT granted") > 0
	})
}

// If two copies have the same schedule, only one of them makes each backup, also while the other is frozen.
func TestCopiesSchedule(t *testing.T) {
	parallel(t)
	const every = 10 * time.Second // the minimum interval; the first backup is made after the same time
	began := time.Now()
	sites := copies(t, 2, postgres(t), "--backup-every", every.String(), "--backup-keep", "100")
	for _, s := range sites {
		s.start()
	}
	made := 0
	awaitBackups := func(more int) {
		wanted := made + more
		eventually(t, "another scheduled backup", func() bool {
			made = len(sites[0].backups("backup"))
			return made >= wanted
		})
		if most := int(time.Since(began) / every); made > most {
			t.Errorf("%d scheduled backups, want at most %d", made, most)
		}
	}
	awaitBackups(2)
	for n := range choose(0, 4) {
		sites[n%2].signal(syscall.SIGSTOP) // maybe during a backup
		awaitBackups(2)
		sites[n%2].signal(syscall.SIGCONT)
	}
	for _, s := range sites {
		s.stop()
	}
}

// Two copies on one database and one bucket answer as one site. Limits, visits and scheduled jobs of several copies have
// tests of their own: account.TestLoginLimitAcrossCopies, assist.TestDraftLimitAcrossCopies, store.TestSubmissionLimit,
// store.TestVisitsOfTwoCopies, jobs.TestLeaseManyCopies and those beside it.
func TestCopiesConsistent(t *testing.T) {
	parallel(t)
	b := newBucket(t)
	sites := copies(t, 2, postgres(t), "--public-url", "http://tools.example")
	for _, s := range sites {
		s.env = b.settings()
	}
	sites[0].fill(newContent(t, "filled", 20, 0))
	token := sites[0].administrator()
	var p pair
	for n, s := range sites {
		s.start()
		p[n] = s.client(token)
	}
	t.Run("settings", p.agreeOnSettings)
	t.Run("products", p.agreeOnProducts)
	t.Run("sessions", p.agreeOnSessions)
}

// pair is the administrator at each of two copies.
type pair [2]*client

// at sends a request to one of the copies, requires this status and decodes the response into value, unless that is nil.
func (p pair) at(t *testing.T, n int, method, path string, body any, want int, value any) {
	t.Helper()
	if err := p[n%2].call(method, path, body, want, value); err != nil {
		t.Errorf("copy %d: %v", n%2, err)
	}
}

// agree waits until both copies give the same response, with this text in it, and returns it.
func (p pair) agree(t *testing.T, path, text string) (body []byte) {
	t.Helper()
	eventually(t, "both copies answer "+path+" with "+text, func() bool {
		one, failed := p[0].do("GET", path, nil)
		other, err := p[1].do("GET", path, nil)
		body = one.body
		return failed == nil && err == nil && one.status == http.StatusOK && bytes.Contains(body, []byte(text)) && bytes.Equal(body, other.body)
	})
	return body
}

func (p pair) agreeOnSettings(t *testing.T) {
	saved := http.StatusCreated
	for n := range choose(2, 20) {
		text := fmt.Sprintf("Saved at copy %d, as number %d.", n%2, n)
		p.agree(t, "/privacy-policy", "") // now both have cached the page
		p.at(t, n, "POST", "/api/legal-pages", map[string]any{"type": "privacy-policy", "title": "Privacy", "content": text}, saved, nil)
		saved = http.StatusOK
		p.agree(t, "/privacy-policy", text)
		p.agree(t, "/api/legal-pages/privacy-policy", text)
	}
	p.at(t, 0, "POST", "/api/social-media", map[string]any{"platform": "GitHub", "url": "https://social.example/", "isActive": true, "displayOrder": 1}, http.StatusCreated, nil)
	p.agree(t, "/api/social-media", "https://social.example/")
	p.at(t, 1, "POST", "/api/logo-settings", map[string]any{"type": "main", "name": "main", "fileName": "main.png", "fileData": newUpload()["image"],
		"mimeType": "image/png", "fileSize": 1, "isActive": true}, http.StatusCreated, nil)
	p.agree(t, "/logos/main", "PNG")
	p.agree(t, "/", "/logos/main")
}

func (p pair) agreeOnProducts(t *testing.T) {
	var image struct{ URL string }
	p.at(t, 0, "POST", "/api/upload", newUpload(), http.StatusOK, &image)
	p.agree(t, image.URL, "")
	var made catalog.Product
	p.at(t, 0, "POST", "/api/products", input(newProduct("made at one copy")), http.StatusCreated, &made)
	page := "/products/" + made.Slug
	p.agree(t, page, made.Name)
	made.Description = "Changed at the other copy, and so is its preview."
	p.at(t, 1, "PUT", fmt.Sprint("/api/products/", made.ID), input(made), http.StatusOK, nil)
	changed := p.agree(t, page, made.Description)
	p.agree(t, "/api/products?search=changed+other+copy", made.Description)
	preview := regexp.MustCompile(`og:image" content="[^"]*(/preview[^"]*)"`).FindSubmatch(changed)
	if len(preview) != 2 {
		t.Fatal("the page names no preview image")
	}
	p.agree(t, string(preview[1]), "")
	p.at(t, 0, "PUT", fmt.Sprint("/api/products/", made.ID), input(made), http.StatusConflict, nil) // its version is outdated
}

func (p pair) agreeOnSessions(t *testing.T) {
	const changed = "another long enough password"
	browser := func() pair { // both copies have the same host, so they share its cookies
		jar, _ := cookiejar.New(nil) // it never fails
		b := &http.Client{Jar: jar}
		return pair{{t, p[0].origin, "", b}, {t, p[1].origin, "", b}}
	}
	signIn := func(n int) pair {
		b := browser()
		b.at(t, n, "POST", "/api/auth/login", map[string]any{"username": adminEmail, "password": adminPassword}, http.StatusOK, nil)
		return b
	}
	home, err := url.Parse(p[0].origin)
	noError(t, err)
	for n := range choose(2, 20) {
		b, thief := signIn(n), browser()
		thief[0].http.Jar.SetCookies(home, b[0].http.Jar.Cookies(home))
		b.at(t, n, "GET", "/api/auth/me", nil, http.StatusOK, nil)
		thief.at(t, n+1, "GET", "/api/auth/me", nil, http.StatusOK, nil)
		b.at(t, n, "POST", "/api/auth/logout", map[string]any{}, http.StatusNoContent, nil)
		thief.at(t, n+1, "GET", "/api/auth/me", nil, http.StatusUnauthorized, nil)
	}
	one, other := signIn(0), signIn(1)
	one.at(t, 0, "POST", "/api/auth/password", map[string]any{"currentPassword": adminPassword, "newPassword": changed}, http.StatusOK, nil)
	other.at(t, 1, "GET", "/api/auth/me", nil, http.StatusUnauthorized, nil)
	one.at(t, 1, "GET", "/api/auth/me", nil, http.StatusOK, nil)
	p.at(t, 1, "GET", "/api/auth/me", nil, http.StatusUnauthorized, nil) // a token from before the change
}
