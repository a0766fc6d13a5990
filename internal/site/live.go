package site

import (
	"context"
	"fmt"
	"sync/atomic"
)

// Store is where the settings are kept.
type Store interface {
	Settings(ctx context.Context) (Settings, error)
	SettingsVersion(ctx context.Context) (int64, error) // moves with each change of them
}

// Live holds the current settings in memory, for any number of readers at the same time.
type Live struct {
	store   Store
	printer printer
	current atomic.Pointer[loaded]
	renewal chan struct{} // full while one reads
}

// loaded are settings at least as new as the version.
type loaded struct {
	settings Settings
	version  int64
}

// NewLive reads the settings of the site of that name for the first time.
func NewLive(ctx context.Context, s Store, siteName string) (*Live, error) {
	l := &Live{store: s, printer: printer{renderer: NewRenderer(), siteName: siteName}, renewal: make(chan struct{}, 1)}
	if err := l.Renew(ctx); err != nil {
		return nil, err
	}
	return l, nil
}

// Settings are the current ones. They are shared: nobody may change them.
func (l *Live) Settings() *Settings { return &l.current.Load().settings }

// Version moves when the settings do. Settings read after it are at least as new.
func (l *Live) Version() int64 { return l.current.Load().version }

// Renew reads the settings again if their version has moved. On an error the old ones stay.
func (l *Live) Renew(ctx context.Context) error {
	select {
	case l.renewal <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait for the settings: %w", ctx.Err())
	}
	defer func() { <-l.renewal }()
	version, err := l.store.SettingsVersion(ctx) // before the settings, so that a change in between is seen next time
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
	settings.Shown = l.printer.print(settings.LegalPages)
	l.current.Store(&loaded{settings, version})
	return nil
}

// Preview is a text as a legal page would show it; one that breaks a rule of legal pages is Invalid.
func (l *Live) Preview(content string) (Rendered, error) {
	content, err := CheckContent(content)
	if err != nil {
		return Rendered{}, err
	}
	return l.printer.renderer.Render(content), nil
}
