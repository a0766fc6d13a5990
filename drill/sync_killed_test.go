package drill

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"vitrine/internal/store"
)

// production is a site on SQLite that shows something.
func production(t *testing.T, w whole) *site {
	t.Helper()
	s := newSite(t, store.Options{})
	s.show(w)
	return s
}

// file is the path of a site's SQLite database.
func (s *site) file() string { return filepath.Join(s.place.DataDir, "vitrine.db") }

// from are the words of a command that copies a database to the site.
func from(database string) []string {
	return []string{"sync", "--role", "development", "--production-database-url", database}
}

// fromAddress are the words of a command that copies a running site to the site.
func fromAddress(address, token string) []string {
	return []string{"sync", "--role", "development", "--production-url", address, "--production-token", token}
}

// engine is what a site's database is called.
func (s *site) engine() string {
	if s.place.DatabaseURL != "" {
		return "PostgreSQL"
	}
	return "SQLite"
}

// cut is a drill that cuts a command off that brings a site from one state to another.
type cut struct {
	form          string
	base          string // backup of the state before
	before, after []byte
	words         []string
	usual         map[string]time.Duration // of the whole command, by engine
	ended         map[string]*outcomes
	works         durations // until the command works after it was cut off
}

// run does its rounds, each on a site of its own.
func (c *cut) run(t *testing.T, times int) {
	c.usual, c.ended = map[string]time.Duration{}, map[string]*outcomes{"SQLite": {}, "PostgreSQL": {}}
	for i := range times + 1 {
		t.Run(fmt.Sprint(i), func(t *testing.T) { each(t, c.round) })
	}
	for engine, o := range c.ended {
		o.print(t, engine)
	}
	figure(t, "works again after", c.works.String(), "–")
}

// round is one round; the first of an engine is not cut off and measured.
func (c *cut) round(t *testing.T, s *site) {
	s.do("", "restore", c.base)
	private := s.private()
	usual, measured := c.usual[s.engine()]
	if !measured {
		c.usual[s.engine()] = timed(func() { s.do("", c.words...) })
	} else {
		killed := s.cutOff(usual, c.words...)
		s.forgotten(time.Now())
		c.ended[s.engine()].note(killed, s.isAfter(c.form, c.before, c.after))
		if *full {
			s.whole()
		}
		c.works.add(worksAfter(t, "the next one", func() error { _, err := s.try("", c.words...); return err }))
	}
	if !s.isAfter(c.form, c.before, c.after) {
		t.Error("what was not cut off has changed nothing")
	}
	s.whole()
	if s.private() != private {
		t.Error("accounts, sessions, tokens, submissions or visits were touched")
	}
}

// A sync whose target is killed leaves the state before it or the state after it.
func TestSyncTargetKilled(t *testing.T) {
	beside(t)
	before, after := called("before", 100, 20), called("after", rounds(100, 1000), rounds(20, 60))
	c := cut{form: everything, base: base(t, before), before: before.export(t), after: after.export(t), words: from(production(t, after).file())}
	c.run(t, rounds(2, 50))
}

// An import that is killed leaves the state before it or the state after it.
func TestImportKilled(t *testing.T) {
	beside(t)
	before, after := called("tool", rounds(100, 1000), 20), called("tool", rounds(100, 1000), 20)
	for i := range after.content.Products {
		after.content.Products[i].Description = "Another one."
	}
	sites := [2]*site{production(t, before), production(t, after)}
	for _, form := range []string{everything, tools} {
		t.Run(form, func(t *testing.T) {
			c := cut{form: form, base: base(t, before), before: sites[0].shown(form), after: sites[1].shown(form)}
			c.words = []string{"import", sites[1].write(form, c.after)}
			c.run(t, rounds(1, 50))
		})
	}
}
