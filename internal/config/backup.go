package config

import (
	"errors"
	"path/filepath"
	"strings"
	"time"
)

// leastBackup is the shortest time between two backups by the clock.
const leastBackup = 10 * time.Second

// Backups says how the site backs itself up.
type Backups struct {
	BackupFolder
	BackupEvery time.Duration `help:"How often to back up, for example 24h. 0: only before a database upgrade, a sync or a large import." default:"0" placeholder:"DURATION"`
}

// BackupFolder says where the backups are that the program writes by itself, and how many.
type BackupFolder struct {
	BackupDir  string `help:"Folder for automatic backups. Empty: backups in the data folder." placeholder:"DIR"`
	BackupKeep int    `help:"How many backups of each kind to keep." default:"7"`
}

// Validate checks times and counts; kong calls it.
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

// Folder is where backups are kept: below the data folder unless another is set.
func (b *BackupFolder) Folder(data string) string {
	if b.BackupDir != "" {
		return b.BackupDir
	}
	return filepath.Join(data, "backups")
}

// Backup are the settings of one backup.
type Backup struct {
	Database
	S3
	To   string `help:"Folder for the backup, or a file that ends in .zip. Empty: backups in the data folder." env:"-" placeholder:"DIR|FILE"`
	Keep int    `help:"How many backups to keep in the folder; older ones are deleted. 0: all." env:"-" default:"0"`
}

// IsFile reports whether To names a file.
func (b *Backup) IsFile() bool { return strings.HasSuffix(b.To, ".zip") }

// Validate checks that what is to be kept is a count, of a folder; kong calls it.
func (b *Backup) Validate() error {
	if b.Keep < 0 {
		return errors.New("--keep must be 0 or more")
	}
	if b.Keep > 0 && b.IsFile() {
		return errors.New("--keep goes with a folder: --to names a file")
	}
	return nil
}

// Restore are the settings of one restoring.
type Restore struct {
	Database
	S3
	File string `arg:"" help:"Backup to restore, .zip."`
}
