package fault

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// Every kind has an error status and a code.
func TestKindStatusAndCode(t *testing.T) {
	for kind := Internal; kind <= NoSpace; kind++ {
		f := New(kind, "A sentence.")
		if f.Status() < 400 || f.Status() > 599 || f.StableCode() == "" {
			t.Errorf("kind %d: status %d, code %q", kind, f.Status(), f.StableCode())
		}
	}
}

// A fault is found inside an error that wraps it.
func TestFaultWrapped(t *testing.T) {
	err := fmt.Errorf("read product: %w", New(NotFound, "There is no such product."))
	if !Is(err, NotFound) || Is(err, Conflict) || From(err).Message != "There is no such product." {
		t.Errorf("got %+v", From(err))
	}
}

// The message for any other error does not reveal its cause.
func TestFaultOfPlainError(t *testing.T) {
	cause := errors.New("dial tcp 10.0.0.1: refused")
	f := From(cause)
	if f.Kind != Internal || strings.Contains(f.Message, "dial") || !errors.Is(f, cause) {
		t.Errorf("got %+v", f)
	}
}

// The message for one invalid field is the field's message; for several it names each field.
func TestInvalidFields(t *testing.T) {
	if InvalidFields(nil) != nil {
		t.Error("no invalid fields give an error")
	}
	one := InvalidFields([]Field{{"name", "Please enter a name"}})
	if From(one).Message != "Please enter a name" || one.Error() != "Please enter a name" || !Is(one, Invalid) {
		t.Errorf("got %v", one)
	}
	two := InvalidFields([]Field{{"name", "a"}, {"type", "b"}})
	if !strings.Contains(two.Error(), "name: a.") || !strings.Contains(two.Error(), "type: b.") {
		t.Errorf("got %v", two)
	}
}
