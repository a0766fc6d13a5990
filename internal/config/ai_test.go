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
	if s := accepted(t, "serve").Serve; s.AIBaseURL != "http://127.0.0.1:11434/v1" || s.AIAPIKey != "" {
		t.Errorf("without a key: %+v", s.AI)
	}
	t.Setenv("VITRINE_AI_API_KEY", "hush")
	s := accepted(t, "serve", "--ai-model", "large").Serve
	if s.AIAPIKey.Reveal() != "hush" || s.AIModel != "large" || strings.Contains(fmt.Sprintf("%+v", s), "hush") {
		t.Errorf("got %+v", s.AI)
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
		mustRefuse(t, test.setting, "serve", "--ai-base-url", test.base, "--ai-api-key", test.key, "--ai-model", test.model)
	}
}
