package mail

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What the mail server does decides what becomes of an email, and of the others.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	refused := func(answer string) Outcome { return Outcome{State: Refused, Permanent: true, Answer: answer} }
	again := Outcome{State: Waiting, Uncounted: true}
	after := func(pause time.Duration) Outcome { return Outcome{State: Waiting, Pause: pause} }
	for name, test := range map[string]struct {
		command, answer string
		tries           int
		issue           int64
		want            Outcome
	}{
		"a temporary refusal":                {"RCPT", "450 later", 1, 0, after(time.Minute)},
		"the third try":                      {"DATA", "451 later", 3, 0, after(30 * time.Minute)},
		"the last try":                       {"RCPT", "450 later", 8, 0, Outcome{State: Refused, Answer: "450 later"}},
		"more tries than there are":          {"RCPT", "450 later", 9, 0, Outcome{State: Refused, Answer: "450 later"}},
		"an issue's first try":               {"RCPT", "450 later", 1, 5, after(time.Hour)},
		"an issue's second try":              {".", "452 full", 2, 5, after(6 * time.Hour)},
		"an issue's last try":                {"DATA", "451 later", 3, 5, Outcome{State: Refused, Answer: "451 later"}},
		"an unknown recipient":               {"RCPT", "550 5.1.1 unknown Ann@Example.com", 1, 5, refused("550 5.1.1 unknown [recipient]")},
		"a message that is not liked":        {".", "554 spam", 1, 0, refused("554 spam")},
		"no messages at all":                 {"DATA", "554 no", 1, 0, refused("554 no")},
		"a sender that is not liked":         {"MAIL", "550 who are you", 1, 0, again},
		"a sender that is not liked for now": {"MAIL", "450 later", 1, 5, again},
		"a login that is not liked":          {"AUTH", "535 no", 1, 0, again},
		"a server that closes":               {"MAIL", "421 closing", 2, 0, again},
		"one that closes at the recipient":   {"RCPT", "421 closing", 1, 0, again},
		"one that closes at the end":         {".", "421 closing", 1, 0, again},
		"no greeting":                        {"EHLO", "hang up", 1, 0, again},
		"a closed connection":                {"MAIL", "hang up", 2, 0, again},
		"closed at the recipient":            {"RCPT", "hang up", 1, 0, again},
		"closed before the message":          {"DATA", "hang up", 1, 0, again},
		"closed in the message":              {"content", "hang up", 1, 0, again},
		"an invalid answer":                  {"MAIL", "what?", 1, 0, again},
		"closed after the message":           {".", "hang up", 1, 0, Outcome{State: Unsure}},
		"an invalid answer to the message":   {".", "what?", 1, 5, Outcome{State: Unsure}},
		"an answer that means nothing":       {".", "251 perhaps", 1, 5, Outcome{State: Unsure}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPeer(t)
			p.answer(test.command, test.answer)
			e := hello
			e.Tries, e.Issue, e.CreatedAt = test.tries, test.issue, time.Now()
			if test.command == "content" {
				e.Text = strings.Repeat("A line that makes the message longer than any buffer.\n", 200_000)
			}
			s := newStore(e)
			log := s.run(t, p, "user:secret@", 1)
			if s.outcomes[0] != test.want {
				t.Errorf("the outcome is %+v, want %+v", s.outcomes[0], test.want)
			}
			if strings.Contains(strings.ToLower(log), "ann@example.com") {
				t.Errorf("the log has %s", log)
			}
			if test.want.State != Unsure && !strings.Contains(log, "the mail server did not accept an email") || strings.Contains(log, "secret") {
				t.Errorf("the log has %s", log)
			}
			if isDown := strings.Contains(log, "the mail server accepts no emails"); isDown && !test.want.Uncounted && test.want.State != Unsure {
				t.Errorf("the others wait: %s", log)
			}
		})
	}
}

// While there is no mail server, an email is given up when it is old.
func TestTooOld(t *testing.T) {
	t.Parallel()
	for age, want := range map[time.Duration]State{maxAge - time.Hour: Waiting, maxAge + time.Hour: Refused} {
		p := newPeer(t)
		p.listener.Close()
		e := hello
		e.CreatedAt = time.Now().Add(-age)
		s := newStore(e)
		s.run(t, p, "", 1)
		if got := s.outcomes[0]; got.State != want || got.Permanent || got.State == Refused && !strings.Contains(got.Answer, "refused") {
			t.Errorf("after %s the outcome is %+v, want %s", age, got, want)
		}
	}
}

// A refused email does not hold up the next one.
func TestRefusedThenNext(t *testing.T) {
	t.Parallel()
	p := newPeer(t)
	p.answer("RCPT", "451 later")
	s := newStore(many(3)...)
	s.run(t, p, "", 3)
	if len(s.states()) != 3 {
		t.Errorf("states %v", s.states())
	}
}

// An answer is stored on one line and not whole.
func TestShortAnswer(t *testing.T) {
	for text, want := range map[string]string{
		"550 no":                     "550 no",
		"550 a\r\n b\x00\u202ec ":    "550 a b c",
		strings.Repeat("é", 1000):    strings.Repeat("é", maxAnswer),
		"550 bad \xff end":           "550 bad \ufffd end",
		fmt.Sprint("451 ", "\u2028"): "451",
	} {
		if got := shortAnswer(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
