package mirror

import "time"

// Cause is why a sync was started.
type Cause string

// The causes.
const (
	Manual  Cause = "manual"  // an administrator pressed the button
	Webhook Cause = "webhook" // the source announced a change
	Command Cause = "command" // the command line
)

// BrokenOff is the failure of a run whose process ended before it did.
const BrokenOff = "It was broken off. Nothing was changed."

// Run is one run of the sync.
type Run struct {
	ID        int64     `json:"id"`
	By        string    `json:"by" doc:"Who started it"`
	Cause     Cause     `json:"cause" enum:"manual,webhook,command"`
	StartedAt time.Time `json:"startedAt"`
	EndedAt   time.Time `json:"endedAt" doc:"0001-01-01T00:00:00Z while it runs"`
	Failure   string    `json:"failure" doc:"Why it failed, in a sentence; empty where it did not, or runs"`
	Counts    Counts    `json:"counts" doc:"What was done, by kind"`
	LeftOut   []string  `json:"leftOut,omitempty" nullable:"false" doc:"What this program does not know of production's content; only in the answer of the run itself"`
}

// Progress is how far a run is; the zero value means that none runs.
type Progress struct {
	Phase string `json:"phase" enum:",reading,images,writing" doc:"Empty: no run of this process is under way"`
	Done  int    `json:"done"`
	Total int    `json:"total" doc:"0 where it is not known"`
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
