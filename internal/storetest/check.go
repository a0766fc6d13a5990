package storetest

import "github.com/vitrine-directory/vitrine/internal/testcheck"

// The checks of testcheck.
var (
	Same        = testcheck.Same
	WantFault   = testcheck.WantFault
	WantInvalid = testcheck.WantInvalid
	ErrorOf     = testcheck.ErrorOf
	NoError     = testcheck.NoError
	WantError   = testcheck.WantError
	WantText    = testcheck.WantText
)

// Tester is a test, or one that rapid runs.
type Tester interface {
	Helper()
	Fatal(args ...any)
}

// Must is the result of a call that has to succeed: Must(s.Trash(ctx))(t) ends the test if it does not.
func Must[T any](result T, err error) func(t Tester) T {
	return func(t Tester) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
}
