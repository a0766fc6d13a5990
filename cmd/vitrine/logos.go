package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/logos"
	"github.com/vitrine-directory/vitrine/internal/media"
)

// progressEvery is how often findLogos prints how far the search is.
const progressEvery = 5 * time.Second

// findLogos starts a search for logos and prints its progress until it ends or is paused. Another process that has begun
// it goes on with it.
func findLogos(ctx context.Context, settings config.Logos, out io.Writer) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	own, err := openData(ctx, settings.Database, settings.S3, log)
	if err != nil {
		return err
	}
	defer own.Close()
	queries := &logos.Queries{DB: own.db.DB}
	if err := queries.StartLogos(ctx, byCommandLine, false); err != nil {
		return err
	}
	job := logos.New(logos.Options{Store: queries, Images: media.NewLibrary(own.files, &own.db.Images), Hosts: websites(settings.PublicURL), Logger: log})
	ctx, stop := context.WithCancel(ctx)
	var following sync.WaitGroup
	defer following.Wait()
	defer stop()
	following.Go(func() { job.Follow(ctx) })
	for {
		run, err := queries.LogoRun(ctx)
		if err != nil {
			return err
		}
		if err := printLogoRun(out, run); err != nil || run.Status != logos.Running {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(progressEvery):
		}
	}
}

// offerLogos says how the logos of tools that were imported without one are found.
func offerLogos(out io.Writer, missing int) error {
	if missing == 0 {
		return nil
	}
	_, err := io.WriteString(out, printed("New products without a logo: %d. To find their logos, press Find logos at /admin/logos, or run: vitrine logos\n", missing))
	return err
}

func printLogoRun(out io.Writer, run logos.Run) error {
	_, err := io.WriteString(out, printed("%s: %d tools without a logo, %d not checked yet, %d logos found, %d without one on their website.\n",
		string(run.Status), run.Missing, run.Pending, run.Proposed, run.None))
	if err == nil && run.Status == logos.Idle && run.Proposed > 0 {
		_, err = fmt.Fprintln(out, "Accept them at /admin/logos.")
	}
	return err
}
