package newsletter

import "time"

// CurrentConsent returns the sentence that subscribers agree to now.
func CurrentConsent() string { return consents[currentConsent] }

// Time is what the tests of schedules call.
func (s Schedule) Time(now time.Time) (time.Time, error) { return s.time(now) }
