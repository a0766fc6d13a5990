package api

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

// eventStream sends an answer while it is being generated, as server-sent events, to a client that accepts them: "text"
// with each part, then "done" with the whole answer or "error" with the failure. A failure before the first event sets
// the HTTP status.
type eventStream struct {
	call    *call
	wanted  bool
	begun   bool
	control *http.ResponseController
}

// newEventStream extends the connection's deadlines: the request has been read, and the answer may take longer than
// others. A ResponseWriter without a connection has no deadlines.
func newEventStream(c *call) *eventStream {
	s := &eventStream{call: c, wanted: acceptsEvents(c.request), control: http.NewResponseController(c.writer)}
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

// text returns a function that sends a part of the text, or nil if the client wants the whole answer.
func (s *eventStream) text() func(string) error {
	if !s.wanted {
		return nil
	}
	return func(text string) error { return s.send("text", map[string]string{"text": text}) }
}

// send sends one event.
func (s *eventStream) send(name string, data any) error {
	if !s.begun {
		h := s.call.writer.Header()
		h["Cache-Control"], h["Content-Type"] = noStore, []string{"text/event-stream"}
		h.Set("X-Accel-Buffering", "no") // a proxy in front must not buffer events
		s.call.writer.WriteHeader(http.StatusOK)
		s.begun, s.call.sent = true, true
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(eventTimeout))
	_, err := fmt.Fprintf(s.call.writer, "event: %s\ndata: %s\n\n", name, appendValue(nil, data))
	if err == nil {
		err = s.control.Flush()
	}
	if err != nil {
		return fmt.Errorf("send an event: %w", err)
	}
	return nil
}

// end sends the last event, or returns the answer for a client that does not accept events.
func (s *eventStream) end(whole any, failed error) (any, error) {
	switch {
	case !s.begun && failed != nil:
		return nil, failed
	case !s.wanted:
		return whole, nil
	case failed != nil:
		f := fault.From(failed)
		s.call.logInternal(s.call.writer, s.call.request, f)
		_ = s.send("error", failureBody(s.call.writer, f)) // the client may have disconnected
	default:
		_ = s.send("done", whole)
	}
	return nil, nil
}
