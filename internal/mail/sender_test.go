package mail

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/emails"
)

// An email that has a kind is composed when it is sent, and goes to whom it was composed for. One that is not wanted is not sent, and one that cannot be composed is
// tried again. Only an issue has a token.
func TestComposedWhenSent(t *testing.T) {
	t.Parallel()
	compose := func(_ context.Context, queued Email) (emails.Message, bool, error) {
		switch queued.Data {
		case "fails":
			return emails.Message{}, false, errors.New("the database is gone")
		case "not wanted":
			return emails.Message{}, false, nil
		case "to nobody":
			return emails.Message{Subject: "Composed", Text: "x"}, true, nil
		}
		return emails.Message{To: "kept-" + queued.To, Subject: "Composed", Text: "from " + queued.Data, HTML: "<p>" + queued.Token + "</p>", Unsubscribe: "https://x.example/leave"}, true, nil
	}
	for data, want := range map[string]struct {
		outcome   Outcome
		delivered int
	}{"data": {Outcome{State: Sent}, 1}, "not wanted": {Outcome{State: Skipped}, 0}, "fails": {Outcome{State: Waiting, Pause: time.Minute}, 0}, "to nobody": {Outcome{State: Waiting, Pause: time.Minute}, 0}} {
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
			if !strings.Contains(messages[0], "<kept-ann@example.com>") || !strings.Contains(messages[0], "Subject: Composed") || !strings.Contains(messages[0], "from data") || !strings.Contains(messages[0], "<https://x.example/leave>") || token != "" != (issue != 0) {
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

// Two emails to one address arrive in their order, however long the first one takes.
func TestSameRecipient(t *testing.T) {
	t.Parallel()
	both := many(2)
	both[1].To = both[0].To
	p, s := newPeer(t), newStore(both...)
	p.hold = make(chan chan struct{}, 2)
	stop := s.begin(t, p, "", nil)
	first := <-p.hold
	s.wait(t, 1)
	if states := s.states(); len(states) != 1 || states[2] != Waiting {
		t.Errorf("while the first is in flight, the states are %v", states)
	}
	close(first)
	close(<-p.hold)
	for s.states()[2] != Sent {
		s.wait(t, 1)
	}
	stop()
	if messages := p.received(); len(messages) != 2 || !strings.Contains(messages[0], "<email-1-") {
		t.Errorf("delivered %q", messages)
	}
}

// The email in flight is finished when the program stops, and no other one is begun.
func TestStopFinishesEmail(t *testing.T) {
	t.Parallel()
	p, s := newPeer(t), newStore(many(30)...)
	for i := range s.waiting {
		s.waiting[i].Kind = "code"
	}
	ctx, stop := context.WithCancel(t.Context())
	NewSender(s, serverOf(t, p, ""), 10, slog.New(slog.DiscardHandler)).Run(ctx, func(context.Context, Email) (emails.Message, bool, error) {
		stop()
		return emails.Message{To: "ann@example.com", Subject: "s", Text: "t"}, true, nil
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
	if s.states()[1] != Unsure || !strings.Contains(log, "an email may have been sent") || strings.Contains(log, "ann0@") {
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
	p.answer("MAIL", "")
	for len(p.received()) < 30 {
		s.wait(t, 1)
	}
	log := stop()
	for _, outcome := range s.outcomes {
		if outcome != (Outcome{State: Waiting, Uncounted: true}) && outcome != (Outcome{State: Sent}) {
			t.Errorf("the outcome is %+v", outcome)
		}
	}
	for id, state := range s.states() {
		if state != Sent {
			t.Errorf("email %d is %s", id, state)
		}
	}
	rounds := strings.Split(log, "the mail server accepts no emails")
	for i, round := range rounds {
		if failed := strings.Count(round, "the mail server did not accept an email"); i == 0 && failed > maxInFlight || i > 0 && failed > 1 {
			t.Errorf("%d emails failed in round %d", failed, i)
		}
	}
	if len(rounds) < 2 || len(p.received()) != 30 || strings.Contains(log, "ann") || !strings.Contains(log, `"pause":"1s"`) {
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
	s.expired = []Email{{ID: 9, To: "bob@example.com", Issue: 4, SubscriberID: 7}}
	log := s.run(t, p, "", 1)
	if !strings.Contains(log, `"msg":"an email may have been sent; it will not be sent again","email":9,"issue":4,"subscriber":7}`) || strings.Contains(log, "bob@") {
		t.Errorf("the log has %s", log)
	}
}
