package assist

import (
	"slices"
	"sync"
	"time"

	"vitrine/internal/fault"
)

// How much one administrator may ask for, from the project's decisions page. It is counted in each copy of the program.
const (
	mostInWindow = 10
	window       = time.Minute
	mostAtOnce   = 2
)

// limiter counts what each administrator asks for. It forgets who has asked for nothing within the window.
type limiter struct {
	lock sync.Mutex
	by   map[string]*asked
}

// asked is what one administrator has asked for.
type asked struct {
	times   []time.Time // within the window, the oldest first
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
	if len(one.times) >= mostInWindow {
		return nil, tooMany("You have asked for ten drafts within a minute. Please wait a moment.", one.times[0].Add(window).Sub(now))
	}
	one.times = append(one.times, now)
	one.running++
	return sync.OnceFunc(func() {
		l.lock.Lock()
		defer l.lock.Unlock()
		one.running--
	}), nil
}

// forget drops what is out of the window.
func (l *limiter) forget(now time.Time) {
	for by, one := range l.by {
		one.times = slices.DeleteFunc(one.times, func(at time.Time) bool { return now.Sub(at) >= window })
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
