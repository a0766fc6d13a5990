package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync/atomic"
	"time"

	"github.com/vitrine-directory/vitrine/internal/jobs"
)

// Places are all places with backups of a site. They are safe for concurrent use.
type Places struct {
	all    []Place
	wanted atomic.Pointer[string] // the backup that is to be verified
}

// NewPlaces returns Places.
func NewPlaces(all ...Place) *Places { return &Places{all: all} }

// List returns all backups, the newest first.
func (p *Places) List(ctx context.Context) ([]Stored, error) {
	list := []Stored{}
	for _, place := range p.all {
		stored, err := place.List(ctx)
		if err != nil {
			return nil, err
		}
		list = append(list, stored...)
	}
	slices.SortFunc(list, func(a, b Stored) int { return b.MadeAt.Compare(a.MadeAt) })
	return list, nil
}

// Read opens the backup of a name. Its error is fs.ErrNotExist if no backup has the name.
func (p *Places) Read(ctx context.Context, name string) (file File, size int64, err error) {
	err = fs.ErrNotExist
	for _, place := range p.all {
		if file, size, err = place.Read(ctx, name); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return file, size, err
}

// verifyJob is the name of the job that verifies a backup.
const verifyJob = "verify-backup"

// verifyLimit is how long the verification of a backup may take.
const verifyLimit = time.Hour

// Verification is the job that verifies the backup that was asked for, or else the newest one.
func (p *Places) Verification() jobs.Job {
	return jobs.Job{Name: verifyJob, Title: "Verify a backup", Limit: verifyLimit, Do: p.verify}
}

func (p *Places) verify(ctx context.Context) (string, error) {
	name := ""
	if wanted := p.wanted.Swap(nil); wanted != nil {
		name = *wanted
	} else {
		list, err := p.List(ctx)
		if err != nil {
			return "", err
		}
		if len(list) == 0 {
			return "there is no backup yet", nil
		}
		name = list[0].Name
	}
	for _, place := range p.all {
		file, _, err := place.Read(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if err := file.Close(); err != nil {
			return "", err
		}
		return name + " is whole", place.Verify(ctx, name, Reported(ctx))
	}
	return "", fmt.Errorf("%s is no longer there", name)
}

// Reported reports the steps of a job.
func Reported(ctx context.Context) Progress {
	return func(step string, done, all int) { jobs.Report(ctx, fmt.Sprintf("%s: %d of %d", step, done, all)) }
}
