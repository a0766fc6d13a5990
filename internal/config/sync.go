package config

// Sync configures one sync.
type Sync struct {
	Database
	S3
	Mirror
	BackupFolder
	DryRun bool `help:"Show what would change without changing anything."`
}
