package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/vitrine-directory/vitrine/internal/s3"
)

const (
	cleanupTime = 30 * time.Second // to remove what a failed backup left, also after it was cancelled
	leftoverAge = 24 * time.Hour   // after which an upload was left by a killed process
	probe       = "vitrine-probe"  // an object that exists only during Probe
)

// Bucket stores the backups of a site in a bucket, each as one object.
type Bucket struct {
	Site     Site
	S3       s3.Options
	Prefix   string           // of the keys, without a slash at the end; may be empty
	Keep     int              // of each kind; 0 keeps all
	Progress Progress         // may be nil
	Now      func() time.Time // nil means time.Now
}

// Address returns the s3:// address of an object, or of the prefix for an empty name.
func (b Bucket) Address(name string) string { return "s3://" + path.Join(b.S3.Bucket, b.Prefix, name) }

func (b Bucket) key(name string) string { return path.Join(b.Prefix, name) }

func (b Bucket) connect() (objects, error) {
	client, err := s3.Connect(b.S3)
	return objects{client, b.S3.Bucket, b.S3.Flags}, err
}

// Write writes a backup to the bucket while it reads the site, a block of it in memory at a time, then reads it back and
// verifies it. Only then it removes older backups of its kind. Missing uploads are listed in the manifest and are no error.
func (b Bucket) Write(ctx context.Context, kind Kind) (Written, error) {
	calls, err := b.connect()
	if err != nil {
		return Written{}, err
	}
	made := timeOf(b.Now)
	name := nameOf(kind, made, b.Site.Keys)
	var written Written
	err = withLowPriority(func() (err error) {
		written, err = b.write(ctx, calls, name, made)
		return err
	})
	if err != nil {
		return Written{}, fmt.Errorf("write a backup to %s: %w", b.Address(""), err)
	}
	if err := b.tidy(ctx, calls, kind, name); err != nil {
		return written, fmt.Errorf("%s is written and verified, but older ones could not be removed: %w", written.Path, err)
	}
	return written, nil
}

// write writes and verifies an object. If that fails, it leaves none.
func (b Bucket) write(ctx context.Context, calls objects, name string, made time.Time) (written Written, err error) {
	to, err := calls.upload(ctx, b.key(name))
	if err != nil {
		return Written{}, err
	}
	var sum string
	if written, sum, err = b.Site.writeTo(ctx, to, made, b.Progress); err == nil {
		err = to.complete()
	}
	to.block = nil // reading back takes as much memory
	if err != nil {
		return Written{}, errors.Join(err, cleanUp(ctx, to.discard))
	}
	written.Path = b.Address(name)
	if err := b.readBack(ctx, calls, name, &written, sum); err != nil {
		return Written{}, errors.Join(err, cleanUp(ctx, func(ctx context.Context) error { return calls.remove(ctx, b.key(name)) }))
	}
	return written, nil
}

// cleanUp calls work within cleanupTime, also if ctx has ended.
func cleanUp(ctx context.Context, work func(context.Context) error) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), cleanupTime)
	defer stop()
	if err := work(ctx); err != nil {
		return fmt.Errorf("remove what was written: %w", err)
	}
	return nil
}

// readBack verifies an object that was written.
func (b Bucket) readBack(ctx context.Context, calls objects, name string, written *Written, sum string) error {
	object, err := calls.find(ctx, b.key(name))
	if err != nil {
		return fmt.Errorf("read %s back: %w", written.Path, err)
	}
	if object.info.Size != written.Size {
		return fmt.Errorf("%s has %d bytes, and %d were written", written.Path, object.info.Size, written.Size)
	}
	return b.Site.verify(ctx, written, object, sum, b.Progress)
}

