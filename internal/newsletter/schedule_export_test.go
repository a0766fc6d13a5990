package newsletter

import "time"

// Time is what the tests of schedules call.
func (s Schedule) Time(now time.Time) (time.Time, error) { return s.time(now) }
