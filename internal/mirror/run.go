package mirror

import (
	"context"
	"time"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Cause is why a sync was started.
type Cause string

// The causes.
const (
	Manual  Cause = "manual"  // an administrator pressed the button
	Webhook Cause = "webhook" // the source announced a change
	Command Cause = "command" // the command line
)

// BrokenOff is the failure of a run whose process ended before it did.
const BrokenOff = "It was interrupted. Nothing was changed."

// Run is one run of the sync.
type Run struct {
	ID        int64          `json:"id" db:"id,serial"`
	By        string         `json:"by" db:"started_by" doc:"Who started it"`
	Cause     Cause          `json:"cause" db:"cause" enum:"manual,webhook,command"`
	StartedAt time.Time      `json:"startedAt" db:"started_at"`
	EndedAt   time.Time      `json:"endedAt" db:"ended_at,null" doc:"0001-01-01T00:00:00Z while it runs"`
	Failure   string         `json:"failure" db:"failure" doc:"Why it failed, in a sentence; empty where it did not, or runs"`
	Counts    archive.Counts `json:"counts" db:"counts,json" doc:"What was done, by kind"`
	LeftOut   []string       `json:"leftOut,omitempty" nullable:"false" doc:"What this program does not know of production's content; only in the answer of the run itself"`
}

// Notice is a pending notice of a change, for the sites that copy this one.
type Notice struct {
	Version int64 // of the catalogue
	Tries   int   // including this one
}

// Timing says when to send a notice.
type Timing struct {
	Quiet   time.Duration // after the last change
	Longest time.Duration // after the first, while changes go on
	Lease   time.Duration // during which only one process tries
}

// State is the status of the sync.
type State struct {
	Development bool             `json:"development" doc:"Whether this site's role lets it be written"`
	Configured  bool             `json:"configured" doc:"Whether there is a source"`
	Unready     string           `json:"unready" doc:"Why no sync can be tried, in a sentence; empty where one can"`
	Webhook     bool             `json:"webhook" doc:"Whether the site accepts webhook deliveries"`
	Progress    archive.Progress `json:"progress"`
	Runs        []Run            `json:"runs" nullable:"false" doc:"The latest 10, the newest first"`
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

func (m *Mirror) show(p archive.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.progress = p
}
