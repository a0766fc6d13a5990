package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-directory/vitrine/internal/archive"
	"github.com/vitrine-directory/vitrine/internal/catalog"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/fault"
	"github.com/vitrine-directory/vitrine/internal/records"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
)

// productionOf is a database of 300 products, which are called by a word.
func productionOf(t *testing.T, word string) (path string) {
	t.Helper()
	place := store.Options{DataDir: t.TempDir()}
	db := storetest.OpenAt(t, place)
	at := time.UnixMicro(1_700_000_000_000_000).UTC()
	content := &archive.Content{Content: records.Content{Kinds: store.Kinds()}}
	records.SetList(&content.Content, "categories", []catalog.WholeCategory{{Category: catalog.Category{ID: 1, Name: word, Slug: word}, OldNames: []string{}, OldSlugs: []string{}}})
	var products []catalog.Product
	for id := range int64(300) {
		p := catalog.Product{ID: id + 1, Slug: fmt.Sprint(word, "-", (id*7)%300), CreatedAt: at, UpdatedAt: at, ProductFields: storetest.Draft(word, word).ProductFields}
		p.Description = strings.TrimSpace(strings.Repeat(word+" ", 50))
		p.Complete()
		products = append(products, p)
	}
	records.SetList(&content.Content, "products", products)
	noError(t, errOf((&archive.Queries{DB: db.DB, Kinds: db.Kinds}).ReplaceContent(t.Context(), "test", "import", content, func(int, int) {})))
	return filepath.Join(place.DataDir, "vitrine.db")
}

// A sync says what it would do, and what it did.
func TestSyncOutput(t *testing.T) {
	t.Parallel()
	path := productionOf(t, "there")
	settings := config.Sync{Database: config.Database{Data: t.TempDir()}, Mirror: config.Mirror{Role: config.Development, ProductionDatabaseURL: config.Secret(path)}}
	settings.BackupKeep = 1
	storetest.OpenAt(t, store.Options{DataDir: settings.Data})
	for _, step := range []struct {
		dryRun bool
		says   string
	}{{true, "products: added 1 \"there\""}, {false, "300 added, 0 changed, 0 removed"}, {false, "300   0 added, 0 changed, 0 removed"}} {
		settings.DryRun = step.dryRun
		output, err := said(t, syncSite, settings)
		noError(t, err)
		wantText(t, output, step.says)
	}
	settings.Role = config.Production
	wantFault(t, syncSite(t.Context(), settings, io.Discard), fault.Conflict)
	settings.Role, settings.Data = config.Development, filepath.Dir(path)
	wantFault(t, syncSite(t.Context(), settings, io.Discard), fault.Conflict) // production itself
}

func init() {
	needSite["sync --dry-run"] = func(t *testing.T, place config.Database) error {
		mirrored := config.Mirror{Role: config.Development, ProductionDatabaseURL: config.Secret(productionOf(t, "there"))}
		return syncSite(t.Context(), config.Sync{Database: place, DryRun: true, Mirror: mirrored}, io.Discard)
	}
}
