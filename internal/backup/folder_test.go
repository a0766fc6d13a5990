package backup_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"golang.org/x/sync/errgroup"

	"github.com/vitrine-directory/vitrine/internal/backup"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/site"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// folder is a folder of backups of an empty site, whose clock goes on by an hour with each look.
func folder(t *testing.T, keep int) backup.Folder {
	t.Helper()
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return backup.Folder{Site: backup.Site{DB: storetest.Open(t).DB, Files: disk(t)}, Path: filepath.Join(t.TempDir(), "backups"), Keep: keep,
		Now: func() time.Time { clock = clock.Add(time.Hour); return clock }}
}

func write(t *testing.T, f backup.Folder, kind backup.Kind) backup.Written {
	t.Helper()
	return must(f.Write(t.Context(), kind))(t)
}

func TestFolder(t *testing.T) {
	inParallel(t, map[string]func(t *testing.T){
		"keeps only the newest backups of each kind, and leaves files alone that are not ours": func(t *testing.T) {
			f := folder(t, 2)
			noError(t, os.MkdirAll(filepath.Join(f.Path, "vitrine-backup-20200101-000000.000.zip"), 0o700))
			want := []string{"vitrine-backup-20200101-000000.000.zip"}
			for _, name := range []string{"vitrine-backup-20200101-000000.000.zip.old", "vitrine-backup-latest.zip", "notes.txt", "my-vitrine-backup-20200101-000000.000.zip"} {
				noError(t, os.WriteFile(filepath.Join(f.Path, name), []byte("mine"), 0o600))
				want = append(want, name)
			}
			write(t, f, backup.Asked)
			for _, kind := range []backup.Kind{backup.BeforeUpgrade, backup.BeforeSync, backup.Asked, backup.Asked} {
				want = append(want, filepath.Base(write(t, f, kind).Path))
			}
			slices.Sort(want)
			same(t, "what is in the folder", names(t, f.Path), want)
		},
		"has backups that name uploads that are missing or damaged": func(t *testing.T) {
			here, files := place(t, "sqlite"), disk(t)
			s := storetest.Filled(t, here)
			whole, damaged := upload(t, here, files, "whole"), upload(t, here, files, "damaged")
			storetest.Exec(t, here, "UPDATE legal_pages SET content = '![](/uploads/"+damaged+")'")
			brokenOff := upload(t, here, files, "broken off")
			for _, name := range []string{damaged, brokenOff} {
				noError(t, files.Remove(t.Context(), name))
			}
			noError(t, files.Put(t.Context(), damaged, []byte("DAMAGED")))
			m := written(t, s, files).Manifest
			same(t, "uploads", m.Uploads[0].Name, whole)
			same(t, "missing", m.Missing, []string{damaged, strings.Repeat("a", 64) + ".jpg", "missing.jpg"})
		},
		"knows the newest backup of all kinds, also if it is damaged": func(t *testing.T) {
			f := folder(t, 0)
			same(t, "newest without a folder", must(f.Newest())(t).Path, "")
			for _, kind := range []backup.Kind{backup.Asked, backup.BeforeSync, backup.BeforeImport, backup.BeforeUpgrade, backup.Asked} {
				written := write(t, f, kind)
				newest := must(f.Newest())(t)
				same(t, "newest", newest.Path, written.Path)
				same(t, "when it was made", newest.Made.Equal(written.Manifest.Made.Truncate(time.Millisecond)), true)
			}
			noError(t, os.WriteFile(filepath.Join(f.Path, "vitrine-backup-20990101-000000.000.zip"), []byte("half of a backup"), 0o600))
			damaged, err := f.Newest()
			wantError(t, err, "it is no backup of this program, or it is damaged")
			same(t, "year of the damaged one", damaged.Made.Year(), 2099)
		},
		"loses no older backup by one that fails, which leaves nothing behind": func(t *testing.T) {
			f := folder(t, 1)
			write(t, f, backup.Asked)
			before := names(t, f.Path)
			ctx, stop := context.WithCancel(t.Context())
			stop()
			if _, err := f.Write(ctx, backup.Asked); !errors.Is(err, context.Canceled) {
				t.Errorf("it says %v", err)
			}
			noError(t, f.Site.DB.Close())
			wantError(t, errOf(f.Write(t.Context(), backup.Asked))) // a database that is closed was backed up
			same(t, "what is in the folder", names(t, f.Path), before)
		},
		"has backups that only their owner can read, and overwrites none": func(t *testing.T) {
			f := folder(t, 0)
			w := write(t, f, backup.Asked)
			for path, want := range map[string]os.FileMode{w.Path: 0o600, f.Path: 0o700 | os.ModeDir} {
				same(t, path, must(os.Stat(path))(t).Mode(), want)
			}
			wantError(t, errOf(f.Site.WriteFile(t.Context(), w.Path, time.Now(), nil)), "is there already")
		},
		"loses what a killed backup left, but not what is being written": func(t *testing.T) {
			f := folder(t, 0)
			w := write(t, f, backup.Asked)
			for _, name := range []string{".vitrine-unfinished-left", ".vitrine-unfinished-busy"} {
				noError(t, os.WriteFile(filepath.Join(f.Path, name), []byte("half"), 0o600))
			}
			busy := flock.New(filepath.Join(f.Path, ".vitrine-unfinished-busy"))
			noError(t, errOf(busy.TryLock()))
			defer busy.Close()
			second := write(t, f, backup.Asked)
			same(t, "what is in the folder", names(t, f.Path), []string{".vitrine-unfinished-busy", filepath.Base(w.Path), filepath.Base(second.Path)})
		},
	})
}

// What was acknowledged before a backup is in it, and all of it is of one moment.
func TestBackupConsistency(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, o db.Options) {
		s, files := storetest.OpenAt(t, o), disk(t)
		var acknowledged atomic.Int64
		writing, stop := context.WithCancel(t.Context())
		var writers errgroup.Group
		for range 3 {
			writers.Go(func() error {
				for writing.Err() == nil {
					link, err := s.AddSocialLink(t.Context(), "test", site.SocialLink{Platform: "GitHub", URL: "https://github.com/example"})
					if err == nil {
						acknowledged.Add(1)
						err = s.DeleteSocialLink(t.Context(), "test", link.ID)
					}
					if err != nil && !fault.Is(err, fault.Unavailable) { // a busy server refuses a write now and then
						return err
					}
				}
				return nil
			})
		}
		during := int64(0) // writes that were acknowledged during a backup: without any, nothing was tried
		for made := 0; made < 8 || during == 0 && made < 200; made++ {
			before := acknowledged.Load()
			m := written(t, s, files).Manifest
			during += acknowledged.Load() - before
			rows := map[string]backup.Table{}
			for _, table := range m.Tables {
				rows[table.Name] = table
			}
			links, audit := rows["social_media_links"], rows["audit"]
			if links.LastID < before {
				t.Errorf("%d writes were acknowledged, and the last that the backup knows is %d", before, links.LastID)
			}
			if deleted := audit.Rows - links.LastID; o.DatabaseURL == "" && links.Rows != links.LastID-deleted {
				t.Errorf("%d links, %d made, %d deleted", links.Rows, links.LastID, deleted)
			}
			if (audit.Rows-links.Rows)%2 != 0 { // each link has one line, each deleted one two
				t.Errorf("%d links and %d lines of the audit are not of one moment", links.Rows, audit.Rows)
			}
		}
		stop()
		noError(t, writers.Wait())
		if during == 0 {
			t.Error("no write was acknowledged during a backup")
		}
	})
}
