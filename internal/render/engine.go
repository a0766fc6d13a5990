package render

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"modernc.org/quickjs"
)

// ScriptError is an exception that the script threw, or an answer that is none.
type ScriptError struct {
	Message string
	Stack   string // one frame per line; may be empty
}

// Error is the message without the stack.
func (e *ScriptError) Error() string { return "render: script: " + e.Message }

// prelude is evaluated before the script.
//
//go:embed prelude.js
var prelude string

// function is which function of globalThis.vitrine a call is for.
type function int

const (
	needs function = iota
	render
	functions // how many there are
)

var names = [functions]string{needs: "needs", render: "render"}

// engine is one JavaScript engine that has evaluated the script. It belongs to one goroutine; only vm.Interrupt may be
// called from others.
type engine struct {
	vm        *quickjs.VM
	functions [functions]quickjs.Value
}

// compile turns the script, with the prelude before it, into bytecode of this program's own engine.
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

// engine makes an engine within the pool's bounds and evaluates the script in it.
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
	if err := vm.SetEvalTimeout(p.options.Timeout); err != nil {
		return nil, fmt.Errorf("set the time limit: %w", err)
	}
	if _, err := vm.EvalBytecode(p.program); err != nil {
		return nil, explain(err)
	}
	for f, name := range names {
		e.functions[f], err = vm.EvalValue("vitrine."+name, quickjs.EvalGlobal)
		if err != nil {
			return nil, explain(err)
		}
	}
	return e, nil
}

// call gives the input to a function and takes its text. A panic of the engine is an error like any other: the worker
// throws the engine away.
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
	if _, err := e.vm.ExecutePendingJobs(); err != nil { // what the script left for later must not pile up
		return "", explain(err)
	}
	return output, nil
}

func (e *engine) close() {
	if e == nil {
		return
	}
	defer func() { _ = recover() }() // an engine that panicked may panic again; it is thrown away either way
	for f := range e.functions {
		if e.functions[f].VM() != nil {
			e.functions[f].Free()
		}
	}
	e.vm.Close()
}

// explain makes one of this package's errors out of the engine's.
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
