package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine-directory/vitrine/internal/browse"
	"github.com/vitrine-directory/vitrine/internal/reach"
	"github.com/vitrine-directory/vitrine/internal/store"
)

// addReach adds which pages search engines may index, why others not, and how they are reached. An indexable page that no
// links lead to is a flaw.
func addReach(ctx context.Context, r *checkReport, db *store.Store) error {
	catalogue, err := browse.NewLive(ctx, db, time.Now)
	if err != nil {
		return err
	}
	settings, err := db.Settings(ctx)
	if err != nil {
		return err
	}
	snapshot, err := catalogue.Snapshot().Linked(ctx)
	if err != nil {
		return fmt.Errorf("choose similar tools: %w", err)
	}
	report, err := reach.NewReport(ctx, snapshot, settings.Index)
	if err != nil {
		return fmt.Errorf("make the report about reach: %w", err)
	}
	r.add(info, reachSentences(report)...)
	for _, finding := range report.Findings {
		if finding.ID == reach.Orphans && finding.Pages > 0 {
			r.add(problem, printed("%d indexable pages can't be reached by links from the home page.", finding.Pages))
		}
	}
	return nil
}

// reachSentences are the numbers of a report.
func reachSentences(report *reach.Report) (lines []string) {
	for _, kind := range report.Kinds {
		lines = append(lines, printed("Indexable pages of kind %s: %d of %d.", kind.Kind, kind.Indexable, kind.Pages))
	}
	for _, finding := range report.Findings {
		line := printed("%s: %d.", finding.Name, finding.Pages)
		if finding.Pages > 0 {
			line += " " + finding.Reason
		}
		lines = append(lines, line)
	}
	var depths []string
	for depth, pages := range report.Depths {
		depths = append(depths, printed("%d at %d", pages, depth))
	}
	in := report.Inbound
	return append(lines, "Indexable pages by clicks from the home page: "+strings.Join(depths, ", ")+".", printed("Links to an indexable tool: at least %d, median %d, 99th percentile %d, at most %d.", in.Least, in.Median, in.P99, in.Most))
}
