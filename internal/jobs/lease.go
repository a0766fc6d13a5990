package jobs

import (
	"context"
	"errors"
	"time"
)

// Heartbeats renew the lease of a running job. If a copy of the program is killed or stalls, another copy runs the job once
// the lease has expired. All copies use the database's clock.
const (
	lease      = 20 * time.Second
	renewEvery = 5 * time.Second
	endWithin  = 5 * time.Second // timeout for storing the start or the end of a run
	clockSkew  = time.Minute     // a run whose end is further in the future has a wrong time, and is ignored
)

// Lease describes the last run of a job, in any copy of the program.
type Lease struct {
	Run    string    // unique id; empty: the job never ran
	Began  time.Time // zero: the job never ran
	Until  time.Time // when the lease expires unless renewed; zero: the run has ended
	Ended  time.Time // zero: the job is running, or was interrupted
	Failed bool
	Result string // what the run did, or why it failed, for people; empty until it has ended
}

// Leases stores the last run of each job for all copies of the program.
type Leases interface {
	// ChangeLease calls change with a job's last run and the time of the shared clock, and stores the lease if change
	// returns true. Concurrent calls for the same job wait. A job that never ran has the zero Lease.
	ChangeLease(ctx context.Context, job string, change func(l *Lease, now time.Time) (keep bool)) error
}

// runs reports whether the job is running.
func (l Lease) runs(now time.Time) bool {
	return l.Until.After(now) && l.Until.Sub(now) <= lease+clockSkew
}

// wait returns how long no copy may start the job; 0: the job is due.
func (l Lease) wait(job Job, now time.Time) time.Duration {
	if l.runs(now) {
		return min(l.Until.Sub(now), lease)
	}
	if l.Ended.IsZero() || l.Ended.Sub(now) > clockSkew { // it never ran, was interrupted, or has a wrong time
		return 0
	}
	pause := job.pause(l.Failed)
	return max(0, min(l.Ended.Add(pause).Sub(now), pause))
}

// pause returns the time between the end of a run and the next run.
func (j Job) pause(failed bool) time.Duration {
	if failed && j.Again > 0 {
		return min(j.Again, j.Every)
	}
	return j.Every
}

// takeLease starts a run of the job, or returns how long no copy may start one. A run by hand need not be due.
func (w *worker) takeLease(ctx context.Context, run string, byHand bool) (last Lease, wait time.Duration, err error) {
	ctx, stop := context.WithTimeout(ctx, endWithin)
	defer stop()
	err = w.leases.ChangeLease(ctx, w.job.Name, func(l *Lease, now time.Time) bool {
		if last, wait = *l, l.wait(w.job, now); wait > 0 && (!byHand || l.runs(now)) {
			return false
		}
		wait = 0
		*l = Lease{Run: run, Began: now, Until: now.Add(lease)}
		return true
	})
	return last, wait, err
}

var (
	errTakenOver  = errors.New("another copy of the program took over this job, because this copy did not renew its lease in time")
	errNotRenewed = errors.New("the database could not be reached until the lease of this job expired, so another copy of the program may run it now")
)

// heartbeat renews the lease of a run until ctx ends. It calls giveUp when the lease is lost.
func (w *worker) heartbeat(ctx context.Context, run string, giveUp context.CancelCauseFunc) {
	renewed := time.Now()
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
			renewed = now
		case err == nil:
			giveUp(errTakenOver)
			return
		case now.Sub(renewed) > lease:
			giveUp(errNotRenewed)
			return
		}
	}
}

// end stores how this copy's run ended. After a run that failed because the program stops, the job is due at once.
func (w *worker) end(ctx context.Context, run, result string, failure error) error {
	stopping, failed := ctx.Err() != nil, failure != nil
	if failed {
		result = failure.Error()
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer stop()
	return w.leases.ChangeLease(ctx, w.job.Name, func(l *Lease, now time.Time) bool {
		if l.Run != run {
			return false
		}
		l.Until, l.Ended, l.Failed, l.Result = time.Time{}, now, failed, forPeople(result)
		if failed && stopping {
			l.Ended = time.Time{}
		}
		return true
	})
}
