package money

import (
	"context"
	"os"
	"path/filepath"

	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// MaxLine is the longest line of a journal.
const MaxLine = maxLine

// Kill has the process gone that recorded: nothing holds its journal any more. It returns the path of that, if there is one.
func (c *Clicks) Kill() (path string, err error) {
	c.journal.writing.Lock()
	defer c.journal.writing.Unlock()
	if c.journal.file == nil {
		return "", nil
	}
	path = filepath.Join(c.journal.folder, c.journal.name+journalEnd)
	return path, c.journal.close()
}

// CountAndDrop counts the journals, and drops its own.
func (c *Clicks) CountAndDrop(ctx context.Context) error { return c.count(ctx, 0) }

// CountAlone counts its own journal as another process may do at the same time.
func (c *Clicks) CountAlone(ctx context.Context) error {
	name, size := c.journal.written()
	if name == "" {
		return nil
	}
	_, err := c.countJournal(ctx, name, size)
	return err
}

// PruneClicks is what the daily job does.
func (s *Queries) PruneClicks(ctx context.Context, before int64) error {
	return s.pruneClicks(ctx, visits.Day(before))
}

// FailWrites has the next write of the journal fail.
func (c *Clicks) FailWrites() error {
	c.journal.writing.Lock()
	defer c.journal.writing.Unlock()
	path := c.journal.file.Name()
	readOnly, err := os.Open(path)
	if err == nil {
		err = c.journal.file.Close()
	}
	c.journal.file = readOnly
	return err
}

// ParseAmount is parseAmount.
var ParseAmount = parseAmount

// AddClicks adds clicks that are in no journal.
func (s *Queries) AddClicks(ctx context.Context, clicks []Click) error {
	return s.addClicks(ctx, clicks)
}

// CheckAgain has the links checked that were checked before.
func (m *Mover) CheckAgain(ctx context.Context) error {
	if err := m.queries.WriteUnversioned(ctx, "", "forget when", func(ctx context.Context, w *db.WriteTx) error {
		return w.Exec(ctx, "UPDATE affiliate_checks SET checked_at = 1")
	}); err != nil {
		return err
	}
	_, err := m.CheckLinks(ctx)
	return err
}

// AskAtOnce has a host asked again without a wait.
func (m *Mover) AskAtOnce() { m.every = 0 }
