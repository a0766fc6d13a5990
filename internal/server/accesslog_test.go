package server

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/storetest"
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

// The log is written soon, and at the end.
func TestAccessLogFlush(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := started(func(o *Options) { o.AccessLog = &log })
		stop := s.accessLog.start()
		send(s, "GET", "/", "")
		time.Sleep(flushEvery + time.Millisecond)
		synctest.Wait()
		if log.Len() == 0 {
			t.Errorf("nothing was written in %s", flushEvery)
		}
		log.Reset()
		send(s, "GET", "/", "")
		if stop(); log.Len() == 0 {
			t.Error("nothing was written at the end")
		}
	})
}
