package logos

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"

	"github.com/vitrine-directory/vitrine/internal/fetch"
	"github.com/vitrine-directory/vitrine/internal/jobs"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// toolsAtOnce is how many pending tools of a host are read from the database at a time.
const toolsAtOnce = 200

// Options configure a Job.
type Options struct {
	Store  *Queries
	Images *media.Library
	Hosts  *fetch.Hosts
	Logger *slog.Logger
}

// Job looks for logos while a run is active. It is safe for concurrent use.
type Job struct {
	*jobs.Run
	options Options
	looked  atomic.Int64 // tools that this process has looked at
}

// New returns a Job.
func New(o Options) *Job {
	j := &Job{options: o}
	j.Run = jobs.NewRun(jobs.Run{Name: "logos", DB: o.Store.DB, Active: o.Store.LogoSearchActive, Work: j.run, Logger: o.Logger})
	return j
}

// Looked returns how many websites of tools this process has looked at.
func (j *Job) Looked() int64 { return j.looked.Load() }

// run looks at all pending tools, host by host, and ends the run. An error of this site ends it early: the tools stay pending.
func (j *Job) run(ctx context.Context) error {
	started, err := j.options.Store.latestRun(ctx)
	if err != nil {
		return err
	}
	if err := j.options.Hosts.Pause(ctx); err != nil {
		return err
	}
	for {
		count, err := jobs.EachHost(ctx, j.options.Store.PendingLogoHosts, func(ctx context.Context, host string) error {
			if err := j.host(ctx, newFinder(j.options.Hosts, j.options.Images, started.StartedBy), host); err != nil {
				return fmt.Errorf("look for logos at a host: %w", err)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if count > 0 {
			continue
		}
		if started.AcceptOwn {
			if _, _, err := j.options.Store.AcceptOwnLogos(ctx, started.StartedBy); err != nil {
				return err
			}
		}
		return j.options.Store.FinishLogos(ctx)
	}
}

// host looks at the pending tools of a host, one after the other.
func (j *Job) host(ctx context.Context, f *finder, name string) error {
	for {
		tools, err := j.options.Store.PendingLogos(ctx, name, toolsAtOnce)
		if err != nil || len(tools) == 0 {
			return err
		}
		for _, tool := range tools {
			found, err := f.find(ctx, tool.Website)
			if err != nil {
				return err
			}
			ofHost, err := j.options.Store.SaveLogoFound(ctx, tool, found)
			if err != nil {
				return err
			}
			j.looked.Add(1)
			if ofHost {
				break // the others of the host are not pending any more
			}
		}
	}
}
