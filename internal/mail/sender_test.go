package mail

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/emails"
)

// memoryStore is a Store in memory.
type memoryStore struct {
	mutex    sync.Mutex
	waiting  []Email
	expired  []Email
	claims   []Claim
	outcomes []Outcome
	ids      []int64       // of the outcomes
	failures int           // how many calls of EndEmail fail
	done     chan struct{} // one value per outcome
}

func newStore(emails ...Email) *memoryStore {
	return &memoryStore{waiting: emails, done: make(chan struct{}, 1000)}
}

func (s *memoryStore) NextEmail(_ context.Context, claim Claim) (Email, time.Duration, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.waiting) == 0 {
		return Email{}, 0, nil
	}
	s.claims = append(s.claims, claim)
	e := s.waiting[0]
	s.waiting = s.waiting[1:]
	return e, 0, nil
}

func (s *memoryStore) EndEmail(_ context.Context, e Email, outcome Outcome) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.failures > 0 {
		s.failures--
		return errors.New("the database is gone")
	}
	if outcome.Uncounted {
		s.waiting = append(s.waiting, e)
	}
	s.outcomes, s.ids = append(s.outcomes, outcome), append(s.ids, e.ID)
	s.done <- struct{}{}
	return nil
}

func (s *memoryStore) EndExpiredEmails(_ context.Context, unsure func(Email)) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, e := range s.expired {
		unsure(e)
	}
	s.expired = nil
	return nil
}

// states are the last states by email.
func (s *memoryStore) states() map[int64]State {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	states := map[int64]State{}
	for i, outcome := range s.outcomes {
		states[s.ids[i]] = outcome.State
	}
	return states
}

// begin starts a sender. stop ends it, and returns the log.
func (s *memoryStore) begin(t *testing.T, p *peer, user string, compose Composer) (stop func() string) {
	t.Helper()
	server, err := NewServer(p.address(user), "tools@example.com")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan struct{})
	sender := NewSender(s, server, 1000, slog.New(slog.NewJSONHandler(&log, nil)))
	go func() { sender.Run(ctx, compose); close(ended) }()
	return func() string {
		end()
		<-ended
		return log.String()
	}
}

// wait waits for this many outcomes.
func (s *memoryStore) wait(t *testing.T, outcomes int) {
	t.Helper()
	for range outcomes {
		select {
		case <-s.done:
		case <-time.After(time.Minute):
			t.Fatal("the email was neither sent nor failed")
		}
	}
}

// run runs a sender until the store has received this many outcomes, and returns the log.
func (s *memoryStore) run(t *testing.T, p *peer, user string, outcomes int) string {
	t.Helper()
	stop := s.begin(t, p, user, nil)
	s.wait(t, outcomes)
	return stop()
}

// many are emails with the ids from 1.
func many(count int) (found []Email) {
	for id := range int64(count) {
		found = append(found, Email{ID: id + 1, To: "ann@example.com", Subject: "s", Text: "t", Tries: 1, CreatedAt: time.Now()})
	}
	return found
}

// An email that has a kind is composed when it is sent. One that is not wanted is not sent, and one that cannot be composed is
// tried again. Only an issue has a token.
func TestComposedWhenSent(t *testing.T) {
	t.Parallel()
	compose := func(_ context.Context, queued Email) (emails.Message, bool, error) {
		switch queued.Data {
		case "fails":
			return emails.Message{}, false, errors.New("the database is gone")
		case "not wanted":
			return emails.Message{}, false, nil
		}
		return emails.Message{Subject: "Composed", Text: "from " + queued.Data, HTML: "<p>" + queued.Token + "</p>"}, true, nil
	}
	for data, want := range map[string]struct {
		outcome   Outcome
		delivered int
	}{"data": {Outcome{State: Sent}, 1}, "not wanted": {Outcome{State: Skipped}, 0}, "fails": {Outcome{State: Waiting, Pause: time.Minute}, 0}} {
		for _, issue := range []int64{0, 5} {
			p, s := newPeer(t), newStore(Email{ID: 1, To: "ann@example.com", Kind: "code", Data: data, Tries: 1, Issue: issue})
			stop := s.begin(t, p, "", compose)
			s.wait(t, 1)
			stop()
			messages := p.received()
			if s.outcomes[0] != want.outcome || len(messages) != want.delivered {
				t.Errorf("%s: %+v, %q delivered", data, s.outcomes, messages)
			}
			if want.delivered == 0 {
				continue
			}
			_, token, _ := strings.Cut(messages[0], "<p>")
			token, _, _ = strings.Cut(token, "</p>")
			if !strings.Contains(messages[0], "Subject: Composed") || !strings.Contains(messages[0], "from data") || token != "" != (issue != 0) {
				t.Errorf("delivered\n%s", messages[0])
			}
			if issue != 0 && TokenHash(token) != s.claims[0].TokenHash {
				t.Errorf("the claim has the hash %s, which is not of %s", s.claims[0].TokenHash, token)
			}
		}
	}
}

