package reach

import (
	"context"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Reporter makes reports when they are asked for, and keeps the last one until the catalogue or the settings change.
type Reporter struct {
	catalogue *browse.Live
	site      *site.Live
	report    *kept[*Report]
	counts    *kept[map[string]int] // of tools, by the id of a finding about them
}

// NewReporter returns a Reporter.
func NewReporter(catalogue *browse.Live, settings *site.Live) *Reporter {
	return &Reporter{catalogue, settings, newKept[*Report](), newKept[map[string]int]()}
}

// Report returns the current report. While similar tools are being chosen after a start or after many changes, it is
// Unavailable: the links are not known yet.
func (r *Reporter) Report(ctx context.Context) (*Report, error) {
	return r.report.get(ctx, r.now, func() (*Report, error) {
		snapshot, err := linked(ctx, r.catalogue.Snapshot())
		if err != nil {
			return nil, err
		}
		report, err := NewReport(ctx, snapshot, r.site.Settings().Index)
		if err != nil {
			return nil, fmt.Errorf("make the report about reach: %w", err)
		}
		return report, nil
	})
}

// toolCounts returns how many tools a finding about tools by themselves has, by its id.
func (r *Reporter) toolCounts(ctx context.Context) (map[string]int, error) {
	return r.counts.get(ctx, r.now, func() (map[string]int, error) {
		return toolCounts(ctx, r.catalogue.Snapshot(), r.site.Settings().Index)
	})
}

// now is the revision of what a report says. Visits don't matter to it.
func (r *Reporter) now() revision.Revision {
	now := browse.Revision(r.catalogue, r.site)
	now.Popularity = 0
	return now
}

// kept is what is made when it is asked for, once at a time, and kept for a revision.
type kept[T any] struct {
	lock     chan struct{} // full while it is made
	isMade   bool
	last     T
	revision revision.Revision // of last
}

func newKept[T any]() *kept[T] { return &kept[T]{lock: make(chan struct{}, 1)} }

// get returns what was made for the current revision, or makes it.
func (k *kept[T]) get(ctx context.Context, revisionNow func() revision.Revision, build func() (T, error)) (made T, err error) {
	select {
	case k.lock <- struct{}{}:
	case <-ctx.Done():
		return made, fmt.Errorf("wait for another report: %w", ctx.Err())
	}
	defer func() { <-k.lock }()
	now := revisionNow() // before what it is made of, which may be newer
	if k.isMade && k.revision.Covers(now) {
		return k.last, nil
	}
	if made, err = build(); err == nil {
		k.isMade, k.last, k.revision = true, made, now
	}
	return made, err
}

// mostLinked is the number of tools up to which similar ones are chosen for a report, which takes less than a second.
const mostLinked = 1000

// linked returns the snapshot with similar tools. browse.Live chooses those of a large catalogue.
func linked(ctx context.Context, snapshot *browse.Snapshot) (*browse.Snapshot, error) {
	switch {
	case snapshot.Similar().IsLinked():
		return snapshot, nil
	case snapshot.Len() > mostLinked:
		return nil, fault.New(fault.Unavailable, "Similar tools are still being chosen. Please try again in a few seconds.")
	}
	return snapshot.Linked(ctx)
}
