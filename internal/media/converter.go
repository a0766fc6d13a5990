package media

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"golang.org/x/sync/semaphore"

	"vitrine/internal/fault"
)

// Bounds of decoding: what one image may need is maxNeed.
const (
	slots    = 2           // images decoded at once
	heavy    = maxNeed / 2 // bytes; an image that needs more takes both places
	maxWait  = 10 * time.Second
	maxWork  = 15 * time.Second
	tidyFrom = 8 << 20     // bytes that decoding takes, from which on they are given back to the system …
	tidyWait = time.Second // … this long after the last image
)

// converter makes images of uploads, few at a time.
type converter struct {
	slots *semaphore.Weighted
	tidy  *time.Timer
}

func newConverter() *converter {
	tidy := time.AfterFunc(time.Hour, debug.FreeOSMemory)
	tidy.Stop()
	return &converter{slots: semaphore.NewWeighted(slots), tidy: tidy}
}

// convert checks an upload and makes its image. With no place free in time it is Unavailable.
func (c *converter) convert(ctx context.Context, data []byte, kind Kind) (jpegImage, error) {
	f, err := inspect(data, photos)
	if err != nil {
		return jpegImage{}, err
	}
	if kind == Screenshot {
		f.need += screenshotNeed
	}
	var made jpegImage
	err = c.withSlot(ctx, f.need, func(ctx context.Context) error {
		made, err = makeJPEG(ctx, data, f, kind)
		return err
	})
	return made, err
}

// withSlot does work that needs so much memory, when there is a place for it, and sees to it that the memory goes back to
// the system: that of a heavy image before the next one is let in, else when nothing has been decoded for a moment.
func (c *converter) withSlot(ctx context.Context, need int64, work func(ctx context.Context) error) error {
	takes := int64(1)
	if need > heavy {
		takes = slots
	}
	waiting, enough := context.WithTimeout(ctx, maxWait)
	defer enough()
	if err := c.slots.Acquire(waiting, takes); err != nil {
		return c.late(ctx, err)
	}
	defer c.slots.Release(takes)
	switch {
	case need > heavy:
		defer debug.FreeOSMemory()
	case need > tidyFrom:
		defer c.tidy.Reset(tidyWait)
	}
	working, done := context.WithTimeout(ctx, maxWork)
	defer done()
	err := work(working)
	if errors.Is(err, context.DeadlineExceeded) {
		return c.late(ctx, err)
	}
	return err
}

// late is the answer when there was no place, or no time. Where the caller has gone it is that.
func (c *converter) late(ctx context.Context, cause error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	busy := fault.Because(fault.Unavailable, "Too many images are being processed right now. Please try again in a moment.", cause)
	busy.RetryAfter = 2 * time.Second
	return busy
}
