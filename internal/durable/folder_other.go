//go:build !windows

package durable

import "os"

func syncFolder(folder *os.File) error { return folder.Sync() }
