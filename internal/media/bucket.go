package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"vitrine/internal/fault"
)

// Bounds of a bucket's use.
const (
	bucketTime  = 10 * time.Second // for one call, its repetitions included
	listingTime = 5 * time.Minute  // for the names of all images, 1,000 in each call, which has bucketTime
	bucketTries = 3
	bucketCache = 32 << 20 // bytes of images kept in memory, so that not each visitor costs a call
	maxStored   = 10 << 20 // bytes of an image that is served
)

// BucketOptions say where a bucket is and who may use it.
type BucketOptions struct {
	Endpoint  *url.URL // http or https, host and port
	Bucket    string
	AccessKey string
	SecretKey string
}

// Bucket keeps images in a bucket of S3 or of a compatible server, below uploads/. It may be used by many goroutines
// and processes at once.
type Bucket struct {
	client *minio.Core
	bucket string
	cache  *otter.Cache[string, []byte]
}

// probe is the name of an object that is there only while a bucket is tried.
const probe = "vitrine-probe"

// OpenBucket opens a bucket and tries whether images can be written, read and deleted there. A wrong setting is named
// in the error, as the command line names it.
func OpenBucket(ctx context.Context, o BucketOptions) (*Bucket, error) {
	return newBucket(o, func(b *Bucket) error {
		if err := b.Put(ctx, probe, []byte(probe)); err != nil {
			return err
		}
		if _, err := b.fetch(ctx, probe); err != nil {
			return err
		}
		return b.Remove(ctx, probe)
	})
}

// ReadBucket is OpenBucket for those who only read: nothing is written there, not even for a try.
func ReadBucket(ctx context.Context, o BucketOptions) (*Bucket, error) {
	return newBucket(o, func(b *Bucket) error {
		if _, err := b.fetch(ctx, probe); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

func newBucket(o BucketOptions, try func(*Bucket) error) (*Bucket, error) {
	client, err := minio.NewCore(o.Endpoint.Host, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), Secure: o.Endpoint.Scheme == "https", MaxRetries: bucketTries,
	})
	if err != nil {
		return nil, fmt.Errorf("--s3-endpoint cannot be used: %w", err)
	}
	b := &Bucket{client: client, bucket: o.Bucket}
	b.cache = otter.Must(&otter.Options[string, []byte]{
		MaximumWeight: bucketCache,
		Weigher:       func(name string, jpeg []byte) uint32 { return uint32(len(name) + len(jpeg)) },
	})
	if err := try(b); err != nil {
		return nil, errors.Join(settingOf(err), b.Close())
	}
	return b, nil
}

// Close stops the cache.
func (b *Bucket) Close() error {
	b.cache.StopAllGoroutines()
	return nil
}

// settingOf names the setting that is behind a failed call. The codes are S3's own:
// https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
func settingOf(err error) error {
	cause := fault.From(err).Cause // not the sentence for those who upload
	var answer minio.ErrorResponse
	if !errors.As(cause, &answer) {
		return fmt.Errorf("--s3-endpoint cannot be reached: %w", cause)
	}
	switch answer.Code {
	case "NoSuchBucket", "InvalidBucketName":
		return fmt.Errorf("--s3-bucket names no bucket of --s3-endpoint: %w", cause)
	case "InvalidAccessKeyId":
		return fmt.Errorf("--s3-access-key is not known to --s3-endpoint: %w", cause)
	case "SignatureDoesNotMatch":
		return fmt.Errorf("--s3-secret-key does not belong to --s3-access-key: %w", cause)
	case "AccessDenied":
		return fmt.Errorf("--s3-access-key has not the right to do this in --s3-bucket: %w", cause)
	}
	return fmt.Errorf("--s3-endpoint does not answer as S3 does: %w", cause)
}

func key(name string) string { return "uploads/" + name }

// Put stores an image. The bucket checks what it gets against the MD5 that is sent with it.
func (b *Bucket) Put(ctx context.Context, name string, jpeg []byte) error {
	ctx, stop := context.WithTimeout(ctx, bucketTime)
	defer stop()
	_, err := b.client.Client.PutObject(ctx, b.bucket, key(name), bytes.NewReader(jpeg), int64(len(jpeg)), minio.PutObjectOptions{
		ContentType:    "image/jpeg",
		CacheControl:   forEver,
		SendContentMd5: true, // understood everywhere, which the newer checksums are not
	})
	return b.failed(ctx, "write to the bucket", err)
}

// Open reads an image.
func (b *Bucket) Open(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	jpeg, err := b.cache.Get(ctx, name, otter.LoaderFunc[string, []byte](b.fetch))
	if err != nil {
		return nil, err
	}
	return inMemory{bytes.NewReader(jpeg)}, nil
}

// fetch reads an image from the bucket, and checks it against its name, as it may be cached for ever. Several callers may
// wait for it, so it does not end with the first one's context.
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

// Names are what the images are called.
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

// failed says that the bucket failed, or was too slow; nil stays nil.
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

// inMemory is an image in memory.
type inMemory struct{ *bytes.Reader }

// Close is for io.ReadSeekCloser.
func (inMemory) Close() error { return nil }
