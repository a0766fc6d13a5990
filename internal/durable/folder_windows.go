package durable

import "os"

// syncFolder does nothing: Windows cannot flush a folder that is open for reading, and NTFS logs the changes of folders.
func syncFolder(*os.File) error { return nil }
