package mirror

import (
	"context"
	"errors"

	"github.com/vitrine-directory/vitrine/internal/archive"
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
	acquired, err := m.options.Store.WithLock(ctx, archive.LockName, func(ctx context.Context) (err error) {
		run, err = m.run(ctx, by, cause)
		return err
	})
	if err == nil && !acquired {
		err = archive.ErrRunning()
	}
	return run, err
}

// run makes one sync, and records its start and its end.
func (m *Mirror) run(ctx context.Context, by string, cause Cause) (Run, error) {
	run, err := m.options.Store.BeginRun(ctx, Run{By: by, Cause: cause, Counts: archive.Counts{}})
	if err != nil {
		return Run{}, err
	}
	defer m.show(archive.Progress{})
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

// copy reads the source and applies its content.
func (m *Mirror) copy(ctx context.Context, by string) (counts archive.Counts, leftOut []string, err error) {
	m.show(archive.Progress{Phase: "reading"})
	source, want, err := m.read(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer source.Close() //nolint:errcheck // it was read, and nothing was written to it
	counts, err = m.copier.ApplyContent(ctx, by, "sync", source, want)
	return counts, want.LeftOut, err
}

// read opens the source and reads and checks its content. The caller closes the source.
func (m *Mirror) read(ctx context.Context) (archive.Source, *archive.Content, error) {
	source, err := m.options.Open(ctx)
	if err != nil {
		return nil, nil, archive.OfSource(err)
	}
	want, err := m.copier.ReadFrom(ctx, source)
	if err != nil {
		return nil, nil, errors.Join(err, source.Close())
	}
	return source, want, nil
}

// Preview returns what a sync would change now. It writes nothing.
func (m *Mirror) Preview(ctx context.Context) (archive.Difference, error) {
	if err := m.Ready(); err != nil {
		return archive.Difference{}, err
	}
	source, want, err := m.read(ctx)
	if err != nil {
		return archive.Difference{}, err
	}
	defer source.Close() //nolint:errcheck // it was read, and nothing was written to it
	return m.copier.Differences(ctx, want)
}
