package config

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// leastBackup is the shortest interval between scheduled backups.
const leastBackup = 10 * time.Second

// Backups configures automatic backups.
type Backups struct {
	BackupFolder
	BackupBucket
	BackupTo    string        `help:"Bucket for the scheduled backups, s3://bucket/prefix. Empty: the folder for automatic backups." placeholder:"URL"`
	BackupEvery time.Duration `help:"How often to back up, for example 24h. 0: only before a database upgrade, a sync or a large import." default:"0" placeholder:"DURATION"`
}

// BackupFolder configures where automatic backups are stored, and how many to keep.
type BackupFolder struct {
	BackupKeys
	BackupDir  string `help:"Folder for automatic backups. Empty: backups in the data folder." placeholder:"DIR"`
	BackupKeep int    `help:"How many backups of each kind to keep." default:"7"`
}

// BackupKeys configure the encryption of backups. The backup package checks them.
type BackupKeys struct {
	BackupRecipient []string `help:"Public keys of age (age1…) to encrypt backups to, separated by commas. Empty: not encrypted." placeholder:"KEY,…"`
	BackupIdentity  string   `help:"File with the private key of age that decrypts backups. Without it, an encrypted backup is verified by its checksum only." placeholder:"FILE"`
}

// BackupBucket configures the connection to the bucket of backups, which an s3:// address names.
type BackupBucket struct {
	BackupS3Endpoint  string `name:"backup-s3-endpoint" env:"VITRINE_BACKUP_S3_ENDPOINT" help:"S3-compatible endpoint of the bucket for backups: https://host. Empty: the one of the uploads, with its keys." placeholder:"URL"`
	BackupS3AccessKey string `name:"backup-s3-access-key" env:"VITRINE_BACKUP_S3_ACCESS_KEY" help:"Access key for the bucket for backups." placeholder:"KEY"`
	BackupS3SecretKey Secret `name:"backup-s3-secret-key" env:"VITRINE_BACKUP_S3_SECRET_KEY" help:"Secret key for the bucket for backups. Set it in the environment." placeholder:"KEY"`
}

// Validate requires all settings or none; kong calls it.
func (b *BackupBucket) Validate() error {
	set := 0
	for _, value := range []string{b.BackupS3Endpoint, b.BackupS3AccessKey, b.BackupS3SecretKey.Reveal()} {
		if value != "" {
			set++
		}
	}
	if set != 0 && set != 3 {
		return errors.New("--backup-s3-endpoint, --backup-s3-access-key and --backup-s3-secret-key go together: set all, or none for those of the uploads")
	}
	if set == 0 {
		return nil
	}
	_, err := b.BackupEndpoint()
	return err
}

// BackupEndpoint returns the URL of the service.
func (b *BackupBucket) BackupEndpoint() (*url.URL, error) {
	return endpointOf("--backup-s3-endpoint", b.BackupS3Endpoint)
}

// checkAddress checks an s3:// address, and that its service is set.
func (b *BackupBucket) checkAddress(flag, address string, uploads S3) error {
	if _, _, err := ParseBucketAddress(address); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	if b.BackupS3Endpoint == "" && !uploads.Used() {
		return errors.New("an s3:// URL needs --backup-s3-endpoint, --backup-s3-access-key and --backup-s3-secret-key, or the four --s3-… of a bucket for uploads")
	}
	return nil
}

// IsBucketAddress reports whether a text is an s3:// address, perhaps an invalid one.
func IsBucketAddress(text string) bool { return strings.HasPrefix(text, "s3://") }

// ParseBucketAddress splits an s3:// address into the bucket, and the prefix or key in it, which may be empty.
func ParseBucketAddress(address string) (bucket, key string, err error) {
	bucket, key, _ = strings.Cut(strings.TrimSuffix(strings.TrimPrefix(address, "s3://"), "/"), "/")
	if !IsBucketAddress(address) || !fs.ValidPath(bucket) || bucket == "." || key != "" && !fs.ValidPath(key) {
		return "", "", errors.New("the URL of a bucket is s3://bucket or s3://bucket/prefix")
	}
	return bucket, key, nil
}

// Validate checks the interval and the bucket; kong calls it.
func (b *Backups) Validate() error {
	if b.BackupTo != "" && b.BackupEvery == 0 {
		return errors.New("--backup-to goes with --backup-every: it is where scheduled backups are written")
	}
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
	BackupBucket
	BackupKeys
	To   string `help:"Folder for the backup, a file that ends in .zip (encrypted: .zip.age), or s3://bucket/prefix. Empty: backups in the data folder." env:"-" placeholder:"DIR|FILE|URL"`
	Keep int    `help:"How many backups to keep in the folder or bucket; older ones are deleted. 0: all." env:"-" default:"0"`
}

const encryptedEnding = ".zip.age"

// isFile reports whether a path or an address names one backup.
func isFile(path string) bool {
	return strings.HasSuffix(path, ".zip") || strings.HasSuffix(path, encryptedEnding)
}

// IsFile reports whether To names a file.
func (b *Backup) IsFile() bool { return isFile(b.To) }

// Validate checks To, and Keep, which needs a folder or a bucket; kong calls it.
func (b *Backup) Validate() error {
	switch {
	case b.Keep < 0:
		return errors.New("--keep must be 0 or more")
	case IsBucketAddress(b.To) && b.IsFile():
		return errors.New("--to must be s3://bucket/prefix: the backup gets its own name there")
	case IsBucketAddress(b.To):
		return b.checkAddress("--to", b.To, b.S3)
	case b.Keep > 0 && b.IsFile():
		return errors.New("--keep goes with a folder: --to names a file")
	case b.IsFile() && strings.HasSuffix(b.To, encryptedEnding) != (len(b.BackupRecipient) > 0):
		return errors.New("--to must end in .zip.age if the backup is encrypted (--backup-recipient), else in .zip")
	}
	return nil
}

// Restore configures one restore.
type Restore struct {
	Database
	S3
	BackupBucket
	BackupIdentity string `help:"File with the private key of age that decrypts the backup." placeholder:"FILE"`
	File           string `arg:"" help:"Backup to restore: a file, s3://bucket/prefix/name.zip, or s3://bucket/prefix for the newest one there."`
}

// SplitBackupKey splits what follows the bucket in an s3:// address into a prefix and the name of a backup, which is empty if
// all of it is a prefix.
func SplitBackupKey(key string) (prefix, name string) {
	if !isFile(key) {
		return key, ""
	}
	prefix, name = path.Split(key)
	return strings.TrimSuffix(prefix, "/"), name
}

// Validate checks an s3:// address; kong calls it.
func (r *Restore) Validate() error {
	if IsBucketAddress(r.File) {
		return r.checkAddress("the backup", r.File, r.S3)
	}
	return nil
}
