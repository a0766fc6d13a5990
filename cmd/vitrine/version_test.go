package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// The version is that of the release, else what the go command knows of the build.
func TestVersion(t *testing.T) {
	const revision, day = "0123456789abcdef0123456789abcdef01234567", "2026-11-26T06:10:07Z"
	checkout := func(version, modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: revision}, {Key: "vcs.time", Value: day}, {Key: "vcs.modified", Value: modified},
		}}
	}
	installed := func(version string) *debug.BuildInfo { return &debug.BuildInfo{Main: debug.Module{Version: version}} }
	for _, test := range []struct {
		name string
		set  [3]string // release, commit, date
		info *debug.BuildInfo
		want string
	}{
		{"release", [3]string{"1.2.3", revision, day}, checkout("v1.2.2", "true"), "1.2.3 (commit 0123456789ab, " + day + ", "},
		{"go install of a release", [3]string{}, installed("v1.2.3"), "1.2.3 ("},
		{"go install of a pre-release", [3]string{}, installed("v1.2.3-rc.1"), "1.2.3-rc.1 ("},
		{"go install of a commit", [3]string{}, installed("v0.0.0-20261126061007-0123456789ab"), "0.0.0-20261126061007-0123456789ab ("},
		{"checkout of a tag", [3]string{}, checkout("v1.2.3", "false"), "1.2.3 (commit 0123456789ab, " + day + ", "},
		{"checkout", [3]string{}, checkout("v1.2.4-0.20261126061007-0123456789ab", "false"), "development (commit 0123456789ab, " + day + ", "},
		{"checkout with changes", [3]string{}, checkout("v1.2.3+dirty", "true"), "development (commit 0123456789ab with changes, " + day + ", "},
		{"no information", [3]string{}, installed("(devel)"), "development ("},
	} {
		t.Run(test.name, func(t *testing.T) {
			release, commit, date = test.set[0], test.set[1], test.set[2]
			t.Cleanup(func() { release, commit, date = "", "", "" })
			same(t, "the version", versionOf(test.info), "vitrine "+test.want+runtime.Version()+")")
		})
	}
}
