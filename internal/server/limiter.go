package server

import (
	"net/netip"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"github.com/vitrine-directory/vitrine/internal/source"
)

// API rate limit per client: far above what a person or a well-behaved program needs.
const (
	CallsPerSecond = 100
	CallsAtOnce    = 400
	maxClients     = 1 << 16 // buckets in memory; the least used are evicted
)

// limiter holds a token bucket per client.
type limiter struct {
	buckets *otter.Cache[netip.Addr, *rate.Limiter]
}

func newLimiter() *limiter {
	return &limiter{otter.Must(&otter.Options[netip.Addr, *rate.Limiter]{MaximumSize: maxClients})}
}

// wait returns 0 if the client may call now, else the time until it may.
func (l *limiter) wait(client netip.Addr, now time.Time) time.Duration {
	if !limited(client) {
		return 0
	}
	key := source.Of(client)
	bucket, known := l.buckets.GetIfPresent(key)
	if !known {
		bucket, _ = l.buckets.SetIfAbsent(key, rate.NewLimiter(CallsPerSecond, CallsAtOnce))
	}
	if bucket.AllowN(now, 1) {
		return 0
	}
	later := bucket.ReserveN(now, 1)
	defer later.CancelAt(now)
	return later.DelayFrom(now)
}
