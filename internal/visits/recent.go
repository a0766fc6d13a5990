package visits

import (
	"hash/maphash"
	"net/netip"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/source"
)

// How long an address counts once for a product or a page, and how many actions are remembered.
const (
	onceEvery = time.Hour
	maxRecent = 1 << 19 // about 10 MB; once it is full, further actions count each time
)

// Recent remembers which clients clicked on the links to which products in the current hour.
type Recent struct {
	mutex  sync.Mutex
	recent recent
}

// First reports whether a click on a product's link is the first of a client in this hour. An unknown client's is.
func (r *Recent) First(client netip.Addr, product int64, now time.Time) bool {
	client = source.Of(client)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return !client.IsValid() || r.recent.first(action{client: client, product: product, kind: Visit}, now)
}

// action is what a client did with a product or a page.
type action struct {
	client  netip.Addr
	product int64
	kind    Kind
	issue   int64  // of the newsletter, that it came from; 0: none
	page    string // key of a page
}

// recent remembers the actions of the current hour, as hashes under a random key that is discarded with them. Nobody
// can read an address from it, or compare it with those of another hour.
type recent struct {
	key   maphash.Seed
	began time.Time
	seen  map[uint64]struct{}
}

// first reports whether the action is the first of its kind in this hour.
func (r *recent) first(a action, now time.Time) bool {
	if r.seen == nil || now.Sub(r.began) >= onceEvery {
		*r = recent{maphash.MakeSeed(), now, map[uint64]struct{}{}}
	}
	hash := maphash.Comparable(r.key, a)
	if _, known := r.seen[hash]; known {
		return false
	}
	if len(r.seen) < maxRecent {
		r.seen[hash] = struct{}{}
	}
	return true
}
