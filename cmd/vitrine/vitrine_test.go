package main

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"testing"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/media"
	"github.com/vitrine-directory/vitrine/internal/store"
	"github.com/vitrine-directory/vitrine/internal/storetest"
	"github.com/vitrine-directory/vitrine/internal/testwait"
)

var (
	noError, errOf, same            = storetest.NoError, storetest.ErrorOf, storetest.Same
	wantFault, wantText, eventually = storetest.WantFault, storetest.WantText, testwait.Until
)

// wantError fails the test unless there is an error that says these parts.
func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Error("there is no error")
		return
	}
	wantText(t, err.Error(), parts...)
}

// wantMissing fails the test if there is a file or folder at a path.
func wantMissing(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("there is %s: %v", path, err)
	}
}

// said runs a command and returns what it prints.
func said[Settings any](t *testing.T, command func(context.Context, Settings, io.Writer) error, settings Settings) (string, error) {
	t.Helper()
	var output bytes.Buffer
	err := command(t.Context(), settings, &output)
	return output.String(), err
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

// filesOf has the uploads of a place.
func filesOf(t *testing.T, place config.Database) media.Files {
	t.Helper()
	files, err := openFiles(t.Context(), place.Data, config.S3{})
	noError(t, err)
	t.Cleanup(func() { files.Close() })
	return files
}

const twoTools = `{"id":"first-tool","name":"First Tool","website":"https://first.example","description":"Does one thing.","categories":["Writing"],"pricing":"Free"}
{"id":"second-tool","name":"Second Tool","website":"https://second.example","description":"Does another.","categories":["Video"],"pricing":null}
`
