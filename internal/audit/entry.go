package audit

import (
	"encoding/json"
	"time"
)

// Limits of one page of the audit.
const (
	DefaultLimit = 50
	MaxLimit     = 200
)

// Entry is one line of the audit: who did what to which object, when, and its state before and after.
type Entry struct {
	ID        int64           `json:"id"`
	At        time.Time       `json:"at"`
	Actor     string          `json:"actor" doc:"Email of the administrator, or import, demo, command line"`
	Action    string          `json:"action"`
	Object    string          `json:"object" doc:"What was changed, by the name of its table"`
	ObjectID  string          `json:"objectId" doc:"Empty where it is not one object"`
	Version   int64           `json:"version" doc:"Version of the catalogue that the change led to"`
	Before    json.RawMessage `json:"before" doc:"null: it was not there"`
	After     json.RawMessage `json:"after" doc:"null: it is not there any more"`
	Address   string          `json:"address"`
	RequestID string          `json:"requestId"`
}

// Query selects entries. An empty string matches all.
type Query struct {
	Object   string
	ObjectID string
	Action   string
	Actor    string
	Before   int64 // only entries with a smaller id; 0: from the newest on
	Limit    int   // 0: DefaultLimit; at most MaxLimit
}

// State is one of the two states in an entry.
type State string

// The states. The zero State is After, or Before for an entry without a state after.
const (
	Before State = "before"
	After  State = "after"
)

// Event is an audit line without another change, such as a failed sign-in. Before and After are encoded as JSON.
type Event struct {
	Action   string
	Object   string
	ObjectID string
	Before   any
	After    any
}
