package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/fault"
)

// Same fails the test if the two differ.
func Same(t testing.TB, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// WantFault fails the test if the error is not a fault of this kind.
func WantFault(t testing.TB, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("got %v, want a fault of kind %d", err, kind)
	}
}

// NoError ends the test if any of these is an error.
func NoError(t testing.TB, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}
