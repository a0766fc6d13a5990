package config

import (
	"strings"
	"testing"
	"time"
)

const (
	ownBucket = " --backup-s3-endpoint https://s3.example --backup-s3-access-key k --backup-s3-secret-key hush"
	uploads   = " --s3-endpoint https://s3.example --s3-bucket b --s3-access-key k --s3-secret-key hush"
)

// Backup settings are validated.
func TestBackupSettings(t *testing.T) {
	for arguments, want := range map[string]string{
		"serve --backup-every 9s":       "--backup-every must be 0 or at least 10s",
		"serve --backup-every=-1h":      "--backup-every must be 0 or at least 10s",
		"serve --backup-keep 0":         "--backup-keep must be at least 1",
		"backup --keep=-1":              "--keep must be 0 or more",
		"backup --to site.zip --keep 3": "--keep goes with a folder",
		"serve --backup-every 24h":      "",

		"serve --backup-to s3://b/p" + ownBucket:                                                  "--backup-to goes with --backup-every",
		"serve --backup-to some/folder --backup-every 24h" + ownBucket:                            "--backup-to: the URL of a bucket is s3://bucket",
		"serve --backup-to s3:// --backup-every 24h" + ownBucket:                                  "--backup-to: the URL of a bucket is s3://bucket",
		"serve --backup-to s3://b/../c --backup-every 24h" + ownBucket:                            "--backup-to: the URL of a bucket is s3://bucket",
		"serve --backup-to s3://b/p --backup-every 24h":                                           "needs --backup-s3-endpoint",
		"serve --backup-to s3://b/p/ --backup-every 24h" + ownBucket:                              "",
		"serve --backup-to s3://b --backup-every 24h" + uploads:                                   "",
		"serve --backup-s3-endpoint https://s3.example":                                           "--backup-s3-access-key and --backup-s3-secret-key go together",
		"serve --backup-s3-endpoint ftp://x --backup-s3-access-key k --backup-s3-secret-key hush": "--backup-s3-endpoint must be http",
		"backup --to s3://b/p":                            "needs --backup-s3-endpoint",
		"backup --to s3://b/p --keep 3" + ownBucket:       "",
		"backup --to s3://b/p/site.zip" + ownBucket:       "the backup gets its own name there",
		"backup --to site.zip --backup-recipient age1x":   "must end in .zip.age",
		"backup --to site.zip.age":                        "must end in .zip.age",
		"backup --to site.zip.age --backup-recipient a,b": "",
		"restore s3://b/p":                                "needs --backup-s3-endpoint",
		"restore s3://" + ownBucket:                       "the URL of a bucket is s3://bucket",
		"restore s3://b/p/site.zip.age" + uploads:         "",
		"backup --to some/folder --keep 30":               "",
	} {
		if want == "" {
			accepted(t, strings.Fields(arguments)...)
		} else {
			mustRefuse(t, want, strings.Fields(arguments)...)
		}
	}
}

// Backups are stored in the data folder by default.
func TestBackupFolder(t *testing.T) {
	t.Setenv("VITRINE_BACKUP_EVERY", "90m")
	s := accepted(t, "serve").Serve
	if s.BackupEvery != 90*time.Minute || s.BackupKeep != 7 || s.Folder("some/data") != "some/data/backups" {
		t.Errorf("%+v", s.Backups)
	}
	s.BackupDir = "/elsewhere"
	if got := s.Folder("some/data"); got != "/elsewhere" {
		t.Errorf("got %s", got)
	}
}

// The address of a backup in a bucket is that of an object or of a prefix.
func TestRestoreAddress(t *testing.T) {
	for address, want := range map[string][3]string{
		"s3://b":             {"b", "", ""},
		"s3://b/":            {"b", "", ""},
		"s3://b/p/q":         {"b", "p/q", ""},
		"s3://b/p/q/":        {"b", "p/q", ""},
		"s3://b/p/x.zip":     {"b", "p", "x.zip"},
		"s3://b/p/x.zip.age": {"b", "p", "x.zip.age"},
		"s3://b/x.zip":       {"b", "", "x.zip"},
	} {
		bucket, key, err := ParseBucketAddress(address)
		prefix, name := SplitBackupKey(key)
		if got := [3]string{bucket, prefix, name}; err != nil || got != want {
			t.Errorf("%s: %q, %v", address, got, err)
		}
	}
}

// Keys come from the environment too; an empty variable sets none.
func TestBackupKeysEnvironment(t *testing.T) {
	for value, want := range map[string]int{"": 0, "age1a": 1, "age1a,age1b": 2} {
		t.Setenv("VITRINE_BACKUP_RECIPIENT", value)
		t.Setenv("VITRINE_BACKUP_IDENTITY", "identity.txt")
		if i := accepted(t, "import", "tools.csv").Import; len(i.BackupRecipient) != want || i.BackupIdentity != "identity.txt" {
			t.Errorf("%q: %q", value, i.BackupRecipient)
		}
	}
}
