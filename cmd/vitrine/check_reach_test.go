package main

import (
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/config"
)

// A check reports on reach if asked, with the limits of the site.
func TestCheckReach(t *testing.T) {
	t.Parallel()
	place, _, _ := newStock(t)
	output, err := said(t, check, config.Check{Database: place, Reach: true})
	noError(t, err)
	wantText(t, output,
		"Reach:\n", "Indexable pages of kind tool: 0 of 1.\n", "Short description: 1. Its description has fewer than 120 characters.\n",
		"Category with few tools: 1. It has fewer than 3 tools.\n", "Orphans: 0.\n", "Indexable pages by clicks from the home page: 1 at 0, 2 at 1.\n", "Links to an indexable tool: at least 0,", "No problems found.\n",
	)
	if without, err := said(t, check, config.Check{Database: place}); err != nil || strings.Contains(without, "Reach:\n") {
		t.Errorf("%v and, without being asked:\n%s", err, without)
	}
}
