package logos

import "time"

// For returns a job that waits this long between two requests to a host.
func For(o Options, interval time.Duration) *Job {
	o.interval = interval
	return New(o)
}
