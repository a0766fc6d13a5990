package reach

import (
	"context"
	"fmt"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/revision"
	"github.com/vitrine-directory/vitrine/internal/site"
)

// Reporter makes reports when they are asked for, one at a time, and keeps the last one until the catalogue or the settings
// change.
type Reporter struct {
	catalogue *browse.Live
	site      *site.Live
	lock      chan struct{} // full while a report is made
	last      *Report
	revision  revision.Revision // of last

	counting chan struct{} // full while tools are counted
	counts   map[string]int
	counted  revision.Revision // of counts
}

// NewReporter returns a Reporter.
func NewReporter(catalogue *browse.Live, settings *site.Live) *Reporter {
	return &Reporter{catalogue: catalogue, site: settings, lock: make(chan struct{}, 1), counting: make(chan struct{}, 1)}
}

// Report returns the current report. While similar tools are being chosen after a start or after many changes, it is
// Unavailable: the links are not known yet.
func (r *Reporter) Report(ctx context.Context) (*Report, error) {
	if err := take(ctx, r.lock); err != nil {
		return nil, err
	}
	defer func() { <-r.lock }()
	now := r.now()
	if r.last != nil && r.revision.Covers(now) {
		return r.last, nil
	}
	snapshot, err := linked(ctx, r.catalogue.Snapshot())
	if err != nil {
		return nil, err
	}
	report, err := NewReport(ctx, snapshot, r.site.Settings().Index)
	if err != nil {
		return nil, fmt.Errorf("make the report about reach: %w", err)
	}
	r.last, r.revision = report, now
	return report, nil
}

// toolCounts returns how many tools a finding about tools by themselves has, by its id.
func (r *Reporter) toolCounts(ctx context.Context) (map[string]int, error) {
	if err := take(ctx, r.counting); err != nil {
		return nil, err
	}
	defer func() { <-r.counting }()
	now := r.now()
	if r.counts != nil && r.counted.Covers(now) {
		return r.counts, nil
	}
	counts, err := toolCounts(ctx, r.catalogue.Snapshot(), r.site.Settings().Index)
	if err == nil {
		r.counts, r.counted = counts, now
	}
	return counts, err
}

// now is the revision of what a report says. Visits don't matter to it.
func (r *Reporter) now() revision.Revision {
	now := browse.Revision(r.catalogue, r.site)
	now.Popularity = 0
	return now
}

func take(ctx context.Context, lock chan struct{}) error {
	select {
	case lock <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for another report: %w", ctx.Err())
	}
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
