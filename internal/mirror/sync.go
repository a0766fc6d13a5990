package mirror

import (
	"context"
	"errors"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Sync copies the source, and returns when that is done. It continues if the caller's ctx ends, bounded by a timeout of
// its own. While another sync runs, in this process or another, it returns a Conflict.
func (m *Mirror) Sync(ctx context.Context, by string, cause Cause) (run Run, err error) {
	if err := m.Ready(); err != nil {
		return Run{}, err
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), runLimit)
	defer stop()
	acquired, err := m.options.Store.WithLock(ctx, lockName, func(ctx context.Context) (err error) {
		run, err = m.run(ctx, by, cause)
		return err
	})
	if err == nil && !acquired {
		err = errRunning()
	}
	return run, err
}

// run makes one sync, and records its start and its end.
func (m *Mirror) run(ctx context.Context, by string, cause Cause) (Run, error) {
	run, err := m.options.Store.BeginRun(ctx, Run{By: by, Cause: cause, Counts: Counts{}})
	if err != nil {
		return Run{}, err
	}
	defer m.show(Progress{})
	counts, leftOut, failed := m.copy(ctx, by)
	run.LeftOut = leftOut
	if failed != nil {
		m.options.Logger.ErrorContext(ctx, "sync failed", "run", run.ID, "error", failed)
		run.Failure = fault.From(failed).Message
	} else {
		run.Counts = counts
	}
	ctx, stopEnd := context.WithTimeout(context.WithoutCancel(ctx), endLimit)
	defer stopEnd()
	run, err = m.options.Store.EndRun(ctx, run)
	return run, errors.Join(failed, err)
}

// Import replaces this site's content with that of an export, whatever the site's role: the caller has access to the
// site's data. While a sync or another import runs, it returns a Conflict.
func (m *Mirror) Import(ctx context.Context, by string, source Source) (counts Counts, leftOut []string, err error) {
	acquired, err := m.options.Store.WithLock(ctx, lockName, func(ctx context.Context) error {
		want, err := m.readFrom(ctx, source)
		if err != nil {
			return err
		}
		counts, err = m.applyContent(ctx, by, "import", source, want)
		leftOut = want.LeftOut
		return err
	})
	if err == nil && !acquired {
		err = errRunning()
	}
	return counts, leftOut, err
}

// copy reads the source and applies its content.
func (m *Mirror) copy(ctx context.Context, by string) (counts Counts, leftOut []string, err error) {
	m.show(Progress{Phase: "reading"})
	source, want, err := m.read(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer source.Close() //nolint:errcheck // it was read, and nothing was written to it
	counts, err = m.applyContent(ctx, by, "sync", source, want)
	return counts, want.LeftOut, err
}

// applyContent applies checked content: first the images, then everything else at once.
func (m *Mirror) applyContent(ctx context.Context, by, action string, source Source, want *Content) (Counts, error) {
	if err := m.backUp(ctx, want); err != nil {
		return nil, err
	}
	images, err := m.fetchMissing(ctx, by, source, want, m.needsAll(ctx))
	if err != nil {
		return nil, err
	}
	m.show(Progress{Phase: "writing"})
	done, err := m.options.Store.ReplaceContent(ctx, by, action, want, func(done, total int) {
		m.show(Progress{Phase: "writing", Done: done, Total: total})
	})
	if err != nil {
		return nil, because(err, fault.Internal, notTaken)
	}
	counts := done.Counts()
	counts["images"] = images
	return counts, nil
}

// backUp backs this site's data up, if any of it will change.
func (m *Mirror) backUp(ctx context.Context, want *Content) error {
	if m.options.Before == nil {
		return nil
	}
	have, err := m.options.Store.Content(ctx)
	if err != nil || Compare(have, want.Over(have)).Empty() {
		return err
	}
	if err := m.options.Before(ctx); err != nil {
		return fault.Because(fault.Unavailable, noBackup, err)
	}
	return nil
}

// read opens the source and reads and checks its content. The caller closes the source.
func (m *Mirror) read(ctx context.Context) (Source, *Content, error) {
	source, err := m.options.Open(ctx)
	if err != nil {
		return nil, nil, ofSource(err)
	}
	want, err := m.readFrom(ctx, source)
	if err != nil {
		return nil, nil, errors.Join(err, source.Close())
	}
	return source, want, nil
}

func (m *Mirror) readFrom(ctx context.Context, source Source) (*Content, error) {
	here, err := m.options.Store.Identity(ctx)
	if err != nil {
		return nil, err
	}
	want, there, err := source.Read(ctx, m.options.Store.Kinds)
	if err != nil {
		return nil, ofSource(m.orUpgrade(err, nil))
	}
	if here == there {
		return nil, fault.New(fault.Conflict, sameSite)
	}
	if len(want.LeftOut) > 0 {
		m.options.Logger.WarnContext(ctx, "production runs a newer version; content that this version does not know is left out",
			"left out", want.LeftOut, "theirs", orUnknown(want.Program), "ours", orUnknown(m.options.Program))
	}
	return want, m.orUpgrade(want.Check(), want)
}
