package httpapi

import (
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// eventTimeout limits the write of one event to the client.
const eventTimeout = 30 * time.Second

// EventStream sends an answer while it is being generated, as server-sent events, to a client that accepts them: "text"
// with each part or "progress", then "done" with the whole answer or "error" with the failure. A failure before the first event sets
// the HTTP status.
type EventStream struct {
	call    *Call
	wanted  bool
	begun   bool
	control *http.ResponseController
}

// NewEventStream extends the connection's deadlines: the request has been read, and the answer may take longer than
// others. A ResponseWriter without a connection has no deadlines.
func NewEventStream(c *Call) *EventStream {
	s := &EventStream{call: c, wanted: acceptsEvents(c.Request), control: http.NewResponseController(c.Writer)}
	_ = s.control.SetReadDeadline(time.Time{})
	_ = s.control.SetWriteDeadline(time.Now().Add(answerTimeout))
	return s
}

func acceptsEvents(r *http.Request) bool {
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept"), ","), ",") {
		if kind, _, err := mime.ParseMediaType(part); err == nil && kind == "text/event-stream" {
			return true
		}
	}
	return false
}

// Text returns a function that sends a part of the text, or nil if the client wants the whole answer.
func (s *EventStream) Text() func(string) error {
	if !s.wanted {
		return nil
	}
	return func(text string) error { return s.send("text", map[string]string{"text": text}) }
}

// Progress sends what is known of the answer so far as "progress", to a client that wants events.
func (s *EventStream) Progress(done any) error {
	if !s.wanted {
		return nil
	}
	return s.send("progress", done)
}

// send sends one event.
func (s *EventStream) send(name string, data any) error {
	if !s.begun {
		h := s.call.Writer.Header()
		h["Cache-Control"], h["Content-Type"] = noStore, []string{"text/event-stream"}
		h.Set("X-Accel-Buffering", "no") // a proxy in front must not buffer events
		s.call.Writer.WriteHeader(http.StatusOK)
		s.begun, s.call.Sent = true, true
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(eventTimeout))
	_, err := fmt.Fprintf(s.call.Writer, "event: %s\ndata: %s\n\n", name, AppendValue(nil, data))
	if err == nil {
		err = s.control.Flush()
	}
	if err != nil {
		return fmt.Errorf("send an event: %w", err)
	}
	return nil
}

// End sends the last event, or returns the answer for a client that does not accept events.
func (s *EventStream) End(whole any, failed error) (any, error) {
	switch {
	case !s.begun && failed != nil:
		return nil, failed
	case !s.wanted:
		return whole, nil
	case failed != nil:
		f := fault.From(failed)
		s.call.api.logInternal(s.call.Writer, s.call.Request, f)
		_ = s.send("error", failureBody(s.call.Writer, f)) // the client may have disconnected
	default:
		_ = s.send("done", whole)
	}
	return nil, nil
}
