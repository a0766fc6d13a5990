package main

import (
	"runtime"
	"runtime/debug"
)

// release is set by the build of a release; a build from a checkout names its commit instead.
var release string

// version returns one line: the release or commit, and the Go version it was built with.
func version() string {
	name := release
	if info, ok := debug.ReadBuildInfo(); ok && name == "" {
		name = "development"
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" && len(setting.Value) >= 12 {
				name += " " + setting.Value[:12]
			}
		}
	}
	return "vitrine " + name + " (" + runtime.Version() + ")"
}
