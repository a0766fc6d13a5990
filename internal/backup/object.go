package backup

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/vitrine-directory/vitrine/internal/s3"
)

// Limits of the calls to a bucket.
const (
	callTime  = 3 * time.Minute // per call with its retries: a block at 100 kB/s
	blockSize = 16 << 20        // bytes that a call sends or reads, and that are in memory
	maxBlocks = 10_000          // parts of an object, a limit of S3
	readTries = 3               // of a block whose transfer breaks off
)

// objects makes the calls to a bucket. Its errors name the setting behind a failed call.
type objects struct {
	client *minio.Core
	bucket string
	flags  s3.Flags
}

func (o objects) failed(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return o.flags.Explain(err)
}

// list returns the objects whose key begins like this and has no further slash.
func (o objects) list(ctx context.Context, begin string) (found []minio.ObjectInfo, err error) {
	ctx, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	for object := range o.client.Client.ListObjects(ctx, o.bucket, minio.ListObjectsOptions{Prefix: begin}) {
		if object.Err != nil {
			return nil, o.failed(object.Err)
		}
		if !strings.HasSuffix(object.Key, "/") { // not a folder
			found = append(found, object)
		}
	}
	return found, o.failed(ctx.Err())
}

func (o objects) remove(ctx context.Context, key string) error {
	ctx, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	return o.failed(o.client.RemoveObject(ctx, o.bucket, key, minio.RemoveObjectOptions{}))
}

// abort removes the parts of an upload.
func (o objects) abort(ctx context.Context, key, id string) error {
	ctx, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	return o.failed(o.client.AbortMultipartUpload(ctx, o.bucket, key, id))
}

// upload writes an object in parts. The bucket has no such object before complete.
type upload struct {
	objects
	ctx     context.Context // of all calls: io.Writer takes none
	key, id string
	block   []byte
	parts   []minio.CompletePart
}

func (o objects) upload(ctx context.Context, key string) (*upload, error) {
	call, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	id, err := o.client.NewMultipartUpload(call, o.bucket, key, minio.PutObjectOptions{ContentType: "application/octet-stream"})
	return &upload{objects: o, ctx: ctx, key: key, id: id, block: make([]byte, 0, blockSize)}, o.failed(err)
}

// Write collects a block, and sends it when it is full.
func (u *upload) Write(p []byte) (written int, err error) {
	for written < len(p) {
		n := copy(u.block[len(u.block):cap(u.block)], p[written:])
		u.block = u.block[:len(u.block)+n]
		written += n
		if len(u.block) == cap(u.block) {
			if err := u.send(); err != nil {
				return written, err
			}
		}
	}
	return written, nil
}

// send sends the block as the next part. The bucket checks it against its MD5.
func (u *upload) send() error {
	if len(u.parts) == maxBlocks {
		return fmt.Errorf("it has more than %d bytes, which an object can't have", int64(maxBlocks)*blockSize)
	}
	ctx, stop := context.WithTimeout(u.ctx, callTime)
	defer stop()
	sum := md5.Sum(u.block)
	part, err := u.client.PutObjectPart(ctx, u.bucket, u.key, u.id, len(u.parts)+1, bytes.NewReader(u.block), int64(len(u.block)),
		minio.PutObjectPartOptions{Md5Base64: base64.StdEncoding.EncodeToString(sum[:])})
	u.parts = append(u.parts, minio.CompletePart{PartNumber: part.PartNumber, ETag: part.ETag})
	u.block = u.block[:0]
	return u.failed(err)
}

// complete sends the rest and makes the object.
func (u *upload) complete() error {
	if len(u.block) > 0 {
		if err := u.send(); err != nil {
			return err
		}
	}
	ctx, stop := context.WithTimeout(u.ctx, callTime)
	defer stop()
	_, err := u.client.CompleteMultipartUpload(ctx, u.bucket, u.key, u.id, u.parts, minio.PutObjectOptions{})
	return u.failed(err)
}

// discard removes the parts, or the object if only the answer to complete was lost.
func (u *upload) discard(ctx context.Context) error {
	err := u.abort(ctx, u.key, u.id)
	var answer minio.ErrorResponse
	if errors.As(err, &answer) && answer.Code == minio.NoSuchUpload {
		return u.remove(ctx, u.key)
	}
	return err
}

// object reads an object at any offset, a block at a time.
type object struct {
	objects
	ctx  context.Context // of all calls: io.ReaderAt takes none
	info minio.ObjectInfo

	mu    sync.Mutex
	block []byte
	at    int64 // offset of the block
}

// find returns an object for reading; or fs.ErrNotExist.
func (o objects) find(ctx context.Context, key string) (*object, error) {
	found, err := o.list(ctx, key)
	if err != nil {
		return nil, err
	}
	for _, info := range found {
		if info.Key == key {
			return &object{objects: o, ctx: ctx, info: info}, nil
		}
	}
	return nil, fs.ErrNotExist
}

// ReadAt reads from the block that has the offset, and from those after it.
func (o *object) ReadAt(p []byte, offset int64) (read int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for read < len(p) {
		at := offset + int64(read)
		if at >= o.info.Size {
			return read, io.EOF
		}
		if err := o.load(at - at%blockSize); err != nil {
			return read, fmt.Errorf("%w: %w", errUnreachable, err)
		}
		read += copy(p[read:], o.block[at-o.at:])
	}
	return read, nil
}

// load reads the block at this offset, unless it is the one in memory.
func (o *object) load(at int64) (err error) {
	if o.at == at && len(o.block) > 0 {
		return nil
	}
	if o.block == nil {
		o.block = make([]byte, 0, min(blockSize, o.info.Size))
	}
	block := o.block[:min(blockSize, o.info.Size-at)]
	o.block, o.at = o.block[:0], at // nothing is in memory while it is read
	for range readTries {
		if err = o.fetch(at, block); err == nil {
			o.block = block
			return nil
		}
		if o.ctx.Err() != nil || errors.As(err, new(minio.ErrorResponse)) {
			return err
		}
	}
	return err
}

// fetch reads bytes of the object, which must still be the one that was found.
func (o *object) fetch(at int64, block []byte) error {
	ctx, stop := context.WithTimeout(o.ctx, callTime)
	defer stop()
	var options minio.GetObjectOptions
	err := errors.Join(options.SetRange(at, at+int64(len(block))-1), options.SetMatchETag(o.info.ETag))
	if err != nil {
		return err
	}
	body, _, _, err := o.client.GetObject(ctx, o.bucket, o.info.Key, options)
	if err != nil {
		return o.failed(err)
	}
	defer body.Close()
	_, err = io.ReadFull(body, block)
	return o.failed(err)
}
