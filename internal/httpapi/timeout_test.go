package httpapi

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// connection is a ResponseWriter with deadlines, as those of real connections have.
type connection struct {
	*httptest.ResponseRecorder
	read, write time.Time
	duplex      bool
}

func (c *connection) SetReadDeadline(at time.Time) error  { c.read = at; return nil }
func (c *connection) SetWriteDeadline(at time.Time) error { c.write = at; return nil }
func (c *connection) EnableFullDuplex() error             { c.duplex = true; return nil }

// trickle is a body whose parts come after a pause each, for as long as the connection waits.
type trickle struct {
	from  *connection
	parts int
	pause time.Duration
}

func (s *trickle) Read(into []byte) (int, error) {
	if s.parts == 0 {
		return 0, io.EOF
	}
	s.parts--
	wait := min(s.pause, time.Until(s.from.read))
	time.Sleep(wait)
	if wait < s.pause {
		return 0, os.ErrDeadlineExceeded
	}
	into[0] = 'x'
	return 1, nil
}

// A body may come slowly, but must not stop.
func TestSlowBodies(t *testing.T) {
	for name, try := range map[string]struct {
		most  int64
		parts int
		pause time.Duration
		fails bool
		after time.Duration // when it is over
	}{
		"a small one that comes slowly":   {MaxBody, 2, 14 * time.Second, false, 28 * time.Second},
		"a small one that stands still":   {MaxBody, 5, time.Hour, true, bodyStallTimeout},
		"a small one that takes for ever": {MaxBody, 100, 14 * time.Second, true, smallBodyTimeout},
		"a large one that comes slowly":   {MaxUploadBody, 20, 10 * time.Second, false, 200 * time.Second},
		"a large one that stands still":   {MaxUploadBody, 5, time.Hour, true, bodyStallTimeout},
		"a large one that never gets far": {MaxUploadBody, 1_000, 14 * time.Second, true, largeBodyTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &connection{ResponseRecorder: httptest.NewRecorder()}
				r := httptest.NewRequest("POST", "/api/x", &trickle{w, try.parts, try.pause})
				r.Header.Set("Content-Type", "application/json")
				began := time.Now()
				text, err := (&Call{Writer: w, Request: r}).ReadAll(try.most)
				if (err != nil) != try.fails || !try.fails && len(text) != try.parts {
					t.Errorf("%d bytes, %v", len(text), err)
				}
				same(t, "the time it took", time.Since(began), try.after)
				if !w.read.IsZero() || !w.write.Equal(time.Now().Add(answerTimeout)) {
					t.Errorf("then it reads until %s and writes until %s", w.read, w.write)
				}
			})
		})
	}
}

// A body that ends too soon is the caller's mistake.
func TestBodyTruncated(t *testing.T) {
	a := open(t, Options{}, Post("/api/x", Public, Write(MaxBody, func(*Call, struct{}) (any, error) { return nil, nil }), About{}))
	r := httptest.NewRequest("POST", "/api/x", io.MultiReader(strings.NewReader(`{"a":`), iotest.ErrReader(errors.New("reset by peer"))))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusBadRequest || strings.Contains(w.Body.String(), "peer") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Only so many large bodies are in memory at once.
func TestLargeBodyLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		goOn, inside := make(chan struct{}), make(chan struct{}, maxLargeBodies)
		a := &API{large: make(chan struct{}, maxLargeBodies)}
		h := Write(MaxUploadBody, func(*Call, struct{}) (any, error) {
			inside <- struct{}{}
			<-goOn
			return nil, nil
		})
		send := func() error {
			r := httptest.NewRequest("POST", "/", strings.NewReader("{}"))
			r.Header.Set("Content-Type", "application/json")
			_, err := h.do(&Call{api: a, Writer: httptest.NewRecorder(), Request: r})
			return err
		}
		ended := make(chan error, maxLargeBodies)
		for range maxLargeBodies {
			go func() { ended <- send() }()
			<-inside
		}
		began := time.Now()
		if err := send(); err == nil || time.Since(began) != maxLargeWait {
			t.Errorf("one too many: %v after %s", err, time.Since(began))
		}
		close(goOn)
		for range maxLargeBodies {
			noError(t, <-ended)
		}
		noError(t, send()) // afterwards
	})
}

// A refusal does not wait for the body, and the connection waits only briefly for its end.
func TestUnreadBodyClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &connection{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequest("POST", "/api/upload", strings.NewReader("x"))
		closeUnread(c, r)
		if !c.duplex || c.Header().Get("Connection") != "close" || time.Until(c.read) != drainTimeout || drainTimeout >= time.Second {
			t.Errorf("full duplex: %v, Connection: %q, the rest is read for %s", c.duplex, c.Header().Get("Connection"), time.Until(c.read))
		}
		c = &connection{ResponseRecorder: httptest.NewRecorder()}
		r.Body = http.NoBody
		if closeUnread(c, r); c.duplex || c.Header().Get("Connection") != "" {
			t.Error("a body that was read ends the connection")
		}
	})
}

// A large body without a length is read into one buffer.
func TestLargeBodyBuffer(t *testing.T) {
	for name, c := range map[string]struct{ length, most, want int64 }{
		"a length":                  {1000, MaxBody, 1001},
		"a large one":               {MaxBody + 1, MaxUploadBody, MaxBody + 2},
		"none":                      {-1, MaxBody, 512},
		"none, and it may be large": {-1, MaxUploadBody, MaxUploadBody + 1},
	} {
		same(t, name, bufferSize(c.length, c.most), c.want)
	}
}
