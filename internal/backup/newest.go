package backup

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// Backup is a backup in a folder or a bucket.
type Backup struct {
	Path string // or s3:// address
	Made time.Time
}

// Newest returns the newest backup in the folder, of whatever kind, or the zero Backup. It opens the backup
// unless it is encrypted and there is no identity, but does not verify it.
func (f Folder) Newest() (Backup, error) {
	names, err := f.names()
	if errors.Is(err, fs.ErrNotExist) {
		return Backup{}, nil
	}
	if err != nil {
		return Backup{}, err
	}
	name, made := newestOf(names)
	if name == "" {
		return Backup{}, nil
	}
	newest := Backup{filepath.Join(f.Path, name), made}
	archive, err := Open(newest.Path, f.Site.Keys)
	if errors.Is(err, errEncrypted) {
		return newest, nil
	}
	if err != nil {
		return newest, err
	}
	return newest, archive.Close()
}

// Uploads returns the size of the uploads that a backup contains, as recorded in the database, in bytes.
func Uploads(ctx context.Context, d *db.DB) (size int64, err error) {
	err = d.ReadOne(ctx, "read the size of the uploads", &size, "SELECT CAST(COALESCE(sum(size), 0) AS BIGINT) FROM images WHERE length(data) = 0")
	return size, err
}
