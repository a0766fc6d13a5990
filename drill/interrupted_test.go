package drill

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/storetest"
)

// command is a command that brings a site from one state to another and may be interrupted.
type command struct {
	form          string // of the exports that are compared
	base          string // a backup of the state before
	before, after []byte // exports of both states
	words         []string
	source        *source // that fails while it is read; nil: the command itself is killed
}

// source is what a sync reads.
type source struct {
	words         []string // of the sync
	fail, recover func()
}

// syncWithin is how long a sync of 5,465 products with 500 logos may take.
const syncWithin = 15 * time.Second

// changed finds in the output of a sync that it has changed something.
var changed = regexp.MustCompile(`[1-9]\d* (added|changed|removed)`)

// run runs the command undisturbed once and then interrupts it in so many rounds, each on a site of its own. A site has to
// be in one of both states, its private rows untouched, and the next command has to succeed.
func (c command) run(t *testing.T, url func() string, rounds int) {
	var usual time.Duration
	var failures, changes int
	var works durations
	for round := range rounds + 1 {
		s := newSite(t, url())
		s.do("", "restore", c.base)
		private := s.private()
		if round == 0 {
			usual = timed(func() { s.do("", c.words...) })
			atMost(t, "undisturbed", usual, syncWithin)
		} else {
			failed := c.interrupt(s, usual)
			done := c.isDone(s)
			if failed {
				failures++
			}
			if done {
				changes++
			}
			if c.source != nil && failed == done {
				t.Errorf("the sync failed: %v, and has changed the site: %v", failed, done)
			}
			if *full {
				s.check()
			}
			works.add(timed(func() {
				eventually(t, "the next one succeeds", func() bool {
					_, err := s.try("", c.words...)
					if c.source != nil && err != nil {
						t.Fatal(err) // nobody has died who could still have a lock
					}
					return err == nil
				})
			}))
		}
		if !c.isDone(s) {
			t.Error("a command that succeeded has changed nothing")
		}
		if round == 0 && c.words[0] == "sync" && changed.MatchString(s.do("", c.words...)) {
			t.Error("a second sync changes something")
		}
		s.check()
		if s.private() != private {
			t.Error("accounts, sessions, tokens, submissions or visits were touched")
		}
		if t.Failed() {
			return
		}
	}
	figure(t, fmt.Sprintf("%d rounds", rounds), fmt.Sprintf("%d interrupted; the state before %d times, after %d times", failures, rounds-changes, changes), "nothing between")
	figure(t, "the next one succeeds after", &works, "–")
}

// isDone reports whether the site is in the state after the command. Any state but that and the one before is an error.
func (c command) isDone(s *site) bool {
	s.t.Helper()
	now := s.exported(c.form)
	if !bytes.Equal(now, c.before) && !bytes.Equal(now, c.after) {
		s.t.Fatal("the site is neither in the state before nor in the state after")
	}
	return bytes.Equal(now, c.after)
}

// interrupt runs the command and interrupts it at a random moment. It reports whether the command failed.
func (c command) interrupt(s *site, usual time.Duration) (failed bool) {
	s.t.Helper()
	if c.source == nil {
		return s.killCommand(usual, c.words...)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := s.try("", c.words...)
		ended <- err
	}()
	time.Sleep(time.Duration(float64(rand.N(usual)) * rand.Float64())) // more often early, when the source is read
	c.source.fail()
	err := <-ended
	c.source.recover()
	if err != nil && !strings.Contains(err.Error(), "The production site ") {
		s.t.Errorf("the sync failed with %v", err)
	}
	return err != nil
}

// killCommand starts a command and kills it with SIGKILL at a random moment. It reports whether it was still running.
func (s *site) killCommand(usual time.Duration, words ...string) bool {
	s.t.Helper()
	command := s.command(words...)
	if err := command.Start(); err != nil {
		s.t.Fatal(err)
	}
	time.Sleep(rand.N(usual * 11 / 10))
	if s.running == nil { // a running site keeps its connections
		s.killed = time.Now()
	}
	_ = command.Process.Kill() // it may have ended
	var ended *exec.ExitError
	if err := command.Wait(); errors.As(err, &ended) && ended.Exited() {
		s.t.Logf("vitrine %s failed before it was killed: %v", words[0], err)
	}
	s.forgotten()
	return command.ProcessState.ExitCode() == -1
}

func onSQLite() string { return "" }

// onPostgres returns a function that makes an empty PostgreSQL database.
func onPostgres(t *testing.T) func() string {
	return func() string { return storetest.PostgresURL(t) }
}

