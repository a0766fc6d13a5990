package config

import (
	"fmt"
	"strings"
	"testing"
)

// Drafting takes three settings, and is off without a key.
func TestAISettings(t *testing.T) {
	t.Setenv("VITRINE_AI_BASE_URL", "http://127.0.0.1:11434/v1")
	t.Setenv("VITRINE_AI_MODEL", "small")
	line, err := parse(t, "serve")
	if err != nil || line.Serve.AIBaseURL != "http://127.0.0.1:11434/v1" || line.Serve.AIAPIKey != "" {
		t.Errorf("without a key: %+v, %v", line.Serve.AI, err)
	}
	t.Setenv("VITRINE_AI_API_KEY", "hush")
	line, err = parse(t, "serve", "--ai-model", "large")
	if err != nil || line.Serve.AIAPIKey.Reveal() != "hush" || line.Serve.AIModel != "large" || strings.Contains(fmt.Sprintf("%+v", line.Serve), "hush") {
		t.Errorf("got %+v, %v", line.Serve.AI, err)
	}
}

// A wrong setting of drafting is named, and no value is repeated.
func TestAISettingErrors(t *testing.T) {
	for _, try := range []struct{ base, key, model, names string }{
		{"", "hush", "small", "--ai-base-url"},
		{"", "", "small", "--ai-base-url"},
		{"", "hush", "", "--ai-base-url"},
		{"https://x.example/v1", "hush", "", "--ai-model"},
		{"https://x.example/v1", "hush", "two hush", "--ai-model"},
		{"https://x.example/v1", "hush\n", "small", "--ai-api-key"},
		{"x.example/v1", "hush", "small", "--ai-base-url"},
		{"ftp://x.example/v1", "hush", "small", "--ai-base-url"},
		{"https://user:hush@x.example/v1", "hush", "small", "--ai-base-url"},
		{"https://x.example/v1?key=hush", "hush", "small", "--ai-base-url"},
		{"https:///v1", "hush", "small", "--ai-base-url"},
	} {
		_, err := parse(t, "serve", "--ai-base-url", try.base, "--ai-api-key", try.key, "--ai-model", try.model)
		if err == nil || !strings.Contains(err.Error(), try.names) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%+v: %v", try, err)
		}
	}
}
