package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/buckettest"
	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

var noError, errOf, eventually = storetest.NoError, storetest.ErrorOf, testwait.Until

// wantText fails the test if one of these parts is not in a text.
func wantText(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in:\n%s", part, text)
		}
	}
}

// wantError fails the test unless there is an error that says these parts.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Error("there is no error")
		return
	}
	wantText(t, err.Error(), parts...)
}

// newPlace is a SQLite database with tables, and a folder for the data.
func newPlace(t *testing.T) config.Database {
	t.Helper()
	return config.Database{Data: storetest.Migrated(t).DataDir}
}

// eachPlace runs f once with an empty database of each engine and a folder for the data: for commands that do something else on
// each.
func eachPlace(t *testing.T, f func(t *testing.T, place config.Database)) {
	t.Helper()
	storetest.EachDatabase(t, func(t *testing.T, o store.Options) {
		f(t, config.Database{Data: cmp.Or(o.DataDir, t.TempDir()), DatabaseURL: config.Secret(o.DatabaseURL)})
	})
}

func options(place config.Database) store.Options {
	return store.Options{DataDir: place.Data, DatabaseURL: place.DatabaseURL.Reveal()}
}

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

// A file with a bad row is refused, unless bad rows are left out.
func TestImportBadRow(t *testing.T) {
	t.Parallel()
	settings := config.Import{Database: config.Database{Data: t.TempDir()}}
	output, err := imported(t, settings, twoTools+oneBadTool)
	if !errors.Is(err, errRefused) || !strings.Contains(output, "line 3") {
		t.Errorf("got %v and:\n%s", err, output)
	}
	if _, err := os.Stat(filepath.Join(settings.Data, "vitrine.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a refused file has touched the database: %v", err)
	}
	settings.SkipBad = true
	if output, err = imported(t, settings, twoTools+oneBadTool); err != nil || !strings.Contains(output, "2 new, 0 changed, 0 unchanged") {
		t.Errorf("got %v and:\n%s", err, output)
	}
}

// A site opens, shows what another process imports, and stops.
func TestServeLifecycle(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, place config.Database) {
		address := buckettest.FreeAddress(t)
		shut := open(t, config.Serve{Database: place, Addr: address})
		noError(t, errOf(imported(t, config.Import{Database: place}, twoTools)))
		eventually(t, "the import is seen", func() bool { return len(products(t, address)) == 2 })
		if got := led(t, "http://"+address+"/go/first-tool"); got != "https://first.example" {
			t.Errorf("/go/ leads to %q", got)
		}
		shut()
		if got := status("http://" + address + "/readyz"); got != 0 {
			t.Errorf("after the end it still answers %d", got)
		}
		if got := visited(t, place); got != 1 {
			t.Errorf("%d visits are kept after the end, want 1", got)
		}
	})
}

// led is where an address leads to.
func led(t *testing.T, address string) string {
	t.Helper()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Get(address)
	noError(t, err)
	response.Body.Close()
	return response.Header.Get("Location")
}

// visited is how many visits the database keeps.
func visited(t *testing.T, place config.Database) (sum int64) {
	t.Helper()
	days, err := storetest.OpenAt(t, options(place)).VisitedDays(t.Context(), 0)
	noError(t, err)
	for _, day := range days {
		sum += day.Visits
	}
	return sum
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
	var list []json.RawMessage
	noError(t, json.Unmarshal([]byte(body(t, response, err)), &list))
	return list
}
