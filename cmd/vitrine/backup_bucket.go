package main

import (
	"context"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/s3"
)

// keysOf parses the keys of backups.
func keysOf(settings config.BackupKeys) (backup.Keys, error) {
	return backup.NewKeys(settings.BackupRecipient, settings.BackupIdentity)
}

// backupBucket returns the bucket of an s3:// address, and below which prefix of it. The connection is that of its own settings,
// or else that of the bucket for uploads.
func backupBucket(address string, own config.BackupBucket, uploads config.S3, site backup.Site) (backup.Bucket, error) {
	bucket, prefix, err := config.ParseBucketAddress(address)
	if err != nil {
		return backup.Bucket{}, err
	}
	o, err := bucketIn(uploads)
	if own.BackupS3Endpoint != "" {
		o = s3.Options{AccessKey: own.BackupS3AccessKey, SecretKey: own.BackupS3SecretKey.Reveal(),
			Flags: s3.Flags{Endpoint: "--backup-s3-endpoint", AccessKey: "--backup-s3-access-key", SecretKey: "--backup-s3-secret-key"}}
		o.Endpoint, err = own.BackupEndpoint()
	}
	o.Bucket, o.Flags.Bucket = bucket, "s3://"+bucket
	return backup.Bucket{Site: site, S3: o, Prefix: prefix}, err
}

// scheduledBucket returns the bucket of --backup-to.
func scheduledBucket(settings config.Serve, site backup.Site) (backup.Bucket, error) {
	bucket, err := backupBucket(settings.BackupTo, settings.BackupBucket, settings.S3, site)
	bucket.Keep = settings.BackupKeep
	return bucket, err
}

// scheduled returns what writes the scheduled backups: to the bucket if one is set, else to the folder.
func scheduled(settings config.Serve, folder backup.Folder) (func(context.Context, backup.Kind) (backup.Written, error), error) {
	if settings.BackupTo == "" {
		return folder.Write, nil
	}
	bucket, err := scheduledBucket(settings, folder.Site)
	return bucket.Write, err
}

// openBackup opens a backup in a file or a bucket.
func openBackup(ctx context.Context, settings config.Restore) (*backup.Archive, error) {
	keys, err := keysOf(config.BackupKeys{BackupIdentity: settings.BackupIdentity})
	if err != nil {
		return nil, err
	}
	if !config.IsBucketAddress(settings.File) {
		return backup.Open(settings.File, keys)
	}
	bucket, err := backupBucket(settings.File, settings.BackupBucket, settings.S3, backup.Site{Keys: keys})
	if err != nil {
		return nil, err
	}
	var name string
	bucket.Prefix, name = config.SplitBackupKey(bucket.Prefix)
	return bucket.Open(ctx, name)
}
