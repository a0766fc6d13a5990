package site

import (
	"context"
	"fmt"
	"sync/atomic"
)

// Store stores the settings.
type Store interface {
	Settings(ctx context.Context) (Settings, error)
	SettingsVersion(ctx context.Context) (int64, error) // changes with each change of the settings
}

// Live holds the current settings in memory. It is safe for concurrent use.
type Live struct {
	store   Store
	policy  Policy
	printer printer
	current atomic.Pointer[loaded]
	renewal chan struct{} // capacity 1: full while a goroutine reads
}

// loaded are settings at least as new as version.
type loaded struct {
	settings Settings
	version  int64
}

// NewLive reads the settings for the first time. The built-in texts follow the policy, whose site name counts
// until the administrator sets one.
func NewLive(ctx context.Context, s Store, policy Policy) (*Live, error) {
	l := &Live{store: s, policy: policy, printer: printer{renderer: NewRenderer()}, renewal: make(chan struct{}, 1)}
	if err := l.Renew(ctx); err != nil {
		return nil, err
	}
	return l, nil
}

// Settings returns the current settings, which are shared: do not modify them.
func (l *Live) Settings() *Settings { return &l.current.Load().settings }

// DefaultName returns the site's name until an administrator sets one.
func (l *Live) DefaultName() string { return l.policy.SiteName }

// Version changes with the settings. Settings read after it are at least as new.
func (l *Live) Version() int64 { return l.current.Load().version }

// Renew reads the settings again if their version has changed. On an error it keeps the old ones.
func (l *Live) Renew(ctx context.Context) error {
	select {
	case l.renewal <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait for the settings: %w", ctx.Err())
	}
	defer func() { <-l.renewal }()
	version, err := l.store.SettingsVersion(ctx) // before the settings: the next call detects a change in between
	if err != nil {
		return fmt.Errorf("read the version of the settings: %w", err)
	}
	if old := l.current.Load(); old != nil && old.version == version {
		return nil
	}
	settings, err := l.store.Settings(ctx)
	if err != nil {
		return fmt.Errorf("read the settings: %w", err)
	}
	settings.ThemeCSS, settings.LightCSS = settings.Theme.CSS(), settings.Theme.LightCSS()
	settings.ShownTexts = settings.Texts.Shown(l.policy.SiteName)
	l.printer.follow(l.policy.with(settings.ShownTexts))
	settings.Shown = l.printer.print(settings.LegalPages)
	l.current.Store(&loaded{settings, version})
	return nil
}

// Preview renders a text as a legal page would show it. A text that breaks a rule of legal pages is Invalid.
func (l *Live) Preview(content string) (Rendered, error) {
	content, err := CheckContent(content)
	if err != nil {
		return Rendered{}, err
	}
	return l.printer.renderer.Render(content), nil
}
