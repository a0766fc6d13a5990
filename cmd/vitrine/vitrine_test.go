package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/buckettest"
	"vitrine/internal/config"
	"vitrine/internal/store"
	"vitrine/internal/storetest"
)

const twoTools = `{"id":"first-tool","name":"First Tool","website":"https://first.example","description":"Does one thing.","categories":["Writing"],"pricing":"Free"}
{"id":"second-tool","name":"Second Tool","website":"https://second.example","description":"Does another.","categories":["Video"],"pricing":null}
`

const oneBadTool = `{"name":"Third Tool","website":"nowhere","categories":["Video"]}
`

// imported imports a text and returns the report.
func imported(t *testing.T, settings config.Import, text string) (string, error) {
	t.Helper()
	settings.File, settings.Format = "-", "jsonl"
	var output bytes.Buffer
	err := importFile(t.Context(), settings, strings.NewReader(text), &output)
	return output.String(), err
}

// A file that is imported again changes nothing.
func TestImportTwice(t *testing.T) {
	settings := config.Import{Database: config.Database{Data: t.TempDir()}}
	for _, want := range []string{"2 new, 0 changed, 0 unchanged", "0 new, 0 changed, 2 unchanged"} {
		output, err := imported(t, settings, twoTools)
		if err != nil || !strings.Contains(output, want) {
			t.Errorf("want %q, got %v and:\n%s", want, err, output)
		}
	}
}

// A file with a bad row is refused, unless bad rows are left out.
func TestImportBadRow(t *testing.T) {
	settings := config.Import{Database: config.Database{Data: t.TempDir()}}
	output, err := imported(t, settings, twoTools+oneBadTool)
	if !errors.Is(err, errRefused) || !strings.Contains(output, "line 3") {
		t.Errorf("got %v and:\n%s", err, output)
	}
	if _, err := os.Stat(filepath.Join(settings.Data, "vitrine.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a refused file has touched the database: %v", err)
	}
	settings.SkipBad = true
	if output, err = imported(t, settings, twoTools+oneBadTool); err != nil || !strings.Contains(output, "2 new") {
		t.Errorf("got %v and:\n%s", err, output)
	}
}

// A dry run writes nothing.
func TestImportDryRunReadOnly(t *testing.T) {
	settings := config.Import{Database: config.Database{Data: t.TempDir()}, DryRun: true}
	storetest.OpenAt(t, store.Options{DataDir: settings.Data})
	for range 2 {
		if output, err := imported(t, settings, twoTools); err != nil || !strings.Contains(output, "2 new") {
			t.Errorf("got %v and:\n%s", err, output)
		}
	}
}

// A site opens, shows what another process imports, and stops.
func TestServeLifecycle(t *testing.T) {
	for name, place := range map[string]config.Database{
		"SQLite":     {Data: t.TempDir()},
		"PostgreSQL": {Data: t.TempDir(), DatabaseURL: config.Secret(storetest.PostgresURL(t))},
	} {
		t.Run(name, func(t *testing.T) {
			address := buckettest.FreeAddress(t)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() {
				ended <- serve(ctx, config.Serve{Database: place, Addr: address, SiteName: "Test", Demo: false})
			}()
			eventually(t, "the site is ready", func() bool { return status("http://"+address+"/readyz") == http.StatusOK })
			if _, err := imported(t, config.Import{Database: place}, twoTools); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the import is seen", func() bool { return len(products(t, address)) == 2 })
			if got := led(t, "http://"+address+"/go/first-tool"); got != "https://first.example" {
				t.Errorf("/go/ leads to %q", got)
			}
			stop()
			if err := <-ended; err != nil {
				t.Errorf("the site ended with %v", err)
			}
			if got := status("http://" + address + "/readyz"); got != 0 {
				t.Errorf("after the end it still answers %d", got)
			}
			if got := visited(t, place); got != 1 {
				t.Errorf("%d visits are kept after the end, want 1", got)
			}
		})
	}
}

// led is where an address leads to.
func led(t *testing.T, address string) string {
	t.Helper()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.Header.Get("Location")
}

// visited is how many visits the database keeps.
func visited(t *testing.T, place config.Database) (sum int64) {
	t.Helper()
	days, err := storetest.OpenAt(t, store.Options{DataDir: place.Data, DatabaseURL: place.DatabaseURL.Reveal()}).VisitedDays(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, day := range days {
		sum += day.Visits
	}
	return sum
}

// eventually waits, for at most a minute, until it is so.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within a minute: %s", what)
		}
	}
}

// status is what an address answers; 0 when nobody does.
func status(address string) int {
	response, err := http.Get(address)
	if err != nil {
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

func products(t *testing.T, address string) []json.RawMessage {
	t.Helper()
	response, err := http.Get("http://" + address + "/api/products")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var list []json.RawMessage
	if err := json.NewDecoder(response.Body).Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list
}
