package config

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a setting that is never printed, logged or written as JSON. Only Reveal returns its value.
type Secret string

const hidden = "[secret]"

// Reveal returns the value.
func (s Secret) Reveal() string { return string(s) }

// String returns a placeholder for the value, or "" if the value is empty.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return hidden
}

// Format prints the placeholder for every verb of fmt.
func (s Secret) Format(to fmt.State, _ rune) { _, _ = io.WriteString(to, s.String()) }

// MarshalText returns the placeholder, for JSON and text encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue returns the placeholder for the log.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
