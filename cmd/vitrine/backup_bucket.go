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

// backupBucketIn returns the connection to a bucket of backups: by its own settings, or else as to the bucket for uploads.
func backupBucketIn(own config.BackupBucket, uploads config.S3, bucket string) (s3.Options, error) {
	o, err := bucketIn(uploads)
	if own.BackupS3Endpoint != "" {
		o = s3.Options{AccessKey: own.BackupS3AccessKey, SecretKey: own.BackupS3SecretKey.Reveal(),
			Flags: s3.Flags{Endpoint: "--backup-s3-endpoint", AccessKey: "--backup-s3-access-key", SecretKey: "--backup-s3-secret-key"}}
		o.Endpoint, err = own.BackupEndpoint()
	}
	o.Bucket, o.Flags.Bucket = bucket, "s3://"+bucket
	return o, err
}

// backUpToBucket writes the backup of a command to a bucket.
func backUpToBucket(ctx context.Context, settings config.Backup, site backup.Site, progress backup.Progress) (backup.Written, error) {
	bucket, prefix, err := config.ParseBucketAddress(settings.To)
	if err != nil {
		return backup.Written{}, err
	}
	connection, err := backupBucketIn(settings.BackupBucket, settings.S3, bucket)
	if err != nil {
		return backup.Written{}, err
	}
	return backup.Bucket{Site: site, S3: connection, Prefix: prefix, Keep: settings.Keep, Progress: progress}.Write(ctx, backup.Asked)
}

// scheduledBucket returns the bucket of --backup-to.
func scheduledBucket(settings config.Serve, site backup.Site) (backup.Bucket, error) {
	bucket, prefix, err := config.ParseBucketAddress(settings.BackupTo)
	if err != nil {
		return backup.Bucket{}, err
	}
	connection, err := backupBucketIn(settings.BackupBucket, settings.S3, bucket)
	return backup.Bucket{Site: site, S3: connection, Prefix: prefix, Keep: settings.BackupKeep}, err
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
	bucket, prefix, name, err := settings.BucketKey()
	if err != nil {
		return nil, err
	}
	connection, err := backupBucketIn(settings.BackupBucket, settings.S3, bucket)
	if err != nil {
		return nil, err
	}
	return backup.Bucket{Site: backup.Site{Keys: keys}, S3: connection, Prefix: prefix}.Open(ctx, name)
}
