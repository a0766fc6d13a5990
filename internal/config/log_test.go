package config

import (
	"bytes"
	"strings"
	"testing"
)

// The log is JSON from info on, unless set otherwise.
func TestLogSettings(t *testing.T) {
	for _, test := range []struct {
		args     []string
		lines    int
		begins   string
		requests bool
	}{
		{nil, 3, `{"time":`, true},
		{[]string{"--log-format=text"}, 3, "time=", true},
		{[]string{"--log-level=debug"}, 4, `{"time":`, true},
		{[]string{"--log-level=warn"}, 2, `{"time":`, false},
		{[]string{"--log-level=error", "--log-format=text"}, 1, "time=", false},
	} {
		s := accepted(t, append([]string{"serve"}, test.args...)...).Serve
		var output bytes.Buffer
		log := s.Logger(&output)
		log.Debug("one")
		log.Info("two")
		log.Warn("three")
		log.Error("four")
		if text := output.String(); strings.Count(text, "\n") != test.lines || !strings.HasPrefix(text, test.begins) || s.HasRequests() != test.requests {
			t.Errorf("%q: requests %t, and\n%s", test.args, s.HasRequests(), text)
		}
	}
	for _, invalid := range []string{"--log-format=xml", "--log-format=", "--log-level=loud", "--log-level="} {
		flag, _, _ := strings.Cut(invalid, "=")
		mustRefuse(t, flag+" must be one of", "serve", invalid)
	}
}
