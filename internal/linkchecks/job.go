package linkchecks

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/jobs"
)

// Options configure a Job.
type Options struct {
	Store  *Queries
	Hosts  *fetch.Hosts
	Logger *slog.Logger
}

// Job reads the links that are due while a run is active. It is safe for concurrent use.
type Job struct {
	*jobs.Run
	options Options
	read    atomic.Int64 // links that this process has read
}

// New returns a Job.
func New(o Options) *Job {
	j := &Job{options: o}
	j.Run = jobs.NewRun(jobs.Run{Name: "link-checks", DB: o.Store.DB, Active: o.Store.Active, Work: j.work, Logger: o.Logger})
	return j
}

// Read returns how many links this process has read.
func (j *Job) Read() int64 { return j.read.Load() }

// StartDue starts a run if links are due, and says how many.
func (j *Job) StartDue(ctx context.Context) (string, error) {
	due, err := j.options.Store.StartDue(ctx)
	if err != nil || due == 0 {
		return "no link is due, or link checks are paused", err
	}
	j.Wake()
	return fmt.Sprintf("%d links to check", due), nil
}

// work reads all links that are due, host by host, and ends the run. An error of this site ends it early: the links stay due.
func (j *Job) work(ctx context.Context) error {
	if err := j.options.Hosts.Pause(ctx); err != nil {
		return err
	}
	for {
		count, err := jobs.EachHost(ctx, j.options.Store.DueHosts, func(ctx context.Context, host string) error {
			if err := j.host(ctx, host); err != nil {
				return fmt.Errorf("check the links of a host: %w", err)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if count == 0 {
			return j.options.Store.Finish(ctx)
		}
	}
}

// host reads the due links of a host, one after the other.
func (j *Job) host(ctx context.Context, host string) error {
	for {
		links, err := j.options.Store.DueLinks(ctx, host, hostsLinks)
		if err != nil || len(links) == 0 {
			return err
		}
		for _, link := range links {
			found, err := check(ctx, j.options.Hosts, link)
			if err != nil {
				return err
			}
			if err := j.options.Store.Save(ctx, link, found); err != nil {
				return err
			}
			j.read.Add(1)
		}
	}
}
