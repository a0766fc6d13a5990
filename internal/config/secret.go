package config

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a setting that is never printed, logged or written as JSON. Reveal is the only way to its value.
type Secret string

const hidden = "[secret]"

// Reveal is the value, for the one who needs it.
func (s Secret) Reveal() string { return string(s) }

// String reports only whether there is a value.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return hidden
}

// Format is what every verb of fmt prints.
func (s Secret) Format(to fmt.State, _ rune) { _, _ = io.WriteString(to, s.String()) }

// MarshalText is what JSON and text encoders write.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue is what the log writes.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
