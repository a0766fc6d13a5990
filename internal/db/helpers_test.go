package db_test

import (
	"testing"
	"time"

	"vitrine/internal/storetest"
)

// Helpers that the tests of several packages use.
var (
	draft      = storetest.Draft
	create     = storetest.Create
	readAll    = storetest.ReadAll
	importRows = storetest.ImportRows
	importAll  = storetest.ImportAll
	siteOrder  = storetest.SiteOrder
	findings   = storetest.Findings
	same       = storetest.Same
	wantFault  = storetest.WantFault
	noError    = storetest.NoError
)

// eventually ends the test if the condition does not hold within the time.
func eventually(t *testing.T, within time.Duration, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(within); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %v", what, within)
		}
	}
}
