package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// recheckAfter is the pause before suspect uploads are checked again: a running site may just have been writing them.
const recheckAfter = 2 * time.Second

// readers is how many uploads are read concurrently.
const readers = 4

// filesToRead opens the upload storage read-only: it creates, cleans up and probes nothing.
func filesToRead(ctx context.Context, data string, s3 config.S3) (media.Files, error) {
	if s3.Used() {
		bucket, err := bucketIn(s3)
		if err != nil {
			return nil, err
		}
		return media.ReadBucket(ctx, bucket)
	}
	return media.ReadDisk(uploadsIn(data))
}

// addUploads adds the findings about uploads. If it finds any, it looks twice and reports those of both looks.
func (r *checkReport) addUploads(ctx context.Context, db *store.Store, files media.Files) error {
	first, err := lookAtUploads(ctx, db, files)
	if err != nil {
		return err
	}
	if len(first.found) > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(recheckAfter):
		}
		second, err := lookAtUploads(ctx, db, files)
		if err != nil {
			return err
		}
		first.found = slices.DeleteFunc(first.found, func(f finding) bool { return !slices.Contains(second.found, f) })
	}
	damaged, err := damagedUploads(ctx, files, first.names)
	r.add(passed, fmt.Sprintf("Uploads read: %d; images recorded: %d; uploads used by products: %d.", len(first.names), first.rows, first.named))
	*r = append(*r, first.found...)
	r.add(problem, damaged...)
	return err
}

// uploadsLook is the result of one look at the uploads.
type uploadsLook struct {
	names       []string // of the files
	rows, named int
	found       checkReport
}

func lookAtUploads(ctx context.Context, db *store.Store, files media.Files) (uploadsLook, error) {
	recorded, err := db.Uploads(ctx)
	if err != nil {
		return uploadsLook{}, err
	}
	names, err := files.Names(ctx)
	if err != nil {
		return uploadsLook{}, fmt.Errorf("list the uploads: %w", err)
	}
	return compareUploads(recorded, names), nil
}

// compareUploads compares the database's uploads with the existing files.
func compareUploads(recorded media.Uploads, names []string) uploadsLook {
	look := uploadsLook{names: names, rows: len(recorded.Rows), named: len(recorded.Named)}
	slices.Sort(look.names)
	there, listed := map[string]bool{}, map[string]bool{}
	for _, name := range names {
		there[name] = true
	}
	for _, named := range recorded.Named {
		if there[named.FileName] {
			continue
		}
		listed[named.FileName] = true
		what, name := "screenshot", fmt.Sprintf("%q", named.Name)
		if named.Logo {
			what = "logo"
		}
		if named.InTrash {
			name += ", in the trash"
		}
		look.found.add(problem, fmt.Sprintf("The %s of product %d (%s) is missing: %s.", what, named.Product, name, named.FileName))
	}
	for _, name := range slices.Sorted(maps.Keys(recorded.Rows)) {
		switch {
		case there[name] || listed[name]:
		case recorded.Used[name]:
			look.found.add(problem, fmt.Sprintf("The file of an image is missing: %s.", name))
		case recorded.Stored[name]:
			look.found.add(problem, fmt.Sprintf("An uploaded image is lost, and nothing uses it yet: %s.", name))
		default: // the process was killed before it stored the file, or storing failed
			look.found.add(leftover, fmt.Sprintf("The row of an interrupted upload: %s.", name))
		}
	}
	for _, name := range look.names {
		if _, known := recorded.Rows[name]; !known {
			look.found.add(leftover, fmt.Sprintf("A file without an image: %q.", name))
		}
	}
	return look
}

// damagedUploads reads every upload, with a progress bar on standard error, and lists those whose content does not match
// the hash in their name.
func damagedUploads(ctx context.Context, files media.Files, names []string) ([]string, error) {
	bars, done := &steps{}, 0
	defer bars.done()
	var mutex sync.Mutex
	var damaged []string
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(readers)
	for _, name := range names {
		group.Go(func() error {
			whole, err := media.IsWhole(ctx, files, name)
			mutex.Lock()
			defer mutex.Unlock()
			done++
			bars.report("Reading uploads", done, len(names))
			if whole || errors.Is(err, fs.ErrNotExist) { // removed since the listing
				return nil
			}
			if err != nil {
				return fmt.Errorf("read the upload %q: %w", name, err)
			}
			damaged = append(damaged, fmt.Sprintf("A file is not what was stored under its name: %q.", name))
			return nil
		})
	}
	err := group.Wait()
	slices.Sort(damaged)
	return damaged, err
}