// The claim has the pace that the settings give.
func TestPace(t *testing.T) {
	t.Parallel()
	p, s := newPeer(t), newStore(many(1)...)
	s.run(t, p, "", 1)
	if s.claims[0].Pace != time.Millisecond || s.claims[0].Lease < attemptTime {
		t.Errorf("the claim is %+v", s.claims[0])
	}
}

// Several emails are sent at once, and not more.
func TestInFlight(t *testing.T) {
	t.Parallel()
	p, s := newPeer(t), newStore(many(2*maxInFlight)...)
	p.hold = make(chan chan struct{}, 100)
	stop := s.begin(t, p, "", nil)
	var held []chan struct{}
	for range maxInFlight {
		held = append(held, <-p.hold)
	}
	s.mutex.Lock()
	if len(s.claims) != maxInFlight {
		t.Errorf("%d emails are claimed at once", len(s.claims))
	}
	s.mutex.Unlock()
	for len(held) > 0 {
		close(held[0])
		held = held[1:]
		if len(p.received()) < 2*maxInFlight || len(p.hold) > 0 {
			held = append(held, <-p.hold)
		}
	}
	s.wait(t, 2*maxInFlight)
	stop()
	if p.connections() > maxInFlight {
		t.Errorf("%d connections", p.connections())
	}
}

// The email in flight is finished when the program stops, and no other one is begun.
func TestStopFinishesEmail(t *testing.T) {
	t.Parallel()
	p, s := newPeer(t), newStore(many(30)...)
	for i := range s.waiting {
		s.waiting[i].Kind = "code"
	}
	server, err := NewServer(p.address(""), "tools@example.com")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	NewSender(s, server, 10, slog.New(slog.DiscardHandler)).Run(ctx, func(context.Context, Email) (emails.Message, bool, error) {
		stop()
		return emails.Message{Subject: "s", Text: "t"}, true, nil
	})
	sent := len(p.received())
	if sent == 0 || sent > maxInFlight || len(s.states()) != sent || s.states()[1] != Sent || p.said("QUIT") == 0 {
		t.Errorf("%d delivered, states %v, %d times goodbye", sent, s.states(), p.said("QUIT"))
	}
}

// A mail server that does not answer holds the program up for a few seconds. If it has the whole message, it may keep it.
func TestStopDoesNotWait(t *testing.T) {
	t.Parallel()
	p, s := newPeer(t), newStore(many(1)...)
	p.hold = make(chan chan struct{}, 1)
	stop := s.begin(t, p, "", nil)
	defer close(<-p.hold)
	began := time.Now()
	log := stop()
	if took := time.Since(began); took > sendTime/2 {
		t.Errorf("stopping took %s", took)
	}
	if s.states()[1] != Unsure || !strings.Contains(log, "ann@example.com") {
		t.Errorf("states %v, the log has %s", s.states(), log)
	}
}

// While there is no mail server, nothing is lost or counted, and one email at a time asks whether there is one.
func TestServerDown(t *testing.T) {
	t.Parallel()
	p, s := newPeer(t), newStore(many(30)...)
	p.answer("MAIL", "421 closing")
	stop := s.begin(t, p, "", nil)
	for p.said("MAIL") <= maxInFlight { // one more after a pause
		s.wait(t, 1)
	}
	s.mutex.Lock()
	for _, outcome := range s.outcomes {
		if outcome != (Outcome{State: Waiting, Uncounted: true}) {
			t.Errorf("the outcome is %+v", outcome)
		}
	}
	s.mutex.Unlock()
	if asked := p.said("MAIL"); asked > maxInFlight+1 {
		t.Errorf("%d emails asked", asked)
	}
	p.answer("MAIL", "")
	for len(p.received()) < 30 {
		s.wait(t, 1)
	}
	log := stop()
	for id, state := range s.states() {
		if state != Sent {
			t.Errorf("email %d is %s", id, state)
		}
	}
	if len(p.received()) != 30 || strings.Contains(log, "ann@example.com") || !strings.Contains(log, `"pause":"1s"`) {
		t.Errorf("%d delivered, the log has %s", len(p.received()), log)
	}
}

// An outcome is stored as soon as the database works again.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	p, s := newPeer(t), newStore(many(1)...)
	s.failures = 1
	log := s.run(t, p, "", 1)
	if s.states()[1] != Sent || len(p.received()) != 1 || !strings.Contains(log, "the database is gone") {
		t.Errorf("states %v, the log has %s", s.states(), log)
	}
}

// An email that a process had begun to send before it died is named.
func TestExpired(t *testing.T) {
	t.Parallel()
	p, s := newPeer(t), newStore(many(1)...)
	s.expired = []Email{{ID: 9, To: "bob@example.com", Issue: 4}}
	log := s.run(t, p, "", 1)
	if !strings.Contains(log, `"msg":"an email may have been sent, and is not sent again","email":9,"issue":4,"to":"bob@example.com"`) {
		t.Errorf("the log has %s", log)
	}
}
