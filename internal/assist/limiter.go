package assist

import (
	"slices"
	"sync"
	"time"

	"vitrine/internal/fault"
)

// How much one administrator may ask for, from the project's decisions page and its design of security, which leaves the
// number for a day to us. It is counted in each copy of the program.
const (
	mostInMinute = 10
	mostInDay    = 200
	mostAtOnce   = 2
	day          = 24 * time.Hour
)

// limiter counts what each administrator asks for. It forgets who has asked for nothing within a day.
type limiter struct {
	lock sync.Mutex
	by   map[string]*asked
}

// asked is what one administrator has asked for.
type asked struct {
	times   []time.Time // within a day, the oldest first: at most mostInDay
	running int
}

func newLimiter() *limiter { return &limiter{by: map[string]*asked{}} }

// enter takes one place, which leave gives back; or it is TooMany.
func (l *limiter) enter(by string) (leave func(), err error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	now := time.Now()
	l.forget(now)
	one := l.by[by]
	if one == nil {
		one = &asked{}
		l.by[by] = one
	}
	if one.running >= mostAtOnce {
		return nil, tooMany("Two texts are being drafted for you already. Please wait until one is done.", time.Second)
	}
	if len(one.times) >= mostInDay {
		return nil, tooMany("You have asked for 200 drafts within a day. Please try again later.", one.times[0].Add(day).Sub(now))
	}
	if lately := one.times[max(0, len(one.times)-mostInMinute):]; len(lately) == mostInMinute && now.Sub(lately[0]) < time.Minute {
		return nil, tooMany("You have asked for ten drafts within a minute. Please wait a moment.", lately[0].Add(time.Minute).Sub(now))
	}
	one.times = append(one.times, now)
	one.running++
	return sync.OnceFunc(func() {
		l.lock.Lock()
		defer l.lock.Unlock()
		one.running--
	}), nil
}

// forget drops what is longer ago than a day.
func (l *limiter) forget(now time.Time) {
	for by, one := range l.by {
		one.times = slices.DeleteFunc(one.times, func(at time.Time) bool { return now.Sub(at) >= day })
		if len(one.times) == 0 && one.running == 0 {
			delete(l.by, by)
		}
	}
}

func tooMany(message string, wait time.Duration) error {
	f := fault.New(fault.TooMany, message)
	f.RetryAfter = wait
	return f
}
