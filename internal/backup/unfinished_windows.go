package backup

import (
	"context"
	"os"
)

// lockUnfinished does nothing: on Windows a lock would keep the writer itself from writing and renaming the file, and a
// file that is open cannot be removed.
func lockUnfinished(context.Context, string) (unlock func() error, err error) {
	return func() error { return nil }, nil
}

// removeAbandoned removes an unfinished file, unless its writer has it open.
func removeAbandoned(path string) error {
	_ = os.Remove(path) // fails while it is open
	return nil
}