// tidy removes old backups, and parts of uploads that killed processes left: they are no objects, but take space.
func (b Bucket) tidy(ctx context.Context, calls objects, kind Kind, written string) error {
	if b.Keep > 0 {
		names, err := b.names(ctx, calls)
		if err != nil {
			return err
		}
		for _, name := range oldOf(names, kind, b.Keep, written) {
			if err := calls.remove(ctx, b.key(name)); err != nil {
				return err
			}
		}
	}
	left, err := b.leftovers(ctx, calls)
	if err != nil {
		return err
	}
	for _, upload := range left {
		if err := calls.abort(ctx, upload.Key, upload.UploadID); err != nil {
			return err
		}
	}
	return nil
}

// leftovers returns the uploads of backups that killed processes have left.
func (b Bucket) leftovers(ctx context.Context, calls objects) (left []minio.ObjectMultipartInfo, err error) {
	ctx, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	for upload := range calls.client.ListIncompleteUploads(ctx, calls.bucket, b.key("vitrine-"), false) {
		if upload.Err != nil {
			return nil, calls.failed(upload.Err)
		}
		if _, _, ours := parseName(path.Base(upload.Key)); ours && timeOf(b.Now).Sub(upload.Initiated) > leftoverAge {
			left = append(left, upload)
		}
	}
	return left, calls.failed(ctx.Err())
}

// names returns the names of the objects below the prefix that may be backups.
func (b Bucket) names(ctx context.Context, calls objects) (names []string, err error) {
	found, err := calls.list(ctx, b.key("vitrine-"))
	for _, object := range found {
		names = append(names, path.Base(object.Key))
	}
	return names, err
}

// Newest returns the newest backup below the prefix, of whatever kind, or the zero Backup. It opens the backup
// unless it is encrypted and there is no identity, but does not verify it.
func (b Bucket) Newest(ctx context.Context) (Backup, error) {
	calls, err := b.connect()
	if err != nil {
		return Backup{}, err
	}
	names, err := b.names(ctx, calls)
	if err != nil {
		return Backup{}, err
	}
	name, made := newestOf(names)
	if name == "" {
		return Backup{}, nil
	}
	newest := Backup{b.Address(name), made}
	if _, err := b.Open(ctx, name); err != nil && !errors.Is(err, errEncrypted) {
		return newest, err
	}
	return newest, nil
}

// Open opens a backup below the prefix; an empty name is the newest. It must be used only until ctx ends.
func (b Bucket) Open(ctx context.Context, name string) (*Archive, error) {
	calls, err := b.connect()
	if err != nil {
		return nil, err
	}
	if name == "" {
		names, err := b.names(ctx, calls)
		if err != nil {
			return nil, err
		}
		if name, _ = newestOf(names); name == "" {
			return nil, fmt.Errorf("%s has no backup", b.Address(""))
		}
	}
	object, err := calls.find(ctx, b.key(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s does not exist", b.Address(name))
	}
	if err != nil {
		return nil, err
	}
	return newArchive(b.Address(name), object, object.info.Size, b.Site.Keys)
}

// Probe makes all calls that backups need, with an object that it removes. Its error names the wrong setting.
func (b Bucket) Probe(ctx context.Context) error {
	calls, err := b.connect()
	if err != nil {
		return err
	}
	to, err := calls.upload(ctx, b.key(probe))
	if err != nil {
		return err
	}
	if _, err = to.Write([]byte(probe)); err == nil {
		err = to.complete()
	}
	if err != nil {
		return errors.Join(err, cleanUp(ctx, to.discard))
	}
	err = b.readProbe(ctx, calls)
	return errors.Join(err, calls.remove(ctx, b.key(probe)))
}

func (b Bucket) readProbe(ctx context.Context, calls objects) error {
	object, err := calls.find(ctx, b.key(probe))
	if err != nil {
		return err
	}
	if _, err := b.leftovers(ctx, calls); err != nil {
		return err
	}
	text := make([]byte, len(probe))
	if _, err := object.ReadAt(text, 0); err != nil {
		return err
	}
	if string(text) != probe {
		return errors.New("the bucket does not return what was written")
	}
	return nil
}
