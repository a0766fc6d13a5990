package config

import (
	"errors"
	"path/filepath"
	"strings"
	"time"
)

// leastBackup is the shortest interval between scheduled backups.
const leastBackup = 10 * time.Second

// Backups configures automatic backups.
type Backups struct {
	BackupFolder
	BackupEvery time.Duration `help:"How often to back up, for example 24h. 0: only before a database upgrade, a sync or a large import." default:"0" placeholder:"DURATION"`
}

// BackupFolder configures where automatic backups are stored, and how many to keep.
type BackupFolder struct {
	BackupDir  string `help:"Folder for automatic backups. Empty: backups in the data folder." placeholder:"DIR"`
	BackupKeep int    `help:"How many backups of each kind to keep." default:"7"`
}

// Validate checks the interval; kong calls it.
func (b *Backups) Validate() error {
	if b.BackupEvery != 0 && b.BackupEvery < leastBackup {
		return errors.New("--backup-every must be 0 or at least 10s, for example 24h")
	}
	return nil
}

// Validate checks the count; kong calls it.
func (b *BackupFolder) Validate() error {
	if b.BackupKeep < 1 {
		return errors.New("--backup-keep must be at least 1")
	}
	return nil
}

// Folder returns the backup folder: BackupDir, or "backups" in the data folder.
func (b *BackupFolder) Folder(data string) string {
	if b.BackupDir != "" {
		return b.BackupDir
	}
	return filepath.Join(data, "backups")
}

// Backup configures one backup.
type Backup struct {
	Database
	S3
	To   string `help:"Folder for the backup, or a file that ends in .zip. Empty: backups in the data folder." env:"-" placeholder:"DIR|FILE"`
	Keep int    `help:"How many backups to keep in the folder; older ones are deleted. 0: all." env:"-" default:"0"`
}

// IsFile reports whether To names a file.
func (b *Backup) IsFile() bool { return strings.HasSuffix(b.To, ".zip") }

// Validate checks Keep, which needs a folder; kong calls it.
func (b *Backup) Validate() error {
	if b.Keep < 0 {
		return errors.New("--keep must be 0 or more")
	}
	if b.Keep > 0 && b.IsFile() {
		return errors.New("--keep goes with a folder: --to names a file")
	}
	return nil
}

// Restore configures one restore.
type Restore struct {
	Database
	S3
	File string `arg:"" help:"Backup to restore, .zip."`
}
