package drill

import (
	"testing"
	"time"
)

// scenario is a fault, the load on the site, and what the site promises.
type scenario struct {
	name    string
	open    func(t *testing.T) setup
	load    load
	short   []time.Duration // how long the fault lasts, in each round of the short form
	long    []time.Duration // the same in the long form
	promise promise
}

// setup is the site, one copy or several, and the fault.
type setup struct {
	sites  []*site // not started
	inject fault
	during func(r *run) // checks something while the fault lasts; nil: nothing
	after  func(r *run) // checks something after the last round; nil: nothing
}

// fault begins a fault. The returned function ends it.
type fault func(r *run, round int) (heal func())

// copiesWith returns a setup of n copies on one database, with a fault.
func copiesWith(n int, database newDatabase, inject fault) func(t *testing.T) setup {
	return func(t *testing.T) setup { return setup{sites: copies(t, n, database(t)), inject: inject} }
}

// load is the traffic before, during and after the fault.
type load struct {
	products    [2]int // in the short and the long form
	writers     int
	readers     int  // of each public address, at each copy
	fresh       bool // every other reader opens a connection for each request
	signedIn    int  // readers with a session of the administrator
	slowUploads int  // uploads at a time that take 2 to 5 s each
}

// Bounds that hold in every scenario: until a write is answered (it waits 10 s for those before it, then 5 s for the lock of
// SQLite or 2 s for each lock of PostgreSQL), and until one succeeds after the fault.
const (
	answeredWithin = 16 * time.Second
	writableWithin = 2 * time.Second
)

// maxResets is how many new connections may be reset when the program ends: its listener queues one while it closes, and
// another one can come at the same moment on another processor.
const maxResets = 2

// promise is what the site promises in addition to this: no acknowledged write is lost, every other one is done completely or not at all,
// every public address is answered, "vitrine check" finds no problem, and the bounds above. 0 means no bound.
type promise struct {
	refusals      []int         // statuses of refused writes, besides 503
	refused       bool          // some writes are refused during the fault
	ends          bool          // the program ends and starts again: meanwhile nobody can connect
	crashes       bool          // requests under way get no response
	ready         time.Duration // until the site is ready after the fault
	exit          time.Duration // until the program has ended after SIGTERM
	shown         time.Duration // until each copy shows the last change, with no further write
	shown99       time.Duration // the same, 99 of 100 changes
	signedIn      time.Duration // until a read of the administrator is answered; it may be refused with 503 during the fault
	signedIn99    time.Duration // the same, 99 of 100 reads, of which none is refused
	answeredIn    time.Duration // until a write is answered; 0: answeredWithin
	addressWithin time.Duration // until a public address is answered
}
