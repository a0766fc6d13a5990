// Package assisttest fakes a language model for tests: an HTTP server that speaks OpenAI's chat protocol, correctly or
// incorrectly.
package assisttest

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Message is one message of a request.
type Message struct{ Role, Content string }

// Request is a request that the peer received.
type Request struct {
	Path, Authorization string
	Model               string    `json:"model"`
	Stream              bool      `json:"stream"`
	MaxTokens           int       `json:"max_tokens"`
	MaxCompletionTokens int       `json:"max_completion_tokens"`
	Messages            []Message `json:"messages"`
}

// Reply answers a request.
type Reply func(w http.ResponseWriter, r *http.Request, request Request)

// Peer is the fake provider. It closes when the test ends.
type Peer struct {
	URL string // base URL for the assistant's options

	lock     sync.Mutex
	replies  []Reply
	requests []Request
}

// New starts a peer that answers the nth request with the nth reply, and all further ones with the last reply.
func New(t testing.TB, replies ...Reply) *Peer {
	p := &Peer{replies: replies}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.URL = server.URL + "/v1"
	return p
}

// Requests returns the requests received so far.
func (p *Peer) Requests() []Request {
	p.lock.Lock()
	defer p.lock.Unlock()
	return append([]Request(nil), p.requests...)
}

// ServeHTTP answers a request.
func (p *Peer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request := Request{Path: r.URL.Path, Authorization: r.Header.Get("Authorization")}
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	p.lock.Lock()
	p.requests = append(p.requests, request)
	reply := p.replies[min(len(p.requests), len(p.replies))-1]
	p.lock.Unlock()
	reply(w, r, request)
}

// Says replies with a text, streamed in pieces if the request asks for a stream.
func Says(pieces ...string) Reply { return Ends("stop", pieces...) }

// Ends is Says with another finish reason than "stop".
func Ends(reason string, pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, request Request) {
		if !request.Stream {
			whole := ""
			for _, piece := range pieces {
				whole += piece
			}
			writeJSON(w, map[string]any{"choices": []any{map[string]any{"message": Message{"assistant", whole}, "finish_reason": reason}}})
			return
		}
		for _, piece := range pieces {
			SendPiece(w, piece)
		}
		send(w, map[string]any{"delta": map[string]any{}, "finish_reason": reason})
		fmt.Fprint(w, "data: [DONE]\n\n")
	}
}

// SendPiece writes one piece of a stream and flushes it.
func SendPiece(w http.ResponseWriter, piece string) {
	send(w, map[string]any{"delta": map[string]any{"content": piece}})
}

func send(w http.ResponseWriter, choice map[string]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	text, err := json.Marshal(map[string]any{"choices": []any{choice}})
	if err != nil { // only strings and lists of strings
		panic(err)
	}
	fmt.Fprintf(w, "data: %s\n\n", text)
	w.(http.Flusher).Flush()
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// Refuses replies with a status and an error message, as the protocol defines them.
func Refuses(status int, reason string) Reply {
	text, err := json.Marshal(map[string]any{"error": map[string]any{"message": reason, "type": "test"}})
	if err != nil {
		panic(err)
	}
	return Sends(status, "application/json", string(text))
}

// Sends replies with any status, content type and body, and a Retry-After of 7 seconds.
func Sends(status int, contentType, body string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// KeepsSilent sends the pieces, then nothing until the client disconnects.
func KeepsSilent(pieces ...string) Reply {
	return func(w http.ResponseWriter, r *http.Request, _ Request) {
		for _, piece := range pieces {
			SendPiece(w, piece)
		}
		<-r.Context().Done()
	}
}

// Breaks sends the pieces, or the start of a body, then resets the connection.
func Breaks(pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, request Request) {
		if request.Stream {
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
			for _, piece := range pieces {
				SendPiece(w, piece)
			}
		} else {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"choices":[{"message":{"content":"`)
			w.(http.Flusher).Flush()
		}
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		if tcp, isTCP := connection.(*net.TCPConn); isTCP {
			_ = tcp.SetLinger(0) // reset on close; if it fails, an ordinary close
		}
		_ = connection.Close()
	}
}
