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
	Version   int64           `json:"version" doc:"Version of the catalog that the change led to"`
	Before    json.RawMessage `json:"before" doc:"null: it was not there"`
	After     json.RawMessage `json:"after" doc:"null: it is not there any more"`
	Address   string          `json:"address"`
	RequestID string          `json:"requestId"`
	CanUndo   bool            `json:"canUndo" doc:"An undo of its version can revert it, unless that is undone"`
	Undone    Undone          `json:"undone"`
}

// Query selects entries. An empty string matches all.
type Query struct {
	Object   string
	Objects  []string // only entries about these kinds of objects; nil: about any
	ObjectID string
	Action   string
	Actor    string
	Version  int64  // only the entries about one object each of the change with this version; 0: any
	Search   string // with Version: only those about products whose names contain these words
	Before   int64  // only entries with a smaller id; 0: from the newest on
	Limit    int    // 0: DefaultLimit; at most MaxLimit
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
	Objects  []string // only entries about these kinds of objects; nil: about any
	ObjectID string
	Before   any
	After    any
}

// ChangedSince is what an undo does with products that have changed since the change: the zero value refuses the undo.
type ChangedSince string

// Leave leaves these products as they are, Revert brings them back to their state before the change like the others.
const (
	Leave  ChangedSince = "leave"
	Revert ChangedSince = "revert"
)

// Undone is the latest undo of a change that is not undone itself. Version 0: there is none.
type Undone struct {
	Version int64     `json:"version" doc:"Version of the catalog that the undo led to; 0: it is not undone"`
	At      time.Time `json:"at"`
	Actor   string    `json:"actor"`
	Left    int       `json:"left" doc:"Products that it left as they were, as they had changed since or are permanently deleted"`
}

// UndoResult is the outcome of an undo.
type UndoResult struct {
	Version  int64 `json:"version" doc:"Version of the catalog that the undo led to: the undo can be undone too"`
	Restored int   `json:"restored" doc:"Products, collections and settings that are as they were before the change"`
	Left     int   `json:"left" doc:"Products that were left as they are"`
}

// UndoPreview is what an undo would find. Its counts are those of the products of the change.
type UndoPreview struct {
	Total    int          `json:"total" doc:"Products that the change was about; 0: it was about something else"`
	Ready    int          `json:"ready" doc:"Products that are as the change left them"`
	Changed  int          `json:"changed" doc:"Products that have changed since"`
	Reverted int          `json:"reverted" doc:"Products that are already as they were before the change"`
	Purged   int          `json:"purged" doc:"Products that were permanently deleted and cannot be restored"`
	Rows     []ChangedRow `json:"rows" nullable:"false" doc:"The next products that have changed since"`
	Next     int64        `json:"next" doc:"What to give as after for the next rows; 0 at the end. Only the first answer has counts"`
}

// PreviewRows is how many rows a preview of an undo has.
const PreviewRows = 20

// ChangedRow is a product that has changed since a change, with the fields that differ.
type ChangedRow struct {
	ID   int64           `json:"id"`
	Name string          `json:"name"`
	Was  json.RawMessage `json:"was" doc:"The differing fields as the change left them; null: it deleted the product"`
	Now  json.RawMessage `json:"now" doc:"The same fields now; null: the product is in the trash"`
}
