package inbox

import (
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"vitrine/internal/fault"
)

// How much one address may send.
const (
	MaxPerHour   = 10 // submissions that were kept; the store counts them for all copies of the program
	PostedAnHour = 3  // the most of them after which one without the proof of work is not taken

	triesAtOnce    = 30               // tries, kept or not, of each process
	tryEvery       = 20 * time.Second // one more
	maxSenders     = 1 << 16          // in memory; the least used go first
	MaxPending     = 5_000            // submissions that wait at the same time, of all senders
	Retention      = 180 * 24 * time.Hour
	secretAlphabet = 26 // of rand.Text: 130 bits
)

// tries is a token bucket for each sender, so that a flood of what is refused never reaches the store.
type tries struct {
	buckets *otter.Cache[string, *rate.Limiter]
}

func newTries() tries {
	return tries{otter.Must(&otter.Options[string, *rate.Limiter]{MaximumSize: maxSenders})}
}

// take counts a try, or says how long to wait.
func (t tries) take(sender string, now time.Time) error {
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

// TooMany says that an address has sent all that it may, and how long that lasts.
func TooMany(wait time.Duration) error {
	f := fault.New(fault.TooMany, "Too many submissions from your network for now. Please try again later.")
	f.RetryAfter = wait
	return f
}
