package redirects

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/visits"
)

const (
	hitsEvery  = 5 * time.Second
	hitsWithin = 5 * time.Second // timeout of one write
)

// Hits counts requests for old URLs in memory and writes them every few seconds: a number and a day, nothing of who asks. It loses the last
// seconds when the process is killed, and nothing when it is stopped.
type Hits struct {
	queries *Queries
	logger  *slog.Logger
	mutex   sync.Mutex
	waiting map[int64]int64 // by id; at most as many as there are old URLs
}

// NewHits returns a counter that writes while Run runs.
func NewHits(queries *Queries, logger *slog.Logger) *Hits {
	return &Hits{queries: queries, logger: logger, waiting: map[int64]int64{}}
}

// Count counts a request for an old URL.
func (h *Hits) Count(id int64) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if _, known := h.waiting[id]; known || len(h.waiting) < Max {
		h.waiting[id]++
	}
}

// Run writes until ctx ends, and a last time then.
func (h *Hits) Run(ctx context.Context) {
	ticks := time.NewTicker(hitsEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			h.write(ctx)
		case <-ctx.Done():
			h.write(context.WithoutCancel(ctx))
			return
		}
	}
}

// write writes what waits. If that fails, it is tried again.
func (h *Hits) write(ctx context.Context) {
	h.mutex.Lock()
	taken := h.waiting
	h.waiting = map[int64]int64{}
	h.mutex.Unlock()
	if len(taken) == 0 {
		return
	}
	ctx, stop := context.WithTimeout(ctx, hitsWithin)
	defer stop()
	if err := h.queries.AddHits(ctx, visits.DayOf(h.queries.Now()), taken); err != nil {
		h.logger.Warn("storing requests for old URLs", "error", err)
		h.mutex.Lock()
		for id, count := range taken {
			h.waiting[id] += count
		}
		h.mutex.Unlock()
	}
}

// idsOf returns the ids in order, so that copies that write the same rows don't wait for each other.
func idsOf(counts map[int64]int64) []int64 { return slices.Sorted(maps.Keys(counts)) }
