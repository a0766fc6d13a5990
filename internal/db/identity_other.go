//go:build !unix

package db

import "path/filepath"

// identity identifies a file by its path without symbolic links.
func identity(path string) (string, error) { return filepath.EvalSymlinks(path) }
