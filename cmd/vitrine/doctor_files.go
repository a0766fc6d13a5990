package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/theme"
)

// rights checks that this user can write the data folder, and that others can't read it.
func (d *diagnosis) rights(context.Context) []finding {
	const about = "data folder"
	dir, err := filepath.Abs(d.settings.Data)
	if err != nil {
		return []finding{wrong(about, err, "Give --data as an absolute path.")}
	}
	give := fmt.Sprintf("Give it to the user that runs the site: chown -R USER %s", quoted(dir))
	nearest, err := existing(dir)
	if err != nil {
		return []finding{wrong(about, err, "Give another folder by --data, or the user that runs the site the right to look there.")}
	}
	err = mayWrite(nearest)
	switch {
	case err != nil && nearest == dir:
		return []finding{wrong(about, fmt.Errorf("%s can't be written: %w", dir, err), give)}
	case err != nil:
		return []finding{wrong(about, fmt.Errorf("%s does not exist and can't be made: %w", dir, err), fmt.Sprintf("Make it for the user that runs the site: install -d -m 700 -o USER %s", quoted(dir)))}
	case nearest != dir:
		return []finding{fine(about, "%s does not exist yet; the first start makes it", dir)}
	}
	findings := append(d.filesOfOthers(dir, give), readableByOthers(dir)...)
	if len(findings) == 0 {
		findings = append(findings, fine(about, "%s can be written by this user and read by no other", dir))
	}
	return findings
}

// filesOfOthers finds files that this user can't write, or that belong to another user than the folder: a command that was
// run as root may have made them.
func (d *diagnosis) filesOfOthers(dir, cure string) (findings []finding) {
	owner, isKnown := ownerOf(dir)
	for _, name := range []string{"vitrine.db", "vitrine.db-wal", "vitrine.db-shm", "vitrine.lock", "uploads", "backups"} {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); err != nil { // not there, or the folder can't be read, which is reported above
			continue
		}
		if err := mayWrite(path); err != nil {
			findings = append(findings, wrong("data folder", fmt.Errorf("%s can't be written: %w", path, err), cure))
		} else if other, _ := ownerOf(path); isKnown && other != owner {
			findings = append(findings, wrong("data folder", fmt.Errorf("%s belongs to the user %d, and the folder to %d", path, other, owner), cure))
		}
	}
	return findings
}

// style checks that the site's own style sheet can be used.
func (d *diagnosis) style(context.Context) []finding {
	const about = "custom.css"
	text, err := theme.ReadCustomCSS(theme.CustomCSSPath(d.settings.Data))
	switch {
	case err != nil:
		return []finding{wrong(about, err, fmt.Sprintf("Let the user that runs the site read it, and make it smaller than %d KB.", theme.MaxCustomCSS>>10))}
	case len(text) == 0:
		return []finding{fine(about, "the site has no style sheet of its own")}
	}
	return []finding{fine(about, "the site's own style sheet has %s", humanize.IBytes(uint64(len(text))))}
}

// backupAge is how old the newest backup may be if the site makes none on a schedule.
const backupAge = 7 * 24 * time.Hour

// backups checks that there is a recent backup where scheduled ones are written.
func (d *diagnosis) backups(ctx context.Context) []finding {
	const about = "backups"
	where, newest, err := d.newestBackup(ctx)
	age, most := time.Since(newest.Made), backupAge
	if every := d.settings.BackupEvery; every > 0 {
		most = 2 * every
	}
	command := "vitrine backup"
	if d.settings.BackupTo != "" {
		command += " --to " + quoted(d.settings.BackupTo)
	}
	cure := "Make one now: " + command + ". Let the site make them: --backup-every 24h"
	if d.settings.BackupEvery > 0 {
		cure = "Look for \"job failed\" in the log of the site, and make one now: " + command
	}
	switch {
	case err != nil && newest.Path == "" && d.settings.BackupTo != "":
		return nil // backupBucket reports it
	case err != nil:
		return []finding{wrong(about, err, "Check the rights of the folder; delete a damaged file and make a new one: "+command)}
	case newest.Path == "" && d.missing:
		return []finding{fine(about, "there is nothing to back up yet")}
	case newest.Path == "":
		return []finding{wrong(about, fmt.Errorf("%s has no backup", where), cure)}
	case age > most:
		return []finding{wrong(about, fmt.Errorf("the newest is %s, made %s", newest.Path, humanize.Time(newest.Made)), cure)}
	}
	return []finding{fine(about, "the newest is %s, made %s", newest.Path, humanize.Time(newest.Made))}
}

// newestBackup returns the newest backup in the bucket for scheduled backups, or else in their folder.
func (d *diagnosis) newestBackup(ctx context.Context) (where string, newest backup.Backup, err error) {
	keys, _ := keysOf(d.settings.BackupKeys) // encryption reports an error
	site := backup.Site{Keys: keys}
	if d.settings.BackupTo == "" {
		folder := backup.Folder{Site: site, Path: d.settings.Folder(d.settings.Data)}
		newest, err = folder.Newest()
		return folder.Path, newest, err
	}
	bucket, err := scheduledBucket(d.settings, site)
	if err == nil {
		newest, err = bucket.Newest(ctx)
	}
	return d.settings.BackupTo, newest, err
}

// space checks that the disk has space for another backup.
func (d *diagnosis) space(ctx context.Context) []finding { return d.spaceBeside(ctx, 0) }

// spaceBeside checks that the disk has space for another backup, and for more bytes in the data folder.
func (d *diagnosis) spaceBeside(ctx context.Context, more int64) []finding {
	needs := []need{{d.settings.Data, more}, {d.settings.Folder(d.settings.Data), 0}}
	if !d.missing && d.failed == nil {
		uploads, err := backup.Uploads(ctx, d.opened.DB)
		if err != nil {
			return []finding{wrong("space", err, "Run this command again.")}
		}
		needs[1].bytes = d.change.Size + uploads
	}
	return spaceFindings(needs)
}
