package additions

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// Options configure a Job.
type Options struct {
	Store     *Queries
	Hosts     *fetch.Hosts
	Images    *media.Library
	Catalogue *browse.Live
	Logger    *slog.Logger

	// Logo stores the logo that a page has, for a user; nil: drafts have none.
	Logo func(ctx context.Context, hosts *fetch.Hosts, images *media.Library, by string, page fetch.Page) (image, color string, err error)
	// WhyEmpty says why an answer has nothing of a tool; empty: it may have something. Nil: each may.
	WhyEmpty func(website *url.URL, r fetch.Response) string
}

// Job reads the URLs that are queued. It is safe for concurrent use.
type Job struct {
	*jobs.Run
	options Options
}

// New returns a Job.
func New(o Options) *Job {
	j := &Job{options: o}
	j.Run = jobs.NewRun(jobs.Run{Name: "additions", DB: o.Store.DB, Active: o.Store.Active, Work: j.work, Logger: o.Logger})
	return j
}

// work reads all that is queued, host by host. An error of this site ends it early: the lines stay queued.
func (j *Job) work(ctx context.Context) error {
	if err := j.options.Hosts.Pause(ctx); err != nil {
		return err
	}
	for {
		count, err := jobs.EachHost(ctx, j.options.Store.Hosts, j.host)
		if err != nil || count == 0 {
			return err
		}
	}
}

// host reads the queued URLs of a host, one after the other.
func (j *Job) host(ctx context.Context, host string) error {
	for {
		rows, err := j.options.Store.Rows(ctx, host)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			if err := j.add(ctx, row); err != nil {
				return fmt.Errorf("add a tool by its URL: %w", err)
			}
		}
	}
}

// Tidy deletes old lines, and says how many.
func (j *Job) Tidy(ctx context.Context) (string, error) {
	count, err := j.options.Store.Forget(ctx)
	return fmt.Sprintf("%d lines deleted", count), err
}
