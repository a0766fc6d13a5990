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

// Bounds of making thumbnails. One of a logo takes about 15 ms and has about 1 KB (128 pixels) or 2 KB (256).
const (
	thumbnailCache = 32 << 20         // bytes of thumbnails kept in memory
	thumbnailAge   = time.Hour        // after which one is made again, so that it does not outlive an upload that was removed
	thumbnailWait  = time.Second      // until one is begun; the screens give it three
	thumbnailTime  = 15 * time.Second // for all of it: the upload may be in a bucket
	maxReading     = 16               // uploads read and in memory at once
	maxEncoding    = 4                // thumbnails encoded at once, but one for two processors at most: pages come first
)

// errBusy is said when too many uploads are being read.
var errBusy = errors.New("too many uploads are being read for thumbnails")

// thumbnails makes thumbnails, each once however many ask for it at a time, and keeps them in memory.
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

// thumbnail gives the one of that name. Beside the errors of readUpload and makeThumbnail it gives errBusy, and that of
// ctx when it ends.
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

// make makes one and keeps it; where it would have to wait for long, it gives the upload instead. It does not end with who
// asked first, as others may wait for it.
func (t *thumbnails) make(ctx context.Context, name string) (made thumbnail, err error) {
	defer func() { // singleflight would end the process
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
