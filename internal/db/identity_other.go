//go:build !unix

package db

import "path/filepath"

// identity is what a file is known by: the path that leads to it without detours.
func identity(path string) (string, error) { return filepath.EvalSymlinks(path) }
