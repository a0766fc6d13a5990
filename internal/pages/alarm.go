package pages

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/render"
)

// alarm logs failed renders that Go's plain page replaces, at most one line a second: under load there are many.
type alarm struct {
	log    *slog.Logger
	mutex  sync.Mutex
	next   time.Time
	missed int // failures since the last log line
}

func (a *alarm) raise(page address, err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	now := time.Now()
	if now.Before(a.next) {
		a.missed++
		return
	}
	level := slog.LevelError
	if errors.Is(err, render.ErrBusy) {
		level = slog.LevelWarn
	}
	a.log.Log(context.Background(), level, "a page could not be rendered; a plain page was sent instead", "page", page.logged(), "error", err, "moreSinceLast", a.missed)
	a.next, a.missed = now.Add(time.Second), 0
}
