package audit

import (
	"context"
	"testing"
)

// A context carries the origin of a request.
func TestContextOrigin(t *testing.T) {
	want := Origin{Address: "203.0.113.7", RequestID: "r-1"}
	if got := From(context.WithoutCancel(With(t.Context(), want))); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := From(t.Context()); got != (Origin{}) {
		t.Errorf("without an origin: got %+v", got)
	}
}
