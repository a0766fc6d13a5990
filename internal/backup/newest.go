package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/db"
)

// kinds are all kinds of backups.
var kinds = []Kind{Asked, BeforeUpgrade, BeforeSync, BeforeImport}

// Backup is a backup in a folder.
type Backup struct {
	Path string
	Made time.Time
}

// Newest returns the newest backup in the folder, of whatever kind; the zero Backup if there is none. It opens the backup,
// but does not verify it.
func (f Folder) Newest() (newest Backup, err error) {
	for _, kind := range kinds {
		entries, err := f.list(kind)
		if errors.Is(err, fs.ErrNotExist) {
			return Backup{}, nil
		}
		if err != nil {
			return Backup{}, err
		}
		if len(entries) == 0 {
			continue
		}
		name := entries[len(entries)-1].Name()
		made, err := time.Parse(stampFormat, strings.TrimSuffix(strings.TrimPrefix(name, "vitrine-"+string(kind)+"-"), ".zip"))
		if err != nil {
			return Backup{}, fmt.Errorf("read the time in the name of the backup %s: %w", name, err)
		}
		if made.After(newest.Made) {
			newest = Backup{filepath.Join(f.Path, name), made}
		}
	}
	if newest.Path == "" {
		return newest, nil
	}
	archive, err := Open(newest.Path)
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
