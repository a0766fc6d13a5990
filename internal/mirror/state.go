package mirror

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

func (m *Mirror) show(p Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.progress = p
}

// State is the status of the sync.
type State struct {
	Development bool     `json:"development" doc:"Whether this site's role lets it be written"`
	Configured  bool     `json:"configured" doc:"Whether there is a source"`
	Unready     string   `json:"unready" doc:"Why no sync can be tried, in a sentence; empty where one can"`
	Webhook     bool     `json:"webhook" doc:"Whether the site accepts webhook deliveries"`
	Progress    Progress `json:"progress"`
	Runs        []Run    `json:"runs" nullable:"false" doc:"The latest 10, the newest first"`
}

// State reads the status of the sync.
func (m *Mirror) State(ctx context.Context) (State, error) {
	runs, err := m.options.Store.Runs(ctx, 10)
	s := State{Development: m.options.Development, Configured: m.options.Open != nil, Webhook: len(m.options.Secrets) > 0, Runs: runs}
	if unready := m.Ready(); unready != nil {
		s.Unready = fault.From(unready).Message
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s.Progress = m.progress
	return s, err
}
