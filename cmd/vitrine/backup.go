package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/s3"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

const (
	backupAgain = time.Minute // until the retry of a failed scheduled backup
	backupLimit = time.Hour   // for a backup that the site writes
)

// backUp writes a backup and prints its path. Missing uploads are an error, hence an exit code, although the rest is there.
func backUp(ctx context.Context, settings config.Backup, out io.Writer) error {
	keys, err := keysOf(settings.BackupKeys)
	if err != nil {
		return err
	}
	own, err := readData(ctx, settings.Database, settings.S3)
	if err != nil {
		return err
	}
	defer own.Close()
	bars := &steps{}
	defer bars.done()
	site := backup.Site{DB: own.db.DB, Files: own.files, CustomCSS: theme.CustomCSSPath(settings.Data), Program: version(), Keys: keys}
	var written backup.Written
	switch {
	case settings.IsFile():
		written, err = site.WriteFile(ctx, settings.To, time.Now(), bars.report)
	case config.IsBucketAddress(settings.To):
		var bucket backup.Bucket
		if bucket, err = backupBucket(settings.To, settings.BackupBucket, settings.S3, site); err == nil {
			bucket.Keep, bucket.Progress = settings.Keep, bars.report
			written, err = bucket.Write(ctx, backup.Asked)
		}
	default:
		folder := backup.Folder{Site: site, Path: settings.To, Keep: settings.Keep, Progress: bars.report}
		if folder.Path == "" {
			folder.Path = (&config.BackupFolder{}).Folder(settings.Data)
		}
		written, err = folder.Write(ctx, backup.Asked)
	}
	if written.Path == "" {
		return err
	}
	bars.done()
	if _, printed := fmt.Fprintf(out, "%s: %s, %.1f MB, %s.\n", written.Path, contents(written.Manifest), float64(written.Size)/1e6, verification(written, keys)); printed != nil {
		return printed
	}
	return errors.Join(err, missing(written))
}

// verification says how a backup was verified.
func verification(written backup.Written, keys backup.Keys) string {
	switch {
	case written.ChecksumOnly:
		return "encrypted, read back and its checksum verified; its contents can be verified only with the identity"
	case keys.Encrypt():
		return "encrypted, read back, decrypted and verified"
	}
	return "verified"
}

// contents summarizes a backup.
func contents(m backup.Manifest) string {
	rows := int64(0)
	for _, table := range m.Tables {
		rows += table.Rows
	}
	style := ""
	if len(m.CustomCSS) > 0 {
		style = ", custom.css"
	}
	return fmt.Sprintf("%d rows of %d tables, %d uploads%s", rows, len(m.Tables), len(m.Uploads), style)
}

// missing returns an error if a backup lacks uploads that the site references, or its custom.css.
func missing(written backup.Written) error {
	const most = 20
	names := written.Manifest.Missing
	if len(names) == 0 {
		return nil
	}
	list := strings.Join(names[:min(most, len(names))], ", ")
	if len(names) > most {
		list += ", …"
	}
	return fmt.Errorf("the backup %s is complete except for %d files that are missing, damaged or not readable: %s", filepath.Base(written.Path), len(names), list)
}

// restore replaces the site's data with a backup.
func restore(ctx context.Context, settings config.Restore, out io.Writer) error {
	archive, err := openBackup(ctx, settings)
	if err != nil {
		return err
	}
	defer archive.Close()
	files, err := openFiles(ctx, settings.Data, settings.S3)
	if err != nil {
		return err
	}
	defer files.Close()
	bars := &steps{}
	defer bars.done()
	done, err := backup.Restore(ctx, archive, store.Options{DataDir: settings.Data, DatabaseURL: settings.DatabaseURL.Reveal()}, files, bars.report)
	if err != nil {
		return err
	}
	bars.done()
	if _, err := fmt.Fprintf(out, "Restored as of %s: %s, from %s.\nEveryone has to sign in again, and API keys have to be created again.\n", done.Manifest.Made.Format(time.RFC3339), contents(done.Manifest), archive.Name); err != nil {
		return err
	}
	for _, previous := range []struct{ what, path string }{{"data", done.OldData}, {"custom.css", done.OldCustomCSS}} {
		if previous.path != "" && err == nil {
			_, err = fmt.Fprintf(out, "The previous %s is in %s. Delete it when you no longer need it.\n", previous.what, previous.path)
		}
	}
	return err
}

