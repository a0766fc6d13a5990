// Package digest emails administrators about what needs them: new submissions, jobs that fail, and once a week the rest of what needs
// attention. Where there is nothing to say, it sends nothing.
//
// # To change
//
//   - when an email is sent: here; what it says: internal/emails, and what each kind of need is called: words.go
//   - to whom: recipients in queries.go; the settings: config.Notify
//   - go test ./internal/digest
package digest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/attention"
	"github.com/vitrine-directory/vitrine/internal/db"
	"github.com/vitrine-directory/vitrine/internal/emails"
	"github.com/vitrine-directory/vitrine/internal/jobs"
)

// How often emails of a kind are sent at most. A flood of submissions, or a job that fails again and again, fills no mailbox.
const (
	submissionsPause = 10 * time.Minute
	dailyPause       = 24 * time.Hour
	jobsPause        = time.Hour
	weeklyPause      = 7 * 24 * time.Hour
)

// every is how often it looks; within is the timeout of a look.
const (
	every  = time.Minute
	within = time.Minute
)

// Digest emails the administrators. It is safe for concurrent use, also in several copies of the program.
type Digest struct {
	DB      *db.DB
	Emails  *emails.Templates
	Mail    func()             // called when an email may be ready to send
	Sources []attention.Source // of the weekly email; submissions and jobs have emails of their own
	Titles  map[string]string  // of the jobs by their names
	To      []string           // email addresses; empty: all owners
	IsDaily bool               // new submissions once a day, not at once
	Now     func() time.Time   // nil means time.Now
}

// Job is the job that looks for what there is to say.
func (d *Digest) Job() jobs.Job {
	return jobs.Job{Name: "digest", Title: "Email you what needs attention", Every: every, Limit: within, Do: d.Run}
}

// Run sends what is due, and says how many emails that are.
func (d *Digest) Run(ctx context.Context) (string, error) {
	sent := 0
	for _, send := range []func(context.Context) (int, error){d.submissions, d.jobs, d.attention} {
		count, err := send(ctx)
		if sent += count; err != nil {
			return "", err
		}
	}
	if sent == 0 {
		return "nothing to say", nil
	}
	d.Mail()
	return plural(sent, "email queued", "emails queued"), nil
}

// submissions emails the submissions that came since the last such email.
func (d *Digest) submissions(ctx context.Context) (sent int, err error) {
	pause := submissionsPause
	if d.IsDaily {
		pause = dailyPause
	}
	return d.notify(ctx, "submissions", pause, func(ctx context.Context, w *db.WriteTx, last notice) (*emails.Message, int64, error) {
		names, newest, count, err := newSubmissions(ctx, w, last.seen)
		if err != nil || count == 0 {
			return nil, last.seen, err
		}
		message := d.Emails.NewSubmissions(names, count)
		return &message, newest, nil
	})
}

// jobs emails the jobs that have failed, each once until it succeeds.
func (d *Digest) jobs(ctx context.Context) (sent int, err error) {
	return d.notify(ctx, "jobs", jobsPause, func(ctx context.Context, w *db.WriteTx, last notice) (*emails.Message, int64, error) {
		failed, err := newFailures(ctx, w)
		if err != nil || len(failed) == 0 {
			return nil, last.seen, err
		}
		told := make([]emails.FailedJob, len(failed))
		for i, job := range failed {
			told[i] = emails.FailedJob{Title: cmp.Or(d.Titles[job.Name], job.Name), Reason: job.Reason}
		}
		message := d.Emails.FailedJobs(told)
		return &message, last.seen, noteFailures(ctx, w, failed)
	})
}

// attention emails all else that needs attention.
func (d *Digest) attention(ctx context.Context) (sent int, err error) {
	if isDue, err := d.isDue(ctx, "attention", weeklyPause); err != nil || !isDue {
		return 0, err
	}
	var needs []emails.Need
	for _, source := range d.Sources {
		if source.Kind == "submissions" || source.Kind == "jobs" {
			continue
		}
		count, err := source.Count(ctx)
		if err != nil {
			return 0, err
		}
		if count > 0 {
			needs = append(needs, emails.Need{Text: Words(source.Kind, count), Path: source.URL})
		}
	}
	return d.notify(ctx, "attention", weeklyPause, func(context.Context, *db.WriteTx, notice) (*emails.Message, int64, error) {
		if len(needs) == 0 {
			return &emails.Message{}, 0, nil // it looks again in a week
		}
		message := d.Emails.WeeklyDigest(needs)
		return &message, 0, nil
	})
}

func (d *Digest) now() time.Time {
	if d.Now == nil {
		return time.Now()
	}
	return d.Now()
}

// recipients returns to whom emails go, each address once.
func (d *Digest) recipients(ctx context.Context, w *db.WriteTx) ([]string, error) {
	if len(d.To) == 0 {
		return owners(ctx, w.Tx)
	}
	to := slices.Clone(d.To)
	slices.SortFunc(to, func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return slices.CompactFunc(to, strings.EqualFold), nil
}
