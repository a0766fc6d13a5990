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
	maxLogged  = 256      // bytes of what a client may make as long as it likes
)

// accessLog writes a line of JSON for each request. Lines gather in a buffer that is written at least every flushEvery.
type accessLog struct {
	handler slog.Handler
	lock    sync.Mutex
	buffer  *bufio.Writer // nil: no log
}

func newAccessLog(w io.Writer) *accessLog {
	l := &accessLog{}
	if w != nil {
		l.buffer = bufio.NewWriterSize(w, logBuffer)
		l.handler = slog.NewJSONHandler(l, nil)
	}
	return l
}

// Write takes a line from the handler.
func (l *accessLog) Write(line []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.buffer.Write(line)
}

// write logs one request: no query, no cookies, no body; what the client chose is cut short and escaped.
func (l *accessLog) write(r *http.Request, answer *response, client netip.Addr, id string, began time.Time) {
	if l.buffer == nil {
		return
	}
	record := slog.NewRecord(began, slog.LevelInfo, "request", 0)
	record.AddAttrs(
		slog.String("requestId", id),
		slog.String("client", client.String()),
		slog.String("method", bounded(r.Method)),
		slog.String("path", bounded(r.URL.Path)),
		slog.Int("status", answer.status),
		slog.Int64("bytes", answer.bytes),
		slog.Int64("microseconds", time.Since(began).Microseconds()),
		slog.String("agent", bounded(r.UserAgent())),
	)
	_ = l.handler.Handle(context.Background(), record) // a log that cannot be written must not stop the site
}

// bounded is the text, or its beginning.
func bounded(text string) string {
	if len(text) <= maxLogged {
		return text
	}
	return strings.ToValidUTF8(text[:maxLogged], "") + "…"
}

// start flushes the log again and again, until the function it gives is called, which does so for the last time.
func (l *accessLog) start() (stop func()) {
	if l.buffer == nil {
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
	_ = l.buffer.Flush() // as above
}
