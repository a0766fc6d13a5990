package visits

import (
	"hash/maphash"
	"net/netip"
	"time"
)

// How long an address counts once for a tool, and how many of them are remembered.
const (
	onceEvery = time.Hour
	maxRecent = 1 << 19 // about 10 MB; who comes when it is full counts each time
)

// action is what somebody did.
type action struct {
	client  netip.Addr
	product int64
	kind    Kind
}

// recent remembers who did what within the current hour: as hashes under a random key that is thrown away with them. An
// address cannot be read out of it, nor compared with those of another hour.
type recent struct {
	key   maphash.Seed
	began time.Time
	seen  map[uint64]struct{}
}

// first reports whether it is the first time in this hour.
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
