package media

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/vitrine-directory/vitrine/internal/fault"
)

// Limits of decoding; maxNeed limits the memory of one image.
const (
	slots    = 2           // images decoded at once
	heavy    = maxNeed / 2 // bytes; an image that needs more takes both slots
	maxWait  = 10 * time.Second
	maxWork  = 15 * time.Second
	tidyFrom = 8 << 20     // bytes; after decoding more, memory is returned to the system …
	tidyWait = time.Second // … once nothing has been decoded for this long
)

// converter converts uploads, few at a time to limit memory.
type converter struct {
	slots *semaphore.Weighted
	tidy  *time.Timer
}

func newConverter() *converter {
	tidy := time.AfterFunc(time.Hour, debug.FreeOSMemory)
	tidy.Stop()
	return &converter{slots: semaphore.NewWeighted(slots), tidy: tidy}
}

// convert validates and converts an upload. If no slot is free in time, it returns Unavailable.
func (c *converter) convert(ctx context.Context, data []byte, kind Kind, formats []format) (jpegImage, error) {
	f, err := inspect(data, formats)
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

// withSlot runs work in a slot; need is its memory in bytes. It returns the memory to the system: after a heavy image
// before the next one starts, otherwise once decoding has been idle for tidyWait.
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

// late returns Unavailable for a missing slot or a timeout, or the error of ctx if the caller has cancelled.
func (c *converter) late(ctx context.Context, cause error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	busy := fault.Because(fault.Unavailable, "Too many images are being processed right now. Please try again in a moment.", cause)
	busy.RetryAfter = 2 * time.Second
	return busy
}

// mostTries is how often WhenFree tries.
const mostTries = 10

// WhenFree does something with an image, and again while it is Unavailable, as administrators upload many images. It waits for as long as
// the fault says.
func WhenFree[T any](ctx context.Context, do func() (T, error)) (done T, err error) {
	for range mostTries {
		if done, err = do(); !fault.Is(err, fault.Unavailable) {
			return done, err
		}
		timer := time.NewTimer(fault.From(err).RetryAfter)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return done, ctx.Err()
		}
	}
	return done, err
}
