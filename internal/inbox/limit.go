package inbox

import (
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits, per client address unless they say otherwise.
const (
	MaxPerHour   = 10 // stored submissions; the store counts them across all processes
	PostedAnHour = 3  // stored submissions after which one without the proof of work is refused

	triesAtOnce    = 30               // burst of attempts, accepted or not, in each process
	tryEvery       = 20 * time.Second // refills one attempt
	maxSenders     = 1 << 16          // in memory; the least used are evicted first
	MaxPending     = 5_000            // pending submissions of all senders together
	Retention      = 180 * 24 * time.Hour
	secretAlphabet = 26 // characters of rand.Text: 130 bits
)

// tries is a token bucket for each sender. It keeps a flood of refused requests away from the store.
type tries struct {
	buckets *otter.Cache[string, *rate.Limiter]
}

func newTries() tries {
	return tries{otter.Must(&otter.Options[string, *rate.Limiter]{MaximumSize: maxSenders})}
}

// takeTry counts an attempt, or returns TooMany with the time to wait.
func (t tries) takeTry(sender string, now time.Time) error {
	bucket, known := t.buckets.GetIfPresent(sender)
	if !known {
		bucket, _ = t.buckets.SetIfAbsent(sender, rate.NewLimiter(rate.Every(tryEvery), triesAtOnce))
	}
	if bucket.AllowN(now, 1) {
		return nil
	}
	later := bucket.ReserveN(now, 1)
	defer later.CancelAt(now)
	return TooMany(later.DelayFrom(now))
}

// TooMany is the fault for an address that has reached its limit, and how long to wait.
func TooMany(wait time.Duration) error {
	f := fault.New(fault.TooMany, "Too many submissions from your network. Please try again later.")
	f.RetryAfter = wait
	return f
}
