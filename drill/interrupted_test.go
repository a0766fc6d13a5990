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

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// command is a command that brings a site from one state to another and may be interrupted.
type command struct {
	words         []string
	base          string  // a backup of the state before
	form          string  // of the exports that are compared
	before, after []byte  // exports of both states
	source        *source // fails while it is read; nil: the command itself is killed
}

// source is what a sync reads.
type source struct {
	*site
	words         []string // of the sync
	fail, recover func()
}

// syncWithin is how long a sync of 5,465 products with 500 logos may take.
const syncWithin = 15 * time.Second

// changed finds in the output of a sync that it has changed something.
var changed = regexp.MustCompile(`[1-9]\d* (added|changed|removed)`)

// run runs the command undisturbed once and then interrupts it in each round, always on a new site. A site has to
// be in one of both states, its private rows unchanged, and the next command has to succeed.
func (c command) run(t *testing.T, database newDatabase, rounds int) {
	usual := c.undisturbed(t, newSite(t, database(t)))
	outcomes := map[string]int{}
	var next durations
	for range rounds {
		s := newSite(t, database(t))
		c.restoreBase(s)
		private := s.private()
		failed := c.interrupt(s, usual)
		done := c.isDone(s)
		outcomes[fmt.Sprintf("failed %t, done %t", failed, done)]++
		if c.source != nil && failed == done {
			t.Errorf("the sync failed: %t, and has changed the site: %t", failed, done)
		}
		if *full {
			s.check()
		}
		next.add(timed(func() {
			eventually(t, "the next one succeeds", func() bool {
				_, err := s.try("", c.words...)
				if c.source != nil && err != nil {
					t.Fatal(err) // no process was killed that could still hold a lock
				}
				return err == nil
			})
		}))
		if c.verify(s, private); t.Failed() {
			return
		}
	}
	figure(t, fmt.Sprintf("%d rounds", rounds), outcomes, "nothing between")
	figure(t, "the next one succeeds after", &next, "–")
}

// restoreBase makes a new site what it is before the command.
func (c command) restoreBase(s *site) {
	s.do("", "restore", c.base)
	storetest.Exec(s.t, s.options(), accessRows)
}

// undisturbed runs the command on a new site and returns the time that it takes. A second sync has to change nothing.
func (c command) undisturbed(t *testing.T, s *site) time.Duration {
	c.restoreBase(s)
	private := s.private()
	took := timed(func() { s.do("", c.words...) })
	atMost(t, "undisturbed", took, syncWithin)
	if c.words[0] == "sync" && changed.MatchString(s.do("", c.words...)) {
		t.Error("a second sync changes something")
	}
	c.verify(s, private)
	return took
}

// verify checks a site after the command has succeeded.
func (c command) verify(s *site, private string) {
	s.t.Helper()
	if !c.isDone(s) {
		s.t.Error("a command that succeeded has changed nothing")
	}
	s.check()
	if s.private() != private {
		s.t.Error("accounts, sessions, tokens, submissions or visits were changed")
	}
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
	noError(s.t, command.Start())
	time.Sleep(rand.N(usual * 11 / 10))
	if s.running == nil { // a running site keeps its connections
		s.killed = time.Now()
	}
	_ = command.Process.Kill() // it may have ended
	var ended *exec.ExitError
	if err := command.Wait(); errors.As(err, &ended) && ended.Exited() {
		s.t.Logf("vitrine %s failed before it was killed: %v", words[0], err)
	}
	s.awaitDisconnected()
	return command.ProcessState.ExitCode() == -1
}

