package mail

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/emails"
)

// Store is the queue of emails. Several processes may share it.
type Store interface {
	// NextEmail claims the email that is due first. If none may be sent now, its ID is 0, and wait is how long until the
	// pace allows one; 0: none is due.
	NextEmail(ctx context.Context, claim Claim) (e Email, wait time.Duration, err error)
	// EndEmail stores the outcome of the claim's attempt. It does nothing if the claim has ended.
	EndEmail(ctx context.Context, claimed Email, outcome Outcome) error
	// EndExpiredEmails ends the claims whose lease has ended, as Unsure: whoever had them may have sent them. It calls
	// unsure with each before it commits.
	EndExpiredEmails(ctx context.Context, unsure func(Email)) error
}

// Claim says how an email is claimed.
type Claim struct {
	Lease     time.Duration // how long no other process touches it
	Pace      time.Duration // between two emails of all processes together
	TokenHash string        // for the links in it, if it is of an issue
}

// Composer writes an email that has a Kind just before it is sent, and says to whom it goes: To of the queued one is what
// was typed. isWanted is false if there is nothing to send.
type Composer func(ctx context.Context, queued Email) (message emails.Message, isWanted bool, err error)

// Sender sends the emails of the store to the server.
type Sender struct {
	store   Store
	server  *Server
	pace    time.Duration
	compose Composer // set by Run
	log     *slog.Logger
	called  chan struct{} // capacity 1: there may be a new email

	isUp, isDown atomic.Bool // since the dispatcher last looked, the server answered, or did not
	inFlight     sync.WaitGroup
	recipients   sync.Map // of what is in flight, without issues
}

// NewSender returns a Sender, which sends nothing before Run, and then at most perSecond emails a second. That limit is
// shared by all processes.
func NewSender(store Store, server *Server, perSecond int, log *slog.Logger) *Sender {
	return &Sender{store: store, server: server, pace: time.Second / time.Duration(perSecond), log: log, called: make(chan struct{}, 1)}
}

// Call tells the sender that there may be a new email. It never blocks.
func (s *Sender) Call() {
	select {
	case s.called <- struct{}{}:
	default:
	}
}

const (
	lookEvery   = 30 * time.Second // poll for emails to retry, or left by another process
	lease       = 5 * time.Minute  // longer than attemptTime and endTries
	attemptTime = 3 * time.Minute  // composing, connecting and sending
	finishing   = 5 * time.Second  // for the emails in flight when the program stops
	maxInFlight = 8
	busyPause   = time.Second // while another email to the recipient is in flight

	firstPause = time.Second // while there is no mail server, doubled up to maxPause
	maxPause   = time.Minute
)

// Run sends emails until ctx ends; compose writes those that have a Kind. It finishes the emails in flight within a few
// seconds.
func (s *Sender) Run(ctx context.Context, compose Composer) {
	s.compose = compose
	defer s.server.close()
	defer s.inFlight.Wait()
	slots := make(chan struct{}, maxInFlight)
	pause := time.Duration(0) // since the server was last down; 0: it is up
	looked := time.Time{}
	for ctx.Err() == nil {
		if time.Since(looked) >= lookEvery {
			looked = time.Now()
			s.endExpired(ctx)
		}
		if s.isDown.Load() {
			s.inFlight.Wait()
			s.isUp.Store(false)
			s.isDown.Store(false)
			pause = min(max(2*pause, firstPause), maxPause)
			s.log.WarnContext(ctx, "the mail server accepts no emails; sending is paused", "pause", pause.String())
			sleep(ctx, pause, nil)
			continue
		}
		select {
		case <-ctx.Done():
			return
		case slots <- struct{}{}:
		}
		if s.isDown.Load() { // while this waited for a slot
			<-slots
			continue
		}
		wait, isClaimed := s.sendNext(ctx, func() { <-slots })
		if !isClaimed {
			<-slots
			sleep(ctx, wait, s.called)
		}
		if pause > 0 { // one email finds out whether the server is up again
			s.inFlight.Wait()
			if s.isUp.Load() && !s.isDown.Load() {
				pause = 0
			}
		}
	}
}

// sendNext begins to send the email that is due first and calls done when that has ended. If there is none, it returns
// how long to wait for one.
func (s *Sender) sendNext(ctx context.Context, done func()) (wait time.Duration, isClaimed bool) {
	token, hash := NewToken()
	e, wait, err := s.store.NextEmail(ctx, Claim{Lease: lease, Pace: s.pace, TokenHash: hash})
	if err != nil && ctx.Err() == nil {
		s.log.ErrorContext(ctx, "the queue of emails could not be read", "error", err)
	}
	if err != nil || e.ID == 0 && wait == 0 {
		return lookEvery, false
	}
	if e.ID == 0 {
		return wait, false
	}
	if e.Issue != 0 {
		e.Token = token
	} else if _, isBusy := s.recipients.LoadOrStore(e.recipient(), true); isBusy { // codes arrive in order: only the last one works
		s.end(ctx, e, Outcome{State: Waiting, Pause: busyPause, Uncounted: true})
		time.AfterFunc(busyPause, s.Call)
		return 0, false
	}
	s.inFlight.Go(func() {
		defer done()
		s.deliver(ctx, e)
		if e.Issue == 0 {
			s.recipients.Delete(e.recipient())
		}
	})
	return 0, true
}

// endExpired gives up what a process had claimed that has died since.
func (s *Sender) endExpired(ctx context.Context) {
	if err := s.store.EndExpiredEmails(ctx, func(e Email) { s.logUnsure(ctx, e) }); err != nil && ctx.Err() == nil {
		s.log.ErrorContext(ctx, "emails that a stopped process was sending could not be read", "error", err)
	}
}

// sleep waits for the duration, the end of ctx, or the call.
func sleep(ctx context.Context, duration time.Duration, call <-chan struct{}) {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-call:
	case <-timer.C:
	}
}
