package visits

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// The pace of reading the popular products.
const (
	renewEvery  = 10 * time.Second
	retryAfter  = time.Second // after a failure; doubles up to renewEvery
	renewShare  = 20          // a read may take at most one part in this many of the time: slow reads are less frequent
	renewWithin = 30 * time.Second
)

// Popularity reports how often each product was visited in the last Window days.
type Popularity struct {
	store   Store
	changed func(visits map[int64]int64)
	logger  *slog.Logger
	away    bool // the last read failed
}

// NewPopularity returns a Popularity that calls changed after each read, with the visits of each product that has any.
func NewPopularity(store Store, changed func(visits map[int64]int64), logger *slog.Logger) *Popularity {
	return &Popularity{store: store, changed: changed, logger: logger}
}

// Renew reads the counts and calls changed.
func (p *Popularity) Renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, renewWithin)
	defer cancel()
	totals, err := p.store.VisitedProducts(ctx, DayOf(time.Now())-Window+1)
	if err != nil {
		return fmt.Errorf("read what is popular: %w", err)
	}
	visits := make(map[int64]int64, len(totals))
	for _, total := range totals {
		if total.Clicks > 0 {
			visits[total.Product] = total.Clicks
		}
	}
	p.changed(visits)
	return nil
}

// Follow renews every ten seconds until ctx ends, and less often while reads are slow. It logs a failure and retries
// sooner.
func (p *Popularity) Follow(ctx context.Context) {
	retry := retryAfter
	for rest := renewEvery; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(rest):
		}
		began := time.Now()
		err := p.Renew(ctx)
		if ctx.Err() != nil {
			return
		}
		if away := err != nil; away != p.away {
			p.away = away
			p.logger.WarnContext(ctx, "reading visits", "away", away, "error", err)
		}
		if err != nil {
			rest, retry = retry, min(2*retry, renewEvery)
			continue
		}
		rest, retry = max(renewEvery, renewShare*time.Since(began)), retryAfter
	}
}
