// Package assisttest is a language model for tests: a real HTTP server that speaks the chat protocol of OpenAI, well or
// badly.
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

// Request is what the peer was asked.
type Request struct {
	Path, Authorization string
	Model               string    `json:"model"`
	Stream              bool      `json:"stream"`
	MaxTokens           int       `json:"max_tokens"`
	MaxCompletionTokens int       `json:"max_completion_tokens"`
	Messages            []Message `json:"messages"`
}

// Reply answers one request.
type Reply func(w http.ResponseWriter, r *http.Request, asked Request)

// Peer is the server. It is closed with the test.
type Peer struct {
	URL string // for the setting of the endpoint

	lock     sync.Mutex
	replies  []Reply
	requests []Request
}

// New starts a peer that answers each request with the next reply, and all further ones with the last.
func New(t testing.TB, replies ...Reply) *Peer {
	p := &Peer{replies: replies}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.URL = server.URL + "/v1"
	return p
}

// Requests are what the peer was asked so far.
func (p *Peer) Requests() []Request {
	p.lock.Lock()
	defer p.lock.Unlock()
	return append([]Request(nil), p.requests...)
}

// ServeHTTP answers a request.
func (p *Peer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked := Request{Path: r.URL.Path, Authorization: r.Header.Get("Authorization")}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	p.lock.Lock()
	p.requests = append(p.requests, asked)
	reply := p.replies[min(len(p.requests), len(p.replies))-1]
	p.lock.Unlock()
	reply(w, r, asked)
}

// Says writes the text, piece by piece where that is asked for.
func Says(pieces ...string) Reply { return Ends("stop", pieces...) }

// Ends is Says with another reason for the end than that all is said.
func Ends(reason string, pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, asked Request) {
		if !asked.Stream {
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

// SendPiece writes one piece of a stream, at once.
func SendPiece(w http.ResponseWriter, piece string) {
	send(w, map[string]any{"delta": map[string]any{"content": piece}})
}

func send(w http.ResponseWriter, choice map[string]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	text, err := json.Marshal(map[string]any{"choices": []any{choice}})
	if err != nil { // strings and lists of strings
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

// Refuses answers with a status and a reason, as the protocol has it.
func Refuses(status int, reason string) Reply {
	text, err := json.Marshal(map[string]any{"error": map[string]any{"message": reason, "type": "test"}})
	if err != nil {
		panic(err)
	}
	return Sends(status, "application/json", string(text))
}

// Sends answers with anything.
func Sends(status int, contentType, body string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// KeepsSilent sends these pieces, and then nothing until the client goes away.
func KeepsSilent(pieces ...string) Reply {
	return func(w http.ResponseWriter, r *http.Request, _ Request) {
		for _, piece := range pieces {
			SendPiece(w, piece)
		}
		<-r.Context().Done()
	}
}

// Breaks sends these pieces, or a part of a body, and then resets the connection.
func Breaks(pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request, asked Request) {
		if asked.Stream {
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
			_ = tcp.SetLinger(0) // a reset instead of an end; where it fails, it is an end
		}
		_ = connection.Close()
	}
}
