package render

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"modernc.org/quickjs"
)

// ScriptError is an exception that the script threw, or an invalid result.
type ScriptError struct {
	Message string
	Stack   string // one frame per line; may be empty
}

// Error returns the message without the stack.
func (e *ScriptError) Error() string { return "render: script: " + e.Message }

// prelude is evaluated before the script.
//
//go:embed prelude.js
var prelude string

// function identifies a function of globalThis.vitrine.
type function int

const (
	needs function = iota
	render
	functions // number of functions
)

var names = [functions]string{needs: "needs", render: "render"}

// engine is a JavaScript engine that has evaluated the script. Only its own goroutine may use it, except for
// vm.Interrupt.
type engine struct {
	vm        *quickjs.VM
	functions [functions]quickjs.Value
}

// compile compiles the prelude and the script into bytecode for the embedded engine.
func compile(script []byte) (program []byte, err error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("make an engine: %w", err)
	}
	defer vm.Close()
	program, err = vm.Compile(prelude+string(script), quickjs.EvalGlobal)
	if err != nil {
		return nil, explain(err)
	}
	return program, nil
}

// engine creates an engine within the pool's limits and evaluates the script in it.
func (p *Pool) engine() (e *engine, err error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("make an engine: %w", err)
	}
	e = &engine{vm: vm}
	defer func() {
		if err != nil {
			e.close()
		}
	}()
	vm.SetMemoryLimit(uintptr(p.options.Memory))
	if err := vm.SetEvalTimeout(p.options.Start); err != nil {
		return nil, fmt.Errorf("set the time limit of the start: %w", err)
	}
	if _, err := vm.EvalBytecode(p.program); err != nil {
		return nil, explain(err)
	}
	if _, err := vm.ExecutePendingJobs(); err != nil { // the script imports its screens in promises
		return nil, explain(err)
	}
	for f, name := range names {
		e.functions[f], err = vm.EvalValue("vitrine."+name, quickjs.EvalGlobal)
		if err != nil {
			return nil, explain(err)
		}
	}
	if err := vm.SetEvalTimeout(p.options.Timeout); err != nil {
		return nil, fmt.Errorf("set the time limit: %w", err)
	}
	return e, nil
}

// call calls a function with the input and returns its text. It turns a panic of the engine into an error; the worker
// discards the engine after any error.
func (e *engine) call(f function, input string) (output string, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &ScriptError{Message: fmt.Sprint("the engine failed: ", cause)}
		}
	}()
	answer, err := e.functions[f].Call(quickjs.UndefinedValue, input)
	if err != nil {
		return "", explain(err)
	}
	output, isText := answer.(string)
	if !isText {
		return "", &ScriptError{Message: names[f] + " did not answer with a string"}
	}
	if _, err := e.vm.ExecutePendingJobs(); err != nil { // pending jobs of the script must not pile up
		return "", explain(err)
	}
	return output, nil
}

func (e *engine) close() {
	if e == nil {
		return
	}
	defer func() { _ = recover() }() // an engine that panicked may panic again on close
	for f := range e.functions {
		if e.functions[f].VM() != nil {
			e.functions[f].Free()
		}
	}
	e.vm.Close()
}

// explain converts an error of the engine into one of this package.
func explain(err error) error {
	var thrown *quickjs.Error
	if !errors.As(err, &thrown) {
		return &ScriptError{Message: err.Error()}
	}
	switch {
	case strings.Contains(thrown.Error(), "InternalError: interrupted"):
		return ErrTimeout
	case strings.Contains(thrown.Error(), "out of memory"):
		return ErrMemory
	}
	return &ScriptError{Message: thrown.Error(), Stack: thrown.Stack}
}