// A sync whose target is killed, or whose source fails, leaves the state before it or the state after it.
func TestSyncInterrupted(t *testing.T) {
	parallel(t)
	before, after := newContent("before", 100, 20), newContent("after", choose(100, 1_000), choose(20, 60))
	large := newContent("after", choose(100, 5_465), choose(20, 500))
	base := backupWith(t, before)
	for name, test := range map[string]struct {
		after  content
		url    func() string // of the target
		source func(t *testing.T, c content) source
		killed bool // the target
		rounds int
	}{
		"target killed, SQLite":       {after, onSQLite, fromFile, true, choose(2, 50)},
		"target killed, PostgreSQL":   {after, onPostgres(t), fromFile, true, choose(2, 50)},
		"source site killed":          {after, onSQLite, fromSite, false, choose(1, 50)},
		"source connections ended":    {after, onSQLite, fromPostgres, false, choose(1, 50)},
		"source file moved":           {after, onSQLite, fromMovedFile, false, choose(1, 50)},
		"source file truncated":       {after, onSQLite, fromFile, false, choose(1, 50)},
		"large, from PostgreSQL":      {large, onSQLite, fromPostgres, false, 0},
		"large, SQLite to PostgreSQL": {large, onPostgres(t), fromFile, false, 0},
		"large, from a site":          {large, onSQLite, fromSite, false, 0},
	} {
		if strings.HasPrefix(name, "large") && !*full {
			continue // the first round of another row is the same in the short form
		}
		t.Run(name, func(t *testing.T) {
			parallel(t)
			from := test.source(t, test.after)
			c := command{form: everything, base: base, before: before.export(t), after: test.after.export(t), words: from.words}
			if !test.killed {
				c.source = &from
			}
			c.run(t, test.url, test.rounds)
		})
	}
}

func syncFrom(database string) []string {
	return []string{"sync", "--role", "development", "--production-database-url", database}
}

// fromSite is a running site, which is killed.
func fromSite(t *testing.T, c content) source {
	s := newProduction(t, c)
	token := s.administrator()
	s.start()
	words := []string{"sync", "--role", "development", "--production-url", "http://" + s.address, "--production-token", token}
	return source{words, s.kill, func() { s.start() }}
}

// fromPostgres is a PostgreSQL database, which ends all connections. The images come from a site that stays.
func fromPostgres(t *testing.T, c content) source {
	images := newProduction(t, c)
	images.start()
	s := newSite(t, storetest.PostgresURL(t))
	s.importFile(everything, c.export(t))
	return source{append(syncFrom(s.url), "--production-url", "http://"+images.address), func() { s.endConnections("") }, func() {}}
}

// fromMovedFile is a SQLite database whose folder is moved away.
func fromMovedFile(t *testing.T, c content) source {
	s := newProduction(t, c)
	move := func(from, to string) func() {
		return func() {
			if err := os.Rename(from, to); err != nil {
				t.Fatal(err)
			}
		}
	}
	return source{syncFrom(s.file()), move(s.dir, s.dir+"-away"), move(s.dir+"-away", s.dir)}
}

// fromFile is a SQLite database that is truncated to its half.
func fromFile(t *testing.T, c content) source {
	s := newProduction(t, c)
	file, err := os.ReadFile(s.file())
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return source{syncFrom(s.file()), func() { must(os.Truncate(s.file(), int64(len(file)/2))) }, func() {
		must(errors.Join(os.RemoveAll(s.file()+"-wal"), os.RemoveAll(s.file()+"-shm"), os.WriteFile(s.file(), file, 0o600)))
	}}
}

// An import that is killed leaves the state before it or the state after it.
func TestImportKilled(t *testing.T) {
	parallel(t)
	size := choose(100, 1_000)
	before, after := newContent("tool", size, 20), newContent("tool", size, 20)
	for i := range after.Products {
		after.Products[i].Description = "Another one."
	}
	base, one, other := backupWith(t, before), newProduction(t, before), newProduction(t, after)
	for _, form := range []string{everything, tools} {
		c := command{form: form, base: base, before: one.exported(form), after: other.exported(form)}
		c.words = []string{"import", fileWith(t, form, c.after)}
		for engine, url := range map[string]func() string{"SQLite": onSQLite, "PostgreSQL": onPostgres(t)} {
			t.Run(form+", "+engine, func(t *testing.T) {
				parallel(t)
				c.run(t, url, choose(1, 50))
			})
		}
	}
}
