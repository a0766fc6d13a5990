package api

import (
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"

	"vitrine/internal/fault"
)

// pieceWithin is how long a client may take to take a piece of an answer.
const pieceWithin = 30 * time.Second

// pieces is an answer that is sent as it is made, as server-sent events, to a client that takes them: "text" with each
// piece, then "done" with the answer or "error" with the failure. Until the first piece it can still fail by its status.
type pieces struct {
	call    *call
	wanted  bool
	begun   bool
	control *http.ResponseController
}

func newPieces(c *call) *pieces {
	p := &pieces{call: c, wanted: takesEvents(c.request), control: http.NewResponseController(c.writer)}
	p.goOn()
	return p
}

func takesEvents(r *http.Request) bool {
	for _, accepted := range r.Header.Values("Accept") {
		for part := range strings.SplitSeq(accepted, ",") {
			if kind, _, err := mime.ParseMediaType(part); err == nil && kind == "text/event-stream" {
				return true
			}
		}
	}
	return false
}

// goOn moves the connection's deadlines on: the request has been read, and the answer may take longer than others. A
// writer that is no connection has no deadlines, and needs none.
func (p *pieces) goOn() {
	_ = p.control.SetReadDeadline(time.Time{})
	_ = p.control.SetWriteDeadline(time.Now().Add(answerWithin))
}

// writer takes the pieces; nil where the answer is wanted as a whole.
func (p *pieces) writer() func(string) error {
	if !p.wanted {
		return nil
	}
	return func(text string) error { return p.send("text", map[string]string{"text": text}) }
}

// send sends one event.
func (p *pieces) send(name string, data any) error {
	if !p.begun {
		h := p.call.writer.Header()
		h["Cache-Control"], h["Content-Type"] = noStore, []string{"text/event-stream"}
		h.Set("X-Accel-Buffering", "no") // a proxy in front must not gather them
		p.call.writer.WriteHeader(http.StatusOK)
		p.begun = true
	}
	_ = p.control.SetWriteDeadline(time.Now().Add(pieceWithin))
	if _, err := fmt.Fprintf(p.call.writer, "event: %s\ndata: %s\n\n", name, appendValue(nil, data)); err != nil {
		return fmt.Errorf("send a piece of an answer: %w", err)
	}
	if err := p.control.Flush(); err != nil {
		return fmt.Errorf("send a piece of an answer: %w", err)
	}
	return nil
}

// end ends the answer: with the whole, or with why there is none.
func (p *pieces) end(whole any, failed error) (answer, error) {
	switch {
	case !p.begun && failed != nil:
		return answer{}, failed
	case !p.wanted:
		return answer{body: whole}, nil
	case failed != nil:
		f := fault.From(failed)
		p.call.api.logOurs(p.call.writer, p.call.request, f)
		_ = p.send("error", failureBody(p.call.writer, f)) // a client that has gone away is no error of ours
	default:
		_ = p.send("done", whole)
	}
	return answer{sent: true}, nil
}
