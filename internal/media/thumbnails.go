package media

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
)

// Limits of making thumbnails. A logo's takes about 15 ms and has about 1 KB (128 pixels) or 2 KB (256).
const (
	thumbnailCache = 32 << 20         // bytes cached in memory
	thumbnailAge   = time.Hour        // cache lifetime, so that a thumbnail does not outlive a removed upload
	thumbnailWait  = time.Second      // until it is begun; the browser waits three seconds
	thumbnailTime  = 15 * time.Second // in all: the upload may be in a bucket
	maxReading     = 16               // uploads read into memory at once
	maxEncoding    = 4                // thumbnails encoded at once, at most one per two processors: pages come first
)

// errBusy means that too many uploads are being read.
var errBusy = errors.New("too many uploads are being read for thumbnails")

// thumbnails makes and caches thumbnails; concurrent requests for one share the work.
type thumbnails struct {
	files  Files
	now    func() time.Time
	cache  *otter.Cache[string, cachedThumbnail]
	making singleflight.Group

	reading, encoding *semaphore.Weighted
}

type cachedThumbnail struct {
	thumbnail
	made time.Time
}

func newThumbnails(files Files) *thumbnails {
	return &thumbnails{
		files: files,
		now:   time.Now,
		cache: otter.Must(&otter.Options[string, cachedThumbnail]{
			MaximumWeight: thumbnailCache,
			Weigher:       func(name string, t cachedThumbnail) uint32 { return uint32(len(name) + len(t.etag) + len(t.webp)) },
		}),
		reading:  semaphore.NewWeighted(maxReading),
		encoding: semaphore.NewWeighted(int64(max(1, min(maxEncoding, runtime.GOMAXPROCS(0)/2)))),
	}
}

// thumbnail returns the named thumbnail. Its errors are those of readUpload and makeThumbnail, errBusy, and the error of
// ctx.
func (t *thumbnails) thumbnail(ctx context.Context, name string) (thumbnail, error) {
	if cached, ok := t.cache.GetIfPresent(name); ok && t.now().Sub(cached.made) < thumbnailAge {
		return cached.thumbnail, nil
	}
	made := t.making.DoChan(name, func() (any, error) { return t.make(ctx, name) })
	select {
	case <-ctx.Done():
		return thumbnail{}, ctx.Err()
	case result := <-made:
		if result.Err != nil {
			return thumbnail{}, result.Err
		}
		return result.Val.(thumbnail), nil
	}
}

// make makes and caches a thumbnail. If encoding would have to wait too long, it returns the upload instead. It ignores
// the caller's cancellation, as other callers may share the work.
func (t *thumbnails) make(ctx context.Context, name string) (made thumbnail, err error) {
	defer func() { // singleflight would crash the process
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), thumbnailTime)
	defer stop()
	waiting, enough := context.WithTimeout(ctx, thumbnailWait)
	defer enough()
	if t.reading.Acquire(waiting, 1) != nil {
		return thumbnail{}, errBusy
	}
	defer t.reading.Release(1)
	upload, err := readUpload(ctx, t.files, name)
	if err != nil {
		return thumbnail{}, err
	}
	if t.encoding.Acquire(waiting, 1) != nil {
		return thumbnail{upload: upload}, nil
	}
	defer t.encoding.Release(1)
	if made, err = makeThumbnail(ctx, name, upload); err == nil {
		t.cache.Set(name, cachedThumbnail{made, t.now()})
	}
	return made, err
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
