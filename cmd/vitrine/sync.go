package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/mirror"
	"github.com/vitrine-directory/vitrine/internal/records"
)

// syncSite copies production to this site, or for a dry run prints what that would change.
func syncSite(ctx context.Context, settings config.Sync, out io.Writer) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	own, err := dataFor(ctx, settings.DryRun, settings.Database, settings.S3, log)
	if err != nil {
		return err
	}
	defer own.Close()
	folder, err := backups(settings.Data, settings.BackupFolder, own.db.DB, own.files)
	if err != nil {
		return err
	}
	copier, err := mirror.Open(own.kits(settings.Mirror, folder, log))
	if err != nil {
		return err
	}
	if settings.DryRun {
		difference, err := copier.Preview(ctx)
		if err != nil {
			return err
		}
		return printDifference(out, own.db.Kinds, difference)
	}
	run, err := copier.Sync(ctx, byCommandLine, mirror.Command)
	if err != nil {
		return err
	}
	return printDone(out, own.db.Kinds, run.Counts, run.LeftOut)
}

// printDone prints the counts, and what was left out because this program is too old for it.
func printDone(out io.Writer, kinds records.Kinds, counts mirror.Counts, leftOut []string) error {
	if err := printCounts(out, kinds, counts); err != nil || len(leftOut) == 0 {
		return err
	}
	_, err := fmt.Fprintf(out, "left out, as this program is older than what wrote it: %s\n", strings.Join(leftOut, ", "))
	return err
}

func printCounts(out io.Writer, kinds records.Kinds, counts mirror.Counts) error {
	for _, kind := range mirror.KindNames(kinds) {
		count := counts[kind]
		if _, err := fmt.Fprintf(out, "%-20s %6d   %d added, %d changed, %d removed\n", kind, count.Total, count.Added, count.Changed, count.Removed); err != nil {
			return err
		}
	}
	return nil
}

// printDifference prints what would change, row by row.
func printDifference(out io.Writer, kinds records.Kinds, difference mirror.Difference) error {
	if err := printDone(out, kinds, difference.Counts(), difference.LeftOut); err != nil {
		return err
	}
	list := bufio.NewWriter(out)
	for _, kind := range difference.Kinds {
		for _, row := range kind.Rows {
			printRow(list, kind.Kind, row)
		}
	}
	return list.Flush()
}

// printRow prints the change of a row, field by field. It quotes the text, so that it cannot control the terminal.
func printRow(list *bufio.Writer, kind string, row mirror.RowDifference) {
	fmt.Fprintf(list, "%s: %s %s %s\n", kind, row.Change, row.ID, strconv.QuoteToGraphic(row.Name))
	for _, field := range row.Fields {
		fmt.Fprintf(list, "  %s: %s -> %s\n", field.Field, strconv.QuoteToGraphic(field.Before), strconv.QuoteToGraphic(field.After))
	}
}
