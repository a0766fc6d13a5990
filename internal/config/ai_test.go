package config

import (
	"fmt"
	"strings"
	"testing"
)

// AI drafting has three settings and is off without a key.
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

// The error for an invalid AI setting names the setting and does not contain any value.
func TestAISettingErrors(t *testing.T) {
	for _, test := range []struct{ base, key, model, setting string }{
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
		_, err := parse(t, "serve", "--ai-base-url", test.base, "--ai-api-key", test.key, "--ai-model", test.model)
		if err == nil || !strings.Contains(err.Error(), test.setting) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%+v: %v", test, err)
		}
	}
}
