// Package testwait waits in tests for what happens soon, never for a time.
package testwait

import (
	"testing"
	"time"
)

// longest is the bound of a wait: far longer than anything takes on a machine that does much else.
const longest = time.Minute

// Until asks again and again until it is so, and ends the test if it is not within a minute.
func Until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(longest); !so(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within a minute: %s", what)
		}
	}
}
