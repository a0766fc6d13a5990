package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"
	"github.com/minio/minio-go/v7"

	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/s3"
)

// Limits of the bucket.
const (
	bucketTime  = 10 * time.Second // per call, including retries
	listingTime = 5 * time.Minute  // to list all images; each page of 1,000 has bucketTime
	bucketCache = 32 << 20         // bytes of images cached in memory, so that not every visitor costs a call
	maxStored   = 10 << 20         // bytes of a served image
)

// Bucket stores images below uploads/ in a bucket of S3 or a compatible server. It is safe for concurrent use by many
// goroutines and processes.
type Bucket struct {
	client *minio.Core
	bucket string
	cache  *otter.Cache[string, []byte]
}

// probe is an object that exists only while OpenBucket tests a bucket.
const probe = "vitrine-probe"

// OpenBucket opens a bucket and tests that it can write, read and delete objects there. Its error names the wrong
// setting by its flag.
func OpenBucket(ctx context.Context, o s3.Options) (*Bucket, error) {
	return newBucket(o, func(b *Bucket) error {
		if err := b.Put(ctx, probe, []byte(probe)); err != nil {
			return err
		}
		_, err := b.fetch(ctx, probe)
		if removed := b.Remove(ctx, probe); err == nil {
			err = removed
		}
		return err
	})
}

// ReadBucket opens a bucket for reading only. It tests the bucket without writing to it.
func ReadBucket(ctx context.Context, o s3.Options) (*Bucket, error) {
	return newBucket(o, func(b *Bucket) error {
		if _, err := b.fetch(ctx, probe); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

func newBucket(o s3.Options, try func(*Bucket) error) (*Bucket, error) {
	client, err := s3.Connect(o)
	if err != nil {
		return nil, err
	}
	b := &Bucket{client: client, bucket: o.Bucket}
	b.cache = otter.Must(&otter.Options[string, []byte]{
		MaximumWeight: bucketCache,
		Weigher:       func(name string, jpeg []byte) uint32 { return uint32(len(name) + len(jpeg)) },
	})
	if err := try(b); err != nil {
		return nil, errors.Join(o.Flags.Explain(fault.From(err).Cause), b.Close()) // not the message for uploaders
	}
	return b, nil
}

// Close stops the cache.
func (b *Bucket) Close() error {
	b.cache.StopAllGoroutines()
	return nil
}

func key(name string) string { return "uploads/" + name }

// Put stores an image. The bucket verifies it against the MD5 that the request carries.
func (b *Bucket) Put(ctx context.Context, name string, jpeg []byte) error {
	ctx, stop := context.WithTimeout(ctx, bucketTime)
	defer stop()
	_, err := b.client.Client.PutObject(ctx, b.bucket, key(name), bytes.NewReader(jpeg), int64(len(jpeg)), minio.PutObjectOptions{
		ContentType:    "image/jpeg",
		CacheControl:   forEver,
		SendContentMd5: true, // supported everywhere, unlike the newer checksums
	})
	return b.failed(ctx, "write to the bucket", err)
}

// Open reads an image from the cache or the bucket.
func (b *Bucket) Open(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	jpeg, err := b.cache.Get(ctx, name, otter.LoaderFunc[string, []byte](b.fetch))
	if err != nil {
		return nil, err
	}
	return inMemory{bytes.NewReader(jpeg)}, nil
}

// fetch reads an image from the bucket and verifies it against its name, as it may be cached forever. It ignores the
// caller's cancellation, as other callers may be waiting for the same image.
func (b *Bucket) fetch(ctx context.Context, name string) ([]byte, error) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), bucketTime)
	defer stop()
	object, _, _, err := b.client.GetObject(ctx, b.bucket, key(name), minio.GetObjectOptions{})
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, b.failed(ctx, "read from the bucket", err)
	}
	defer object.Close()
	jpeg, err := io.ReadAll(io.LimitReader(object, maxStored+1))
	switch {
	case err == nil && len(jpeg) > maxStored:
		err = fmt.Errorf("%s has more than %d bytes", key(name), maxStored)
	case err == nil && !isCalledByContent(name, jpeg):
		err = ErrDamaged
	}
	return jpeg, b.failed(ctx, "read from the bucket", err)
}

// Names lists all images.
func (b *Bucket) Names(ctx context.Context) ([]string, error) {
	ctx, stopAll := context.WithTimeout(ctx, listingTime)
	defer stopAll()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	silence := time.AfterFunc(bucketTime, func() { stop(context.DeadlineExceeded) })
	defer silence.Stop()
	names := []string{}
	for object := range b.client.Client.ListObjects(ctx, b.bucket, minio.ListObjectsOptions{Prefix: key(""), Recursive: true}) {
		if object.Err != nil {
			return nil, b.failed(ctx, "list the bucket", object.Err)
		}
		silence.Reset(bucketTime)
		names = append(names, strings.TrimPrefix(object.Key, key("")))
	}
	return names, b.failed(ctx, "list the bucket", context.Cause(ctx))
}

// Remove deletes an image.
func (b *Bucket) Remove(ctx context.Context, name string) error {
	ctx, stop := context.WithTimeout(ctx, bucketTime)
	defer stop()
	err := b.client.RemoveObject(ctx, b.bucket, key(name), minio.RemoveObjectOptions{})
	b.cache.Invalidate(name)
	return b.failed(ctx, "delete from the bucket", err)
}

// failed wraps an error of the bucket in a fault: GatewayTimeout if it was too slow, else BadGateway. nil stays nil.
func (b *Bucket) failed(ctx context.Context, doing string, err error) error {
	if err == nil {
		return nil
	}
	cause := fmt.Errorf("%s: %w", doing, err)
	if errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		return fault.Because(fault.GatewayTimeout, "The image storage was too slow. Please try again in a moment.", cause)
	}
	return fault.Because(fault.BadGateway, "The image storage failed. Please try again in a moment.", cause)
}

// inMemory is an io.ReadSeekCloser over bytes.
type inMemory struct{ *bytes.Reader }

// Close does nothing.
func (inMemory) Close() error { return nil }
