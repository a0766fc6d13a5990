package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/config"
	"vitrine/internal/fault"
	"vitrine/internal/mirror"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

// productionOf is a database of 300 products, which are called by a word, and its content.
func productionOf(t *testing.T, word string) (path string, content *mirror.Content) {
	t.Helper()
	place := store.Options{DataDir: t.TempDir()}
	db := storetest.OpenAt(t, place)
	at := time.UnixMicro(1_700_000_000_000_000).UTC()
	content = &mirror.Content{Categories: []mirror.Category{{Category: catalog.Category{ID: 1, Name: word, Slug: word}, OldNames: []string{}, OldSlugs: []string{}}}}
	for id := range int64(300) {
		content.Products = append(content.Products, catalog.Product{ID: id + 1, Slug: fmt.Sprint(word, "-", (id*7)%300), Name: word, Description: strings.TrimSpace(strings.Repeat(word+" ", 50)),
			Categories: []string{word}, Tags: []string{}, Images: []string{}, Type: catalog.Free, Section: catalog.OurProducts,
			Website: "https://" + word + ".example/", CreatedAt: at, UpdatedAt: at})
	}
	if _, err := db.ReplaceContent(t.Context(), "test", "import", content, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(place.DataDir, "vitrine.db"), content
}

func TestASyncThatIsKilledAtAnyMomentLeavesWhatWasThereOrWhatWasToBe(t *testing.T) {
	eachSite(t, func(t *testing.T, place config.Database) {
		paths, contents := [2]string{}, [2]*mirror.Content{}
		for i, word := range []string{"before", "after"} {
			paths[i], contents[i] = productionOf(t, word)
		}
		syncing := func(from int) *exec.Cmd {
			return program(t, place, "sync", "--role", "development", "--production-database-url", paths[from], "--backup-keep", "1")
		}
		began := time.Now()
		for from := range paths {
			if said, err := syncing(from).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
		}
		usual := time.Since(began) / 2
		seen := map[int]int{}
		for try := range 8 {
			command := syncing(try % 2)
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(usual/2 + rand.N(usual))
			_ = command.Process.Kill() // it may be done already
			_ = command.Wait()
			seen[contentOf(t, place, contents)]++
		}
		t.Logf("after a kill it was one or the other: %v", seen)
		if said, err := syncing(0).CombinedOutput(); err != nil || contentOf(t, place, contents) != 0 {
			t.Errorf("after the kills: %v\n%s", err, said)
		}
	})
}

// contentOf is which of two contents a site has; to have any other is a failure.
func contentOf(t *testing.T, place config.Database, contents [2]*mirror.Content) int {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{DataDir: place.Data, DatabaseURL: place.DatabaseURL.Reveal()})
	if err != nil {
		t.Fatal(err)
	}
	found, err := db.Content(t.Context())
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for i, content := range contents {
		if mirror.Compare(found, content).Empty() {
			return i
		}
	}
	t.Fatalf("a state between: %s", mirror.Compare(found, contents[0]))
	return -1
}

func TestASyncSaysWhatItWouldDoAndWhatItDid(t *testing.T) {
	path, _ := productionOf(t, "there")
	settings := config.Sync{Database: config.Database{Data: t.TempDir()}, Mirror: config.Mirror{Role: config.Development, ProductionDatabaseURL: config.Secret(path)}}
	settings.BackupKeep = 1
	for _, step := range []struct {
		dryRun bool
		says   string
	}{{true, "products: added 1 \"there\""}, {false, "300 added, 0 changed, 0 removed"}, {false, "300   0 added, 0 changed, 0 removed"}} {
		settings.DryRun = step.dryRun
		var out strings.Builder
		if err := syncSite(t.Context(), settings, &out); err != nil || !strings.Contains(out.String(), step.says) {
			t.Errorf("%+v: %v\n%s", step, err, &out)
		}
	}
	settings.Role = config.Production
	if err := syncSite(t.Context(), settings, io.Discard); !fault.Is(err, fault.Conflict) {
		t.Errorf("a production site: %v", err)
	}
	settings.Role, settings.Data = config.Development, filepath.Dir(path)
	if err := syncSite(t.Context(), settings, io.Discard); !fault.Is(err, fault.Conflict) {
		t.Errorf("production itself: %v", err)
	}
}
