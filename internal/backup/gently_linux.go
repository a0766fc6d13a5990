package backup

import (
	"runtime"
	"syscall"
)

// gentle is the niceness of who backs up: others come first where the processor is short, and nothing is lost where it is not.
const gentle = 10

// gently does long work on a thread of its own that gives way to others.
func gently(work func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread()                                                  // and not unlocked: the thread ends with its work
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), gentle) // without it the work is done all the same
		done <- work()
	}()
	return <-done
}
