// Command vitrine reads the command line, connects the packages, and starts and stops the program.
//
// # To change
//
//   - a command: its file here and its flags in internal/config; go test ./cmd/vitrine
//   - scheduled jobs: work.go; what "vitrine check" looks at: check*.go; how the site starts and stops: serve.go
//   - what "vitrine doctor" looks at: a method in doctor*.go that returns findings, and its row in docs/troubleshooting.md; what
//     stands in the way of an upgrade: upgrade.go, internal/db/inspect.go; -run "Doctor|Upgrade|Health"
//   - what operators copy to a server (systemd, nginx, Caddy): deploy, docs/deploying.md; -run
//     "Nginx|Unit" tests it with a real nginx; check the Caddyfile by hand: caddy validate, caddy fmt --diff
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/vitrine-directory/vitrine/internal/config"
	"github.com/vitrine-directory/vitrine/internal/fault"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		var f *fault.Fault
		if errors.As(err, &f) {
			err = f // the message for people, without the wrapping errors
		}
		fmt.Fprintln(os.Stderr, "vitrine:", err)
		os.Exit(1)
	}
}

// run executes the command line until it is done or ctx ends.
func run(ctx context.Context, args []string) error {
	var line config.CommandLine
	parser, err := config.Parser(&line)
	if err != nil {
		return err
	}
	asked, err := parser.Parse(args)
	parser.FatalIfErrorf(err)
	command := asked.Selected()
	if command.Parent.Name == "admin" {
		return terminal{os.Stdin, os.Stdout, os.Stderr}.admin(ctx, command.Name, line.Admin)
	}
	switch command.Name {
	case "serve":
		return serve(ctx, line.Serve)
	case "import":
		if isArchive(line.Import.File) {
			return importSite(ctx, line.Import, os.Stdout)
		}
		return importFile(ctx, line.Import, os.Stdin, os.Stdout)
	case "export":
		return export(ctx, line.Export, os.Stdout)
	case "sync":
		return syncSite(ctx, line.Sync, os.Stdout)
	case "logos":
		return findLogos(ctx, line.Logos, os.Stdout)
	case "check":
		return check(ctx, line.Check, os.Stdout)
	case "backup":
		return backUp(ctx, line.Backup, os.Stdout)
	case "restore":
		return restore(ctx, line.Restore, os.Stdout)
	case "health":
		return health(ctx, line.Health, os.Stdout)
	case "doctor":
		return doctor(ctx, line.Doctor.Serve, os.Environ(), os.Stdout)
	case "upgrade":
		return checkUpgrade(ctx, line.Upgrade, os.Stdout)
	case "version":
		_, err := fmt.Println(version())
		return err
	}
	return fmt.Errorf("this program has no %s", command.Name)
}

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
