package main

import (
	"bytes"
	"net/http"
	"os"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
)

// The program logs in the format and from the level that are set.
func TestLogFormatAndLevel(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		args   []string
		starts string
		want   bool // a line for each request
	}{
		{"default", nil, `{"time":`, true},
		{"text", []string{"--log-format=text"}, "time=", true},
		{"warnings", []string{"--log-level=warn"}, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			address := buckettest.FreeAddress(t)
			site := program(t, newPlace(t), append([]string{"serve", "--addr", address}, test.args...)...)
			var log bytes.Buffer
			site.Stderr = &log
			noError(t, site.Start())
			eventually(t, "the site answers", func() bool { return status("http://"+address+"/api/site") == http.StatusOK })
			noError(t, site.Process.Signal(os.Interrupt), site.Wait())
			if text := log.Bytes(); !bytes.HasPrefix(text, []byte(test.starts)) || bytes.Contains(text, []byte("/api/site")) != test.want {
				t.Errorf("the log is\n%s", text)
			}
		})
	}
}
