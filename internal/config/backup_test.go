package config

import (
	"strings"
	"testing"
	"time"
)

// Backup settings are validated.
func TestBackupSettings(t *testing.T) {
	for arguments, want := range map[string]string{
		"serve --backup-every 9s":           "--backup-every must be 0 or at least 10s",
		"serve --backup-every=-1h":          "--backup-every must be 0 or at least 10s",
		"serve --backup-keep 0":             "--backup-keep must be at least 1",
		"backup --keep=-1":                  "--keep must be 0 or more",
		"backup --to site.zip --keep 3":     "--keep goes with a folder",
		"serve --backup-every 24h":          "",
		"backup --to some/folder --keep 30": "",
	} {
		_, err := parse(t, strings.Fields(arguments)...)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", arguments, err)
		}
	}
}

// Backups are stored in the data folder by default.
func TestBackupFolder(t *testing.T) {
	t.Setenv("VITRINE_BACKUP_EVERY", "90m")
	line, err := parse(t, "serve")
	if err != nil || line.Serve.BackupEvery != 90*time.Minute || line.Serve.BackupKeep != 7 || line.Serve.Folder("some/data") != "some/data/backups" {
		t.Errorf("%+v, %v", line.Serve.Backups, err)
	}
	line.Serve.BackupDir = "/elsewhere"
	if got := line.Serve.Folder("some/data"); got != "/elsewhere" {
		t.Errorf("got %s", got)
	}
}
