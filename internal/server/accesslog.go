package server

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

const (
	flushEvery = 250 * time.Millisecond
	logBuffer  = 64 << 10 // bytes
	maxLogged  = 256      // bytes of each value that a client controls
)

// accessLog writes a line of JSON for each request. It buffers lines and flushes every flushEvery.
type accessLog struct {
	lines slog.Handler // nil: logging is off

	lock   sync.Mutex // guards buffer
	buffer *bufio.Writer
}

func newAccessLog(w io.Writer) *accessLog {
	l := &accessLog{}
	if w != nil {
		l.buffer = bufio.NewWriterSize(w, logBuffer)
		l.lines = slog.NewJSONHandler(l, nil)
	}
	return l
}

// log logs one request, without query, cookies or body.
func (l *accessLog) log(r *http.Request, answer *response, client netip.Addr, id string, began time.Time) {
	if l.lines == nil {
		return
	}
	line := slog.NewRecord(began.UTC(), slog.LevelInfo, "request", 0)
	line.AddAttrs(
		slog.String("requestId", id), slog.String("client", client.String()), slog.String("method", bounded(r.Method)),
		slog.String("path", bounded(r.URL.Path)), slog.Int("status", answer.status), slog.Int64("bytes", answer.bytes),
		slog.Int64("microseconds", time.Since(began).Microseconds()), slog.String("agent", bounded(r.UserAgent())),
	)
	_ = l.lines.Handle(context.Background(), line) // a failing log must not stop the site
}

// Write appends a line to the buffer; the slog handler calls it.
func (l *accessLog) Write(line []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.buffer.Write(line)
}

// bounded truncates a text to maxLogged bytes.
func bounded(text string) string {
	if len(text) <= maxLogged {
		return text
	}
	return strings.ToValidUTF8(text[:maxLogged], "") + "…"
}

// start flushes the log in a background goroutine. stop ends it with a last flush.
func (l *accessLog) start() (stop func()) {
	if l.lines == nil {
		return func() {}
	}
	stopped, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(flushEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				l.flush()
			case <-stopped:
				l.flush()
				return
			}
		}
	}()
	return func() { close(stopped); <-done }
}

func (l *accessLog) flush() {
	l.lock.Lock()
	defer l.lock.Unlock()
	_ = l.buffer.Flush() // as in log
}
