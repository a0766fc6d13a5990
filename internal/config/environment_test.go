package config

import (
	"slices"
	"testing"
)

// A variable that begins like those of settings and names no setting is found; its value is not repeated.
func TestUnknownVariables(t *testing.T) {
	found, err := UnknownVariables([]string{"VITRINE_PUBLICURL=https://hush.example", "VITRINE_PUBLIC_URL=x", "VITRINE_SMTP_URL=x", "VITRINE_DRY_RUN=1", "HOME=/root", "VITRINE_ADRESS=", "VITRINE_LOG_LEVEL=info"})
	if err != nil || !slices.Equal(found, []string{"VITRINE_ADRESS", "VITRINE_PUBLICURL"}) {
		t.Errorf("got %q, %v", found, err)
	}
}
