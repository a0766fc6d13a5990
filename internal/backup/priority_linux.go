package backup

import (
	"runtime"
	"syscall"
)

// niceness is the niceness of a backup's thread: requests come first when the CPU is busy, otherwise nothing is slower.
const niceness = 10

// withLowPriority runs work on a dedicated thread with a low priority.
func withLowPriority(work func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread()                                                    // not unlocked: the thread ends with its work
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), niceness) // a failure only costs the priority
		done <- work()
	}()
	return <-done
}
