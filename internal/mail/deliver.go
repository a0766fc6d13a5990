package mail

import (
	"context"
	"errors"
	"time"
)

// deliver makes one attempt and stores its outcome. The log has no address.
func (s *Sender) deliver(stopping context.Context, e Email) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(stopping), attemptTime)
	defer stop()
	defer context.AfterFunc(stopping, func() { time.AfterFunc(finishing, stop) })()
	if e.Kind != "" {
		message, isWanted, err := s.compose(ctx, e)
		if err == nil && isWanted && message.To == "" {
			err = errors.New("it has no recipient")
		}
		if err != nil {
			outcome := retry(e, pauses, "It could not be written.")
			s.log.ErrorContext(ctx, "an email could not be composed", "email", e.ID, "issue", e.Issue, "state", outcome.State, "next", outcome.Pause.String(), "error", err)
			s.end(ctx, e, outcome)
			return
		}
		if !isWanted {
			s.end(ctx, e, Outcome{State: Skipped})
			return
		}
		e.To, e.Subject, e.Text, e.HTML, e.Unsubscribe = message.To, message.Subject, message.Text, message.HTML, message.Unsubscribe
	}
	err := s.server.send(ctx, e)
	outcome := outcomeOf(e, err, time.Now())
	switch {
	case outcome.State == Unsure:
		s.logUnsure(ctx, e)
	case err != nil:
		s.log.WarnContext(ctx, "the mail server did not accept an email", "email", e.ID, "issue", e.Issue, "subscriber", e.SubscriberID, "try", e.Tries,
			"state", outcome.State, "next", outcome.Pause.String(), "error", withoutAddress(err.Error(), e.To))
	}
	s.end(ctx, e, outcome)
	if isServerDown(err) {
		s.isDown.Store(true)
	} else {
		s.isUp.Store(true)
	}
}

// logUnsure names an email that may have been sent, by its number and its subscriber's: it is not sent again.
func (s *Sender) logUnsure(ctx context.Context, e Email) {
	s.log.ErrorContext(ctx, "an email may have been sent; it will not be sent again", "email", e.ID, "issue", e.Issue, "subscriber", e.SubscriberID)
}

// endTries is how often the outcome of an attempt is written while the database fails. If it cannot be written, the lease
// ends.
const endTries = 6

func (s *Sender) end(ctx context.Context, e Email, outcome Outcome) {
	for try := 1; ; try++ {
		err := s.store.EndEmail(context.WithoutCancel(ctx), e, outcome)
		if err == nil {
			return
		}
		s.log.ErrorContext(ctx, "the result of an email could not be stored", "email", e.ID, "state", outcome.State, "try", try, "error", err)
		if try == endTries || ctx.Err() != nil {
			return
		}
		sleep(ctx, time.Duration(try)*time.Second, nil)
	}
}
