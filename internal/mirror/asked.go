package mirror

import (
	"context"
	"net/http"
	"time"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Take accepts a webhook delivery: it verifies the signature and requests a sync, unless it has accepted the same
// delivery before.
func (m *Mirror) Take(ctx context.Context, header http.Header, body []byte) error {
	id, err := m.verify(header, body, time.Now())
	if err != nil {
		return err
	}
	if err := m.Ready(); err != nil {
		return err
	}
	isNew, err := m.options.Store.TakeDelivery(ctx, id)
	if err == nil && isNew {
		m.Ask()
	}
	return err
}

// Ask requests a sync from Run and does not wait. Requests made before the sync starts become one sync.
func (m *Mirror) Ask() {
	select {
	case m.asked <- struct{}{}:
	default:
	}
}

// AskIfPending requests a sync if a delivery was accepted and no sync has succeeded since: this process has just
// started, or the process that accepted the delivery has ended.
func (m *Mirror) AskIfPending(ctx context.Context) error {
	if m.Ready() != nil {
		return nil
	}
	pending, err := m.options.Store.SyncPending(ctx)
	if pending {
		m.Ask()
	}
	return err
}

// Run makes the requested syncs one after the other until ctx ends, starting with one left pending by an earlier
// process. It retries a failed sync with exponential backoff.
func (m *Mirror) Run(ctx context.Context) {
	if m.Ready() != nil {
		return
	}
	if err := m.AskIfPending(ctx); err != nil {
		m.options.Logger.ErrorContext(ctx, "whether a sync is pending could not be read", "error", err)
	}
	pause := firstRetry
	var again <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.asked:
			if m.gather(ctx); ctx.Err() != nil { // the sync stays pending until the next start
				return
			}
		case <-again:
		}
		_, err := m.Sync(ctx, "webhook", Webhook)
		switch {
		case err == nil:
			again, pause = nil, firstRetry
		case fault.From(err).Code == archive.RunningCode: // the running sync may have read the source before this request
			again = time.After(busyPause)
		default: // Sync has recorded the failure
			again, pause = time.After(pause), min(2*pause, longestRetry)
		}
	}
}

// gather waits briefly, so that requests made at about the same time become one sync.
func (m *Mirror) gather(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(gatherDelay):
	}
	select {
	case <-m.asked:
	default:
	}
}
