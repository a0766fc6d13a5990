package config

import (
	"io"
	"log/slog"
)

// Log configures the log on standard error.
type Log struct {
	LogFormat string `help:"Format of the log on standard error: json, or text for reading." enum:"json,text" default:"json"`
	LogLevel  string `help:"Lowest level to log: debug, info, warn or error. Requests are logged at info." enum:"debug,info,warn,error" default:"info"`
}

// levels are the values of LogLevel. A value that was not parsed is empty and means info.
var levels = map[string]slog.Level{"debug": slog.LevelDebug, "warn": slog.LevelWarn, "error": slog.LevelError}

// IsText reports whether the log has lines of text instead of JSON.
func (l *Log) IsText() bool { return l.LogFormat == "text" }

// HasRequests reports whether each request is logged.
func (l *Log) HasRequests() bool { return levels[l.LogLevel] <= slog.LevelInfo }

// Logger returns a logger that writes in the configured format.
func (l *Log) Logger(to io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: levels[l.LogLevel]}
	if l.IsText() {
		return slog.New(slog.NewTextHandler(to, options))
	}
	return slog.New(slog.NewJSONHandler(to, options))
}
