package mirror

import (
	"context"
	"net/http"
	"time"

	"vitrine/internal/fault"
)

// Take takes a delivery of the webhook: one that is signed asks for a sync, unless it was taken before.
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

// Ask has Run copy the source soon. To ask again before it begins is to ask once.
func (m *Mirror) Ask() {
	select {
	case m.asked <- struct{}{}:
	default:
	}
}

// AskIfPending asks for a sync when a delivery was taken and no sync was done since: this copy of the program had just begun,
// or the one that took it is gone.
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

// runningCode is the code of the fault that says that a sync runs already.
const runningCode = "sync_running"

func errRunning() error {
	f := fault.New(fault.Conflict, isRunning)
	f.Code = runningCode
	return f
}

// Run makes the syncs that are asked for, one after the other, until ctx ends; first the one that is pending from before. One
// that fails is tried again after a pause that grows.
func (m *Mirror) Run(ctx context.Context) {
	if m.Ready() != nil {
		return
	}
	if err := m.AskIfPending(ctx); err != nil {
		m.options.Logger.ErrorContext(ctx, "see whether a sync is pending", "error", err)
	}
	pause := firstRetry
	var again <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.asked:
			if m.gather(ctx); ctx.Err() != nil { // it is pending, and done at the next start
				return
			}
		case <-again:
		}
		_, err := m.Sync(ctx, "webhook", Webhook)
		switch {
		case err == nil:
			again, pause = nil, firstRetry
		case fault.From(err).Code == runningCode: // and may have read before what this one was asked for
			again = time.After(busyPause)
		default: // its failure is noted
			again, pause = time.After(pause), min(2*pause, longestRetry)
		}
	}
}

// gather waits for those who ask at about the same time: what they ask for is one sync.
func (m *Mirror) gather(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(together):
	}
	select {
	case <-m.asked:
	default:
	}
}
