// Package testcheck says in tests what is other than it should be.
package testcheck

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/vitrine-directory/vitrine/internal/fault"
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

// WantInvalid fails the test if the error is not an Invalid fault of this field alone.
func WantInvalid(t testing.TB, err error, field string) {
	t.Helper()
	WantFault(t, err, fault.Invalid)
	if fields := fault.From(err).Fields; len(fields) != 1 || fields[0].Field != field {
		t.Errorf("got %v, want a fault of the field %s", err, field)
	}
}

// ErrorOf returns the error of a call that has other results before it.
func ErrorOf(results ...any) error {
	err, _ := results[len(results)-1].(error)
	return err
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

// WantError fails the test if there is no error, or one that does not say all of this.
func WantError(t testing.TB, err error, said ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("there is no error, want one that says %q", said)
		return
	}
	for _, part := range said {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("the error says %q, want %q", err, part)
		}
	}
}
