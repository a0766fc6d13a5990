package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/vitrine-directory/vitrine/internal/account"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/feature"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/inbox"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/s3"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/visits"
)

// openFiles opens the upload storage: a bucket if one is set, else the data folder.
func openFiles(ctx context.Context, data string, s3 config.S3) (media.Files, error) {
	if !s3.Used() {
		return media.OpenDisk(uploadsIn(data))
	}
	bucket, err := bucketIn(s3)
	if err != nil {
		return nil, err
	}
	return media.OpenBucket(ctx, bucket)
}

func uploadsIn(data string) string { return filepath.Join(data, media.Folder) }

// bucketIn returns the connection to the bucket for uploads.
func bucketIn(settings config.S3) (s3.Options, error) {
	endpoint, err := settings.Endpoint()
	return s3.Options{Endpoint: endpoint, Bucket: settings.S3Bucket, AccessKey: settings.S3AccessKey, SecretKey: settings.S3SecretKey.Reveal(), Flags: s3.UploadFlags}, err
}

// websites returns what reads many websites. They see publicURL, if it is set.
func websites(publicURL string) *fetch.Hosts {
	return fetch.NewHosts(fetch.New(fetch.Options{OwnHost: fetch.HostOf(publicURL), Contact: publicURL}), fetch.HostInterval)
}

// work returns the scheduled jobs. Copies of the program share each job by a lease. If one copy is taken for dead and two
// run the same job at once, that does no harm.
func work(db *store.Store, images *media.Library, accounts *account.Accounts, submissions *inbox.Inbox, opened []feature.Parts) []jobs.Job {
	list := []jobs.Job{
		{Name: "sessions", Title: "Remove expired sessions", Every: 5 * time.Minute, Limit: time.Minute, Do: func(ctx context.Context) (string, error) {
			return "expired sessions removed", accounts.Tidy(ctx)
		}},
		{Name: "trash", Title: "Empty the trash after 30 days", Every: time.Hour, Limit: 10 * time.Minute, Do: func(ctx context.Context) (string, error) {
			purged, err := db.PurgeTrash(ctx, feature.Scheduler)
			return fmt.Sprintf("%d products permanently deleted", purged), err
		}},
		{Name: "orphaned-images", Title: "Remove unused images", Every: time.Hour, Limit: 10 * time.Minute, Do: func(ctx context.Context) (string, error) {
			removed, err := images.RemoveOrphans(ctx, feature.Scheduler)
			return fmt.Sprintf("%d images removed", removed), err
		}},
		{Name: "submissions", Title: "Delete old submissions", Every: time.Hour, Limit: 10 * time.Minute, Do: func(ctx context.Context) (string, error) {
			removed, err := submissions.Tidy(ctx, feature.Scheduler)
			return fmt.Sprintf("%d old submissions deleted", removed), err
		}},
		{Name: "visits", Title: "Remove old counts of clicks and views", Every: time.Hour, Limit: time.Minute, Do: func(ctx context.Context) (string, error) {
			return "old counts of clicks and views removed", db.PruneVisits(ctx, visits.OldestRetained(time.Now()))
		}},
		{Name: "order", Title: "Make room in the order of products", Every: time.Minute, Limit: time.Minute, Do: func(ctx context.Context) (string, error) {
			return "looked for a long order without gaps", db.SpreadOrder(ctx)
		}},
	}
	for _, parts := range opened {
		list = append(list, parts.Jobs...)
	}
	return list
}
