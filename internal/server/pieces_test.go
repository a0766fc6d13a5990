package server

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// recorder is the other end of a connection: what each call of the system would have sent.
type recorder struct {
	net.Conn
	calls     [][]byte
	deadlines []time.Time // for writes
}

func (r *recorder) SetWriteDeadline(until time.Time) error {
	r.deadlines = append(r.deadlines, until)
	return nil
}

func (r *recorder) Write(part []byte) (int, error) {
	r.calls = append(r.calls, bytes.Clone(part))
	return len(part), nil
}

// The first piece of a long answer waits for the rest.
func TestFirstPieceBuffered(t *testing.T) {
	first, rest := bytes.Repeat([]byte("a"), pieceSize), bytes.Repeat([]byte("b"), 10)
	to := &recorder{}
	c := &connection{Conn: to, holding: true}
	if n, err := c.Write(first); n != len(first) || err != nil || len(to.calls) != 0 {
		t.Fatalf("the first piece: %d, %v, %d calls", n, err, len(to.calls))
	}
	c.holding = false
	if n, err := c.Write(rest); n != len(rest) || err != nil {
		t.Fatalf("the rest: %d, %v", n, err)
	}
	storetest.Same(t, "what arrived", bytes.Join(to.calls, nil), append(first, rest...))
	_, _ = c.Write(rest)
	storetest.Same(t, "bytes that the next answer carries", len(to.calls[len(to.calls)-1]), len(rest))
}

// A write deadline is set if it is earlier than the one in place, or at least deadlineStep later.
func TestWriteDeadline(t *testing.T) {
	to, at := &recorder{}, time.Unix(1_700_000_000, 0)
	c := &connection{Conn: to}
	want := []time.Time{at, at.Add(deadlineStep), at, at.Add(time.Hour)}
	for _, until := range []time.Time{
		want[0], {}, want[0], at.Add(deadlineStep - 1), want[1], {}, at.Add(2*deadlineStep - 1), want[2], want[3],
	} {
		storetest.NoError(t, c.SetWriteDeadline(until))
	}
	storetest.Same(t, "deadlines", to.deadlines, want)
}

// TestAnswersWhole asks over one connection for answers written in random parts, some flushed in between, with and
// without a length, some without a body. Each arrives whole.
func TestAnswersWhole(t *testing.T) {
	scripts := make(chan script, 1)
	address, _ := serving(t, started(func(o *Options) {
		o.Pages = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { (<-scripts).write(w) })
	}))
	client := &http.Client{Transport: &http.Transport{}, Timeout: 20 * time.Second}
	defer client.CloseIdleConnections()
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		scripts <- s
		request, _ := http.NewRequest(s.method, "http://"+address+"/", http.NoBody)
		response, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if want := s.body(); err != nil || response.StatusCode != s.status || !bytes.Equal(body, want) {
			t.Fatalf("%+v: status %d, %d of %d bytes, %v", s, response.StatusCode, len(body), len(want), err)
		}
	})
}

// script is how a handler writes an answer.
type script struct {
	method  string
	status  int
	sized   bool  // whether it says its length
	parts   []int // bytes
	flushes []bool
}

func drawScript(t *rapid.T) script {
	s := script{
		method: rapid.SampledFrom([]string{http.MethodGet, http.MethodGet, http.MethodHead}).Draw(t, "method"),
		status: rapid.SampledFrom([]int{http.StatusOK, http.StatusOK, http.StatusNotModified}).Draw(t, "status"),
		sized:  rapid.Bool().Draw(t, "sized"),
	}
	around := rapid.SampledFrom([]int{0, 1, 2048, pieceSize - 400, pieceSize, 2 * pieceSize, 70_000})
	for range rapid.IntRange(0, 4).Draw(t, "parts") {
		s.parts = append(s.parts, max(around.Draw(t, "around")+rapid.IntRange(-200, 200).Draw(t, "part"), 0))
		s.flushes = append(s.flushes, rapid.IntRange(0, 3).Draw(t, "flush") == 0)
	}
	return s
}

func (s script) write(w http.ResponseWriter) {
	if s.sized && s.status == http.StatusOK {
		w.Header().Set("Content-Length", strconv.Itoa(len(s.whole())))
	}
	w.WriteHeader(s.status)
	whole := s.whole()
	for i, n := range s.parts {
		_, _ = w.Write(whole[:n]) // refused where there is no body
		whole = whole[n:]
		if s.flushes[i] {
			_ = http.NewResponseController(w).Flush()
		}
	}
}

func (s script) whole() []byte {
	var whole []byte
	for i, n := range s.parts {
		whole = append(whole, bytes.Repeat([]byte{byte('a' + i)}, n)...)
	}
	return whole
}

// body is what the client is to get.
func (s script) body() []byte {
	if s.method == http.MethodHead || s.status == http.StatusNotModified {
		return []byte{}
	}
	return s.whole()
}
