//go:build !windows

package backup

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// lockRetry is the pause until another try to lock a new file that another process is about to remove.
const lockRetry = 10 * time.Millisecond

// lockUnfinished locks an unfinished file until unlock. Without file locks it does nothing.
func lockUnfinished(ctx context.Context, path string) (unlock func() error, err error) {
	lock := flock.New(path)
	if _, err := lock.TryLockContext(ctx, lockRetry); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return nil, err
	}
	return lock.Close, nil
}

// removeAbandoned removes an unfinished file of a process that was killed. Without file locks it cannot tell, and removes
// none.
func removeAbandoned(path string) error {
	lock := flock.New(path)
	if locked, _ := lock.TryLock(); locked { // a file that we may not read stays
		return errors.Join(ignoreMissing(os.Remove(path)), lock.Unlock())
	}
	return nil
}
