// Package additions adds tools by the URLs of their websites: it reads each website once and makes a draft of what it says, which an
// administrator publishes, changes or moves to the trash.
//
// One process of all that share the database reads at a time. The table additions has a row for each line that was pasted. A row is
// queued until the transaction that makes its draft, so a run that was interrupted goes on, and no tool is added twice.
//
// # To change
//
//   - what may be pasted: paste.go; what is read of a website, and what the draft has: read.go; go test ./internal/additions
//   - the name, description and categories: internal/suggest, internal/browse/similar.go; logos: internal/logos; websites that have
//     nothing: internal/linkchecks/content.go
//   - the rows: queries.go; go test ./internal/store -run Additions; the run: job.go; go test ./drill -run Additions
package additions

import (
	"time"
)

// Bounds of what is pasted.
const (
	MaxLines  = 500                 // of a paste
	MaxQueued = 2_000               // rows that are still to be read
	Keep      = 30 * 24 * time.Hour // how long a row stays, whose draft stays anyway
	maxLists  = 20                  // pastes that can be chosen
	hostsRows = 50                  // queued rows of a host read from the database at a time
	rowsWrite = 100                 // rows that a statement writes
)

// State is what has become of a line.
type State string

// The states of a line. Those after Duplicate follow from the product, so that an undo of it changes them too.
const (
	Queued    State = "queued"
	Failed    State = "failed"    // it has no draft
	Duplicate State = "duplicate" // another line or a product has the URL
	Draft     State = "draft"     // to be reviewed
	Accepted  State = "accepted"  // it is no draft anymore
	Skipped   State = "skipped"   // it is in the trash

	added State = "added" // of a row: the last three
)

// Line is a line that was pasted.
type Line struct {
	ID      int64  `json:"id"`
	Line    int    `json:"line" doc:"Its number in what was pasted, from 1"`
	URL     string `json:"url" doc:"As it was read; as it was pasted, if it is no URL"`
	State   State  `json:"state" enum:"queued,failed,duplicate,draft,accepted,skipped"`
	Reason  string `json:"reason" doc:"Why it has no draft, or what is to be known of the draft"`
	Product int64  `json:"product" doc:"Id of its draft, or of the product that has the URL; 0: none"`
	Name    string `json:"name" doc:"Of that product"`
	Slug    string `json:"slug" doc:"Of that product; empty: it is in the trash"`
}

// List is what was pasted at once.
type List struct {
	ID      int64     `json:"id" db:"list"`
	AddedBy string    `json:"addedBy" db:"added_by"`
	AddedAt time.Time `json:"addedAt" db:"added_at"`
	Lines   int       `json:"lines" db:"lines" doc:"How many there are"`
	Queued  int       `json:"queued" db:"queued" doc:"How many of them are still to be read"`
}

// Page is a list with its lines, and which others there are.
type Page struct {
	Lists []List `json:"lists" nullable:"false" doc:"The newest first, at most 20"`
	List  int64  `json:"list" doc:"Whose lines these are; 0: nothing was added in the last 30 days"`
	Lines []Line `json:"lines" nullable:"false"`
}

// Row is a line that is to be read.
type Row struct {
	ID      int64  `db:"id"`
	URL     string `db:"url"`
	AddedBy string `db:"added_by"`
}
