package mail

import (
	"errors"
	"time"
)

// State is the state of an email in the queue.
type State string

// The states. Sent, Refused, Unsure and Skipped are final.
const (
	Waiting State = "waiting" // for its time
	Sending State = "sending" // claimed until the lease ends
	Paused  State = "paused"  // its issue is paused
	Sent    State = "sent"
	Refused State = "refused" // given up
	Unsure  State = "unsure"  // may have been sent
	Skipped State = "skipped" // not wanted any more
)

// Outcome is what became of an attempt to send an email.
type Outcome struct {
	State     State
	Pause     time.Duration // Waiting: until the next attempt
	Uncounted bool          // Waiting: the attempt does not count, because the email was not the reason
	Permanent bool          // Refused: the address is the reason
	Answer    string        // Refused: what the mail server said, without the recipient's address
}

// pauses are the waits after failed attempts, about three days in all, as long as mail servers retry themselves. After
// the last attempt the email is given up. issuePauses are those of an issue of the newsletter, which is stale sooner.
var (
	pauses = []time.Duration{
		time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 8 * time.Hour, 24 * time.Hour, 40 * time.Hour,
	}
	issuePauses = []time.Duration{time.Hour, 6 * time.Hour}
)

// maxAge is the age above which an email is given up while there is no mail server.
const maxAge = 72 * time.Hour

// retry returns the outcome of a failed attempt that counts: a pause, or after the last attempt the end.
func retry(e Email, after []time.Duration, answer string) Outcome {
	if e.Tries < 1 || e.Tries > len(after) {
		return Outcome{State: Refused, Answer: answer}
	}
	return Outcome{State: Waiting, Pause: after[e.Tries-1]}
}

// outcomeOf returns what an attempt that ended with this error means for the email.
func outcomeOf(e Email, err error, now time.Time) Outcome {
	var failed *failure
	if !errors.As(err, &failed) {
		return Outcome{State: Sent}
	}
	answer := withoutAddress(failed.answer, e.To)
	switch failed.reason {
	case unanswered:
		return Outcome{State: Unsure}
	case refusedForGood:
		return Outcome{State: Refused, Permanent: true, Answer: answer}
	case refusedForNow:
		if e.Issue != 0 {
			return retry(e, issuePauses, answer)
		}
		return retry(e, pauses, answer)
	}
	if now.Sub(e.CreatedAt) > maxAge {
		return Outcome{State: Refused, Answer: answer}
	}
	return Outcome{State: Waiting, Uncounted: true}
}
