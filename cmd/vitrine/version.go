package main

import (
	"cmp"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// The build of a release sets these with -ldflags "-X main.release=1.2.3 -X main.commit=… -X main.date=…". Other builds
// have them from what the go command knows.
var (
	release string // without v
	commit  string
	date    string // of the commit, RFC 3339
)

// tagged matches the version that the go command gives a program of a tagged commit, and no pseudo-version.
var tagged = regexp.MustCompile(`^v\d+\.\d+\.\d+(-(alpha|beta|rc)[\d.]*)?$`)

// version returns one line: release, commit and its date, and the Go version.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info)
}

// versionOf returns the version of a program that was built like this. A build from a checkout without a tag is called
// "development"; one by "go install …@commit" has the go command's pseudo-version.
func versionOf(info *debug.BuildInfo) string {
	vcs := map[string]string{}
	for _, setting := range info.Settings {
		vcs[setting.Key] = setting.Value
	}
	name, isCheckout := release, vcs["vcs.revision"] != ""
	switch {
	case name != "":
	case tagged.MatchString(info.Main.Version), !isCheckout && strings.HasPrefix(info.Main.Version, "v"):
		name = strings.TrimPrefix(info.Main.Version, "v")
	default:
		name = "development"
	}
	var details []string
	if built := cmp.Or(commit, vcs["vcs.revision"]); built != "" {
		built = "commit " + built[:min(12, len(built))]
		if release == "" && vcs["vcs.modified"] == "true" {
			built += " with changes"
		}
		details = append(details, built)
	}
	if built := cmp.Or(date, vcs["vcs.time"]); built != "" {
		details = append(details, built)
	}
	return "vitrine " + name + " (" + strings.Join(append(details, runtime.Version()), ", ") + ")"
}
