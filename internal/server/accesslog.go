package server

import (
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

const (
	flushAfter = 250 * time.Millisecond
	logBuffer  = 256 << 10 // bytes at which lines are written early
	logMost    = 1 << 20   // bytes at which requests wait until lines are written
	maxLogged  = 256       // bytes of each value that a client controls
)

// accessLog writes a line of JSON or text for each request, with the fields of the other log. Requests append lines to a buffer;
// another goroutine writes them, so that a slow reader of the log delays nobody (decision 23).
type accessLog struct {
	lines zerolog.Logger
	text  slog.Handler  // instead of lines; nil: JSON
	to    io.Writer     // nil: logging is off
	begun chan struct{} // the buffer has its first line
	full  chan struct{} // the buffer is to be written at once

	writing sync.Mutex // guards to and written; locked before lock
	written []byte     // empty; buffer's memory next time

	lock   sync.Mutex // guards buffer
	buffer []byte
}

func newAccessLog(to io.Writer, asText bool) *accessLog {
	l := &accessLog{to: to, begun: make(chan struct{}, 1), full: make(chan struct{}, 1)}
	l.lines = zerolog.New(l)
	if asText {
		l.text = slog.NewTextHandler(l, nil)
	}
	return l
}

// log logs one request, without query, cookies or body.
func (l *accessLog) log(r *http.Request, answer *response, client netip.Addr, id string, began time.Time, took time.Duration) {
	if l.to == nil {
		return
	}
	if l.text != nil {
		l.logText(r, answer, client, id, began, took)
		return
	}
	var at, address [64]byte
	l.lines.Log().Bytes("time", began.UTC().AppendFormat(at[:0], time.RFC3339Nano)).Str("level", "INFO").Str("msg", "request").
		Str("requestId", id).Bytes("client", client.AppendTo(address[:0])).Str("method", bounded(r.Method)).
		Str("path", bounded(r.URL.Path)).Int("status", answer.status).Int64("bytes", answer.bytes).
		Int64("microseconds", took.Microseconds()).Str("agent", bounded(r.UserAgent())).Send()
}

// logText logs the same as text, which is slower to make.
func (l *accessLog) logText(r *http.Request, answer *response, client netip.Addr, id string, began time.Time, took time.Duration) {
	line := slog.NewRecord(began.UTC(), slog.LevelInfo, "request", 0)
	line.AddAttrs(slog.String("requestId", id), slog.String("client", client.String()), slog.String("method", bounded(r.Method)),
		slog.String("path", bounded(r.URL.Path)), slog.Int("status", answer.status), slog.Int64("bytes", answer.bytes),
		slog.Int64("microseconds", took.Microseconds()), slog.String("agent", bounded(r.UserAgent())))
	_ = l.text.Handle(r.Context(), line) // Write never fails
}

// Write appends a line to the buffer; the encoders call it.
func (l *accessLog) Write(line []byte) (int, error) {
	l.lock.Lock()
	l.buffer = append(l.buffer, line...)
	size := len(l.buffer)
	l.lock.Unlock()
	switch {
	case size >= logMost:
		l.flush()
	case size >= logBuffer:
		wake(l.full)
	case size == len(line):
		wake(l.begun)
	}
	return len(line), nil
}

// wake sends a signal, unless one waits to be received.
func wake(signal chan struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// bounded truncates a text to maxLogged bytes.
func bounded(text string) string {
	if len(text) <= maxLogged {
		return text
	}
	return strings.ToValidUTF8(text[:maxLogged], "") + "…"
}

// start flushes the log in a background goroutine, which sleeps while there are no requests. stop ends it with a last flush.
func (l *accessLog) start() (stop func()) {
	if l.to == nil {
		return func() {}
	}
	stopped, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		var due <-chan time.Time
		for {
			select {
			case <-l.begun:
				due = time.After(flushAfter)
			case <-due:
				l.flush()
			case <-l.full:
				l.flush()
			case <-stopped:
				l.flush()
				return
			}
		}
	}()
	return func() { close(stopped); <-done }
}

// flush writes the buffer. A failing log must not stop the site, so its errors are ignored.
func (l *accessLog) flush() {
	l.writing.Lock()
	defer l.writing.Unlock()
	l.lock.Lock()
	lines := l.buffer
	l.buffer = l.written[:0]
	l.lock.Unlock()
	if len(lines) > 0 {
		_, _ = l.to.Write(lines)
	}
	l.written = lines
}