// A sync whose target is killed, or whose source fails, leaves the state before it or the state after it.
func TestSyncInterrupted(t *testing.T) {
	parallel(t)
	before := newProduction(t, "", newContent(t, "before", 100, 20))
	small, large := newContent(t, "after", choose(100, 1_000), choose(20, 60)), newContent(t, "after", choose(100, 5_465), choose(20, 500))
	base, exportBefore := before.backupWithPrivateRows(), before.exported(everything)
	for name, test := range map[string]struct {
		after    content
		database newDatabase // of the target
		source   func(t *testing.T, c content) source
		killed   bool // the target
		rounds   int
	}{
		"target killed, SQLite":       {small, sqlite, fromFile, true, choose(2, 50)},
		"target killed, PostgreSQL":   {small, postgres, fromFile, true, choose(2, 50)},
		"source site killed":          {small, sqlite, fromSite, false, choose(1, 50)},
		"source connections ended":    {small, sqlite, fromPostgres, false, choose(1, 50)},
		"source file moved":           {small, sqlite, fromMovedFile, false, choose(1, 50)},
		"source file truncated":       {small, sqlite, fromFile, false, choose(1, 50)},
		"large, from PostgreSQL":      {large, sqlite, fromPostgres, false, 0},
		"large, SQLite to PostgreSQL": {large, postgres, fromFile, false, 0},
		"large, from a site":          {large, sqlite, fromSite, false, 0},
	} {
		if test.rounds == 0 && !*full {
			continue // the undisturbed syncs of other rows are the same in the short form
		}
		t.Run(name, func(t *testing.T) {
			parallel(t)
			from := test.source(t, test.after)
			c := command{words: from.words, base: base, form: everything, before: exportBefore, after: from.exported(everything)}
			if !test.killed {
				c.source = &from
			}
			c.run(t, test.database, test.rounds)
		})
	}
}

func syncFrom(database string) []string {
	return []string{"sync", "--role", "development", "--production-database-url", database}
}

// fromSite is a running site, which is killed.
func fromSite(t *testing.T, c content) source {
	s := newProduction(t, "", c)
	token := s.administrator()
	s.start()
	words := []string{"sync", "--role", "development", "--production-url", "http://" + s.address, "--production-token", token}
	return source{s, words, s.kill, func() { s.start() }}
}

// fromPostgres is a PostgreSQL database, which ends all connections. The images come from a site that stays.
func fromPostgres(t *testing.T, c content) source {
	images, s := newProduction(t, "", c), newProduction(t, postgres(t), c)
	images.start()
	return source{s, append(syncFrom(s.url), "--production-url", "http://"+images.address), func() { s.endConnections("") }, func() {}}
}

// fromMovedFile is a SQLite database whose folder is moved away.
func fromMovedFile(t *testing.T, c content) source {
	s := newProduction(t, "", c)
	move := func(from, to string) func() {
		return func() {
			noError(t, os.Rename(from, to))
		}
	}
	return source{s, syncFrom(s.file()), move(s.dir, s.dir+"-away"), move(s.dir+"-away", s.dir)}
}

// fromFile is a SQLite database that is truncated to its half.
func fromFile(t *testing.T, c content) source {
	s := newProduction(t, "", c)
	file, err := os.ReadFile(s.file())
	noError(t, err)
	truncate := func() {
		noError(t, os.Truncate(s.file(), int64(len(file)/2)))
	}
	restore := func() {
		noError(t, os.RemoveAll(s.file()+"-wal"), os.RemoveAll(s.file()+"-shm"), os.WriteFile(s.file(), file, 0o600))
	}
	return source{s, syncFrom(s.file()), truncate, restore}
}

// An import that is killed leaves the state before it or the state after it.
func TestImportKilled(t *testing.T) {
	parallel(t)
	content := newContent(t, "tool", choose(100, 1_000), 20)
	before := newProduction(t, "", content)
	for i := range content.Products() {
		content.Products()[i].Description = "Another one."
	}
	base, after := before.backupWithPrivateRows(), newProduction(t, "", content)
	for _, form := range []string{everything, tools} {
		t.Run(form, func(t *testing.T) {
			c := command{base: base, form: form, before: before.exported(form), after: after.exported(form)}
			c.words = []string{"import", fileWith(t, form, c.after)}
			onEachDatabase(t, func(t *testing.T, database newDatabase) {
				parallel(t)
				c.run(t, database, choose(1, 50))
			})
		})
	}
}
