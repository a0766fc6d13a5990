package server

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

// Each request is a line of JSON without its secrets.
func TestAccessLog(t *testing.T) {
	var log bytes.Buffer
	s := started(func(o *Options) { o.AccessLog, o.Pages = &log, answering(404, "nothing") })
	w := send(s, "GET", "/private%0Aline?token=secret", "", "User-Agent", strings.Repeat("é", 5_000), "Cookie", "sid=secret", "Authorization", "Bearer secret")
	s.accessLog.flush()
	var line map[string]any
	if err := json.Unmarshal(log.Bytes(), &line); err != nil || strings.Count(log.String(), "\n") != 1 {
		t.Fatalf("not one line of JSON: %v: %s", err, log.String())
	}
	for field, want := range map[string]any{
		"level": "INFO", "msg": "request", "requestId": w.Header().Get("X-Request-Id"), "client": "203.0.113.7",
		"method": "GET", "path": "/private\nline", "status": 404.0, "bytes": 7.0,
	} {
		storetest.Same(t, field, line[field], want)
	}
	if strings.Contains(log.String(), "secret") || log.Len() > 1_000 {
		t.Errorf("the line is too long or tells too much: %s", log.String())
	}
}

// As text, a request is a line with the same fields.
func TestAccessLogText(t *testing.T) {
	var log bytes.Buffer
	s := started(func(o *Options) { o.AccessLog, o.AccessLogText, o.Pages = &log, true, answering(404, "nothing") })
	w := send(s, "GET", "/private%0Aline?token=secret", "", "User-Agent", `a "b"`, "Cookie", "sid=secret")
	s.accessLog.flush()
	if text := log.String(); strings.Count(text, "\n") != 1 || strings.Contains(text, "secret") || !strings.HasPrefix(text, "time=") {
		t.Errorf("got %s", text)
	}
	storetest.WantText(t, log.String(), " level=INFO msg=request requestId="+w.Header().Get("X-Request-Id")+
		` client=203.0.113.7 method=GET path="/private\nline" status=404 bytes=7 microseconds=`, ` agent="a \"b\""`)
}

// The log is written soon, sooner when there is much of it, and at the end.
func TestAccessLogFlush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := started(func(o *Options) { o.AccessLog = &log })
		stop := s.accessLog.start()
		send(s, "GET", "/", "")
		time.Sleep(flushAfter + time.Millisecond)
		synctest.Wait()
		if log.Len() == 0 {
			t.Errorf("nothing was written in %s", flushAfter)
		}
		log.Reset()
		for range logBuffer / 200 { // a line is longer
			send(s, "GET", "/", "", "User-Agent", strings.Repeat("a", maxLogged))
		}
		if synctest.Wait(); log.Len() == 0 {
			t.Errorf("nothing was written at %d bytes", logBuffer)
		}
		log.Reset()
		send(s, "GET", "/", "")
		if stop(); log.Len() == 0 {
			t.Error("nothing was written at the end")
		}
	})
}

// writer is an io.Writer that calls itself.
type writer func(lines []byte)

func (w writer) Write(lines []byte) (int, error) {
	w(lines)
	return len(lines), nil
}

// A reader of the log that stands still delays no request, until lines of logMost wait for it. None is lost.
func TestAccessLogSlowReader(t *testing.T) {
	t.Parallel()
	const lineSize = 400 // bytes, and more
	var s *Server
	request := func() {
		send(s, "GET", "/"+strings.Repeat("a", 2*maxLogged), "", "User-Agent", strings.Repeat("b", 2*maxLogged))
	}
	var written, longest int
	sent, done := 1, make(chan struct{})
	s = started(func(o *Options) {
		o.AccessLog = writer(func(lines []byte) {
			written += bytes.Count(lines, []byte("\n"))
			longest = max(longest, len(lines))
			if sent > 1 {
				return
			}
			for ; s.accessLog.size() < logMost/2; sent++ {
				request() // hangs if it waits for this function
			}
			more := 2 * logMost / lineSize
			sent += more
			go func() {
				defer close(done)
				for range more {
					request()
				}
			}()
			testwait.Until(t, "the buffer is full", func() bool { return s.accessLog.size() >= logMost })
		})
	})
	request()
	s.accessLog.flush()
	<-done
	s.accessLog.flush()
	storetest.Same(t, "lines", written, sent)
	if longest > logMost+1<<10 {
		t.Errorf("%d bytes waited, more than %d", longest, logMost)
	}
}

func (l *accessLog) size() int {
	l.lock.Lock()
	defer l.lock.Unlock()
	return len(l.buffer)
}