// backups returns the folder of the automatic backups.
func backups(data string, folder config.BackupFolder, database *db.DB, files media.Files) (backup.Folder, error) {
	keys, err := keysOf(folder.BackupKeys)
	site := backup.Site{DB: database, Files: files, CustomCSS: theme.CustomCSSPath(data), Program: version(), Keys: keys}
	return backup.Folder{Site: site, Path: folder.Folder(data), Keep: folder.BackupKeep}, err
}

// backUpAs returns a function that backs the site up before a change.
func backUpAs(kind backup.Kind, folder backup.Folder, log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		written, err := folder.Write(ctx, kind)
		if err == nil {
			log.InfoContext(ctx, "backed up", "kind", kind, "file", written.Path, "missing", missing(written))
		}
		return err
	}
}

// beforeUpgrade returns a function that backs up an earlier version's database before its tables are upgraded.
func beforeUpgrade(settings config.Serve, files media.Files, log *slog.Logger) func(context.Context, *db.DB) error {
	return func(ctx context.Context, database *db.DB) error {
		ctx, stop := context.WithTimeout(ctx, backupLimit)
		defer stop()
		folder, err := backups(settings.Data, settings.BackupFolder, database, files)
		if err != nil {
			return err
		}
		written, err := folder.Write(ctx, backup.BeforeUpgrade)
		if err == nil {
			log.InfoContext(ctx, "backed up before the tables are upgraded", "file", written.Path, "missing", missing(written))
		}
		return err
	}
}

// writeBackup writes a backup to where the scheduled ones are.
type writeBackup func(context.Context, backup.Kind, backup.Progress) (backup.Written, error)

// backupWork returns the backup job, which soon retries a failed backup. Without a schedule it runs by hand only.
func backupWork(every time.Duration, write writeBackup) jobs.Job {
	return jobs.Job{Name: backup.Job, Title: "Back up the site", Every: every, Again: backupAgain, Limit: backupLimit, Do: func(ctx context.Context) (string, error) {
		written, err := write(ctx, backup.Asked, backup.Reported(ctx))
		if err == nil {
			err = missing(written)
		}
		return "written to " + written.Path, err
	}}
}

// steps shows a progress bar on standard error for each step of a long command.
type steps struct {
	step string
	bar  *progressbar.ProgressBar
}

func (s *steps) report(step string, done, all int) {
	if step != s.step {
		s.done()
		s.step = step
		s.bar = progressbar.NewOptions(all, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetDescription(step),
			progressbar.OptionShowCount(), progressbar.OptionSetVisibility(term.IsTerminal(int(os.Stderr.Fd()))),
			progressbar.OptionOnCompletion(func() { fmt.Fprintln(os.Stderr) }))
	}
	_ = s.bar.Set(done) // a terminal that cannot show the bar must not stop the command
}

func (s *steps) done() {
	if s.bar != nil {
		_ = s.bar.Close()
	}
	s.step, s.bar = "", nil
}

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

// scheduled returns what writes the scheduled backups, and all places with backups: the folder, and the bucket if one is set.
func scheduled(settings config.Serve, folder backup.Folder) (write writeBackup, places *backup.Places, err error) {
	if settings.BackupTo == "" {
		return func(ctx context.Context, kind backup.Kind, progress backup.Progress) (backup.Written, error) {
			own := folder
			own.Progress = progress
			return own.Write(ctx, kind)
		}, backup.NewPlaces(folder), nil
	}
	bucket, err := scheduledBucket(settings, folder.Site)
	return func(ctx context.Context, kind backup.Kind, progress backup.Progress) (backup.Written, error) {
		to := bucket
		to.Progress = progress
		return to.Write(ctx, kind)
	}, backup.NewPlaces(bucket, folder), err
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
