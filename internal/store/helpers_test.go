package store_test

import (
	"testing"

	"vitrine/internal/store"
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

// auditLine is what the tests read of an audit row.
type auditLine struct {
	Actor, Action, Object, ObjectID string
	Version                         int64
	Before, After                   *string
}

func auditLines(t *testing.T, s *store.Store) []auditLine {
	t.Helper()
	rows, err := s.Writer().QueryContext(t.Context(), "SELECT actor, action, object, object_id, version, before, after FROM audit ORDER BY id")
	if err != nil {
		t.Fatalf("read the audit: %v", err)
	}
	defer rows.Close()
	var lines []auditLine
	for rows.Next() {
		var line auditLine
		if err := rows.Scan(&line.Actor, &line.Action, &line.Object, &line.ObjectID, &line.Version, &line.Before, &line.After); err != nil {
			t.Fatalf("read the audit: %v", err)
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("read the audit: %v", err)
	}
	return lines
}

// actions are what the audit says was done, in order.
func actions(t *testing.T, s *store.Store) []string {
	t.Helper()
	var done []string
	for _, line := range auditLines(t, s) {
		done = append(done, line.Action+" "+line.Object)
	}
	return done
}
