package jobs

import (
	"context"
	"errors"
	"time"
)

// A run is alive for the lease and says so again before that is over: the work of a copy of the program that was killed,
// or that is stalled, is another's after the lease. All go by the clock of the database, not by their machines'.
const (
	lease      = 20 * time.Second
	renewEvery = 5 * time.Second
	endWithin  = 5 * time.Second // for the store to hear that a run has ended
	clockSkew  = time.Minute     // a run that ended further in the future than that was dated by a wrong clock, and counts for none
)

// Lease is the last run of a job, by whichever copy of the program.
type Lease struct {
	Run    string    // unique; empty: the job never ran
	Began  time.Time // zero where it never ran
	Until  time.Time // it is alive until then, if it does not say so again; zero when it has ended
	Ended  time.Time // zero while it runs
	Failed bool
}

// Leases keeps the last run of each job where all copies of the program find it.
type Leases interface {
	// ChangeLease gives change the last run of a job and the time by the one clock that all copies share, and keeps what it
	// makes of it when it says so, while everybody else who asks for this job's waits. A job that never ran has the zero
	// Lease.
	ChangeLease(ctx context.Context, job string, change func(l *Lease, now time.Time) (keep bool)) error
}

// runs reports whether somebody is at it.
func (l Lease) runs(now time.Time) bool {
	return l.Until.After(now) && l.Until.Sub(now) <= lease+clockSkew
}

// wait is how long nobody may begin the job; 0: it is due.
func (l Lease) wait(job Job, now time.Time) time.Duration {
	if l.runs(now) {
		return min(l.Until.Sub(now), lease)
	}
	if l.Ended.IsZero() || l.Ended.Sub(now) > clockSkew { // it never ran, was left in the middle, or was dated by a wrong clock
		return 0
	}
	pause := job.pause(l.Failed)
	return max(0, min(l.Ended.Add(pause).Sub(now), pause))
}

// pause is how long the job rests after a run.
func (j Job) pause(failed bool) time.Duration {
	if failed && j.Again > 0 {
		return min(j.Again, j.Every)
	}
	return j.Every
}

// take begins a run of the job, or says how long nobody may. Who starts it by hand waits for a run that goes on only.
func (w *worker) take(ctx context.Context, run string, byHand bool) (last Lease, wait time.Duration, err error) {
	ctx, stop := context.WithTimeout(ctx, endWithin)
	defer stop()
	err = w.leases.ChangeLease(ctx, w.job.Name, func(l *Lease, now time.Time) bool {
		last, wait = *l, l.wait(w.job, now)
		if byHand && !l.runs(now) {
			wait = 0
		}
		if wait > 0 {
			return false
		}
		*l = Lease{Run: run, Began: now, Until: now.Add(lease)}
		return true
	})
	return last, wait, err
}

var (
	errTaken  = errors.New("another copy of the program has taken this job over, as nothing was heard of this one")
	errUnsaid = errors.New("the database was away for too long for other copies of the program to know that this job goes on")
)

// heartbeat says again and again that a run goes on, until ctx ends. When it is not ours any more, it gives up.
func (w *worker) heartbeat(ctx context.Context, run string, giveUp context.CancelCauseFunc) {
	said := time.Now()
	ticker := time.NewTicker(renewEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		ours, now := false, time.Now()
		asking, stop := context.WithTimeout(ctx, renewEvery)
		err := w.leases.ChangeLease(asking, w.job.Name, func(l *Lease, shared time.Time) bool {
			ours = l.Run == run
			l.Until = shared.Add(lease)
			return ours
		})
		stop()
		switch {
		case err == nil && ours:
			said = now
		case err == nil:
			giveUp(errTaken)
			return
		case now.Sub(said) > lease:
			giveUp(errUnsaid)
			return
		}
	}
}

// end notes how a run of ours ended. One that was broken off as the program stops leaves the job as due.
func (w *worker) end(ctx context.Context, run string, failed bool) error {
	stopping := ctx.Err() != nil
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer stop()
	return w.leases.ChangeLease(ctx, w.job.Name, func(l *Lease, now time.Time) bool {
		if l.Run != run {
			return false
		}
		l.Until, l.Ended, l.Failed = time.Time{}, now, failed
		if failed && stopping {
			l.Ended = time.Time{}
		}
		return true
	})
}
